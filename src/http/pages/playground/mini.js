// A small picture of a grid, for comparison.

import { svg } from "./dom.js";
import { CELLS, columnOf, rowOf } from "./grid.js";

/**
 * @param {string} grid
 * @param {{clues?: string, tinted?: number[], name: string}} options the clues, the cells to highlight, and the
 *     accessible name
 */
export function picture(grid, { clues = grid, tinted = [], name }) {
  const marked = new Set(tinted);
  const tints = tinted.map((index) =>
    svg("rect", { class: "tint", x: columnOf(index) * 30, y: rowOf(index) * 30, width: 30, height: 30 }),
  );
  const lines = [1, 2, 4, 5, 7, 8].map((n) => svg("path", { class: "thin", d: `M${n * 30} 0v270M0 ${n * 30}h270` }));
  const thick = [3, 6].map((n) => svg("path", { class: "thick", d: `M${n * 30} 0v270M0 ${n * 30}h270` }));
  const digits = CELLS.filter((index) => grid[index] !== ".").map((index) => {
    const kind = marked.has(index) ? "differing" : clues[index] === "." ? "found" : "clue";
    return svg("text", { class: kind, x: columnOf(index) * 30 + 15, y: rowOf(index) * 30 + 15 }, grid[index]);
  });
  const frame = svg("rect", { class: "frame", x: 0, y: 0, width: 270, height: 270 });
  return svg(
    "svg",
    { class: "mini", viewBox: "-2 -2 274 274", role: "img", "aria-label": name },
    frame,
    ...tints,
    ...lines,
    ...thick,
    ...digits,
  );
}
