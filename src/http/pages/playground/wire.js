// What goes over the wire: the last request as code, or the one that the chosen tab would send, and the answer as it came.

import { onExchange, pathOf } from "./api.js";
import { byId, button, copyButton, el, refill } from "./dom.js";
import { SNIPPETS } from "./snippets.js";
import { pretty } from "./pretty.js";
import { fragment } from "./router.js";

/** @typedef {import("./types.d.ts").Request} Request */
/** @typedef {import("./types.d.ts").Exchange} Exchange */

const ANSWER = "Answer";
const LONGEST = 20_000;

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
function answerNodes({ status, phrase, headers, text, milliseconds }) {
  const shown = pretty(text);
  const head = el(
    "p",
    { className: "status", data: { ok: String(status < 400) } },
    el("strong", {}, `${status} ${phrase}`),
    ` · ${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms · ${text.length.toLocaleString("en")} bytes`,
  );
  const fields = el(
    "details",
    {},
    el("summary", {}, `${headers.length} headers`),
    el("pre", {}, headers.map(([name, value]) => `${name}: ${value}`).join("\n")),
  );
  return [
    head,
    fields,
    el("pre", { className: "body" }, shown.length > LONGEST ? `${shown.slice(0, LONGEST)}\n…` : shown),
  ];
}

/** @param {string} name */
function tab(name) {
  const node = button(name, () => {
    chosen = name;
    render();
  });
  node.ariaPressed = String(name === chosen);
  return node;
}

function render() {
  const exchange = exchanges.get(keyOf(request));
  const snippet = () => SNIPPETS[chosen](request);
  const isAnswer = chosen === ANSWER;
  byId("operation").textContent = `${request.method} /${request.path}`;
  refill(byId("wire-tabs"), [...Object.keys(SNIPPETS), ANSWER].map(tab));
  const content = !isAnswer
    ? [el("pre", { id: "snippet" }, snippet())]
    : exchange
      ? answerNodes(exchange)
      : [
          el(
            "p",
            { className: "quiet" },
            "Not sent yet. This is what the service's answer to this request will look like: status, headers and body.",
          ),
        ];
  const box = byId("wire-content");
  const scrolled = box.scrollTop;
  refill(box, content);
  box.scrollTop = scrolled;
  const copied = isAnswer ? copyButton("Copy answer", () => exchange?.text ?? "") : copyButton("Copy code", snippet);
  refill(byId("wire-copy"), [copyButton("Copy link", () => new URL(fragment(), location.href).href), copied]);
}

/**
 * Shows the request that the chosen tab would send. One that was sent stays, until the tab would send another than before.
 * @param {Request} next
 */
export function renderWire(next) {
  if (keyOf(next) !== keyOf(offered)) request = next;
  offered = next;
  render();
}
