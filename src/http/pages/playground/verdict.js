// The verdicts on the puzzle and on the digits on the board, which follow every change.

import { ask } from "./api.js";
import { say } from "./dom.js";
import { BLANK } from "./grid.js";
import { current, subscribe, update } from "./state.js";
import { DEBOUNCE_MS, Task } from "./task.js";
import { verdictWords } from "./words.js";

/** @import { Judgement, Request, State } from "./types.d.ts" */

const MOST_KNOWN = 500;

/** The requests for the verdicts. */
export const checking = new Task();
/**
 * The verdicts on the last grids, by grid, so that Undo need not ask again.
 * @type {Map<string, Judgement>}
 */
const known = new Map();
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

/** @param {Judgement} judgement */
function keep(judgement) {
  known.set(judgement.grid, judgement);
  for (const grid of known.keys()) if (known.size > MOST_KNOWN) known.delete(grid);
}

/**
 * What is known of a grid: its verdict or, until the service has checked it, only those conflicts of the grid before that
 * it still has.
 * @param {string} grid
 * @param {Judgement} before
 * @returns {Judgement}
 */
function knownOf(grid, before) {
  const conflicts = before.conflicts.filter(({ digit, cells }) =>
    cells.every(({ index }) => grid[index] === String(digit)),
  );
  const verdict = conflicts.length > 0 ? "conflict" : null;
  return known.get(grid) ?? { grid: "", verdict, complete: false, conflicts };
}

/** @param {State} state */
const look = ({ position: { puzzle, digits }, judgement, progress }) => ({
  judgement: knownOf(puzzle, judgement),
  progress: knownOf(digits, progress),
});

/**
 * Records a verdict on the puzzle from the answer to another operation.
 * @param {Pick<Judgement, "verdict" | "conflicts">} finding
 */
export function judge({ verdict, conflicts }) {
  const { puzzle } = current().position;
  checking.stop();
  keep({ grid: puzzle, verdict, conflicts, complete: !puzzle.includes(".") });
  update(look(current()));
}

/** @param {{after?: number}} [options] */
export const check = (options) =>
  checking.run(
    "Checking the board",
    async (signal) => {
      const { puzzle, digits } = current().position;
      const grids = new Set([puzzle, digits].filter((grid) => !known.has(grid)));
      await Promise.all([...grids].map((grid) => validate(grid, signal)));
      update({ ...look(current()), trouble: null });
      const { position } = current();
      if (!position.answer && position.puzzle !== BLANK) sayVerdict();
    },
    { ...options, speak: sayVerdict },
  );

/**
 * @param {string} grid
 * @param {AbortSignal} signal
 */
async function validate(grid, signal) {
  /** @type {Request} */
  const request = { method: "POST", path: "validate", json: { grid }, isBackground: true };
  const { verdict, complete, conflicts } = await ask(request, signal);
  keep({ grid, verdict, complete, conflicts });
}

subscribe((state, before) => {
  const { puzzle, digits } = state.position;
  if (puzzle === before.position.puzzle && digits === before.position.digits) return;
  update(look(state));
  check({ after: known.has(puzzle) && known.has(digits) ? 0 : DEBOUNCE_MS });
});

addEventListener("online", () => check());
