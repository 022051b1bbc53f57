// The Solve tab: the verdict, the solutions, and a player's mistakes.

import { Trouble, ask } from "./api.js";
import { button, byId, copyButton, el, paragraph, say, switcher } from "./dom.js";
import { BLANK, NO_MARKS, asLine, clueCount, differences, marksOf } from "./grid.js";
import { nextPuzzle } from "./make.js";
import { change, current, update } from "./state.js";
import { Task, troubleReport } from "./task.js";
import { check, checking, judge } from "./verdict.js";
import { cellName, conflictWords, countWord, duration, factList, listed, plural, verdictWords } from "./words.js";

/** @import { Answer, Judgement, Panel, Report, State, Tone } from "./types.d.ts" */

/** @param {State} state */
const request = ({ position: { puzzle } }) =>
  /** @type {const} */ ({ method: "POST", path: "solve", json: { grid: puzzle, max_solutions: 2 } });

// What the page says before its scripts run. It stays until there is more to say, because a text that is replaced at once has
// not been painted early.
const introduction = [...byId("report").childNodes];

const task = new Task();

export function solve() {
  const { position, judgement } = current();
  const isKnownBad = judgement.grid === position.puzzle && ["none", "conflict"].includes(judgement.verdict ?? "");
  update({ trouble: null, panel: "solve" });
  if (isKnownBad) return say(verdictWords(judgement));
  // The answer contains the verdict.
  checking.stop();
  const asked = performance.now();
  task.run("Solving", async (signal) => {
    try {
      const { verdict, solutions, more, stats } = await ask(request(current()), signal);
      const milliseconds = performance.now() - asked;
      judge({ verdict, conflicts: [] });
      const { guesses, elapsed_us: elapsed } = stats;
      change({ answer: { solutions: solutions.map(asLine), more, guesses, elapsed, milliseconds, shown: 0 } });
      const time = elapsed < 1 ? "less than a microsecond" : plural(elapsed, "microsecond");
      say(`${report(current()).headline}. ${plural(guesses, "guess")}, ${time}.`);
    } catch (cause) {
      const problem = cause instanceof Trouble ? cause.problem : {};
      if (problem.code === "conflicting-givens") judge({ verdict: "conflict", conflicts: problem.conflicts });
      else if (problem.code === "no-solution") judge({ verdict: "none", conflicts: [] });
      else throw cause;
      say(verdictWords(current().judgement));
    }
  });
}

/** Marks the player's wrong digits. */
export function findMistakes() {
  const { puzzle, digits } = current().position;
  task.run("Checking the digits", async (signal) => {
    const { mistakes } = await ask({ method: "POST", path: "validate", json: { grid: digits, puzzle } }, signal);
    /** @type {number[]} */
    const cells = mistakes.map(({ index = 0 }) => index);
    update({ mistakes: cells, trouble: null });
    say(
      cells.length === 0 ? "No mistakes so far" : `${plural(cells.length, "mistake")}: ${listed(cells.map(cellName))}`,
    );
  });
  update({ panel: "solve" });
}

/** Fills in the candidates that the service finds as pencil marks. */
export function fillMarks() {
  const { digits } = current().position;
  task.run("Finding the candidates", async (signal) => {
    const json = { grid: digits, ask: ["candidates"] };
    const { candidates } = await ask({ method: "POST", path: "validate", json }, signal);
    change({ marks: candidates ? marksOf(candidates, digits) : NO_MARKS });
    say("Pencil marks filled in");
  });
  update({ panel: "solve" });
}

/** @type {Panel["report"]} */
const report = (state) => task.around(found(state));

/** @type {Panel["report"]} */
function found({ position, judgement, progress, mistakes, trouble }) {
  const { puzzle, digits, answer } = position;
  const run = button("Solve", solve, { className: "primary" });
  const problem = trouble ?? checking.trouble;
  if (problem) return troubleReport(problem, [run]);
  if (answer) return answerReport(answer, digits !== puzzle);
  if (mistakes) {
    const right = [paragraph("Every digit is right.")];
    if (mistakes.length === 0) return { tone: "good", headline: "No mistakes so far", body: right, actions: [run] };
    const items = mistakes.map((index) => select(cellName(index), index));
    return {
      tone: "bad",
      headline: mistakes.length === 1 ? "One mistake" : `${countWord(mistakes.length)} mistakes`,
      body: [paragraph("Struck through on the board:"), el("p", { className: "chips" }, ...items)],
      actions: [run],
    };
  }
  if (progress.conflicts.length > 0) {
    const { length } = progress.conflicts;
    const items = progress.conflicts.map((each) => el("li", {}, select(conflictWords(each), each.cells[0].index)));
    const headline = length === 1 ? "A conflict" : `${countWord(length)} conflicts`;
    return { tone: "bad", headline, body: [el("ul", { className: "conflicts" }, ...items)], actions: [run] };
  }
  if (puzzle === BLANK) {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const words = isTouch
      ? "Touch a cell, then a digit below. Paste takes a puzzle in any notation."
      : "Type digits, move with the arrow keys, or paste a puzzle in any common notation.";
    return { headline: "An empty board", body: [paragraph(words)], actions: [run] };
  }
  const shown = progress.complete && progress.verdict === "unique" ? progress : judgement;
  if (!shown.verdict) return uncheckedReport(run);
  const [tone, headline, ...words] = verdictReport(shown, clueCount(puzzle));
  const next = button("Next puzzle", nextPuzzle, { className: "primary" });
  return { tone, headline, body: [paragraph(...words)], actions: [shown.complete ? next : run] };
}

/** @type {(words: string, index: number) => HTMLElement} a button that selects a cell */
const select = (words, index) => button(words, () => update({ selected: index }));

/**
 * The report until the service has checked the board, or if a person cancelled that.
 * @param {Node} run
 * @returns {Report}
 */
function uncheckedReport(run) {
  if (!checking.isRunning) {
    const again = button("Check the clues", () => check());
    return { headline: "Not checked", body: [paragraph("The check was cancelled.")], actions: [run, again] };
  }
  const isBusy = checking.doing !== "";
  const actions = isBusy ? [run, checking.cancelButton()] : [run];
  return { isBusy, headline: "Checking…", body: introduction, actions };
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
    default:
      return ["bad", "Conflicting clues", "The clues repeat a digit in a row, column or box. ", explain];
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

/** @type {Panel} */
export const panel = { report, request, moved: () => task.stop() };
