// The Hint tab: what can be done next, revealed level by level and drawn on the board.

import { STALE, announce, ask, cancel } from "./api.js";
import { button, el, paragraph, say, switcher } from "./dom.js";
import { afterStep, candidatesOf, marksText } from "./grid.js";
import { troubleReport } from "./solve.js";
import { change, current, update } from "./state.js";
import { numbered } from "./words.js";

/** @import { Trouble } from "./api.js" */
/** @import { Panel, Report, Request, State } from "./types.d.ts" */

const LEVELS = /** @type {const} */ (["nudge", "where", "what", "how"]);

let level = 0;
let skip = 0;
let shownView = 0;
/** @type {any} */
let answer = null;
/** @type {Trouble | null} */
let trouble = null;

/**
 * @param {State} state
 * @returns {Request}
 */
function request({ position: { puzzle, digits, marks } }) {
  const json = {
    grid: digits,
    ...(digits === puzzle ? {} : { puzzle }),
    ...(marks.some(Boolean) ? { candidates: marksText(marks) } : {}),
    show: LEVELS[level],
    ...(skip > 0 ? { skip } : {}),
  };
  return { method: "POST", path: "hint", json };
}

function reset() {
  cancel("hint");
  level = 0;
  skip = 0;
  shownView = 0;
  answer = null;
  trouble = null;
}

/**
 * @param {number} nextLevel
 * @param {number} nextSkip
 */
async function reveal(nextLevel, nextSkip) {
  level = nextLevel;
  skip = nextSkip;
  shownView = 0;
  try {
    answer = await ask("hint", request(current()));
    trouble = null;
    say(textOf(LEVELS[level]));
  } catch (cause) {
    if (cause === STALE) return;
    trouble = announce(cause, () => reveal(level, skip));
  }
  stage();
}

/**
 * The text of a level.
 * @param {typeof LEVELS[number]} name
 * @returns {string}
 */
function textOf(name) {
  const hint = answer?.hint;
  if (!hint) return "There is no hint";
  return name === "nudge" ? hint.nudge : (hint[name]?.text ?? "");
}

/** Draws on the board what the current level reveals. */
function stage() {
  const hint = answer?.hint;
  if (!hint?.where) return update({ stage: null });
  const { cells = [], houses = [] } = hint.where;
  // A mistake or a conflict is ringed; a step is drawn.
  if (hint.kind !== "step") return update({ stage: { rings: cells.map((/** @type {any} */ { index }) => index) } });
  const place = cells.map((/** @type {any} */ cell) => ({ cell, role: "pattern" }));
  const view = viewsOf(hint)[shownView] ?? { title: "", cells: place, houses, candidates: [], links: [] };
  const { digits, marks } = current().position;
  const noted = candidatesOf(digits).map((mask, index) => (marks[index] ? marks[index] & mask : mask));
  // A single can be seen from the digits alone; any other step needs the candidates.
  update({ stage: { view, marks: view.candidates.length > 1 ? noted : marks } });
}

/** @param {any} hint */
const viewsOf = (hint) => hint.how?.views ?? hint.what?.views ?? [];

/** Plays the step: places its digits, and removes its eliminations from the pencil marks. */
function apply() {
  const { position } = current();
  const { place, eliminate } = answer.hint.how;
  const simple = candidatesOf(position.digits);
  const touched = new Set(eliminate.map((/** @type {any} */ { index }) => index));
  const marks = position.marks.map((mask, index) => mask || (touched.has(index) ? simple[index] : 0));
  change(afterStep({ digits: position.digits, marks }, { place, eliminate }), { isPlaying: true });
  say("Done");
}

/** @returns {Report} */
function report() {
  const ask = button("Give me a hint", () => reveal(0, 0), { className: "primary" });
  if (trouble) return troubleReport(trouble, ask);
  if (!answer) {
    const words =
      "A hint has four levels: the idea, where to look, what to see, and what follows. Stop as soon as you see it.";
    return { headline: "Stuck?", body: [paragraph(words)], actions: [ask] };
  }
  const { hint, more } = answer;
  if (!hint) return { headline: "No hint", body: [paragraph("No technique makes progress.")], actions: [ask] };
  const revealed = LEVELS.slice(0, level + 1).map((name) => el("li", {}, textOf(name)));
  /** @type {(Node | string)[]} */
  const body = [el("ol", { className: "levels" }, ...revealed.filter((line) => line.textContent))];
  const views = viewsOf(hint);
  if (views.length > 1) {
    const show = (/** @type {number} */ n) => {
      shownView = n;
      stage();
    };
    body.unshift(switcher("View on the board", numbered(views), shownView, show));
  }
  const actions = [];
  const isEffective = hint.how && hint.how.place.length + hint.how.eliminate.length > 0;
  if (level < 3 && hint.kind !== "done")
    actions.push(button("Tell me more", () => reveal(level + 1, skip), { className: "primary" }));
  else if (isEffective) actions.push(button("Do it", apply, { className: "primary" }));
  if (more && hint.kind === "step") actions.push(button("Another hint", () => reveal(0, skip + 1)));
  const headlines = {
    conflict: "Fix the conflict first",
    mistake: "Fix the mistake first",
    "missing-mark": "A pencil mark is missing",
    done: "Nothing left to do",
  };
  const headline =
    headlines[/** @type {keyof typeof headlines} */ (hint.kind)] ??
    (hint.technique ? `${hint.technique.name} · ${hint.technique.rating.toFixed(1)}` : "An idea");
  return { headline, body, actions };
}

/** @type {Panel} */
export const panel = { report, request, reset, enter: stage };
