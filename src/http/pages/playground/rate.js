// The Rate tab: how hard a puzzle is, and a walkthrough of the steps that solve it.

import { STALE, Trouble, announce, ask, cancel } from "./api.js";
import { button, el, paragraph, say, switcher } from "./dom.js";
import { afterStep, candidatesOf, marksText } from "./grid.js";
import { troubleReport } from "./solve.js";
import { change, current, update } from "./state.js";
import { capital, factList, numbered } from "./words.js";

/** @import { Panel, Report, Request, State, Step, View } from "./types.d.ts" */

/** @type {any} */
let answer = null;
/** @type {Trouble | null} */
let trouble = null;
/**
 * The position before each step.
 * @type {{digits: string, marks: number[]}[]}
 */
let positions = [];
/** The step on the board; -1 outside the walkthrough. */
let at = -1;
/**
 * The drawings of the step on the board: one for each branch of a chain.
 * @type {View[]}
 */
let views = [];
let shownView = 0;

/**
 * @param {State} state
 * @returns {Request}
 */
const request = ({ position: { puzzle } }) => ({ method: "POST", path: "rate", json: { grid: puzzle, path: true } });

function reset() {
  cancel("rate");
  cancel("step");
  answer = null;
  trouble = null;
  positions = [];
  at = -1;
}

async function rate() {
  try {
    answer = await ask("rate", request(current()));
    trouble = null;
    const { puzzle } = current().position;
    positions = [{ digits: puzzle, marks: candidatesOf(puzzle) }];
    for (const step of answer.path) positions.push(afterStep(positions[positions.length - 1], step));
    say(`Rating ${answer.rating.er.toFixed(1)}, ${answer.level}`);
  } catch (cause) {
    if (cause === STALE) return;
    trouble = announce(cause, rate);
  }
  update({});
}

/**
 * Shows a step on the board: first its effect, then its pattern, which comes from a hint for the position.
 * @param {number} n
 */
async function walkTo(n) {
  at = Math.max(0, Math.min(answer.path.length - 1, n));
  const { digits, marks } = positions[at];
  /** @type {Step} */
  const step = answer.path[at];
  const candidates = [
    ...step.place.map((candidate) => ({ candidate, role: /** @type {const} */ ("place") })),
    ...step.eliminate.map((candidate) => ({ candidate, role: /** @type {const} */ ("eliminate") })),
  ];
  views = [];
  update({ stage: { digits, marks, view: { title: "", cells: [], houses: [], candidates, links: [] } } });
  say(step.text);
  try {
    const json = { grid: digits, puzzle: current().position.puzzle, candidates: marksText(marks) };
    const { hint } = await ask("step", { method: "POST", path: "hint", json });
    if (hint?.how?.text !== step.text) return;
    views = hint.how.views;
    showView(0);
  } catch (cause) {
    // The step is on the board without its pattern, and the text describes it fully.
    if (cause !== STALE && !(cause instanceof Trouble)) throw cause;
  }
}

/** @param {number} n */
function showView(n) {
  shownView = n;
  if (views[n]) update({ stage: { ...positions[at], view: views[n] } });
}

function walkBack() {
  at = -1;
  cancel("step");
  update({ stage: null });
}

const walkToHardest = () =>
  walkTo(answer.path.findIndex((/** @type {Step} */ { technique }) => technique.rating === answer.rating.er));

/** @returns {Report} */
function walkReport() {
  /** @type {Step} */
  const step = answer.path[at];
  const last = answer.path.length - 1;
  const slider = el("input", {
    type: "range",
    min: "0",
    max: String(last),
    value: String(at),
    ariaLabel: "Step",
    data: { key: "slider" },
    oninput: () => walkTo(Number(slider.value)),
  });
  slider.setAttribute("aria-valuetext", `${at + 1} of ${last + 1}`);
  const back = button("←", () => walkTo(at - 1), { ariaLabel: "Previous step" });
  const next = button("→", () => walkTo(at + 1), { ariaLabel: "Next step" });
  return {
    headline: `${step.technique.name} · ${step.technique.rating.toFixed(1)}`,
    body: [
      el("div", { className: "walk" }, back, slider, next),
      ...(views.length > 1 ? [switcher("View on the board", numbered(views), shownView, showView)] : []),
      paragraph(el("strong", {}, `Step ${at + 1} of ${last + 1}. `), step.text),
    ],
    actions: [
      button("Hardest step", walkToHardest),
      button("Play from here", () => change(positions[at], { isPlaying: true })),
      button("Overview", walkBack),
    ],
  };
}

/** @param {string} id */
const named = (id) =>
  answer.path.find((/** @type {Step} */ { technique }) => technique.id === id)?.technique.name ?? id;

/** @returns {Report} */
function report() {
  const run = button("Rate it", rate, { className: "primary" });
  if (trouble) return troubleReport(trouble, run);
  if (!answer) {
    const words = "The Sudoku Explainer rating: that of the hardest step. Then walk through every step on the board.";
    return { headline: "How hard is it?", body: [paragraph(words)], actions: [run] };
  }
  if (at >= 0) return walkReport();
  const { rating, level, hardest, techniques, path } = answer;
  const rows = [...techniques]
    .reverse()
    .map((/** @type {any} */ { id, rating: each, times }) =>
      el("tr", {}, el("td", {}, each.toFixed(1)), el("td", {}, named(id)), el("td", {}, `${times}×`)),
    );
  const head = el("tr", {}, ...["Rating", "Technique", "Times"].map((name) => el("th", { scope: "col" }, name)));
  return {
    headline: hardest ? `${capital(level)}: ${hardest.name}` : "Nothing to do",
    body: [
      factList([
        [rating.er.toFixed(1), "hardest step"],
        [rating.ep.toFixed(1), "to the first digit"],
        [rating.ed.toFixed(1), "first step"],
        [String(path.length), "steps"],
      ]),
      el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)),
    ],
    actions: hardest
      ? [button("Walk through", () => walkTo(0), { className: "primary" }), button("Hardest step", walkToHardest)]
      : [],
  };
}

/** @type {Panel} */
export const panel = { report, request, reset, enter: () => (at >= 0 ? walkTo(at) : undefined) };
