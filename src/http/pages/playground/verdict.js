// The verdicts on the puzzle and on the digits on the board, which follow every change.

import { STALE, announce, ask, cancel } from "./api.js";
import { say } from "./dom.js";
import { BLANK } from "./grid.js";
import { current, subscribe, update } from "./state.js";
import { verdictWords } from "./words.js";

/** @import { Judgement, Request } from "./types.d.ts" */

const DEBOUNCE_MS = 120;
let timer = 0;
let lastSaid = "";

/** The verdict in words. It does not reveal mistakes among the player's digits, which are shown only on request. */
function visibleVerdict() {
  const { judgement, progress } = current();
  return verdictWords(progress.verdict === "conflict" || progress.complete ? progress : judgement);
}

/** Says the verdict, unless it is the same as the last time. */
function sayVerdict(words = visibleVerdict()) {
  if (words && words !== lastSaid) say(words);
  lastSaid = words;
}

/** Cancels the requests for the verdicts, because they are out of date or another answer will contain them. */
export function giveUp() {
  clearTimeout(timer);
  cancel("verdict of the puzzle");
  cancel("verdict of the digits");
}

/**
 * Records a verdict on the puzzle from the answer to another operation.
 * @param {Pick<Judgement, "verdict" | "conflicts">} finding
 */
export function judge({ verdict, conflicts }) {
  const { puzzle, digits } = current().position;
  const judgement = { grid: puzzle, verdict, conflicts, complete: !puzzle.includes(".") };
  update(digits === puzzle ? { judgement, progress: judgement } : { judgement });
}

export async function check() {
  const {
    position: { puzzle, digits },
    judgement,
    progress,
  } = current();
  try {
    const [ofPuzzle, ofDigits] = await Promise.all([
      judgement.grid === puzzle ? judgement : validate("verdict of the puzzle", puzzle),
      progress.grid === digits || digits === puzzle ? progress : validate("verdict of the digits", digits),
    ]);
    const { trouble } = current();
    // An answer clears only trouble that can be retried.
    update({
      judgement: ofPuzzle,
      progress: digits === puzzle ? ofPuzzle : ofDigits,
      trouble: trouble?.retry ? null : trouble,
    });
  } catch (cause) {
    if (cause === STALE) return;
    return update({ trouble: announce(cause, check, sayVerdict) });
  }
  const { position } = current();
  if (!position.answer && position.puzzle !== BLANK) sayVerdict();
}

/**
 * @param {string} purpose
 * @param {string} grid
 * @returns {Promise<Judgement>}
 */
async function validate(purpose, grid) {
  /** @type {Request} */
  const request = { method: "POST", path: "validate", json: { grid }, isBackground: true };
  const { verdict, complete, conflicts } = await ask(purpose, request);
  return { grid, verdict, complete, conflicts };
}

/**
 * Until the service has checked the new digits, the last verdict remains, with only those conflicts whose digits are
 * unchanged.
 * @param {Judgement} judgement
 * @param {string} grid
 */
function carriedOver(judgement, grid) {
  const conflicts = judgement.conflicts.filter(({ digit, cells }) =>
    cells.every(({ index }) => grid[index] === String(digit)),
  );
  const verdict = judgement.verdict === "conflict" && conflicts.length === 0 ? null : judgement.verdict;
  return { ...judgement, grid: "", conflicts, verdict };
}

subscribe(({ position: { puzzle, digits }, judgement, progress }, before) => {
  if (puzzle === before.position.puzzle && digits === before.position.digits) return;
  giveUp();
  timer = window.setTimeout(check, DEBOUNCE_MS);
  update({
    judgement: judgement.grid === puzzle ? judgement : carriedOver(judgement, puzzle),
    progress: progress.grid === digits ? progress : carriedOver(progress, digits),
  });
});

addEventListener("online", check);
