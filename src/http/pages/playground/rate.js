// The Rate tab: how hard a puzzle is, and a walkthrough of the steps that solve it.

import { ask, pathOf } from "./api.js";
import { button, el, paragraph, say } from "./dom.js";
import { afterStep, asked, candidatesOf } from "./grid.js";
import { viewSwitch } from "./hint.js";
import { prose } from "./prose.js";
import { change, current, update } from "./state.js";
import { Task, makePanel } from "./task.js";
import { capital, factList, titleOf } from "./words.js";

/** @import { Panel, Report, Stage, Step, View } from "./types.d.ts" */

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

/** @type {Panel["request"]} */
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
 * Shows the position before a step, and then the step, whose drawing comes from a hint for that position.
 * @param {number} n
 */
function walkTo(n) {
  at = Math.max(0, Math.min(path.length - 1, n));
  views = [];
  shownView = 0;
  rating.draw();
  const { text } = path[at];
  say(text);
  const json = asked({ puzzle: current().position.puzzle, ...positions[at] });
  const drawing = async (/** @type {AbortSignal} */ signal) => {
    const { hint } = await ask({ method: "POST", path: "hint", json }, signal);
    if (hint?.how?.text === text) views = hint.how.views;
    rating.draw();
  };
  // Without its drawing, the text still describes the step fully.
  pattern.run("Drawing the step", drawing, { speak: () => {} });
}

/** @returns {Stage | null} */
const stage = () => (at < 0 ? null : { ...positions[at], view: views[shownView] });

function walkToHardest() {
  const ratings = path.map(({ technique }) => technique.rating ?? 0);
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
    ariaValueText: `${at + 1} of ${last + 1}`,
    data: { key: "slider" },
    oninput: () => walkTo(Number(slider.value)),
  });
  const back = button("←", () => walkTo(at - 1), { ariaLabel: "Previous step" });
  const next = button("→", () => walkTo(at + 1), { ariaLabel: "Next step" });
  return {
    headline: titleOf(step.technique),
    body: [
      el("div", { className: "walk" }, back, slider, next),
      ...viewSwitch(views, shownView, (n) => ((shownView = n), rating.draw())),
      paragraph(el("strong", {}, `Step ${at + 1} of ${last + 1}.`)),
      ...prose(step.text),
    ],
    actions: [
      button("Hardest step", walkToHardest),
      button("Play from here", () => change(positions[at], { isPlaying: true })),
      button("Overview", () => (leave(), update({ stage: null }))),
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
