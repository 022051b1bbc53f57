// The address: `#PUZZLE`, with `&play=` for the player's digits and `&panel=` for the tab.

import { STALE, Trouble } from "./api.js";
import { BLANK, CELLS, NO_MARKS } from "./grid.js";
import { readGrid } from "./intake.js";
import { current, load, subscribe, update } from "./state.js";

export const EXAMPLES = /** @type {const} */ ([
  ["Easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
  ["17 clues", "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."],
  ["The hardest", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
  ["Two solutions", "...7.....1.5........2.9817...1..7.46.........84.3..7...8746.2........5.1.....2..."],
  ["No solution", "53..7.1..6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
]);

// The player's digits are written as letters. As digits, they would be a second grid in the address, and the service
// could not tell which of the two to read.
const LETTERS = "zabcdefghi";

/** The fragment for a state. */
export function fragment({ position: { puzzle, digits }, panel } = current()) {
  const play = CELLS.map(
    (index) => LETTERS[puzzle[index] === "." && digits[index] !== "." ? Number(digits[index]) : 0],
  ).join("");
  const parts = [puzzle, digits === puzzle ? "" : `&play=${play}`, panel === "solve" ? "" : `&panel=${panel}`];
  return `#${parts.join("")}`;
}

subscribe((state, before) => {
  const isSame =
    state.position.puzzle === before.position.puzzle &&
    state.position.digits === before.position.digits &&
    state.panel === before.panel;
  if (isSame || !isReady) return;
  try {
    history.replaceState(null, "", fragment(state));
  } catch {
    // Safari allows only a hundred of these calls in half a minute. The next change tries again.
  }
});

let isReady = false;

/** Opens the puzzle in the address, or the first example. */
export async function openAddress() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // A stray percent sign: use the text as it is.
  }
  const [puzzleText, ...options] = text.split(/&(?=(?:play|panel)=)/);
  const { play, panel } = Object.fromEntries(options.map((option) => option.split("=", 2)));
  if (puzzleText === "") load(EXAMPLES[0][1]);
  else await openText(puzzleText, play ?? "");
  if (panel) update({ panel });
  isReady = true;
}

/**
 * @param {string} text
 * @param {string} play
 */
async function openText(text, play) {
  try {
    const { puzzle, marks } = /^[1-9.]{81}$/.test(text) ? { puzzle: text, marks: NO_MARKS } : await readGrid(text);
    const placed = (/** @type {number} */ index) => String(Math.max(0, LETTERS.indexOf(play[index] ?? "z")) || ".");
    load(puzzle, CELLS.map((index) => (puzzle[index] === "." ? placed(index) : puzzle[index])).join(""), marks);
    if (puzzle === BLANK) update({ isPlaying: false });
  } catch (cause) {
    if (cause === STALE) return;
    if (!(cause instanceof Trouble)) throw cause;
    const detail = "The part of the address after # is not a grid of 81 cells. The board is unchanged.";
    const trouble = cause.problem.code ? new Trouble("The link contains no puzzle", detail) : cause;
    update({ panel: "solve", trouble });
  }
}

addEventListener("hashchange", openAddress);
