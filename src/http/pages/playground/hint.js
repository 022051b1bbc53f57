// The Hint tab: what can be done next, revealed level by level and drawn on the board.

import { button, el, say, switcher } from "./dom.js";
import { afterStep, asked, candidatesOf } from "./grid.js";
import { prose } from "./prose.js";
import { change, current } from "./state.js";
import { makePanel } from "./task.js";
import { titleOf } from "./words.js";

/** @import { Effect, Panel, Report, Stage, View } from "./types.d.ts" */

const LEVELS = /** @type {const} */ (["nudge", "where", "what", "how"]);

let level = 0;
let skip = 0;
let shownView = 0;

/** @type {Panel["request"]} */
const request = ({ position }) => ({
  method: "POST",
  path: "hint",
  json: { ...asked(position), show: LEVELS[level], ...(skip > 0 ? { skip } : {}) },
});

/**
 * @param {number} nextLevel
 * @param {number} nextSkip
 */
function reveal(nextLevel, nextSkip) {
  [level, skip, shownView] = [nextLevel, nextSkip, 0];
  hints.ask();
}

/**
 * The text of a level.
 * @param {any} hint
 * @param {typeof LEVELS[number]} name
 * @returns {string}
 */
const textOf = (hint, name) => (name === "nudge" ? hint.nudge : (hint[name]?.text ?? ""));

/**
 * Draws what the current level reveals.
 * @param {{hint: any}} answer
 * @returns {Stage | null}
 */
function stage({ hint }) {
  if (!hint?.where) return null;
  const { cells = [], houses = [] } = hint.where;
  // A mistake or a conflict is ringed; a step is drawn.
  if (hint.kind !== "step") return { rings: cells.map((/** @type {any} */ { index }) => index) };
  const place = cells.map((/** @type {any} */ cell) => ({ cell, role: "pattern" }));
  return drawn(viewsOf(hint)[shownView] ?? { title: "", cells: place, houses, candidates: [], links: [] });
}

/**
 * A view of a step, on the position that it is about.
 * @param {View} view
 * @returns {Stage}
 */
export function drawn(view) {
  const { digits, marks } = current().position;
  const noted = candidatesOf(digits).map((mask, index) => (marks[index] ? marks[index] & mask : mask));
  // A single can be seen from the digits alone; any other step needs the candidates.
  return { view, marks: view.candidates.length > 1 ? noted : marks };
}

/**
 * The buttons for the views of a step, if it has several.
 * @param {View[]} views
 * @param {number} chosen
 * @param {(n: number) => void} show
 */
export const viewSwitch = (views, chosen, show) =>
  views.length > 1 ? [switcher("View on the board", views.map((_, n) => String(n + 1)), chosen, show)] : [];

/** @param {any} hint */
const viewsOf = (hint) => hint.how?.views ?? hint.what?.views ?? [];

/**
 * Plays the step: places its digits, and removes its eliminations from the pencil marks.
 * @param {Effect} effect
 */
export function apply({ place, eliminate }) {
  const { position } = current();
  const simple = candidatesOf(position.digits);
  const touched = new Set(eliminate.map(({ index }) => index));
  const marks = position.marks.map((mask, index) => mask || (touched.has(index) ? simple[index] : 0));
  change(afterStep({ digits: position.digits, marks }, { place, eliminate }), { isPlaying: true });
  say("Done");
}

/**
 * @param {{hint: any, more: boolean}} answer
 * @returns {Report}
 */
function found({ hint, more }) {
  if (!hint) return { headline: "No hint", body: prose("No technique makes progress."), actions: [] };
  const revealed = LEVELS.slice(0, level + 1).map((name) => el("li", {}, ...prose(textOf(hint, name))));
  /** @type {(Node | string)[]} */
  const body = [el("ol", { className: "levels" }, ...revealed.filter((line) => line.textContent))];
  body.unshift(...viewSwitch(viewsOf(hint), shownView, (n) => ((shownView = n), hints.draw())));
  const actions = [];
  const isEffective = hint.how && hint.how.place.length + hint.how.eliminate.length > 0;
  if (level < 3 && hint.kind !== "done")
    actions.push(button("Tell me more", () => reveal(level + 1, skip), { className: "primary" }));
  else if (isEffective) actions.push(button("Do it", () => apply(hint.how), { className: "primary" }));
  if (more && hint.kind === "step") actions.push(button("Another hint", () => reveal(0, skip + 1)));
  const headlines = {
    conflict: "Fix the conflict first",
    mistake: "Fix the mistake first",
    "missing-mark": "A pencil mark is missing",
    done: "Nothing left to do",
  };
  const headline =
    headlines[/** @type {keyof typeof headlines} */ (hint.kind)] ??
    (hint.technique ? titleOf(hint.technique) : "An idea");
  return { headline, body, actions };
}

const hints = makePanel({
  doing: "Looking for a hint",
  offer: "Give me a hint",
  about: [
    "Stuck?",
    "A hint has four levels: the idea, where to look, what to see, and what follows. Stop as soon as you see it.",
  ],
  subject: ({ puzzle, digits, marks }) => [puzzle, digits, marks],
  request,
  forget: () => ([level, skip, shownView] = [0, 0, 0]),
  spoken: ({ hint }) => (hint ? textOf(hint, LEVELS[level]) : "There is no hint"),
  found,
  stage,
  needs: "A hint leads towards a solution, and these clues have none.",
});
export const panel = hints.panel;
