// The Solve tab: the verdict, the solutions, and a player's mistakes.

import { STALE, Trouble, ask, cancel } from "./api.js";
import { button, copyButton, el, say, switcher } from "./dom.js";
import { BLANK, asLine, clueCount, differences } from "./grid.js";
import { change, current, update } from "./state.js";
import { giveUp, judge } from "./verdict.js";
import {
  conflictCells,
  countWord,
  factList,
  houseWords,
  indexName,
  listed,
  plural,
  reasons,
  verdictWords,
} from "./words.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").Report} Report */

/** @param {State} state */
const request = ({ position: { puzzle } }) =>
  /** @type {const} */ ({ method: "POST", path: "solve", json: { grid: puzzle, max_solutions: 2 } });

export async function solve() {
  const { position, judgement } = current();
  const isKnownBad = judgement.grid === position.puzzle && ["none", "conflict"].includes(judgement.verdict ?? "");
  update({ trouble: null, panel: "solve" });
  if (isKnownBad) return say(verdictWords(judgement));
  giveUp();
  const asked = performance.now();
  try {
    const { verdict, solutions, more, stats } = await ask("solve", request(current()));
    const milliseconds = performance.now() - asked;
    judge({ verdict, conflicts: [] });
    change({
      answer: {
        solutions: solutions.map(asLine),
        more,
        guesses: stats.guesses,
        elapsed: stats.elapsed_us,
        milliseconds,
        shown: 0,
      },
    });
    const { headline } = report(current());
    say(
      `${headline}. ${plural(stats.guesses, "guess")}, ${stats.elapsed_us < 1 ? "less than a microsecond" : plural(stats.elapsed_us, "microsecond")}.`,
    );
  } catch (cause) {
    if (cause === STALE) return;
    if (!(cause instanceof Trouble)) throw cause;
    if (cause.code === "conflicting-givens") judge({ verdict: "conflict", conflicts: cause.problem.conflicts });
    else if (cause.code === "no-solution") judge({ verdict: "none", conflicts: [] });
    else {
      cause.retry = solve;
      update({ trouble: cause });
      return say(`${cause.headline}. ${cause.detail}`);
    }
    say(verdictWords(current().judgement));
  }
}

/** Marks the player's wrong digits. */
export async function findMistakes() {
  const { puzzle, digits } = current().position;
  try {
    const { mistakes } = await ask("mistakes", { method: "POST", path: "validate", json: { grid: digits, puzzle } });
    /** @type {number[]} */
    const cells = mistakes.map(({ index = 0 }) => index);
    update({ mistakes: cells, trouble: null });
    say(
      cells.length === 0 ? "No mistakes so far" : `${plural(cells.length, "mistake")}: ${listed(cells.map(indexName))}`,
    );
    return cells.length;
  } catch (cause) {
    if (cause === STALE) return 0;
    if (!(cause instanceof Trouble)) throw cause;
    update({ trouble: cause, panel: "solve" });
    say(`${cause.headline}. ${cause.detail}`);
    return 0;
  }
}

/**
 * @param {State} state
 * @returns {Report}
 */
function report({ position, judgement, progress, mistakes, trouble }) {
  const { puzzle, digits, answer } = position;
  const run = button("Solve", solve, { className: "primary" });
  if (trouble) return troubleReport(trouble, run);
  if (answer) return answerReport(answer, digits !== puzzle);
  if (mistakes.length > 0) {
    const items = mistakes.map((index) => button(indexName(index), () => update({ selected: index })));
    return {
      tone: "bad",
      headline: mistakes.length === 1 ? "One mistake" : `${countWord(mistakes.length)} mistakes`,
      body: [el("p", {}, "Struck through on the board:"), el("p", { className: "chips" }, ...items)],
      actions: [run],
    };
  }
  if (progress.conflicts.length > 0) {
    const { length } = progress.conflicts;
    const items = progress.conflicts.map((conflict) =>
      el(
        "li",
        {},
        button(`${houseWords(conflict)}: ${conflictCells(conflict)}`, () =>
          update({ selected: conflict.cells[0].index }),
        ),
      ),
    );
    return {
      tone: "bad",
      headline: length === 1 ? "A conflict" : `${countWord(length)} conflicts`,
      body: [el("ul", { className: "conflicts" }, ...items)],
      actions: [run],
    };
  }
  if (puzzle === BLANK) {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const words = isTouch
      ? "Touch a cell, then a digit below the board. Paste takes a puzzle in any common notation."
      : "Type digits, move with the arrow keys, or paste a puzzle in any common notation.";
    return { headline: "An empty board", body: [el("p", {}, words)], actions: [run] };
  }
  return {
    ...verdictReport(digits !== puzzle && progress.verdict === "unique" ? progress : judgement, clueCount(puzzle)),
    actions: [run],
  };
}

/**
 * @param {import("./types.d.ts").Judgement} judgement
 * @param {number} clues
 * @returns {Report}
 */
function verdictReport({ verdict, complete }, clues) {
  const explain = button("Explain why", () => update({ panel: "explain" }), { className: "link" });
  if (verdict === "unique" && complete)
    return {
      tone: "good",
      headline: "Complete and correct",
      body: [el("p", {}, "Every row, column and box holds each digit once.")],
    };
  if (verdict === "unique")
    return {
      tone: "good",
      headline: "Exactly one solution",
      body: [
        el(
          "p",
          {},
          `A proper sudoku with ${plural(clues, "clue")}. Play it, ask for a hint, or let the service solve it.`,
        ),
      ],
    };
  if (verdict === "multiple")
    return {
      tone: "several",
      headline: "Several solutions",
      body: [el("p", {}, "The clues leave it open. Solve shows two of the solutions. ", explain)],
    };
  if (verdict === "none")
    return {
      tone: "bad",
      headline: "No solution",
      body: [
        el(
          "p",
          {},
          "No digit repeats in a house, yet the blank cells cannot be filled: a clue must be wrong. ",
          explain,
        ),
      ],
    };
  if (verdict === "conflict")
    return {
      tone: "bad",
      headline: "Conflicting clues",
      body: [el("p", {}, "The clues of the puzzle repeat a digit. ", explain)],
    };
  return { headline: "Checking…", body: [el("p", {}, "The service is looking at the board.")] };
}

/**
 * @param {import("./types.d.ts").Answer} answer
 * @param {boolean} hasProgress
 * @returns {Report}
 */
function answerReport(answer, hasProgress) {
  const { solutions, more, guesses, elapsed, milliseconds, shown } = answer;
  const facts = factList([
    [guesses.toLocaleString("en"), guesses === 1 ? "guess" : "guesses"],
    [`${elapsed < 1 ? "< 1" : elapsed.toLocaleString("en")} µs`, "in the solver"],
    [`${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`, "round trip"],
  ]);
  const hide = button(hasProgress ? "Back to my digits" : "Hide it", () => change({}));
  const actions = [copyButton("Copy solution", () => solutions[shown]), hide];
  if (solutions.length === 1) return { tone: "good", headline: "Solved: the only solution", body: [facts], actions };
  const choices = switcher("Which solution the board shows", ["First", "Second"], shown, (n) => choose(answer, n));
  const words = `${more ? "Here are two, and there are still more." : "These two and no others."} They differ in ${plural(differences(solutions).length, "cell")}, underlined on the board.`;
  return {
    tone: "several",
    headline: more ? "Solved: several solutions" : "Solved: two solutions",
    body: [el("p", {}, words), choices],
    actions,
  };
}

/**
 * @param {import("./types.d.ts").Answer} answer
 * @param {number} shown
 */
function choose(answer, shown) {
  update({ position: { ...current().position, answer: { ...answer, shown } } });
  say(`The board shows the ${shown === 0 ? "first" : "second"} solution`);
}

/**
 * @param {Trouble} trouble
 * @param {HTMLElement} run
 * @returns {Report}
 */
export function troubleReport(trouble, run) {
  const { headline, code, canRetry, retry } = trouble;
  const body = [reasons(trouble)];
  if (code) body.push(el("p", {}, el("a", { href: `problems/${code}` }, "What this means")));
  const again = canRetry && retry ? button("Try again", retry, { className: "primary" }) : run;
  return { tone: "bad", headline, body, actions: [again] };
}

/** @type {import("./types.d.ts").Panel} */
export const panel = { id: "solve", report, request, reset: () => cancel("solve") };
