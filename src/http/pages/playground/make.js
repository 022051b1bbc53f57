// The New tab: generated puzzles, the daily puzzle, examples, and sheets to print.

import { ask, pathOf } from "./api.js";
import { button, byId, el, say } from "./dom.js";
import { EXAMPLES, asLine, clueCount } from "./grid.js";
import { current, load, update } from "./state.js";
import { Task } from "./task.js";
import { capital, plural } from "./words.js";

/** @import { Panel, Report, Request } from "./types.d.ts" */

// Made once, so that what is typed survives when the panel is rendered again.
const { content } = /** @type {HTMLTemplateElement} */ (byId("make"));
const [form] = content.querySelectorAll("form");
const [more] = content.querySelectorAll("details");
const [level, , techniques, sheet] = content.querySelectorAll("select");
const link = el("a", { target: "_blank", className: "button" }, "Print…");
const image = el("a", { target: "_blank", className: "button" }, "Picture of the puzzle");
const printing = [link, button("Print this board", () => window.print()), image];
const body = [...content.children];
body[1].append(...printing);

const task = new Task();
let made = /** @type {any} */ (null);
let daily = /** @type {Request | null} */ (null);

// Enter in a select alone would not submit the form.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.target instanceof Element && event.target.matches("select, input"))) return;
  event.preventDefault();
  generate();
});
form.addEventListener("input", () => {
  daily = null;
  form.dataset.level = level.value;
  update({});
});
sheet.addEventListener("change", () => update({}));
more.addEventListener("toggle", nameTechniques, { once: true });

/** Fetches the names of the techniques. Without them, any technique can still be used. */
async function nameTechniques() {
  const query = { examples: "false" };
  const request = /** @type {const} */ ({ method: "GET", path: "techniques", query, isBackground: true });
  const list = await ask(request, new AbortController().signal).catch(() => []);
  techniques.append(...list.map((/** @type {any} */ { id, name }) => el("option", { value: id }, name)));
}

/** @returns {Request} */
function request() {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  // What is practised decides the level.
  const isLeftOut = (/** @type {string} */ name) =>
    name === "level" ? techniques.value : name === "rating" && level.value;
  const query = Object.fromEntries(entries.filter(([name, value]) => value && !isLeftOut(name)));
  return daily ?? { method: "GET", path: "generate", query: { ...query, notation: "line" } };
}

/** @param {Request} asked */
const put = (asked) =>
  task.run("Making a puzzle", async (signal) => {
    const answer = await ask(asked, signal);
    load(asLine(answer.puzzle));
    made = answer;
    say(`A new puzzle, ${answer.level}, rating ${answer.rating.er.toFixed(1)}, ${plural(answer.clues, "clue")}`);
  });

function today() {
  daily = { method: "GET", path: `daily/${new Date().toISOString().slice(0, 10)}` };
  put(daily);
}

function generate() {
  daily = null;
  put(request());
}

/** Makes another puzzle with the same options, in place of one that is finished. */
export function nextPuzzle() {
  update({ panel: "new" });
  generate();
}

/** The address of a sheet of such puzzles to print, with their solutions. */
function worksheet() {
  const { query = {} } = daily ? {} : request();
  const { notation, ...options } = query;
  return pathOf({ method: "GET", path: "worksheet", query: { count: sheet.value, per_page: sheet.value, ...options } });
}

/** @returns {Report} */
function found() {
  const examples = EXAMPLES.map(([name, puzzle]) =>
    button(name, () => {
      load(puzzle);
      say(`${name}, ${plural(clueCount(puzzle), "clue")}`);
    }),
  );
  link.href = worksheet();
  image.href = pathOf({ method: "GET", path: "validate", query: { grid: current().position.puzzle, format: "svg" } });
  const headline = made
    ? `${capital(made.level)} · ${made.rating.er.toFixed(1)} · ${plural(made.clues, "clue")}`
    : "A new puzzle";
  return {
    headline,
    body: [
      ...body,
      el(
        "div",
        { id: "examples", className: "chips", role: "group", ariaLabel: "Examples" },
        el("span", {}, "Examples:"),
        ...examples,
      ),
    ],
    actions: [button("New puzzle", generate, { className: "primary" }), button("Daily puzzle", today)],
  };
}

const changeOptions = button("Change options", () => {
  task.stop();
  update({});
});

/** @type {Panel} */
export const panel = {
  report() {
    const report = found();
    return task.around(task.trouble ? { ...report, actions: [changeOptions] } : report);
  },
  request,
  moved: () => (made = null),
};
