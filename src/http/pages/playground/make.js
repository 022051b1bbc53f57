// The New tab: generated puzzles, the daily puzzle, examples, and sheets to print.

import { ask, pathOf } from "./api.js";
import { button, byId, el, say } from "./dom.js";
import { EXAMPLES, NO_MARKS, asLine, clueCount, marksOf } from "./grid.js";
import { current, load, update } from "./state.js";
import { Task } from "./task.js";
import { capital, plural } from "./words.js";

/** @import { Panel, Report, Request } from "./types.d.ts" */

// Made once, so that what is typed survives when the panel is rendered again.
const { content } = /** @type {HTMLTemplateElement} */ (byId("make"));
const [form] = content.querySelectorAll("form");
const [more] = content.querySelectorAll("details");
const [level, , techniques, sheet] = content.querySelectorAll("select");
const [needs] = content.querySelectorAll("optgroup");
const link = el("a", { target: "_blank", className: "button" }, "Print…");
const image = el("a", { target: "_blank", className: "button" }, "Picture of the puzzle");
const printing = [link, button("Print this board", () => window.print()), image];
const body = [...content.children];
body[1].append(...printing);

const task = new Task();
let made = /** @type {any} */ (null);
/** A request that the form does not determine. */
let fixed = /** @type {Request | null} */ (null);

// Enter in a select alone would not submit the form.
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.target instanceof Element && event.target.matches("select, input"))) return;
  event.preventDefault();
  generate();
});
form.addEventListener("input", () => {
  fixed = null;
  form.dataset.level = level.value;
  update({});
});
sheet.addEventListener("change", () => update({}));
more.addEventListener("toggle", addTechniques, { once: true });

/**
 * The techniques, in the order of the course.
 * @param {AbortSignal} [signal]
 */
export const listTechniques = (signal = new AbortController().signal) =>
  ask({ method: "GET", path: "techniques", query: { examples: "false" }, isBackground: true }, signal);

/** Lists the techniques to practise. Without them, the rest of the form still works. */
async function addTechniques() {
  if (techniques.length === 1)
    for (const { id, name } of await listTechniques().catch(() => [])) needs.append(el("option", { value: id }, name));
}

/**
 * Makes a puzzle that needs a technique, and puts the position on the board where it is next.
 * @param {string} id
 */
export async function practise(id) {
  update({ panel: "new" });
  await addTechniques();
  techniques.value = id;
  fixed = { method: "GET", path: "generate", query: { needs: id, give: "position", notation: "line" } };
  put(fixed);
}

/** @returns {Request} */
function request() {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  // What is practised decides the level.
  const isLeftOut = (/** @type {string} */ name) =>
    name === "level" ? techniques.value : name === "rating" && level.value;
  const query = Object.fromEntries(entries.filter(([name, value]) => value && !isLeftOut(name)));
  return fixed ?? { method: "GET", path: "generate", query: { ...query, notation: "line" } };
}

/** @param {Request} asked */
const put = (asked) =>
  task.run("Making a puzzle", async (signal) => {
    const answer = await ask(asked, signal);
    const { puzzle, position: { grid, candidates } = { grid: puzzle, candidates: "" } } = answer;
    load(asLine(puzzle), asLine(grid), candidates ? marksOf(candidates, asLine(grid)) : NO_MARKS);
    made = answer;
    say(`A new puzzle, ${answer.level}, rating ${answer.rating.er.toFixed(1)}, ${plural(answer.clues, "clue")}`);
  });

function today() {
  fixed = { method: "GET", path: `daily/${new Date().toISOString().slice(0, 10)}` };
  put(fixed);
}

function generate() {
  fixed = null;
  put(request());
}

/** Makes another puzzle with the same options, in place of one that is finished. */
export function nextPuzzle() {
  update({ panel: "new" });
  generate();
}

/** The address of a sheet of such puzzles to print, with their solutions. */
function worksheet() {
  const { query = {} } = fixed ? {} : request();
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
  const group = { id: "examples", className: "chips", role: "group", ariaLabel: "Examples" };
  link.href = worksheet();
  image.href = pathOf({ method: "GET", path: "validate", query: { grid: current().position.puzzle, format: "svg" } });
  const words = made && `${capital(made.level)} · ${made.rating.er.toFixed(1)} · ${plural(made.clues, "clue")}`;
  const next = made?.position && `Practise: ${techniques.selectedOptions[0]?.text ?? "it"} is next`;
  const headline = next ?? words ?? "A new puzzle";
  return {
    headline,
    body: [...body, el("div", group, el("span", {}, "Examples:"), ...examples)],
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
