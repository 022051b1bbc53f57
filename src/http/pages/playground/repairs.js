// Repairs of a grid without a solution, one touch away.

import { button, el, say } from "./dom.js";
import { withDigit } from "./grid.js";
import { current, load, update } from "./state.js";
import { cellName, conflictCells, countWord, houseWords, listed } from "./words.js";

/** @typedef {import("./types.d.ts").Candidate} Candidate */

/** @param {Candidate} candidate */
export const given = (candidate) => `${cellName(candidate)}=${candidate.digit}`;

/** @param {any} repair */
function repairItem({ remove, changes = [] }) {
  const puzzle = remove.reduce(
    (/** @type {string} */ grid, /** @type {Candidate} */ { index }) => withDigit(grid, index, "."),
    current().position.puzzle,
  );
  const removal = button(`Remove ${listed(remove.map(given))}`, () => mend(puzzle));
  const [wrong] = remove;
  const swaps = changes.map((/** @type {Candidate} */ { index, digit }) =>
    button(`Change ${cellName(wrong)} from ${wrong.digit} to ${digit}`, () =>
      mend(withDigit(puzzle, index, String(digit))),
    ),
  );
  return el("p", { className: "chips" }, ...swaps, removal);
}

/**
 * Two neighbouring cells that were swapped.
 * @param {import("./types.d.ts").Cell[]} cells
 */
function exchangeItem([a, b]) {
  const { puzzle } = current().position;
  const mended = withDigit(withDigit(puzzle, a.index, puzzle[b.index]), b.index, puzzle[a.index]);
  return el(
    "p",
    { className: "chips" },
    button(`Swap ${cellName(a)} and ${cellName(b)}`, () => mend(mended)),
  );
}

/** @param {string} puzzle */
export function mend(puzzle) {
  load(puzzle);
  say("Repaired");
  update({ panel: "solve" });
}

/**
 * What contradicts itself, and each repair as a button.
 * @param {any} answer of /explain
 * @returns {import("./types.d.ts").Report}
 */
export function brokenReport({ verdict, core, conflicts = [], repairs }) {
  /** @type {HTMLElement[]} */
  const body = [];
  if (verdict === "conflict")
    body.push(
      el(
        "p",
        {},
        conflicts.map((/** @type {any} */ each) => `${houseWords(each)}: ${conflictCells(each)}`).join("; "),
        ".",
      ),
    );
  if (core)
    body.push(
      el(
        "p",
        {},
        `The ${core.givens.length} ringed clues already have no solution`,
        core.minimal ? "; without any one of them there would be one." : ".",
      ),
    );
  const { size = 0, list = [], exchanges = [] } = repairs ?? {};
  if (list.length > 0) {
    const words = size === 1 ? "One change repairs it." : `${countWord(size)} clues have to go.`;
    body.push(el("p", {}, `${words} The likeliest first:`));
  }
  body.push(...exchanges.slice(0, 4).map(exchangeItem), ...list.slice(0, 8).map(repairItem));
  return { tone: "bad", headline: verdict === "conflict" ? "Clues repeat a digit" : "No solution", body };
}
