// The Batch tab: sends a file with one puzzle per line to /solve/batch in pieces, and offers the answers for download.

import { askText } from "./api.js";
import { button, el, paragraph, say } from "./dom.js";
import { asLine } from "./grid.js";
import { load, update } from "./state.js";
import { Task } from "./task.js";
import { plural } from "./words.js";

// Small enough for the progress bar to move, large enough to make the round trips negligible.
const PIECE = 64 * 1024;
const MOST_ROWS = 100;

/** @import { Panel, Report, Request } from "./types.d.ts" */
/** @typedef {{line: number, puzzle: string, answer: string, isError: boolean}} Row */

/** @type {{name: string, lines: number, done: number, solved: number, several: number, failed: number, milliseconds: number, rows: Row[], answers: string[]} | null} */
let job = null;
const task = new Task();

/** @returns {Request} */
const request = () => ({ method: "POST", path: "solve/batch", text: "" });

/**
 * The lines in pieces, each with the index of its first line.
 * @param {string[]} lines
 */
function* pieces(lines) {
  for (let first = 0, end = 0; first < lines.length; first = end) {
    for (let size = 0; end < lines.length && size < PIECE; end += 1) size += lines[end].length + 1;
    yield { first, piece: lines.slice(first, end) };
  }
}

/** @param {File} file */
export const solveFile = (file) =>
  task.run(`Solving ${file.name}`, async (signal) => {
    const lines = (await file.text()).replace(/\r?\n$/, "").split(/\r?\n/);
    const counts = { lines: lines.length, done: 0, solved: 0, several: 0, failed: 0, milliseconds: 0 };
    const mine = { name: file.name, ...counts, rows: [], answers: [] };
    job = mine;
    update({});
    const isJson = /^\s*[[{"]/.test(lines.find((line) => line.trim()) ?? "");
    for (const { first, piece } of pieces(lines)) {
      const asked = performance.now();
      const type = isJson ? "application/x-ndjson" : "text/plain";
      const text = `${piece.join("\n")}\n`;
      const answers = await askText({ method: "POST", path: "solve/batch", text, type }, signal);
      mine.milliseconds += performance.now() - asked;
      takeAnswers(mine, answers, first, piece, isJson);
      mine.done = first + piece.length;
      update({});
    }
    say(`${plural(mine.solved + mine.several, "puzzle")} solved, ${mine.failed} rejected`);
  });

/**
 * Records the answers to a piece, numbering the lines as in the whole file.
 * @param {NonNullable<typeof job>} to
 * @param {string} text
 * @param {number} first
 * @param {string[]} piece
 * @param {boolean} isJson
 */
function takeAnswers(to, text, first, piece, isJson) {
  const asked = piece
    .map((line, n) => ({ line: first + n + 1, puzzle: line.trim() }))
    .filter(({ puzzle }) => puzzle && !puzzle.startsWith("#"));
  const answers = text.split("\n").filter(Boolean);
  // A title line such as `puzzle,solution` has no answer.
  const skipped = asked.length - answers.length;
  answers.forEach((raw, n) => {
    const { line, answer, isError, isSeveral } = isJson
      ? jsonAnswer(raw, first)
      : textAnswer(raw, first, asked[n + skipped]?.line ?? 0);
    to[isError ? "failed" : isSeveral ? "several" : "solved"] += 1;
    to.answers.push(isJson ? raw.replace(/"line":\d+/, `"line":${line}`) : answer);
    if (to.rows.length < MOST_ROWS) to.rows.push({ line, puzzle: piece[line - first - 1] ?? "", answer, isError });
  });
}

/**
 * @param {string} raw
 * @param {number} first
 * @param {number} line
 */
function textAnswer(raw, first, line) {
  const rejected = /^error \S+ line (\d+)/.exec(raw);
  const number = rejected ? first + Number(rejected[1]) : line;
  return {
    line: number,
    answer: rejected ? raw.replace(/line \d+/, `line ${number}`) : raw,
    isError: rejected !== null,
    isSeveral: raw.endsWith(" multiple"),
  };
}

/**
 * @param {string} raw
 * @param {number} first
 */
function jsonAnswer(raw, first) {
  const { line, verdict, solution, problem } = JSON.parse(raw);
  return {
    line: first + line,
    answer: problem ? `${problem.code}: ${problem.detail}` : asLine(solution),
    isError: problem !== undefined,
    isSeveral: verdict === "multiple",
  };
}

function choose() {
  const input = el("input", { type: "file", accept: ".txt,.sdm,.csv,.ndjson,.jsonl,.json,text/*" });
  input.addEventListener("change", () => input.files?.[0] && solveFile(input.files[0]));
  input.click();
}

function download() {
  if (!job) return;
  const url = URL.createObjectURL(new Blob([`${job.answers.join("\n")}\n`], { type: "text/plain" }));
  el("a", { href: url, download: `${job.name.replace(/\.\w+$/, "")}-solved.txt` }).click();
  URL.revokeObjectURL(url);
}

/** @param {Row} row */
function rowNode({ line, puzzle, answer, isError }) {
  const open = button(
    String(line),
    () => load(asLine(answer.slice(0, 81)).replace(/./g, (digit, n) => (/[1-9]/.test(puzzle[n]) ? digit : "."))),
    { className: "link", ariaLabel: `Show line ${line} on the board` },
  );
  const isLine = !isError && /^[0-9._xX*-]{81}/.test(puzzle);
  return el("tr", {}, el("td", {}, isLine ? open : String(line)), el("td", {}, el("code", {}, answer)));
}

/** @returns {Report} */
function found() {
  const run = button("Choose a file…", choose, { className: "primary" });
  if (!job) {
    const words =
      "One puzzle per line, as text or JSON. Choose a file or drop it on this page. An invalid line does not affect the others.";
    return { headline: "Many puzzles at once", body: [paragraph(words)], actions: [run] };
  }
  const { lines, done, solved, several, failed, milliseconds, rows } = job;
  const total = solved + several + failed;
  const bar = el("progress", { max: lines, value: done, ariaLabel: "Progress" });
  const rate = total >= 1000 ? `, ${Math.round((total / milliseconds) * 1000).toLocaleString("en")} per second` : "";
  const words = `${(solved + several).toLocaleString("en")} solved${several > 0 ? `, ${several} of them with several solutions` : ""}, ${failed} rejected${rate}.`;
  const head = el("tr", {}, ...["Line", "Answer"].map((title) => el("th", { scope: "col" }, title)));
  const isDone = done === lines;
  const again = button("Another file…", choose);
  return {
    tone: isDone && failed === 0 ? "good" : "plain",
    headline: isDone ? plural(total, "puzzle") : `Stopped at line ${done.toLocaleString("en")}`,
    body: [bar, paragraph(words), el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows.map(rowNode)))],
    actions: total > 0 ? [button("Download answers", download, { className: "primary" }), again] : [again],
  };
}

/** @type {Panel} */
export const panel = { report: () => task.around(found()), request };
