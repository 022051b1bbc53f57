// The SVG layer on the board: pencil marks, houses, and the candidates and links of a step. A cell is 100 units wide.

import { byId, svg } from "./dom.js";
import { CELLS, columnOf, digitsOf, rowOf } from "./grid.js";

/** @import { House, Link, Stage } from "./types.d.ts" */
/** @typedef {{x: number, y: number}} Point */

const RADIUS = 15;
const drawing = byId("drawing");

/**
 * The centre of a candidate within its cell.
 * @param {{index: number, digit: number}} candidate
 * @returns {Point}
 */
const placeOf = ({ index, digit }) => ({
  x: columnOf(index) * 100 + 20 + ((digit - 1) % 3) * 30,
  y: rowOf(index) * 100 + 20 + Math.floor((digit - 1) / 3) * 30,
});

/** @param {House} house */
function houseShape({ kind, number }) {
  const n = number - 1;
  const shapes = {
    row: { x: 0, y: n * 100, width: 900, height: 100 },
    column: { x: n * 100, y: 0, width: 100, height: 900 },
    box: { x: (n % 3) * 300, y: Math.floor(n / 3) * 300, width: 300, height: 300 },
  };
  const { x, y, width, height } = shapes[kind];
  return svg("rect", { class: "house", x: x + 4, y: y + 4, width: width - 8, height: height - 8, rx: 8 });
}

/**
 * A link from the rim of one candidate to that of another, slightly curved so that links along the same line stay apart.
 * @param {Link} link
 */
function linkShape({ from, to, kind }) {
  const [a, b] = [placeOf(from), placeOf(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const bend = length < 90 ? 0 : Math.min(34, length * 0.12);
  const middle = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
  /**
   * @param {Point} end
   * @param {number} gap
   */
  const rim = (end, gap) => {
    const d = Math.hypot(middle.x - end.x, middle.y - end.y) || 1;
    return `${(end.x + ((middle.x - end.x) / d) * gap).toFixed(1)} ${(end.y + ((middle.y - end.y) / d) * gap).toFixed(1)}`;
  };
  const path = `M${rim(a, RADIUS)}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${rim(b, RADIUS + 5)}`;
  return svg("path", { class: `link ${kind}`, d: path, "marker-end": "url(#arrow)" });
}

/** @param {{stage: Stage | null, grid: string, marks: number[], isHidden: boolean}} what */
export function draw({ stage, grid, marks, isHidden }) {
  const view = stage?.view;
  const shapes = (view?.houses ?? []).map(houseShape);
  for (const { cell } of view?.cells ?? []) {
    const [x, y] = [columnOf(cell.index) * 100 + 7, rowOf(cell.index) * 100 + 7];
    shapes.push(svg("rect", { class: "look", x, y, width: 86, height: 86, rx: 10 }));
  }
  for (const index of stage?.rings ?? [])
    shapes.push(svg("circle", { class: "ring", cx: columnOf(index) * 100 + 50, cy: rowOf(index) * 100 + 50, r: 42 }));
  shapes.push(...(view?.links ?? []).map(linkShape));
  /** @type {Map<string, string>} */
  const roles = new Map();
  for (const { candidate, role } of view?.candidates ?? []) roles.set(`${candidate.index}:${candidate.digit}`, role);
  for (const index of CELLS) {
    if (grid[index] !== "." || isHidden) continue;
    const noted = new Set(digitsOf(marks[index]));
    for (const key of roles.keys()) if (key.startsWith(`${index}:`)) noted.add(Number(key.split(":")[1]));
    for (const digit of noted) {
      const { x, y } = placeOf({ index, digit });
      const role = roles.get(`${index}:${digit}`);
      if (role) shapes.push(svg("circle", { class: `role ${role}`, cx: x, cy: y, r: RADIUS }));
      shapes.push(svg("text", { class: role ? `mark ${role}` : "mark", x, y }, String(digit)));
      if (role === "eliminate")
        shapes.push(svg("path", { class: "strike", d: `M${x - 12} ${y + 12}L${x + 12} ${y - 12}` }));
    }
  }
  drawing.replaceChildren(...shapes);
}
