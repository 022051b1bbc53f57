// The Explain tab: why a grid has no solution, or several, and what is special about it.

import { STALE, Trouble, ask, cancel } from "./api.js";
import { button, el, say } from "./dom.js";
import { asLine, bit, differences, withDigit } from "./grid.js";
import { picture } from "./mini.js";
import { brokenReport, given, mend } from "./repairs.js";
import { troubleReport } from "./solve.js";
import { current, update } from "./state.js";
import { listed, plural } from "./words.js";

/** @typedef {import("./types.d.ts").State} State */
/** @typedef {import("./types.d.ts").Candidate} Candidate */
/** @typedef {import("./types.d.ts").Report} Report */

/**
 * The requested parts beyond those that fit the verdict.
 * @type {string[]}
 */
let wishes = [];
/** @type {any} */
let answer = null;
/** @type {Trouble | null} */
let trouble = null;
let showsCandidates = false;

/**
 * @param {State} state
 * @returns {import("./types.d.ts").Request}
 */
const request = ({ position: { puzzle } }) => ({
  method: "POST",
  path: "explain",
  json: { grid: puzzle, ...(wishes.length > 0 ? { ask: wishes } : {}) },
});

function reset() {
  cancel("explain");
  wishes = [];
  answer = null;
  trouble = null;
  showsCandidates = false;
}

/** @param {string[]} asked */
async function explain(asked = []) {
  wishes = asked;
  try {
    const found = await ask("explain", request(current()));
    answer = { ...answer, ...found };
    trouble = null;
    say(report().headline);
  } catch (cause) {
    if (cause === STALE) return;
    if (!(cause instanceof Trouble)) throw cause;
    trouble = cause;
    trouble.retry = () => explain(asked);
    say(`${cause.headline}. ${cause.detail}`);
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
  const words = el(
    "p",
    {},
    `${count}${differ}${plural(backbone.length, "open cell")} ${backbone.length === 1 ? "is" : "are"} the same in all.`,
  );
  const body = [words];
  const clues = additions?.list?.[0];
  if (clues) {
    const puzzleWith = clues.reduce(
      (/** @type {string} */ grid, /** @type {Candidate} */ { index, digit }) => withDigit(grid, index, String(digit)),
      puzzle,
    );
    body.push(
      el(
        "p",
        { className: "chips" },
        button(`Add ${listed(clues.map(given))}`, () => mend(puzzleWith)),
        " makes it unique.",
      ),
    );
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
  const add = clues ? [] : [button("What would make it unique?", () => explain(["additions"]))];
  return { tone: "several", headline: "Several solutions", body, actions: [marks, ...add] };
}

/** @returns {Report} */
function properReport() {
  const { minimal, redundant = [], symmetry, canonical, minimal_puzzle: smaller } = answer;
  const patterns = (symmetry?.pattern ?? []).filter((/** @type {string} */ name) => name !== "none");
  /** @type {HTMLElement[]} */
  const body = [
    el(
      "p",
      {},
      minimal === undefined
        ? "Whether a clue can be left out is unknown."
        : minimal
          ? "Minimal: no clue can be left out."
          : `${plural(redundant.length, "clue")} could each be left out alone; they are tinted on the board.`,
      patterns.length > 0 ? ` The clues are symmetric: ${patterns.join(", ")}.` : "",
    ),
  ];
  if (canonical) {
    const { grid, automorphisms } = canonical;
    body.push(
      el(
        "p",
        {},
        "Canonical form, the same for every equivalent puzzle",
        automorphisms > 1 ? ` (${automorphisms} automorphisms)` : "",
        ":",
      ),
      el("pre", {}, grid),
    );
  }
  const reduce = smaller
    ? [button("Use the minimal puzzle", () => mend(asLine(smaller)))]
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
  if (!answer)
    return {
      headline: "Why is it so?",
      body: [
        el(
          "p",
          {},
          "Which clues contradict each other and what repairs them; where two solutions differ; which clues a puzzle could do without.",
        ),
      ],
      actions: [run],
    };
  if (answer.verdict === "multiple") return ambiguousReport();
  return answer.verdict === "unique" ? properReport() : brokenReport(answer);
}

/** @type {import("./types.d.ts").Panel} */
export const panel = { id: "explain", report, request, reset, enter: stage };
