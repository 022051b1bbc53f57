// Puzzles as text: pasted, dropped, typed into the dialog, or in the address. The service reads them all.

import { Trouble, ask } from "./api.js";
import { solveFile } from "./batch.js";
import { byId, el, paragraph, say } from "./dom.js";
import { NO_MARKS, asLine, clueCount, marksOf } from "./grid.js";
import { load, update } from "./state.js";
import { Task } from "./task.js";
import { plural, reasons } from "./words.js";

const MOST_BYTES = 16_000;
const dialog = /** @type {HTMLDialogElement} */ (byId("paste-dialog"));
const area = /** @type {HTMLTextAreaElement} */ (byId("paste-text"));
const troubleBox = byId("paste-trouble");
const batchButton = byId("paste-batch");

const reading = new Task();

/**
 * The grid in a text and its pencil marks, as the service reads them.
 * @param {string} text
 * @param {AbortSignal} [signal]
 */
export async function readGrid(text, signal = new AbortController().signal) {
  const { grid, candidates } = await ask({ method: "POST", path: "validate", text }, signal);
  const puzzle = asLine(grid);
  return { puzzle, marks: candidates ? marksOf(candidates, puzzle) : NO_MARKS };
}

/**
 * Puts the puzzle in a text on the board, or opens the dialog, which says why there is none.
 * @param {string} text
 */
export function takeText(text) {
  if (text.length > MOST_BYTES) return openBatch(text, "pasted.txt");
  read(text, () => openDialog(text));
}

/**
 * @param {string} text
 * @param {() => void} [refuse]
 */
function read(text, refuse) {
  reading.run("Reading the puzzle", async (signal) => {
    try {
      if (text.trim() === "") throw new Trouble("Nothing to read", "Paste or type a puzzle first.");
      const { puzzle, marks } = await readGrid(text, signal);
      dialog.close();
      load(puzzle, puzzle, marks);
      say(`Puzzle pasted, ${plural(clueCount(puzzle), "clue")}`);
    } catch (cause) {
      if (!(cause instanceof Trouble)) throw cause;
      refuse?.();
      explain(cause);
    }
  });
}

/** @param {string} [text] */
export function openDialog(text = "") {
  area.value = text;
  forget();
  if (!dialog.open) dialog.showModal();
  area.focus();
}

function forget() {
  reading.stop();
  troubleBox.replaceChildren();
  batchButton.hidden = true;
}

const useText = () => read(area.value);

/** @param {Trouble} cause */
function explain(cause) {
  const headline = cause.problem.code === "invalid-grid" ? "This is not a single grid" : cause.headline;
  troubleBox.replaceChildren(paragraph(el("strong", {}, headline)), reasons(cause));
  const puzzles = area.value.split("\n").filter((line) => line.replace(/\s/g, "").length >= 81).length;
  batchButton.hidden = puzzles < 2;
  batchButton.textContent = `Solve ${puzzles} puzzles`;
  const { errors, line, column } = cause.problem;
  selectPlace(area.value, errors?.[0] ?? { line, character: column });
}

/**
 * @param {string} text
 * @param {{line?: number, character?: number}} place
 */
function selectPlace(text, { line, character }) {
  if (!line) return;
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
  // The service counts characters; the text area counts UTF-16 code units.
  const characters = [...(lines[line - 1] ?? "")];
  const before = character ? characters.slice(0, character - 1).join("").length : 0;
  const length = character ? (characters[character - 1] ?? "").length : characters.join("").length;
  area.focus();
  area.setSelectionRange(start + before, start + before + length);
}

/**
 * @param {string} text
 * @param {string} name
 */
function openBatch(text, name) {
  dialog.close();
  update({ panel: "batch" });
  solveFile(new File([text], name));
}

byId("paste-use").addEventListener("click", useText);
byId("paste-cancel").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => reading.stop());
batchButton.addEventListener("click", () => openBatch(area.value, "pasted.txt"));
area.addEventListener("input", forget);
area.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) useText();
});

document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) document.body.classList.remove("dropping");
});
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer?.files[0];
  const text = file ? await file.text() : (event.dataTransfer?.getData("text/plain") ?? "");
  // A line of pencil marks can be as long as a puzzle, but does not have 81 consecutive cells.
  const puzzles = text.split("\n").filter((line) => /[\d._*xX]{81}/.test(line)).length;
  if (file && (file.size > MOST_BYTES || puzzles > 1)) openBatch(text, file.name);
  else if (text.trim()) takeText(text);
});
