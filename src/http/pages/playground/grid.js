// Grids as 81 digits and dots, and what follows from the rules alone.

export const BLANK = ".".repeat(81);
export const NO_MARKS = /** @type {number[]} */ (Array(81).fill(0));

export const EXAMPLES = /** @type {const} */ ([
  ["Easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
  ["17 clues", "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."],
  ["The hardest", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
  ["Two solutions", "...7.....1.5........2.9817...1..7.46.........84.3..7...8746.2........5.1.....2..."],
  ["No solution", "53..7.1..6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
]);

/** @param {number} index */
export const rowOf = (index) => Math.floor(index / 9);
/** @param {number} index */
export const columnOf = (index) => index % 9;
/** @param {number} index */
const boxOf = (index) => Math.floor(rowOf(index) / 3) * 3 + Math.floor(columnOf(index) / 3);

/** The indices of all cells. */
export const CELLS = [...Array(81).keys()];

/** The cells that share a house with each cell. */
export const PEERS = CELLS.map((a) =>
  CELLS.filter((b) => a !== b && (rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b))),
);

/**
 * @param {string} grid
 * @param {number} index
 * @param {string} digit
 */
export const withDigit = (grid, index, digit) => grid.slice(0, index) + digit + grid.slice(index + 1);

/** @param {string} grid */
export const clueCount = (grid) => [...grid].filter((digit) => digit !== ".").length;

/** @param {number} digit */
export const bit = (digit) => 1 << (digit - 1);

/** @param {number} mask */
export const digitsOf = (mask) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => mask & bit(digit));

/**
 * The candidates of each blank cell: the digits that none of its peers has.
 * @param {string} grid
 */
export const candidatesOf = (grid) =>
  CELLS.map((index) => {
    if (grid[index] !== ".") return 0;
    const taken = PEERS[index].reduce((mask, peer) => (grid[peer] === "." ? mask : mask | bit(Number(grid[peer]))), 0);
    return 511 & ~taken;
  });

/**
 * The marks in the 729 characters that the service reads.
 * @param {number[]} marks
 */
export const marksText = (marks) =>
  marks.map((mask) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => (mask & bit(digit) ? digit : ".")).join("")).join("");

/**
 * The marks in a text of 729 characters, as far as the digits of the grid allow them.
 * @param {string} text
 * @param {string} grid
 */
export const marksOf = (text, grid) =>
  candidatesOf(grid).map((mask, index) =>
    digitsOf(mask).reduce((marks, digit) => (text[9 * index + digit - 1] === "." ? marks : marks | bit(digit)), 0),
  );

/**
 * The members of a request about a position: its digits, the puzzle and the pencil marks if there are any.
 * @param {{puzzle: string, digits: string, marks: number[]}} position
 */
export const asked = ({ puzzle, digits, marks }) => ({
  grid: digits,
  ...(digits === puzzle ? {} : { puzzle }),
  ...(marks.some(Boolean) ? { candidates: marksText(marks) } : {}),
});

/**
 * A grid from an answer, in any notation, as 81 digits and dots.
 * @param {unknown} grid
 */
export const asLine = (grid) => [grid].flat(2).join("").replace(/[\s-]/g, "").replace(/0/g, ".");

/**
 * The cells in which two grids differ.
 * @param {string[]} grids
 */
export const differences = ([first, second]) => (second ? CELLS.filter((index) => first[index] !== second[index]) : []);

/**
 * The position after a step: its digits are placed and removed from the marks of their peers, and its eliminations are
 * made.
 * @param {{digits: string, marks: number[]}} position
 * @param {import("./types.d.ts").Effect} effect
 */
export function afterStep({ digits, marks }, { place, eliminate }) {
  const left = [...marks];
  for (const { index, digit } of place) {
    digits = withDigit(digits, index, String(digit));
    left[index] = 0;
    for (const peer of PEERS[index]) left[peer] &= ~bit(digit);
  }
  for (const { index, digit } of eliminate) left[index] &= ~bit(digit);
  return { digits, marks: left };
}
