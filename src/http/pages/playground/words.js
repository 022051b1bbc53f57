// Words for counts, places and findings.

import { el, paragraph } from "./dom.js";
import { columnOf, rowOf } from "./grid.js";

/** @import { Conflict, Judgement, Technique } from "./types.d.ts" */
/** @import { Trouble } from "./api.js" */

const COUNT = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** @param {number} count */
export const countWord = (count) => COUNT[count] ?? String(count);

/**
 * @param {number} count
 * @param {string} word
 */
export const plural = (count, word) =>
  `${count.toLocaleString("en")} ${word}${count === 1 ? "" : word.endsWith("s") ? "es" : "s"}`;

/** @param {string} words */
export const capital = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

/** @param {number} milliseconds */
export const duration = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;

/** @param {number} index */
export const cellName = (index) => `r${rowOf(index) + 1}c${columnOf(index) + 1}`;

/** @param {number} index */
export const spokenName = (index) => `row ${rowOf(index) + 1} column ${columnOf(index) + 1}`;

/** @param {Technique} technique */
export const titleOf = ({ name, rating }) => (rating === undefined ? name : `${name} · ${rating.toFixed(1)}`);

/** @param {string[]} words */
export const listed = (words) => new Intl.ListFormat("en").format(words);

/** @param {Conflict} conflict */
export const houseWords = ({ digit, house, cells }) =>
  `${countWord(cells.length)} ${digit}s in ${house.kind} ${house.number}`;

/** @param {Conflict} conflict */
export const conflictWords = (conflict) =>
  `${houseWords(conflict)}: ${listed(conflict.cells.map(({ index }) => cellName(index)))}`;

/** @param {Judgement} judgement */
export function verdictWords({ verdict, complete, conflicts }) {
  if (verdict === "conflict") return `Conflict: ${conflicts.map(conflictWords).join("; ")}`;
  if (verdict === "unique") return complete ? "Complete and correct" : "Exactly one solution";
  return verdict === "multiple" ? "Several solutions" : verdict === "none" ? "No solution" : "";
}

/**
 * A list of values with their names.
 * @param {[string, string][]} facts
 */
export const factList = (facts) =>
  el("dl", { className: "facts" }, ...facts.map(([dd, dt]) => el("div", {}, el("dt", {}, dt), el("dd", {}, dd))));

/**
 * What went wrong: the items if there are any, because the detail only summarizes them; otherwise the detail.
 * @param {Trouble} trouble
 */
export const reasons = ({ detail, items }) =>
  items.length > 0 ? el("ul", {}, ...items.map((item) => el("li", {}, item))) : paragraph(detail);
