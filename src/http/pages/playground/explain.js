// The Explain tab: why a grid has no solution or several, and the properties of a proper puzzle.

import { STALE, announce, ask, cancel } from "./api.js";
import { button, el, paragraph, say } from "./dom.js";
import { asLine, bit, differences, withDigit } from "./grid.js";
import { picture } from "./mini.js";
import { brokenReport, changePuzzle, given } from "./repairs.js";
import { troubleReport } from "./solve.js";
import { current, update } from "./state.js";
import { listed, plural } from "./words.js";

/** @import { Trouble } from "./api.js" */
/** @import { Candidate, Panel, Report, Request, State } from "./types.d.ts" */

/**
 * The requested parts of the answer, besides those that the verdict determines.
 * @type {string[]}
 */
let parts = [];
/** @type {any} */
let answer = null;
/** @type {Trouble | null} */
let trouble = null;
let showsCandidates = false;

/**
 * @param {State} state
 * @returns {Request}
 */
const request = ({ position: { puzzle } }) => ({
  method: "POST",
  path: "explain",
  json: { grid: puzzle, ...(parts.length > 0 ? { ask: parts } : {}) },
});

function reset() {
  cancel("explain");
  parts = [];
  answer = null;
  trouble = null;
  showsCandidates = false;
}

/** @param {string[]} asked */
async function explain(asked = []) {
  parts = asked;
  try {
    const found = await ask("explain", request(current()));
    answer = { ...answer, ...found };
    trouble = null;
    say(report().headline);
  } catch (cause) {
    if (cause === STALE) return;
    trouble = announce(cause, () => explain(asked));
  }
  stage();
}

/** @param {Candidate[]} candidates */
const indices = (candidates = []) => candidates.map(({ index }) => index);

function stage() {
  if (!answer) return update({ stage: null });
  const { core, conflicts = [], differing = [], redundant = [], candidates = [] } = answer;
  const rings = core
    ? indices(core.givens)
    : [...new Set(conflicts.flatMap((/** @type {any} */ { cells }) => indices(cells)))];
  const tinted = answer.verdict === "multiple" ? indices(differing) : indices(redundant);
  const { puzzle, marks } = current().position;
  const open = candidates.map((/** @type {number[]} */ digits, /** @type {number} */ index) =>
    puzzle[index] === "." ? digits.reduce((mask, digit) => mask | bit(digit), 0) : 0,
  );
  update({ stage: { digits: puzzle, marks: showsCandidates ? open : marks, rings, tinted } });
}

/** @returns {Report} */
function ambiguousReport() {
  const { solutions, witnesses = [], backbone = [], additions } = answer;
  const grids = witnesses.map(asLine);
  const tinted = differences(grids);
  const { puzzle } = current().position;
  const pictures = grids.map((/** @type {string} */ grid, /** @type {number} */ n) =>
    el(
      "figure",
      {},
      picture(grid, { clues: puzzle, tinted, name: `${n === 0 ? "First" : "Second"} solution` }),
      el("figcaption", {}, n === 0 ? "One solution" : "Another"),
    ),
  );
  const count = solutions ? `${solutions.exact ? "" : "At least "}${plural(solutions.count, "solution")}. ` : "";
  const differ = grids.length > 0 ? `These two differ in ${plural(tinted.length, "cell")}. ` : "";
  const same = `${plural(backbone.length, "blank cell")} ${backbone.length === 1 ? "is" : "are"} the same in all.`;
  const body = [paragraph(count, differ, same)];
  const clues = additions?.list?.[0];
  if (clues) {
    const puzzleWith = clues.reduce(
      (/** @type {string} */ grid, /** @type {Candidate} */ { index, digit }) => withDigit(grid, index, String(digit)),
      puzzle,
    );
    const add = button(`Add ${listed(clues.map(given))}`, () => changePuzzle(puzzleWith));
    body.push(el("p", { className: "chips" }, add, " makes it unique."));
  }
  body.push(el("div", { className: "pair" }, ...pictures));
  const marks = button(
    showsCandidates ? "Hide candidates" : "Show candidates",
    () => {
      showsCandidates = !showsCandidates;
      stage();
    },
    { ariaPressed: String(showsCandidates) },
  );
  const suggest = clues ? [] : [button("What would make it unique?", () => explain(["additions"]))];
  return { tone: "several", headline: "Several solutions", body, actions: [marks, ...suggest] };
}

/** @returns {Report} */
function properReport() {
  const { minimal, redundant = [], symmetry, canonical, minimal_puzzle: smaller } = answer;
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
      : [button("Find a minimal puzzle", () => explain(["minimal-puzzle"]))];
  return {
    tone: "good",
    headline: "Exactly one solution",
    body,
    actions: [...reduce, ...(canonical ? [] : [button("Canonical form", () => explain(["canonical"]))])],
  };
}

/** @returns {Report} */
function report() {
  const run = button("Explain", () => explain(), { className: "primary" });
  if (trouble) return troubleReport(trouble, run);
  if (!answer) {
    const words =
      "Which clues contradict each other and how to repair them; where two solutions differ; which clues are redundant.";
    return { headline: "Why this verdict?", body: [paragraph(words)], actions: [run] };
  }
  if (answer.verdict === "multiple") return ambiguousReport();
  return answer.verdict === "unique" ? properReport() : brokenReport(answer);
}

/** @type {Panel} */
export const panel = { report, request, reset, enter: stage };
