// Typing: keys, input methods, the clipboard, and digits typed while nothing has the focus.

import { focusCell, inputs } from "./board.js";
import { byId, say } from "./dom.js";
import { columnOf, rowOf } from "./grid.js";
import { takeText } from "./intake.js";
import { solve } from "./solve.js";
import { current, enter, isLocked, note, redo, shownGrid, undo, update } from "./state.js";
import { cellName } from "./words.js";

const board = byId("board");

/**
 * Writes a digit, or `.` for none, into the selected cell, and moves to the next cell if that option is on.
 * @param {string} digit
 */
export function write(digit) {
  const { selected, settings, isNoting } = current();
  if (isLocked()) say(`${cellName(selected)} is a clue. Choose Set up to change the clues`);
  else enter(digit);
  if (settings.advances && !isNoting && digit !== "." && selected < 80) update({ selected: selected + 1 });
}

/**
 * Handles a typed character or a pasted text: a digit goes to the selected cell, a puzzle to the board.
 * @param {string} text
 */
function take(text) {
  const typed = text.normalize("NFKC");
  if (/^[1-9]$/.test(typed.trim())) return write(typed.trim());
  if (/^[\s0._xX]?$/.test(typed)) return write(".");
  if (typed.trim().length < 3) return say("A cell takes a digit from 1 to 9");
  return takeText(text);
}

board.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement) update({ selected: Number(target.dataset.index) });
});

/**
 * The cell that a key moves to.
 * @param {string} key
 * @param {boolean} jumps
 */
function moved(key, jumps) {
  const { selected } = current();
  const [row, column] = [rowOf(selected), columnOf(selected)];
  const stride = jumps ? 3 : 1;
  const clamp = (/** @type {number} */ n) => Math.min(8, Math.max(0, n));
  return {
    ArrowLeft: row * 9 + clamp(column - stride),
    ArrowRight: row * 9 + clamp(column + stride),
    ArrowUp: clamp(row - stride) * 9 + column,
    ArrowDown: clamp(row + stride) * 9 + column,
    Home: jumps ? 0 : row * 9,
    End: jumps ? 80 : row * 9 + 8,
    PageUp: column,
    PageDown: 72 + column,
  }[key];
}

export function toggleNotes() {
  const isNoting = !current().isNoting;
  update({ isNoting });
  say(isNoting ? "Digits are now pencil marks" : "Digits now fill cells");
}

// Digits are read from `beforeinput`, which covers keyboards, on-screen keyboards, dictation and drops alike.
board.addEventListener("beforeinput", (event) => {
  if (!event.cancelable) return;
  event.preventDefault();
  if (event.inputType.startsWith("delete")) write(".");
  else take(event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
});

// Input that cannot be cancelled (an input method's composition, a value set by a tool) is read from the cell instead.
for (const kind of ["input", "compositionend"]) {
  board.addEventListener(kind, (event) => {
    if (!(event.target instanceof HTMLInputElement) || /** @type {InputEvent} */ (event).isComposing) return;
    const typed = event.target.value;
    const before = shownGrid()[current().selected];
    take(typed.length === 2 ? typed.replace(before, "") : typed);
    update({});
  });
}

export const goBack = () => say(undo() ? "Undone" : "Nothing to undo");
export const goForth = () => say(redo() ? "Redone" : "Nothing to redo");

const isTyping = () =>
  document.querySelector("dialog[open]") !== null ||
  (!board.contains(document.activeElement) && document.activeElement?.matches("input, select, textarea"));

/**
 * Opens a tab, where the key then presses the first button, such as the one that reveals more of a hint.
 * @param {string} panel
 */
const opener = (panel) => () => {
  if (current().panel === panel) /** @type {HTMLElement | null} */ (document.querySelector("#actions > button"))?.click();
  else update({ panel });
};

/** Opens the tab with the options of a new puzzle. */
function makeNew() {
  opener("new")();
  byId("report").querySelector("select")?.focus();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  Backspace: () => write("."),
  Delete: () => write("."),
  Enter: solve,
  n: toggleNotes,
  u: goBack,
  h: opener("hint"),
  e: opener("explain"),
  r: opener("rate"),
  s: opener("steps"),
  g: makeNew,
  c: () => byId("wire-tabs").querySelector("button")?.focus(),
  "?": () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal(),
};

// The keys of the board also work while nothing has the focus, as when the page has just been opened.
document.addEventListener("keydown", (event) => {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey || isTyping()) return;
  const isCommand = ctrlKey || metaKey;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isFree = document.activeElement === document.body;
  const isOnBoard = board.contains(document.activeElement);
  const target = isOnBoard || key.startsWith("Arrow") ? moved(key, isCommand) : undefined;
  const noted = shiftKey && !isCommand ? /^(?:Digit|Numpad)([1-9])$/.exec(code) : null;
  if (isCommand && name === "z" && !shiftKey) goBack();
  else if (isCommand && (name === "y" || name === "z")) goForth();
  else if (!isFree && !isOnBoard) return;
  else if (target !== undefined) focusCell(target);
  else if (noted && !isLocked()) note(Number(noted[1]));
  else if (!isCommand && Object.hasOwn(KEYS, name)) KEYS[name]();
  else {
    // The digit then goes to the cell, as one typed there.
    if (isFree && !isCommand && /^[1-9]$/.test(key)) inputs[current().selected].focus();
    return;
  }
  event.preventDefault();
});

document.addEventListener("copy", (event) => {
  if (!board.contains(document.activeElement)) return;
  event.clipboardData?.setData("text/plain", shownGrid());
  event.preventDefault();
  say("Board copied");
});

document.addEventListener("paste", (event) => {
  if (isTyping()) return;
  event.preventDefault();
  take(event.clipboardData?.getData("text/plain") ?? "");
});
