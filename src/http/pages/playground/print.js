// A sheet of puzzles with their ratings, for printing.

import { byId, el } from "./dom.js";
import { asLine } from "./grid.js";
import { picture } from "./mini.js";
import { plural } from "./words.js";

/**
 * @param {any[]} puzzles from /generate
 * @param {string} layout the number of puzzles per page
 */
export function print(puzzles, layout) {
  const sheet = byId("sheet");
  sheet.dataset.layout = layout;
  const figures = puzzles.map(({ puzzle, rating, level, clues }, n) =>
    el(
      "figure",
      {},
      el("figcaption", {}, `${n + 1} · ${level} · rating ${rating.er.toFixed(1)} · ${plural(clues, "clue")}`),
      picture(asLine(puzzle), { name: `Puzzle ${n + 1}` }),
    ),
  );
  sheet.replaceChildren(...figures);
  sheet.hidden = false;
  window.print();
}

addEventListener("afterprint", () => (byId("sheet").hidden = true));
