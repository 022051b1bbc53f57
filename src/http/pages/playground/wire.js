// The last request as code, or the one that the chosen tab would send; and the answer as it arrived.

import { onExchange, pathOf } from "./api.js";
import { byId, choices, copyButton, el, refill } from "./dom.js";
import { pretty } from "./pretty.js";
import { fragment } from "./router.js";
import { SNIPPETS } from "./snippets.js";
import { duration } from "./words.js";

/** @import { Exchange, Request } from "./types.d.ts" */

const ANSWER = "Answer";
const TABS = [...Object.keys(SNIPPETS), ANSWER];
const LONGEST = 20_000;

// The page arrives with this element, whose text then counts as painted early.
const code = byId("snippet");
let chosen = "curl";
/** @type {Request} */
let request = { method: "POST", path: "solve" };
let offered = request;
/**
 * The last exchange with each request.
 * @type {Map<string, Exchange>}
 */
const exchanges = new Map();

/** @param {Request} asked */
const keyOf = (asked) => `${pathOf(asked)} ${JSON.stringify(asked.json ?? "")}`;

onExchange((exchange) => {
  exchanges.delete(keyOf(exchange.request));
  exchanges.set(keyOf(exchange.request), exchange);
  for (const key of exchanges.keys()) if (exchanges.size > 20) exchanges.delete(key);
  if (exchange.request.isBackground) return;
  request = exchange.request;
  render();
});

/** @param {Exchange} exchange */
function answerNodes({ response: { ok, status, statusText, headers }, text, milliseconds }) {
  const shown = pretty(text);
  const fields = [...headers].map(([name, value]) => `${name}: ${value}`);
  const sizes = ` · ${duration(milliseconds)} · ${text.length.toLocaleString("en")} bytes`;
  return [
    el("p", { className: "status", data: { ok: String(ok) } }, el("strong", {}, `${status} ${statusText}`), sizes),
    el("details", {}, el("summary", {}, `${fields.length} headers`), el("pre", {}, fields.join("\n"))),
    el("pre", { className: "body" }, shown.length > LONGEST ? `${shown.slice(0, LONGEST)}\n…` : shown),
  ];
}

function render() {
  const exchange = exchanges.get(keyOf(request));
  const snippet = () => SNIPPETS[chosen](request);
  const isAnswer = chosen === ANSWER;
  if (!isAnswer) code.textContent = snippet();
  byId("operation").textContent = `${request.method} /${request.path}`;
  const tabs = choices(TABS, TABS.indexOf(chosen), (n) => ((chosen = TABS[n]), render()));
  refill(byId("wire-tabs"), tabs);
  const content = !isAnswer
    ? [code]
    : exchange
      ? answerNodes(exchange)
      : [el("p", { className: "quiet" }, "Not sent yet. The answer will appear here.")];
  const box = byId("wire-content");
  const scrolled = box.scrollTop;
  refill(box, content);
  box.scrollTop = scrolled;
  const copied = isAnswer ? copyButton("Copy answer", () => exchange?.text ?? "") : copyButton("Copy code", snippet);
  refill(byId("wire-copy"), [copyButton("Copy link", () => new URL(fragment(), location.href).href), copied]);
}

/**
 * Shows the request that the chosen tab would send. A request that was sent stays until the tab would send another one.
 * @param {Request} next
 */
export function renderWire(next) {
  if (keyOf(next) !== keyOf(offered)) request = next;
  offered = next;
  render();
}
