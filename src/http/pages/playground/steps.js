// The Steps tab: all steps of the position, by technique. A step is drawn while it is looked at, and a click does it.

import { Trouble } from "./api.js";
import { button, el, keep, kept, paragraph } from "./dom.js";
import { asked } from "./grid.js";
import { apply, drawn, viewSwitch } from "./hint.js";
import { listTechniques } from "./make.js";
import { prose } from "./prose.js";
import { given } from "./repairs.js";
import { current, update } from "./state.js";
import { DEBOUNCE_MS, Task, makePanel } from "./task.js";
import { cellName, plural } from "./words.js";

/** @import { ListedStep, Panel, Report } from "./types.d.ts" */

/** What the player knows, as items of `allow`; `null` is every technique that players have a name for. */
let { allow = null } = kept("steps");
/** @type {ListedStep[]} */
let steps = [];
/** The steps as buttons, in groups. */
let list = el("div");
/** The techniques whose groups are open. */
const opened = new Set();
/**
 * The step on the board.
 * @type {ListedStep | null}
 */
let shown = null;
let shownView = 0;

/** @param {string[] | null} items of `allow` */
function choose(items) {
  allow = items;
  keep("steps", { allow });
  forget();
  listing.ask({ after: DEBOUNCE_MS });
}

/**
 * Lists only the steps of one technique.
 * @param {string} id
 */
export function listOnly(id) {
  choose([id]);
  update({ panel: "steps" });
}

/** Opens the filter, which the browser loads only then. */
const opening = new Task();
const openFilter = () =>
  opening.run("Loading the techniques", async (signal) => {
    const techniques = await listTechniques(signal);
    const { openFilter: show } = await import("./filter.js").catch(() => {
      // A newer service than that of the page has another filter.
      throw new Trouble("The filter did not load", "Reload the page, then open it again.", { canRetry: true });
    });
    if (!signal.aborted) show(techniques, allow, choose);
  });
const opener = button("", openFilter, { ariaHasPopup: "dialog", data: { key: "filter" } });
const showAll = button("Show all techniques", () => choose(null), { className: "primary" });

/** @type {Panel["request"]} */
const request = ({ position }) => ({
  method: "POST",
  path: "steps",
  json: { ...asked(position), ...(allow?.length && { allow }), show: "how", limit: 200 },
});

const forget = () => void (shown = null);

/** @param {{steps: ListedStep[]}} answer */
function take(answer) {
  steps = answer.steps;
  const groups = Map.groupBy(steps, ({ technique }) => technique.id);
  const [first] = groups.keys();
  if (![...opened].some((id) => groups.has(id))) opened.add(first);
  list = el("div", { className: "steps" }, ...[...groups].map(([id, group]) => groupNode(id, group)));
}

/**
 * @param {string} id
 * @param {ListedStep[]} group
 */
function groupNode(id, group) {
  const summary = el("summary", {}, group[0].technique.name, " ", el("span", {}, String(group.length)));
  const buttons = el("p", { className: "chips" }, ...group.map(stepButton));
  const node = el("details", { open: opened.has(id) }, summary, buttons);
  node.addEventListener("toggle", () => void opened[node.open ? "add" : "delete"](id));
  return node;
}

/** @param {ListedStep} step */
function stepButton(step) {
  const eliminated = [...Map.groupBy(step.eliminate, ({ index }) => index)].map(
    ([index, each]) => `${cellName(index)}<>${each.map(({ digit }) => digit).join("")}`,
  );
  // The mouse and the keyboard show a step before they do it. So does the first of two touches.
  const act = () => (shown === step ? apply(step) : show(step));
  const node = button([...step.place.map(given), ...eliminated].join(" "), act, { ariaDescription: step.text });
  node.addEventListener("pointerenter", ({ pointerType }) => void (pointerType === "mouse" && show(step)));
  // Rendering moves the focus, and must have ended.
  node.addEventListener("focus", () => node.matches(":focus-visible") && queueMicrotask(() => show(step)));
  return node;
}

/**
 * @param {ListedStep} step
 * @param {number} [view]
 */
function show(step, view = 0) {
  if (shown === step && shownView === view) return;
  shown = step;
  shownView = view;
  listing.draw();
}

/** @returns {Report} */
function emptyReport() {
  if (!current().position.digits.includes("."))
    return { tone: "good", headline: "Nothing left to do", body: [paragraph("The board is full and correct.")] };
  if (allow) return { headline: "None of these techniques applies", body: [opener], actions: [showAll] };
  const words = "No technique that players have a name for applies. A hint also looks for forcing chains.";
  const hint = button("Ask for a hint", () => update({ panel: "hint" }), { className: "primary" });
  return { headline: "No step", body: [paragraph(words)], actions: [hint] };
}

/**
 * @param {{more: boolean}} answer
 * @returns {Report}
 */
function found({ more }) {
  if (steps.length === 0) return emptyReport();
  const headline = `${more ? "The first " : ""}${plural(steps.length, "step")}`;
  const body = [opener, list];
  if (!shown) {
    const help = matchMedia("(pointer: coarse)").matches
      ? "Touch a step to see it on the board; touch it again to do it."
      : "Point at a step to see it on the board; click it to do it.";
    return { headline, body, actions: [el("div", { className: "told" }, help)] };
  }
  const step = shown;
  const { technique, text, views } = step;
  const actions = [
    el("div", { className: "told" }, ...prose(text)),
    button("Do it", () => apply(step), { className: "primary" }),
    el("a", { href: `techniques#${technique.id}`, className: "button" }, `About ${technique.name}`),
  ];
  return { headline, body, actions: [...actions, ...viewSwitch(views, shownView, (n) => show(step, n))] };
}

const nothing = paragraph("Tick the techniques that you know, and their steps are listed.");
const listing = makePanel({
  doing: "Looking for steps",
  offer: "List the steps",
  about: ["What can be done?", "Every step of the position by technique, each drawn on the board."],
  subject: ({ puzzle, digits, marks }) => [puzzle, digits, marks],
  request,
  forget,
  stays: true,
  take,
  spoken: () => plural(steps.length, "step"),
  found,
  stage: () => shown && drawn(shown.views[shownView]),
  needs: "Steps lead towards a solution, and what is on the board has none.",
  instead: () => allow?.length === 0 && { headline: "Nothing is ticked", body: [opener, nothing], actions: [showAll] },
});

/** @type {Panel["report"]} */
function report(state) {
  const [first, ...others] = allow ?? ["all techniques"];
  const known = first && others.length === 0 ? first.replace(/[:-]/g, " ") : plural(allow.length, "technique");
  opener.textContent = `What I know: ${known}`;
  const found = opening.around(listing.panel.report(state));
  // The browser may have kept what the service refuses.
  return allow && found.tone === "bad" ? { ...found, actions: [...(found.actions ?? []), opener] } : found;
}

/** @type {Panel} */
export const panel = { ...listing.panel, report };
