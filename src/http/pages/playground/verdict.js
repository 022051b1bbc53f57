// The verdict on the puzzle and on the digits on the board, which follows every change.

import { STALE, Trouble, ask, cancel } from "./api.js";
import { say } from "./dom.js";
import { BLANK } from "./grid.js";
import { current, subscribe, update } from "./state.js";
import { verdictWords } from "./words.js";

/** @typedef {import("./types.d.ts").Judgement} Judgement */

const DEBOUNCE_MS = 120;
let timer = 0;
let lastSaid = "";

/** The verdict in words. Mistakes among a player's digits are shown only on request, so only what is visible counts. */
function worth() {
  const { judgement, progress } = current();
  return verdictWords(progress.verdict === "conflict" || progress.complete ? progress : judgement);
}

/** Says the verdict, unless it is the same as after the last digit. */
function sayVerdict(words = worth()) {
  if (words && words !== lastSaid) say(words);
  lastSaid = words;
}

/** Cancels the requests for the verdict, because another answer will contain it. */
export function giveUp() {
  clearTimeout(timer);
  cancel("verdict of the puzzle");
  cancel("verdict of the digits");
}

/**
 * Takes over a verdict on the puzzle that another operation found.
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
    // An answer clears only the trouble that a retry would solve.
    update({
      judgement: ofPuzzle,
      progress: digits === puzzle ? ofPuzzle : ofDigits,
      trouble: trouble?.retry ? null : trouble,
    });
  } catch (cause) {
    if (cause === STALE) return;
    if (!(cause instanceof Trouble)) throw cause;
    cause.retry = check;
    update({ trouble: cause });
    return sayVerdict(`${cause.headline}. ${cause.detail}`);
  }
  const { position } = current();
  if (!position.answer && position.puzzle !== BLANK) sayVerdict();
}

/**
 * @param {string} line
 * @param {string} grid
 * @returns {Promise<Judgement>}
 */
async function validate(line, grid) {
  /** @type {import("./types.d.ts").Request} */
  const request = { method: "POST", path: "validate", json: { grid }, isBackground: true };
  const { verdict, complete, conflicts } = await ask(line, request);
  return { grid, verdict, complete, conflicts };
}

/**
 * Until the service has judged the new digits, the last verdict stands, with those conflicts that still exist for
 * certain.
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
