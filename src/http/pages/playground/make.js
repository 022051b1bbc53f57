// The New tab: generated puzzles, the daily puzzle, examples, and sheets to print.

import { STALE, announce, ask } from "./api.js";
import { button, el, say } from "./dom.js";
import { asLine, clueCount } from "./grid.js";
import { EXAMPLES } from "./router.js";
import { troubleReport } from "./solve.js";
import { load, update } from "./state.js";
import { capital, plural } from "./words.js";

/** @import { Trouble } from "./api.js" */
/** @import { Panel, Report, Request } from "./types.d.ts" */

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

const options = { level: "medium", symmetry: "rotational180", sheet: "4" };
/** @type {any} */
let made = null;
/** @type {Trouble | null} */
let trouble = null;
let isBusy = false;
/** @type {Request | null} */
let daily = null;

/** @returns {Request} */
const request = () => {
  const { level, symmetry } = options;
  return daily ?? { method: "GET", path: "generate", query: { level, symmetry, notation: "line" } };
};

/**
 * @param {Request} asked
 * @param {(answer: any) => void} use
 */
async function fetchPuzzles(asked, use) {
  isBusy = true;
  update({});
  let isCurrent = true;
  try {
    use(await ask("generate", asked));
    trouble = null;
  } catch (cause) {
    isCurrent = cause !== STALE;
    if (isCurrent) trouble = announce(cause, () => fetchPuzzles(asked, use));
  } finally {
    if (isCurrent) {
      isBusy = false;
      update({});
    }
  }
}

/** @param {any} answer */
function put(answer) {
  load(asLine(answer.puzzle));
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
  fetchPuzzles({ ...asked, query: { ...asked.query, count: options.sheet } }, async ({ puzzles }) => {
    const { print } = await import("./print.js");
    print(puzzles, options.sheet);
  });
}

/**
 * @param {string} name
 * @param {keyof typeof options} key
 * @param {string[]} values
 * @param {(value: string) => string} words
 */
function field(name, key, values, words) {
  const select = el(
    "select",
    { data: { key: name } },
    ...values.map((value) => el("option", { value, selected: value === options[key] }, words(value))),
  );
  select.addEventListener("change", () => {
    options[key] = select.value;
    daily = null;
    update({});
  });
  return el("label", {}, name, select);
}

/** @returns {Report} */
function report() {
  const run = button("New puzzle", generate, { className: "primary", ariaBusy: String(isBusy) });
  if (trouble) {
    const back = button("Change options", () => {
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
  const headline = isBusy
    ? "Generating…"
    : made
      ? `${capital(made.level)} · ${made.rating.er.toFixed(1)} · ${plural(made.clues, "clue")}`
      : "A new puzzle";
  return {
    headline,
    body: [
      el(
        "div",
        { className: "fields" },
        field("Level", "level", LEVELS, capital),
        field("Symmetry", "symmetry", Object.keys(SYMMETRIES), (name) => SYMMETRIES[name]),
        field("Print", "sheet", SHEETS, (count) => `${count} per page`),
      ),
      el("div", { id: "examples", className: "chips", role: "group", ariaLabel: "Examples" }, ...examples),
    ],
    actions: [run, button("Daily puzzle", today), button("Print…", printSheet)],
  };
}

/** @type {Panel} */
export const panel = { report, request, reset: () => (made = null) };
