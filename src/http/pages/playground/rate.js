// The Rate tab: how hard a puzzle is, and a walkthrough of the steps that solve it.

import { ask, pathOf } from "./api.js";
import { button, el, paragraph, say, switcher } from "./dom.js";
import { afterStep, candidatesOf, marksText } from "./grid.js";
import { prose } from "./prose.js";
import { change, current, update } from "./state.js";
import { Task, makePanel } from "./task.js";
import { capital, factList, numbered } from "./words.js";

/** @import { Report, Request, Stage, State, Step, View } from "./types.d.ts" */

/** @type {Step[]} */
let path = [];
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
/** Fetches the pattern of the step on the board. */
const pattern = new Task();

/**
 * @param {State} state
 * @returns {Request}
 */
const request = ({ position: { puzzle } }) => ({ method: "POST", path: "rate", json: { grid: puzzle, path: true } });

/** @param {{path: Step[]}} answer */
function take(answer) {
  path = answer.path;
  const { puzzle } = current().position;
  positions = [{ digits: puzzle, marks: candidatesOf(puzzle) }];
  for (const step of path) positions.push(afterStep(positions[positions.length - 1], step));
}

function leave() {
  pattern.stop();
  at = -1;
}

/**
 * Shows a step on the board: first its effect, then its pattern, which comes from a hint for the position.
 * @param {number} n
 */
function walkTo(n) {
  at = Math.max(0, Math.min(path.length - 1, n));
  views = [];
  shownView = 0;
  rating.draw();
  const { text } = path[at];
  say(text);
  const { digits, marks } = positions[at];
  const json = { grid: digits, puzzle: current().position.puzzle, candidates: marksText(marks) };
  const drawing = async (/** @type {AbortSignal} */ signal) => {
    const { hint } = await ask({ method: "POST", path: "hint", json }, signal);
    if (hint?.how?.text === text) views = hint.how.views;
    rating.draw();
  };
  // Without its drawing, the step is on the board, and the text describes it fully.
  pattern.run("Drawing the step", drawing, { speak: () => {} });
}

/**
 * The step on the board: its effect until its drawings have arrived.
 * @returns {Stage | null}
 */
function stage() {
  if (at < 0) return null;
  const { place, eliminate } = path[at];
  const candidates = [
    ...place.map((candidate) => ({ candidate, role: /** @type {const} */ ("place") })),
    ...eliminate.map((candidate) => ({ candidate, role: /** @type {const} */ ("eliminate") })),
  ];
  return { ...positions[at], view: views[shownView] ?? { title: "", cells: [], houses: [], candidates, links: [] } };
}

/** @param {number} n */
function showView(n) {
  shownView = n;
  rating.draw();
}

function walkBack() {
  leave();
  update({ stage: null });
}

function walkToHardest() {
  const ratings = path.map(({ technique }) => technique.rating);
  walkTo(ratings.indexOf(Math.max(...ratings)));
}

/** @returns {Report} */
function walkReport() {
  const step = path[at];
  const last = path.length - 1;
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
      paragraph(el("strong", {}, `Step ${at + 1} of ${last + 1}.`)),
      ...prose(step.text),
    ],
    actions: [
      button("Hardest step", walkToHardest),
      button("Play from here", () => change(positions[at], { isPlaying: true })),
      button("Overview", walkBack),
    ],
  };
}

/** @param {string} id */
const named = (id) => path.find(({ technique }) => technique.id === id)?.technique.name ?? id;

/**
 * @param {any} answer
 * @returns {Report}
 */
function found({ rating: { er, ep, ed }, level, hardest, techniques }) {
  if (at >= 0) return walkReport();
  const rows = [...techniques]
    .sort((a, b) => b.rating - a.rating)
    .map((/** @type {any} */ { id, rating: each, times }) =>
      el("tr", {}, el("td", {}, each.toFixed(1)), el("td", {}, named(id)), el("td", {}, `${times}×`)),
    );
  const { puzzle } = current().position;
  const href = pathOf({ method: "GET", path: "rate", query: { grid: puzzle, path: "true", format: "svg" } });
  const head = el("tr", {}, ...["Rating", "Technique", "Times"].map((name) => el("th", { scope: "col" }, name)));
  return {
    headline: hardest ? `${capital(level)}: ${hardest.name}` : "Nothing to do",
    body: [
      factList([
        [er.toFixed(1), "hardest step"],
        [ep.toFixed(1), "to the first digit"],
        [ed.toFixed(1), "first step"],
        [String(path.length), "steps"],
      ]),
      el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)),
    ],
    actions: hardest
      ? [
          button("Walk through", () => walkTo(0), { className: "primary" }),
          button("Hardest step", walkToHardest),
          el("a", { href, target: "_blank", className: "button" }, "Picture of the steps"),
        ]
      : [],
  };
}

const rating = makePanel({
  doing: "Rating the puzzle",
  offer: "Rate it",
  about: [
    "How hard is it?",
    "The Sudoku Explainer rating: that of the hardest step. Then walk through every step on the board.",
  ],
  subject: ({ puzzle }) => puzzle,
  request,
  take,
  leave,
  spoken: ({ rating: { er }, level }) => `Rating ${er.toFixed(1)}, ${level}`,
  found,
  stage,
  needs: "Only a puzzle with exactly one solution has a rating.",
});
export const panel = rating.panel;
