// The Solve tab: the verdict, the solutions, and a player's mistakes.

import { STALE, Trouble, announce, ask, cancel } from "./api.js";
import { button, copyButton, el, paragraph, say, switcher } from "./dom.js";
import { BLANK, asLine, clueCount, differences } from "./grid.js";
import { change, current, update } from "./state.js";
import { giveUp, judge } from "./verdict.js";
import {
  cellName,
  conflictWords,
  countWord,
  duration,
  factList,
  listed,
  plural,
  reasons,
  verdictWords,
} from "./words.js";

/** @import { Answer, Judgement, Panel, Report, State, Tone } from "./types.d.ts" */

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
    const { guesses, elapsed_us: elapsed } = stats;
    change({ answer: { solutions: solutions.map(asLine), more, guesses, elapsed, milliseconds, shown: 0 } });
    const time = elapsed < 1 ? "less than a microsecond" : plural(elapsed, "microsecond");
    say(`${report(current()).headline}. ${plural(guesses, "guess")}, ${time}.`);
  } catch (cause) {
    if (cause === STALE) return;
    const problem = cause instanceof Trouble ? cause.problem : {};
    if (problem.code === "conflicting-givens") judge({ verdict: "conflict", conflicts: problem.conflicts });
    else if (problem.code === "no-solution") judge({ verdict: "none", conflicts: [] });
    else return update({ trouble: announce(cause, solve) });
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
      cells.length === 0 ? "No mistakes so far" : `${plural(cells.length, "mistake")}: ${listed(cells.map(cellName))}`,
    );
  } catch (cause) {
    if (cause !== STALE) update({ trouble: announce(cause), panel: "solve" });
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
    const items = mistakes.map((index) => button(cellName(index), () => update({ selected: index })));
    return {
      tone: "bad",
      headline: mistakes.length === 1 ? "One mistake" : `${countWord(mistakes.length)} mistakes`,
      body: [paragraph("Struck through on the board:"), el("p", { className: "chips" }, ...items)],
      actions: [run],
    };
  }
  if (progress.conflicts.length > 0) {
    const { length } = progress.conflicts;
    const items = progress.conflicts.map((conflict) =>
      el("li", {}, button(conflictWords(conflict), () => update({ selected: conflict.cells[0].index }))),
    );
    const headline = length === 1 ? "A conflict" : `${countWord(length)} conflicts`;
    return { tone: "bad", headline, body: [el("ul", { className: "conflicts" }, ...items)], actions: [run] };
  }
  if (puzzle === BLANK) {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const words = isTouch
      ? "Touch a cell, then a digit below the board. Paste accepts a puzzle in any common notation."
      : "Type digits, move with the arrow keys, or paste a puzzle in any common notation.";
    return { headline: "An empty board", body: [paragraph(words)], actions: [run] };
  }
  const shown = digits !== puzzle && progress.verdict === "unique" ? progress : judgement;
  const [tone, headline, ...words] = verdictReport(shown, clueCount(puzzle));
  return { tone, headline, body: [paragraph(...words)], actions: [run] };
}

/**
 * The tone, the headline and the words of a verdict.
 * @param {Judgement} judgement
 * @param {number} clues
 * @returns {[Tone, string, ...(Node | string)[]]}
 */
function verdictReport({ verdict, complete }, clues) {
  const explain = button("Explain why", () => update({ panel: "explain" }), { className: "link" });
  switch (verdict) {
    case "unique": {
      if (complete) return ["good", "Complete and correct", "Every row, column and box has each digit once."];
      const count = plural(clues, "clue");
      return ["good", "Exactly one solution", `A proper sudoku with ${count}. Play it, ask for a hint, or solve it.`];
    }
    case "multiple":
      return ["several", "Several solutions", "The clues allow more than one. Solve shows two of them. ", explain];
    case "none": {
      const words = "No digit repeats in a house, yet the blank cells cannot be filled: a clue must be wrong. ";
      return ["bad", "No solution", words, explain];
    }
    case "conflict":
      return ["bad", "Conflicting clues", "The clues repeat a digit in a row, column or box. ", explain];
    default:
      return ["plain", "Checking…", "The service is checking the board."];
  }
}

/**
 * @param {Answer} answer
 * @param {boolean} hasProgress
 * @returns {Report}
 */
function answerReport(answer, hasProgress) {
  const { solutions, more, guesses, elapsed, milliseconds, shown } = answer;
  const facts = factList([
    [guesses.toLocaleString("en"), guesses === 1 ? "guess" : "guesses"],
    [`${elapsed < 1 ? "< 1" : elapsed.toLocaleString("en")} µs`, "in the solver"],
    [duration(milliseconds), "round trip"],
  ]);
  const hide = button(hasProgress ? "Back to my digits" : "Hide solution", () => change({}));
  const actions = [copyButton("Copy solution", () => solutions[shown]), hide];
  if (solutions.length === 1) return { tone: "good", headline: "Solved: the only solution", body: [facts], actions };
  const choices = switcher("Solution on the board", ["First", "Second"], shown, (n) => choose(answer, n));
  const count = more ? "Here are two of them." : "There are exactly two.";
  const words = `${count} They differ in ${plural(differences(solutions).length, "cell")}, underlined on the board.`;
  const headline = more ? "Solved: several solutions" : "Solved: two solutions";
  return { tone: "several", headline, body: [paragraph(words), choices], actions };
}

/**
 * @param {Answer} answer
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
  const { headline, problem, canRetry, retry } = trouble;
  const body = [reasons(trouble)];
  if (problem.code) body.push(paragraph(el("a", { href: `problems/${problem.code}` }, "What this means")));
  const again = canRetry && retry ? button("Try again", retry, { className: "primary" }) : run;
  return { tone: "bad", headline, body, actions: [again] };
}

/** @type {Panel} */
export const panel = { report, request, reset: () => cancel("solve") };
