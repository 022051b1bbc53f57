// The Explain tab: why a grid has no solution or several, and the properties of a proper puzzle.

import { pathOf } from "./api.js";
import { button, el, paragraph } from "./dom.js";
import { asLine, bit, differences, withDigit } from "./grid.js";
import { brokenReport, changePuzzle, given } from "./repairs.js";
import { current } from "./state.js";
import { makePanel } from "./task.js";
import { listed, plural } from "./words.js";

/** @import { Candidate, Panel, Report, Stage, Verdict } from "./types.d.ts" */

/**
 * The requested parts of the answer, besides those that the verdict determines.
 * @type {string[]}
 */
let parts = [];

/** @type {Panel["request"]} */
const request = ({ position: { puzzle } }) => ({
  method: "POST",
  path: "explain",
  json: { grid: puzzle, ...(parts.length > 0 ? { ask: parts } : {}) },
});

const forget = () => void (parts = []);

/** @param {string} part */
function askFor(part) {
  parts = [part];
  explanation.ask();
}

/** @param {Candidate[]} candidates */
const indices = (candidates = []) => candidates.map(({ index }) => index);

/**
 * @param {any} answer
 * @returns {Stage}
 */
function stage({ verdict, core, conflicts = [], differing = [], redundant = [], candidates = [] }) {
  const rings = core
    ? indices(core.givens)
    : [...new Set(conflicts.flatMap((/** @type {any} */ { cells }) => indices(cells)))];
  const tinted = verdict === "multiple" ? indices(differing) : indices(redundant);
  const { puzzle, marks } = current().position;
  const open = candidates.map((/** @type {number[]} */ digits, /** @type {number} */ index) =>
    puzzle[index] === "." ? digits.reduce((mask, digit) => mask | bit(digit), 0) : 0,
  );
  return { digits: puzzle, marks: verdict === "multiple" ? open : marks, rings, tinted };
}

/**
 * @param {any} answer
 * @returns {Report}
 */
function ambiguousReport({ solutions, witnesses = [], backbone = [], additions }) {
  const grids = witnesses.map(asLine);
  const { puzzle } = current().position;
  const atLeast = solutions?.exact ? "" : "at least ";
  const count = solutions ? `${atLeast}${plural(solutions.count, "solution")}` : "several solutions";
  const differ = grids.length > 0 ? ` The two below differ in ${plural(differences(grids).length, "cell")}.` : "";
  const same = ` ${plural(backbone.length, "blank cell")} ${backbone.length === 1 ? "is" : "are"} the same in all.`;
  /** @type {HTMLElement[]} */
  const body = [paragraph(`The clues leave ${count}.`, differ, same)];
  const clues = additions?.list?.[0];
  if (clues) {
    const puzzleWith = clues.reduce(
      (/** @type {string} */ grid, /** @type {Candidate} */ { index, digit }) => withDigit(grid, index, String(digit)),
      puzzle,
    );
    const add = button(`Add ${listed(clues.map(given))}`, () => changePuzzle(puzzleWith));
    body.push(el("p", { className: "chips" }, add, " makes it unique."));
  }
  const src = pathOf({ method: "GET", path: "explain", query: { grid: puzzle, format: "svg" } });
  const alt = "The digits of all solutions, and two solutions with the cells in which they differ";
  body.push(el("a", { href: src, target: "_blank" }, el("img", { src, alt })));
  const suggest = clues ? [] : [button("What would make it unique?", () => askFor("additions"))];
  return { tone: "several", headline: "Several solutions", body, actions: suggest };
}

/**
 * @param {any} answer
 * @returns {Report}
 */
function properReport({ minimal, redundant = [], symmetry, canonical, minimal_puzzle: smaller }) {
  const patterns = (symmetry?.pattern ?? []).filter((/** @type {string} */ name) => name !== "none");
  const redundancy =
    minimal === undefined
      ? "Whether a clue can be left out is unknown."
      : minimal
        ? "Minimal: no clue can be left out."
        : `${plural(redundant.length, "clue")} could each be left out on their own; they are tinted on the board.`;
  const symmetries = patterns.length > 0 ? ` The clues are symmetric: ${patterns.join(", ")}.` : "";
  /** @type {HTMLElement[]} */
  const body = [paragraph(redundancy, symmetries)];
  if (canonical) {
    const { grid, automorphisms } = canonical;
    const count = automorphisms > 1 ? ` (${automorphisms} automorphisms)` : "";
    body.push(paragraph(`Canonical form, the same for every equivalent puzzle${count}:`), el("pre", {}, grid));
  }
  const reduce = smaller
    ? [button("Use the minimal puzzle", () => changePuzzle(asLine(smaller)))]
    : minimal
      ? []
      : [button("Find a minimal puzzle", () => askFor("minimal-puzzle"))];
  return {
    tone: "good",
    headline: "Exactly one solution",
    body,
    actions: [...reduce, ...(canonical ? [] : [button("Canonical form", () => askFor("canonical"))])],
  };
}

const REPORTS = { unique: properReport, multiple: ambiguousReport, none: brokenReport, conflict: brokenReport };

/** @param {any} answer */
const found = (answer) => REPORTS[/** @type {Verdict} */ (answer.verdict)](answer);

const explanation = makePanel({
  doing: "Looking for the reasons",
  offer: "Explain",
  about: [
    "Why this verdict?",
    "Which clues contradict each other and how to repair them; where two solutions differ; which clues are redundant.",
  ],
  subject: ({ puzzle }) => puzzle,
  request,
  forget,
  spoken: (answer) => found(answer).headline,
  found,
  stage,
});
export const panel = explanation.panel;
