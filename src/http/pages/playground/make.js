// The New tab: puzzles on demand, the puzzle of the day, examples, and sheets to print.

import { STALE, Trouble, ask } from "./api.js";
import { button, el, say } from "./dom.js";
import { asLine, clueCount } from "./grid.js";
import { EXAMPLES } from "./router.js";
import { troubleReport } from "./solve.js";
import { load, update } from "./state.js";
import { plural } from "./words.js";

const LEVELS = ["easy", "medium", "hard", "fiendish", "diabolical"];
/** @type {Record<string, string>} */
const SYMMETRIES = {
  none: "None",
  rotational180: "Half turn",
  rotational90: "Quarter turn",
  vertical: "Vertical",
  diagonal: "Diagonal",
  full: "Full",
};
const SHEETS = ["1", "2", "4", "6"];

const wish = { level: "medium", symmetry: "rotational180", sheet: "4" };
/** @type {any} */
let made = null;
/** @type {Trouble | null} */
let trouble = null;
let isMaking = false;
/** @type {import("./types.d.ts").Request | null} */
let daily = null;

/** @returns {import("./types.d.ts").Request} */
const request = () =>
  daily ?? { method: "GET", path: "generate", query: { level: wish.level, symmetry: wish.symmetry, notation: "line" } };

/**
 * @param {import("./types.d.ts").Request} asked
 * @param {(answer: any) => void} use
 */
async function fetchPuzzles(asked, use) {
  isMaking = true;
  update({});
  try {
    use(await ask("generate", asked));
    trouble = null;
  } catch (cause) {
    if (cause === STALE) return;
    if (!(cause instanceof Trouble)) throw cause;
    trouble = cause;
    trouble.retry = () => fetchPuzzles(asked, use);
    say(`${cause.headline}. ${cause.detail}`);
  } finally {
    isMaking = false;
    update({});
  }
}

/** @param {any} answer */
function put(answer) {
  const puzzle = asLine(answer.puzzle);
  load(puzzle);
  made = answer;
  say(`A new puzzle, ${answer.level}, rating ${answer.rating.er.toFixed(1)}, ${plural(answer.clues, "clue")}`);
}

function today() {
  daily = { method: "GET", path: `daily/${new Date().toISOString().slice(0, 10)}` };
  fetchPuzzles(daily, put);
}

function generate() {
  daily = null;
  fetchPuzzles(request(), put);
}

function printSheet() {
  daily = null;
  const asked = request();
  fetchPuzzles({ ...asked, query: { ...asked.query, count: wish.sheet } }, async ({ puzzles }) => {
    const { print } = await import("./print.js");
    print(puzzles, wish.sheet);
  });
}

/**
 * @param {string} name
 * @param {keyof typeof wish} key
 * @param {string[]} values
 * @param {(value: string) => string} words
 */
function field(name, key, values, words) {
  const select = el(
    "select",
    { data: { key: name } },
    ...values.map((value) => el("option", { value, selected: value === wish[key] }, words(value))),
  );
  select.addEventListener("change", () => {
    wish[key] = select.value;
    daily = null;
    update({});
  });
  return el("label", {}, name, select);
}

/** @param {string} word */
const capital = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

/** @returns {import("./types.d.ts").Report} */
function report() {
  const run = button("New puzzle", generate, { className: "primary", ariaBusy: String(isMaking) });
  if (trouble) {
    const back = button("Other wishes", () => {
      trouble = null;
      update({});
    });
    return troubleReport(trouble, back);
  }
  const examples = EXAMPLES.map(([name, puzzle]) =>
    button(name, () => {
      load(puzzle);
      say(`${name}, ${plural(clueCount(puzzle), "clue")}`);
    }),
  );
  const headline = isMaking
    ? "Making…"
    : made
      ? `${capital(made.level)} · ${made.rating.er.toFixed(1)} · ${plural(made.clues, "clue")}`
      : "A fresh puzzle";
  return {
    headline,
    body: [
      el(
        "div",
        { className: "fields" },
        field("Level", "level", LEVELS, capital),
        field("Symmetry", "symmetry", Object.keys(SYMMETRIES), (name) => SYMMETRIES[name]),
        field("Print", "sheet", SHEETS, (count) => `${count} a page`),
      ),
      el("div", { id: "examples", className: "chips", role: "group", ariaLabel: "Examples" }, ...examples),
    ],
    actions: [run, button("Daily puzzle", today), button("Print…", printSheet)],
  };
}

/** @type {import("./types.d.ts").Panel} */
export const panel = { id: "new", report, request, reset: () => (made = null) };
