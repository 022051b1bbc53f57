// The board: 81 inputs in a grid. The accessible name of each says everything that its appearance shows.

import { byId, el } from "./dom.js";
import { CELLS, PEERS, clueCount, differences, digitsOf } from "./grid.js";
import { draw } from "./overlay.js";
import { current, shownGrid, subscribe, update } from "./state.js";
import { houseWords, plural, spokenName } from "./words.js";

const board = byId("board");
const layer = byId("layer");

export const inputs = CELLS.map((index) =>
  el("input", {
    type: "text",
    inputMode: "none",
    autocomplete: "off",
    spellcheck: false,
    tabIndex: index === 0 ? 0 : -1,
    data: { index },
  }),
);

for (let row = 0; row < 9; row += 1) {
  const own = inputs.slice(row * 9, row * 9 + 9);
  const cells = own.map((input) => el("div", { className: "cell", role: "gridcell" }, input));
  board.insertBefore(el("div", { className: "row", role: "row" }, ...cells), layer);
}

/** @param {number} index */
export function focusCell(index) {
  update({ selected: index });
  inputs[index].focus({ preventScroll: true });
}

/** What a cell is: its class, and the same in words for its label. */
const KINDS = /** @type {const} */ ({
  player: "yours",
  solved: "solved",
  given: "given",
  differs: "differs between the two solutions",
  wrong: "a mistake",
  ringed: "ringed",
});

/**
 * Sets an attribute only if its value changes. Most cells stay as they are, and setting even the same value causes a new
 * layout.
 * @param {Element} node
 * @param {string} name
 * @param {string} value
 */
function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

function renderCells() {
  const state = current();
  const { position, selected, progress, mistakes, stage } = state;
  const { puzzle, digits, marks, answer } = position;
  const grid = shownGrid(state);
  const differing = new Set(answer ? differences(answer.solutions) : []);
  const conflicts = answer || stage?.digits ? [] : progress.conflicts;
  for (const index of CELLS) {
    const digit = grid[index] === "." ? "" : grid[index];
    const broken = conflicts.filter(({ cells }) => cells.some((cell) => cell.index === index));
    const isShown = digit !== "" && puzzle[index] !== digit;
    const is = {
      given: digit !== "" && puzzle[index] === digit,
      player: isShown && digits[index] === digit,
      solved: isShown && digits[index] !== digit,
      differs: differing.has(index),
      wrong: (mistakes?.includes(index) ?? false) && !answer,
      ringed: stage?.rings?.includes(index) ?? false,
    };
    const look = {
      ...is,
      conflict: broken.length > 0,
      tinted: stage?.tinted?.includes(index) ?? false,
      current: index === selected,
      // While a drawing shows where to look, nothing else is highlighted.
      peer: !stage && PEERS[selected].includes(index),
      same: !stage && digit !== "" && index !== selected && digit === grid[selected],
    };
    const notes = [spokenName(index)];
    for (const [kind, words] of Object.entries(KINDS))
      if (is[/** @type {keyof typeof KINDS} */ (kind)]) notes.push(words);
    const noted = digit === "" ? digitsOf((stage?.marks ?? marks)[index]) : [];
    if (noted.length > 0) notes.push(`marks ${noted.join(" ")}`);
    notes.push(...broken.map((conflict) => `conflict, ${houseWords(conflict).toLowerCase()}`));
    const input = inputs[index];
    if (input.value !== digit) input.value = digit;
    setAttribute(input, "tabindex", index === selected ? "0" : "-1");
    setAttribute(input, "aria-label", notes.join(", "));
    setAttribute(input, "aria-invalid", String(broken.length > 0 || is.wrong));
    const cell = /** @type {HTMLElement} */ (input.parentElement);
    const classes = Object.entries(look).flatMap(([name, holds]) => (holds ? [name] : []));
    setAttribute(cell, "class", ["cell", ...classes].join(" "));
  }
}

function renderCaption() {
  const { position, judgement, progress, trouble, isPlaying } = current();
  const { puzzle, digits } = position;
  const clues = clueCount(puzzle);
  const placed = clueCount(digits) - clues;
  byId("clues").textContent = clues === 0 ? "Empty board" : plural(clues, "clue") + (placed > 0 ? ` + ${placed}` : "");
  const isDone = progress.complete && progress.verdict === "unique";
  const verdicts = {
    unique: isDone ? "complete" : "one solution",
    multiple: "several solutions",
    none: "no solution",
    conflict: "conflict",
  };
  const verdict = progress.verdict === "conflict" ? "conflict" : judgement.verdict;
  const badge = byId("verdict");
  badge.textContent = trouble || clues === 0 ? "" : verdict ? verdicts[verdict] : "…";
  badge.dataset.verdict = verdict ?? "";
  byId("play").setAttribute("aria-pressed", String(isPlaying));
  byId("set-up").setAttribute("aria-pressed", String(!isPlaying));
}

subscribe((state, before) => {
  renderCells();
  const { stage, position } = state;
  renderCaption();
  const isHidden = position.answer !== null && !stage?.digits;
  if (stage !== before.stage || position !== before.position)
    draw({ stage, grid: shownGrid(state), marks: stage?.marks ?? position.marks, isHidden });
  if (state.selected !== before.selected && board.contains(document.activeElement))
    inputs[state.selected].focus({ preventScroll: true });
});
