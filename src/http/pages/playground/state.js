// The state of the page, its history, and the listeners to its changes.

import { kept } from "./dom.js";
import { BLANK, NO_MARKS, PEERS, bit, withDigit } from "./grid.js";

/** @import { Judgement, Position, State } from "./types.d.ts" */

/** @type {Position} */
const EMPTY = { puzzle: BLANK, digits: BLANK, marks: NO_MARKS, answer: null };

/** @type {Judgement} */
const UNJUDGED = { grid: "", verdict: null, complete: false, conflicts: [] };

/** @type {State} */
let state = {
  position: EMPTY,
  selected: 0,
  isPlaying: false,
  isNoting: false,
  settings: { advances: false, tidies: true, ...kept("settings") },
  judgement: UNJUDGED,
  progress: UNJUDGED,
  mistakes: null,
  trouble: null,
  stage: null,
  panel: "solve",
  canUndo: false,
  canRedo: false,
};

/**
 * What undo restores: a position, and whether it was being played or set up.
 * @typedef {Pick<State, "position" | "isPlaying">} Moment
 */

const past = /** @type {Moment[]} */ ([]);
const future = /** @type {Moment[]} */ ([]);
const listeners = /** @type {((state: State, before: State) => void)[]} */ ([]);

export const current = () => state;

/** @param {(state: State, before: State) => void} listener */
export const subscribe = (listener) => void listeners.push(listener);

/** @param {Partial<State>} changes */
export function update(changes) {
  const before = state;
  state = { ...state, ...changes, canUndo: past.length > 0, canRedo: future.length > 0 };
  for (const listener of listeners) listener(state, before);
}

/**
 * Moves to a new position, which undo can revert. Removes what panels have drawn, because it no longer applies.
 * @param {Partial<Position>} changes
 * @param {Partial<State>} [others]
 */
export function change(changes, others = {}) {
  const { position } = state;
  const next = { ...position, answer: null, ...changes };
  const isSame =
    next.puzzle === position.puzzle &&
    next.digits === position.digits &&
    next.answer === position.answer &&
    next.marks.every((mask, index) => mask === position.marks[index]);
  if (isSame) return update(others);
  past.push({ position, isPlaying: state.isPlaying });
  future.length = 0;
  update({ position: next, stage: null, mistakes: null, trouble: null, ...others });
}

/**
 * Puts a puzzle on the board.
 * @param {string} puzzle
 * @param {string} [digits] the puzzle with the player's digits
 * @param {number[]} [marks] the pencil marks
 */
export const load = (puzzle, digits = puzzle, marks = NO_MARKS) =>
  change({ puzzle, digits, marks }, { isPlaying: puzzle !== BLANK });

/** Makes the position on the board the first in the history. */
export function beginHistory() {
  past.length = 0;
  update({});
}

/** @returns {boolean} whether there was something to undo */
export const undo = () => step(past, future);
/** @returns {boolean} whether there was something to redo */
export const redo = () => step(future, past);

/**
 * @param {Moment[]} from
 * @param {Moment[]} to
 */
function step(from, to) {
  const moment = from.pop();
  if (!moment) return false;
  to.push({ position: state.position, isPlaying: state.isPlaying });
  update({ ...moment, stage: null, mistakes: null, trouble: null });
  return true;
}

/** What the board shows. */
export const shownGrid = ({ stage, position: { answer, digits } } = state) =>
  stage?.digits ?? (answer ? answer.solutions[answer.shown] : digits);

/** @returns {boolean} whether the selected cell cannot be typed into */
export const isLocked = () => state.isPlaying && state.position.puzzle[state.selected] !== ".";

/**
 * Writes a digit, or `.` for none, into the selected cell: as a clue while a puzzle is being set up, otherwise as a
 * player's digit.
 * @param {string} digit
 */
export function enter(digit) {
  const { position, selected, isPlaying, isNoting } = state;
  if (isNoting && digit !== ".") return note(Number(digit));
  if (!isPlaying) {
    const digits = withDigit(position.digits, selected, digit);
    return change({ puzzle: digits, digits, marks: NO_MARKS });
  }
  const isBlank = position.digits[selected] === ".";
  const marks = [...position.marks];
  marks[selected] = 0;
  if (digit !== "." && state.settings.tidies) for (const peer of PEERS[selected]) marks[peer] &= ~bit(Number(digit));
  change({
    digits: withDigit(position.digits, selected, digit),
    marks: digit === "." && isBlank && !position.marks[selected] ? position.marks : marks,
  });
}

/**
 * Adds a pencil mark to the selected cell, or removes it.
 * @param {number} digit
 */
export function note(digit) {
  const { position, selected } = state;
  if (position.digits[selected] !== ".") return;
  const marks = [...position.marks];
  marks[selected] ^= bit(digit);
  change({ marks });
}
