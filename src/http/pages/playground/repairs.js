// Repairs of a grid without a solution, each as a button.

import { button, el, paragraph, say } from "./dom.js";
import { withDigit } from "./grid.js";
import { prose } from "./prose.js";
import { current, load, update } from "./state.js";
import { cellName, conflictWords, countWord, listed, plural } from "./words.js";

/** @import { Candidate, Cell, Report } from "./types.d.ts" */

/** @param {Candidate} candidate */
export const given = ({ index, digit }) => `${cellName(index)}=${digit}`;

/** @param {any} repair */
function repairItem({ remove, changes = [] }) {
  const puzzle = remove.reduce(
    (/** @type {string} */ grid, /** @type {Candidate} */ { index }) => withDigit(grid, index, "."),
    current().position.puzzle,
  );
  const removal = button(`Remove ${listed(remove.map(given))}`, () => changePuzzle(puzzle));
  const [wrong] = remove;
  const replacements = changes.map((/** @type {Candidate} */ { index, digit }) =>
    button(`Change ${cellName(wrong.index)} from ${wrong.digit} to ${digit}`, () =>
      changePuzzle(withDigit(puzzle, index, String(digit))),
    ),
  );
  return el("p", { className: "chips" }, ...replacements, removal);
}

/**
 * A repair that swaps two neighbouring cells.
 * @param {Cell[]} cells
 */
function exchangeItem([a, b]) {
  const { puzzle } = current().position;
  const swapped = withDigit(withDigit(puzzle, a.index, puzzle[b.index]), b.index, puzzle[a.index]);
  const swap = button(`Swap ${cellName(a.index)} and ${cellName(b.index)}`, () => changePuzzle(swapped));
  return el("p", { className: "chips" }, swap);
}

/** @param {string} puzzle */
export function changePuzzle(puzzle) {
  load(puzzle);
  update({ panel: "solve" });
  say("Puzzle changed");
}

/**
 * The contradiction in one sentence.
 * @param {any} contradiction from /explain
 */
function contradictionWords({ cell, digit, house, steps = [] }) {
  const impossible = cell
    ? `No digit fits in ${cellName(cell.index)}`
    : `${digit} has no place in ${house.kind} ${house.number}`;
  return steps.length > 0
    ? `After ${plural(steps.length, "step")}, ${impossible.replace(/^N/, "n")}.`
    : `${impossible}.`;
}

/**
 * Why there is no solution, first in one sentence, and each repair as a button.
 * @param {any} answer from /explain
 * @returns {Report}
 */
export function brokenReport({ verdict, core, contradiction, conflicts = [], repairs }) {
  const body = conflicts.flatMap((/** @type {any} */ conflict) => prose(`${conflictWords(conflict)}.`));
  if (contradiction) body.push(...prose(contradictionWords(contradiction)));
  if (core) {
    const rest = core.minimal ? "; without any one of them, there is a solution." : ".";
    body.push(paragraph(`The ${core.givens.length} ringed clues alone have no solution${rest}`));
  }
  const { size = 0, list = [], exchanges = [] } = repairs ?? {};
  if (list.length > 0) {
    const words = size === 1 ? "One change repairs it." : `${countWord(size)} clues must be removed.`;
    body.push(paragraph(`${words} The most likely first:`));
  }
  body.push(...exchanges.slice(0, 4).map(exchangeItem), ...list.slice(0, 8).map(repairItem));
  return { tone: "bad", headline: verdict === "conflict" ? "Clues repeat a digit" : "No solution", body };
}
