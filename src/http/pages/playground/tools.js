// The digit pad and the tools below the board.

import { focusCell } from "./board.js";
import { byId, keep, say, setEnabled } from "./dom.js";
import { BLANK, NO_MARKS } from "./grid.js";
import { openDialog } from "./intake.js";
import { goBack, goForth, toggleNotes, write } from "./keys.js";
import { fillMarks, findMistakes } from "./solve.js";
import { change, current, isLocked, load, shownGrid, subscribe, update } from "./state.js";
import { spokenName } from "./words.js";

/** @import { Settings } from "./types.d.ts" */

const pad = byId("pad");
const keys = [...pad.querySelectorAll("button")];
const more = byId("more-menu");

for (const key of keys) {
  const digit = key.dataset.digit ?? ".";
  key.addEventListener("pointerdown", (event) => event.preventDefault());
  key.addEventListener("click", () => {
    const { selected, isNoting } = current();
    const wasLocked = isLocked();
    write(digit);
    if (!wasLocked) say(`${digit === "." ? "Blank" : isNoting ? `Mark ${digit}` : digit} in ${spokenName(selected)}`);
  });
}

pad.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const at = keys.findIndex((key) => key === document.activeElement);
  const next = keys.at((at + step) % keys.length);
  for (const key of keys) key.tabIndex = key === next ? 0 : -1;
  next?.focus();
  event.preventDefault();
});

/** @type {Record<string, () => void>} */
const ACTIONS = {
  undo: goBack,
  redo: goForth,
  notes: toggleNotes,
  check: findMistakes,
  paste: () => openDialog(),
  help: () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal(),
  "keys-close": () => /** @type {HTMLDialogElement} */ (byId("keys")).close(),
  clear: () => (load(BLANK), say("Board cleared")),
  "fill-marks": fillMarks,
  "clear-marks": () => change({ marks: NO_MARKS }),
  "start-over": () => change({ digits: current().position.puzzle, marks: NO_MARKS }),
  play: () => update({ isPlaying: true }),
  // Set up keeps only the clues; undo restores the player's digits.
  "set-up": () => change({ digits: current().position.puzzle, marks: NO_MARKS }, { isPlaying: false }),
};
for (const [id, action] of Object.entries(ACTIONS)) {
  byId(id).addEventListener("click", () => {
    if (more.contains(byId(id))) more.hidePopover();
    action();
  });
}

const boxes = /** @type {HTMLInputElement[]} */ ([byId("advances"), byId("tidies")]);
for (const box of boxes) {
  box.addEventListener("change", () => {
    update({ settings: { ...current().settings, [box.id]: box.checked } });
    keep("settings", current().settings);
    more.hidePopover();
    focusCell(current().selected);
  });
}

more.addEventListener("toggle", () => {
  const opener = byId("more").getBoundingClientRect();
  const { width, height } = more.getBoundingClientRect();
  more.style.left = `${Math.max(8, Math.min(opener.right - width, innerWidth - width - 8))}px`;
  more.style.top = `${opener.bottom + height + 8 > innerHeight ? Math.max(8, opener.top - height - 6) : opener.bottom + 6}px`;
});

subscribe((state) => {
  const { position, canUndo, canRedo, isNoting, isPlaying, settings } = state;
  const { puzzle, digits, marks } = position;
  setEnabled(byId("undo"), canUndo);
  setEnabled(byId("redo"), canRedo);
  setEnabled(byId("clear"), puzzle !== BLANK);
  setEnabled(byId("check"), isPlaying && digits !== puzzle);
  setEnabled(byId("start-over"), digits !== puzzle || marks.some(Boolean));
  byId("notes").setAttribute("aria-pressed", String(isNoting));
  pad.classList.toggle("noting", isNoting);
  for (const box of boxes) box.checked = settings[/** @type {keyof Settings} */ (box.id)];
  const grid = shownGrid(state);
  for (const key of keys) {
    const { digit } = key.dataset;
    if (digit) key.classList.toggle("done", grid.split(digit).length === 10);
  }
});
