// The address: `#PUZZLE`, with `&play=` for the player's digits and `&panel=` for the tab. The course links to `#&find=ID` and
// `#&practise=ID`.

import { STALE, Trouble } from "./api.js";
import { keep, kept, say } from "./dom.js";
import { BLANK, CELLS, EXAMPLES, NO_MARKS, marksOf, marksText } from "./grid.js";
import { readGrid } from "./intake.js";
import { practise } from "./make.js";
import { change, current, load, subscribe, update } from "./state.js";
import { listOnly } from "./steps.js";

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

let isReady = false;

/**
 * The address follows the board, and the browser keeps it for the next visit. A new puzzle is a new entry in its history;
 * a clue that is set up replaces the entry.
 */
subscribe((state, before) => {
  if (!isReady || (state.position === before.position && state.panel === before.panel)) return;
  const address = fragment(state);
  const [from, to] = [before.position.puzzle, state.position.puzzle];
  const isNew = from !== BLANK && CELLS.filter((index) => from[index] !== to[index]).length > 1;
  try {
    if (address !== fragment(before)) history[isNew ? "pushState" : "replaceState"](null, "", address);
  } catch {
    // Safari allows only a hundred of these calls in half a minute. The next change tries again.
  }
  keep("board", { address, marks: marksText(state.position.marks) });
});

/** Opens the puzzle in the address or its query, that of the last visit, or the first example. */
export async function openAddress() {
  isReady = false;
  const { address = "", marks = "" } = kept("board");
  // The query of a link whose picture is shown where it is shared.
  const shared = new URLSearchParams(location.search).get("grid");
  // A link of the course is about the board of the last visit.
  const isCourse = location.hash.startsWith("#&");
  const opened = isCourse ? (address || "#") + location.hash.slice(1) : location.hash || (shared ? `#${shared}` : address);
  let text = String(opened).slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // A stray percent sign: use the text as it is.
  }
  const [puzzleText, ...options] = text.split(/&(?=(?:play|panel|find|practise)=)/);
  const { play, panel, find, practise: needed } = Object.fromEntries(options.map((option) => option.split("=", 2)));
  if (puzzleText === "") load(EXAMPLES[0][1]);
  else await openText(puzzleText, play ?? "");
  if ((isCourse || opened === address) && marks) change({ marks: marksOf(marks, current().position.digits) });
  const chosen = (!current().trouble && panel) || "solve";
  if (find) listOnly(find);
  else if (chosen !== current().panel) update({ panel: chosen });
  isReady = true;
  if (isCourse) history.replaceState(null, "", fragment());
  if (needed) practise(needed);
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
    update({ trouble });
  }
}

addEventListener("hashchange", async () => {
  await openAddress();
  say("Puzzle opened");
});
