// The Hint tab: what can be done next, told step by step and drawn on the board.

import { STALE, Trouble, ask, cancel } from "./api.js";
import { button, el, say, switcher } from "./dom.js";
import { afterStep, candidatesOf, marksText } from "./grid.js";
import { troubleReport } from "./solve.js";
import { change, current, update } from "./state.js";
import { numbered } from "./words.js";

/** @typedef {import("./types.d.ts").State} State */

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
 * @returns {import("./types.d.ts").Request}
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
async function tell(nextLevel, nextSkip) {
  level = nextLevel;
  skip = nextSkip;
  shownView = 0;
  try {
    answer = await ask("hint", request(current()));
    trouble = null;
    say(textOf(LEVELS[level]));
  } catch (cause) {
    if (cause === STALE) return;
    if (!(cause instanceof Trouble)) throw cause;
    trouble = cause;
    trouble.retry = () => tell(level, skip);
    say(`${cause.headline}. ${cause.detail}`);
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

/** What the board shows at the present level. */
function stage() {
  const hint = answer?.hint;
  if (!hint?.where) return update({ stage: null });
  const views = viewsOf(hint);
  const { cells = [], houses = [] } = hint.where;
  const place = cells.map((/** @type {any} */ cell) => ({ cell, role: "pattern" }));
  const view = views[shownView] ?? { title: "", cells: place, houses, candidates: [], links: [] };
  const { digits, marks } = current().position;
  // A mistake or a conflict is ringed; a step is drawn among the candidates that it refers to.
  if (hint.kind !== "step") return update({ stage: { rings: cells.map((/** @type {any} */ { index }) => index) } });
  const simple = candidatesOf(digits);
  const noted = simple.map((mask, index) => (marks[index] ? marks[index] & mask : mask));
  // A single is visible among the digits, other steps among the candidates.
  update({ stage: { view, marks: view.candidates.length > 1 ? noted : marks } });
}

/** @param {any} hint */
const viewsOf = (hint) => hint.how?.views ?? hint.what?.views ?? [];

/** Plays the step: its digits are the player's, its eliminations pencil marks. */
function apply() {
  const { position } = current();
  const { place, eliminate } = answer.hint.how;
  const simple = candidatesOf(position.digits);
  const touched = new Set(eliminate.map((/** @type {any} */ { index }) => index));
  const marks = position.marks.map((mask, index) => mask || (touched.has(index) ? simple[index] : 0));
  change(afterStep({ digits: position.digits, marks }, { place, eliminate }), { isPlaying: true });
  say("Done");
}

/** @returns {import("./types.d.ts").Report} */
function report() {
  const ask = button("Give me a hint", () => tell(0, 0), { className: "primary" });
  if (trouble) return troubleReport(trouble, ask);
  if (!answer)
    return {
      headline: "Stuck?",
      body: [
        el(
          "p",
          {},
          "A hint comes in four steps: the idea, where to look, what to see, and what follows. Stop as soon as you have seen it.",
        ),
      ],
      actions: [ask],
    };
  const { hint, more } = answer;
  if (!hint)
    return { headline: "No hint", body: [el("p", {}, "No technique leads further within the limit.")], actions: [ask] };
  const told = LEVELS.slice(0, level + 1).map((name) => el("li", {}, textOf(name)));
  /** @type {(Node | string)[]} */
  const body = [el("ol", { className: "levels" }, ...told.filter((line) => line.textContent))];
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
    actions.push(button("Tell me more", () => tell(level + 1, skip), { className: "primary" }));
  else if (isEffective) actions.push(button("Do it", apply, { className: "primary" }));
  if (more && hint.kind === "step") actions.push(button("Another hint", () => tell(0, skip + 1)));
  const headlines = {
    conflict: "A conflict first",
    mistake: "A mistake first",
    "missing-mark": "A pencil mark is missing",
    done: "Nothing left to do",
  };
  const headline =
    headlines[/** @type {keyof typeof headlines} */ (hint.kind)] ??
    (hint.technique ? `${hint.technique.name} · ${hint.technique.rating.toFixed(1)}` : "An idea");
  return { headline, body, actions };
}

/** @type {import("./types.d.ts").Panel} */
export const panel = { id: "hint", report, request, reset, enter: stage };
