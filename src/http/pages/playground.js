// The playground: a board to type into, with the service's own API behind it.
//
// Every judgement is the service's: conflicts and the verdict come from /validate, solutions from /solve. The page
// reads a pasted text itself only because no answer of the API carries the grid that was read; where it cannot, it
// asks the service, whose answer names the place of the fault.

const BLANK = ".".repeat(81);
const DEBOUNCE_MS = 120;
const PATIENCE_MS = 20_000;
const MOST_ITEMS = 5;
const EXAMPLES = [
  ["Easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
  ["17 clues", "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."],
  ["The hardest", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
  ["Two solutions", "...7.....1.5........2.9817...1..7.46.........84.3..7...8746.2........5.1.....2..."],
  ["No solution", "12345678.........9".padEnd(81, ".")],
];

// ---- Notations ---------------------------------------------------------------------------------------------------

/** The grid in `text` as 81 digits and dots, or null where the text is no grid in a notation of the contract. */
function parse(text) {
  const source = text.replace(/^\uFEFF/, "");
  if (!/^\s*[[{"]/.test(source)) return fromSpreadsheet(source) ?? fromText(source);
  try {
    return fromJson(JSON.parse(source));
  } catch {
    return null;
  }
}

/** Nine lines of nine fields between tabs, commas or semicolons; here an empty field is a blank cell. */
function fromSpreadsheet(source) {
  const rows = source.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split(/[\t,;]/));
  const fields = rows.flat().map((field) => field.trim());
  if (rows.length !== 9 || rows.some((row) => row.length !== 9)) return null;
  return fields.every((field) => /^[0-9._xX]?$/.test(field)) ? asGrid(fields.map((field) => field || ".").join("")) : null;
}

function fromText(source) {
  const lines = source.split(/\r?\n/).filter((line) => !/^\s*#/.test(line));
  // `*` and `-` are each frame or blank for the whole text: these are the characters that count as frame, in the
  // contract's order of readings.
  for (const frame of ["*-", "", "-", "*"]) {
    const rows = lines
      .map((line) => [...line].filter((c) => !/[\s|+/,;\u2500-\u257f]/.test(c) && !frame.includes(c)).join(""))
      .filter(Boolean);
    const cells = rows.join("");
    const shaped = rows.length === 1 || (rows.length === 9 && rows.every((row) => row.length === 9));
    if (shaped && /^[0-9._xX*-]{81}$/.test(cells)) return asGrid(cells);
  }
  return null;
}

function fromJson(value) {
  if (typeof value === "string") return fromText(value);
  if (!Array.isArray(value)) return value && typeof value === "object" ? fromJson(value.grid) : null;
  if (value.length === 9 && value.every((row) => typeof row === "string")) return fromText(value.map((row) => row.replace(/\s/g, " ")).join("\n"));
  const isFlat = value.length === 81;
  if (!isFlat && !(value.length === 9 && value.every((row) => row.length === 9))) return null;
  const cells = value.flatMap((row) => (isFlat ? [row] : [...row]));
  const isCell = (cell) => cell === null || (["number", "string"].includes(typeof cell) && /^[0-9._xX*\- ]?$/.test(cell));
  return cells.every(isCell) ? asGrid(cells.map((cell) => (cell ?? "") || ".").join("")) : null;
}

const asGrid = (cells) => cells.replace(/[^1-9]/g, ".");

// ---- The service -------------------------------------------------------------------------------------------------

/** Why an answer is missing, in words for a person. */
class Trouble extends Error {
  constructor(headline, detail, { items = [], code = null, place = {}, conflicts = null, canRetry = false } = {}) {
    super(detail);
    Object.assign(this, { headline, detail, items, code, place, conflicts, canRetry });
  }
}

/** Thrown by a question that a newer one replaced: its answer is nobody's concern any more. */
const STALE = Symbol("stale");

/** A line to one endpoint, relative to this page, on which a new question cancels the one before. */
function lineTo(path) {
  let last = null;
  const ask = async (body, type = "application/json") => {
    last?.abort(STALE);
    const question = (last = new AbortController());
    const slow = new Trouble("No answer yet", `The service took longer than ${PATIENCE_MS / 1000} seconds. It may be busy, or out of reach.`, { canRetry: true });
    const alarm = setTimeout(() => question.abort(slow), PATIENCE_MS);
    try {
      const headers = { "content-type": type, accept: "application/json" };
      const response = await fetch(path, { method: "POST", headers, body, signal: question.signal });
      return { response, text: await response.text() };
    } catch (cause) {
      if (question.signal.aborted) throw question.signal.reason;
      throw new Trouble(
        "The service is out of reach",
        navigator.onLine ? "Nothing answered at this address. Check that the service still runs, then try again." : "This device is offline.",
        { canRetry: true },
      );
    } finally {
      clearTimeout(alarm);
    }
  };
  const read = async (...question) => {
    const { response, text } = await ask(...question);
    let answer = null;
    try {
      answer = JSON.parse(text);
    } catch {
      // A gateway's own page is no JSON; the status has to say enough.
    }
    if (response.ok && answer) return answer;
    throw troubleOf(response, answer);
  };
  read.cancel = () => last?.abort(STALE);
  return read;
}

function troubleOf(response, problem) {
  const wait = Number(response.headers.get("retry-after"));
  const canRetry = response.status >= 500 || response.status === 408 || response.status === 429;
  if (!problem?.code) {
    const detail = `Something between this page and the service answered HTTP ${response.status}, and not in the service's words.`;
    return new Trouble("The service did not answer itself", detail, { canRetry });
  }
  const patience = wait > 0 ? ` It asks to wait ${wait === 1 ? "a second" : `${wait} seconds`} before the next try.` : "";
  const { code, conflicts, errors = [], more_errors: uncounted = 0 } = problem;
  const items = errors.slice(0, MOST_ITEMS).map(sentence);
  const left = errors.length - items.length + uncounted;
  if (left > 0) items.push(`And ${left} more.`);
  const place = errors[0] ?? { line: problem.line, character: problem.column };
  return new Trouble(problem.title, `${problem.detail}${patience}`, { items, code, place, conflicts, canRetry });
}

function sentence({ line, character, row, column, detail }) {
  const place = line ? `line ${line}${character ? `, character ${character}` : ""}` : row ? `row ${row}${column ? `, column ${column}` : ""}` : "";
  const words = place ? `${place}: ${detail}` : detail;
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

const validate = lineTo("validate");
const validateText = lineTo("validate");
const solveGrid = lineTo("solve");

// ---- State -------------------------------------------------------------------------------------------------------

// `board` is never changed, only replaced, so that the history is a list of boards.
let board = { puzzle: BLANK, answer: null };
let current = 0;
let judgement = { puzzle: BLANK, verdict: null, complete: false, conflicts: [] };
let trouble = null;
let checkTimer = 0;
let lastWorthSaid = "";
let snippetKind = "curl";
const past = [];
const future = [];

const shownGrid = () => (board.answer ? board.answer.solutions[board.answer.shown] : board.puzzle);
const clueCount = (puzzle) => 81 - puzzle.split(".").length + 1;
const nameOf = (index) => `row ${Math.floor(index / 9) + 1} column ${(index % 9) + 1}`;

function change(puzzle, answer = null) {
  const isSamePuzzle = puzzle === board.puzzle;
  if (isSamePuzzle && !answer && !board.answer) return;
  if (!isSamePuzzle || !answer || !board.answer) {
    past.push(board);
    future.length = 0;
  }
  show({ puzzle, answer });
}

function step(from, to, word) {
  if (from.length === 0) return say(`Nothing to ${word}`);
  to.push(board);
  show(from.pop());
  say(word === "undo" ? "Undone" : "Done again");
}

function show(next) {
  const isSamePuzzle = next.puzzle === board.puzzle;
  board = next;
  trouble = null;
  solveGrid.cancel();
  if (!isSamePuzzle) {
    // Until the service has judged the new grid, the last verdict stands, with those conflicts that surely still hold.
    const holds = ({ digit, cells }) => cells.every(({ index }) => board.puzzle[index] === String(digit));
    const conflicts = judgement.conflicts.filter(holds);
    judgement = { ...judgement, conflicts, verdict: judgement.verdict === "conflict" && conflicts.length === 0 ? null : judgement.verdict };
    writeFragment();
    validate.cancel();
    clearTimeout(checkTimer);
    checkTimer = setTimeout(check, DEBOUNCE_MS);
  }
  render();
}

function writeFragment() {
  const fragment = board.puzzle === BLANK ? location.pathname + location.search : `#${board.puzzle}`;
  try {
    history.replaceState(null, "", fragment);
  } catch {
    // Safari refuses more than a hundred of these in half a minute; the next change writes it.
  }
}

async function check() {
  try {
    judge(await validate(JSON.stringify({ grid: board.puzzle })));
  } catch (cause) {
    if (cause === STALE) return;
    return refuse(cause, check);
  }
  if (!board.answer) sayOnce(verdictWords());
}

async function solve() {
  const isKnownBad = judgement.puzzle === board.puzzle && ["none", "conflict"].includes(judgement.verdict);
  trouble = null;
  if (isKnownBad) {
    render();
    say(verdictWords());
    return reveal();
  }
  clearTimeout(checkTimer);
  validate.cancel();
  ui.solve.setAttribute("aria-busy", "true");
  const asked = performance.now();
  try {
    const { verdict, solutions, more, stats } = await solveGrid(JSON.stringify({ grid: board.puzzle, max_solutions: 2 }));
    const milliseconds = performance.now() - asked;
    judge({ verdict, complete: !board.puzzle.includes("."), conflicts: [] });
    change(board.puzzle, { solutions, more, stats, milliseconds, shown: 0 });
    say(`${ui.headline.textContent}. ${guessWords(stats)}, ${microseconds(stats)}.`);
  } catch (cause) {
    if (cause === STALE) return;
    if (cause.code === "conflicting-givens") judge({ verdict: "conflict", complete: false, conflicts: cause.conflicts });
    else if (cause.code === "no-solution") judge({ verdict: "none", complete: false, conflicts: [] });
    else return refuse(cause, solve);
    say(verdictWords());
  } finally {
    ui.solve.removeAttribute("aria-busy");
  }
  reveal();
}

function judge(answer) {
  judgement = { ...answer, puzzle: board.puzzle };
  // An answer ends the trouble of having none, and no other.
  if (trouble?.retry) trouble = null;
  render();
}

function refuse(cause, retry) {
  if (!(cause instanceof Trouble)) throw cause;
  trouble = Object.assign(cause, { retry });
  render();
  const words = `${cause.headline}. ${cause.detail}`;
  if (retry === check) return sayOnce(words);
  say(words);
  reveal();
}

// ---- Words -------------------------------------------------------------------------------------------------------

const COUNT = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : word === "guess" ? "es" : "s"}`;
const guessWords = ({ guesses }) => plural(guesses, "guess");
const microseconds = ({ elapsed_us: us }) => (us < 1 ? "less than a microsecond" : plural(us, "microsecond"));
const houseWords = ({ digit, house, cells }) => `${COUNT[cells.length]} ${digit}s in ${house.kind} ${house.number}`;
const cellWords = ({ cells }) => new Intl.ListFormat("en").format(cells.map(({ row, column }) => `r${row}c${column}`));

function verdictWords() {
  const { verdict, complete, conflicts } = judgement;
  if (verdict === "conflict") return `Conflict: ${conflicts.map((c) => `${houseWords(c)}, ${cellWords(c)}`).join("; ")}`;
  if (verdict === "unique") return complete ? "Complete and correct" : "Exactly one solution";
  return { multiple: "Several solutions", none: "No solution" }[verdict] ?? "";
}

/** What the card says: a tone, a headline and the nodes under it. */
function report() {
  const { puzzle, answer } = board;
  const { verdict, complete, conflicts } = judgement;
  if (trouble) return { tone: "bad", headline: trouble.headline, body: troubleBody() };
  if (answer) return answerReport(answer);
  if (conflicts.length > 0) {
    const headline = conflicts.length === 1 ? "A conflict" : `${COUNT[conflicts.length] ?? conflicts.length} conflicts`;
    return { tone: "bad", headline, body: [el("ul", { className: "conflicts" }, ...conflicts.map(conflictItem))] };
  }
  if (puzzle === BLANK) {
    return { headline: "An empty board", body: [el("p", {}, "Type digits, move with the arrow keys, paste a puzzle in any common notation, or begin with an example.")] };
  }
  const reports = {
    unique: complete
      ? { tone: "good", headline: "Complete and correct", body: [el("p", {}, "Every row, column and box holds each digit once.")] }
      : { tone: "good", headline: "Exactly one solution", body: [el("p", {}, "A proper sudoku. Solve, or Enter on the board, shows the solution.")] },
    multiple: { tone: "several", headline: "Several solutions", body: [el("p", {}, "The clues leave it open. Add more, or solve to see two of the solutions.")] },
    none: { tone: "bad", headline: "No solution", body: [el("p", {}, "No digit stands twice in a row, column or box, and yet the blank cells cannot be filled. One of the clues must be wrong.")] },
  };
  return reports[verdict] ?? { headline: "Checking…", body: [el("p", {}, "The service is looking at the board.")] };
}

function answerReport({ solutions, more, stats, milliseconds, shown }) {
  const facts = el(
    "dl",
    { className: "facts" },
    fact(stats.guesses.toLocaleString("en"), stats.guesses === 1 ? "guess" : "guesses"),
    fact(`${stats.elapsed_us < 1 ? "< 1" : stats.elapsed_us.toLocaleString("en")} µs`, "in the solver"),
    fact(`${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`, "round trip"),
  );
  if (solutions.length === 1) {
    return { tone: "good", headline: "Solved: the only solution", body: [facts] };
  }
  const differing = differences(solutions).size;
  const choices = solutions.map((_, n) => {
    const button = el("button", { type: "button", onclick: () => choose(n) }, n === 0 ? "First" : "Second");
    button.dataset.key = `solution-${n}`;
    button.setAttribute("aria-pressed", String(n === shown));
    return button;
  });
  const switcher = el("div", { className: "switch", role: "group", ariaLabel: "Which solution the board shows" }, ...choices);
  const words = `${more ? "Here are two, and there are still more." : "These two and no others."} They differ in ${plural(differing, "cell")}, underlined on the board.`;
  return { tone: "several", headline: more ? "Solved: several solutions" : "Solved: two solutions", body: [switcher, el("p", {}, words), facts] };
}

function troubleBody() {
  const { detail, items, code, canRetry, retry } = trouble;
  const body = [reasons(detail, items)];
  const ways = [];
  if (canRetry) {
    const button = el("button", { type: "button", onclick: retry }, "Try again");
    button.dataset.key = "retry";
    ways.push(button);
  }
  if (code) ways.push(el("a", { href: `problems/${code}` }, "What this means"));
  if (ways.length > 0) body.push(el("p", { className: "chips" }, ...ways));
  return body;
}

/** The faults one by one where there are any: the detail only sums them up. */
function reasons(detail, items) {
  return items.length > 0 ? el("ul", {}, ...items.map((item) => el("li", {}, item))) : el("p", {}, detail);
}

function conflictItem(conflict) {
  const button = el("button", { type: "button", onclick: () => focusCell(conflict.cells[0].index) }, houseWords(conflict), el("small", {}, ` ${cellWords(conflict)}`));
  button.dataset.key = houseWords(conflict);
  return el("li", {}, button);
}

const fact = (value, name) => el("div", {}, el("dt", {}, name), el("dd", {}, value));

function differences([first, second]) {
  return new Set(second ? [...first].flatMap((digit, index) => (digit === second[index] ? [] : [index])) : []);
}

// ---- View --------------------------------------------------------------------------------------------------------

const $ = (id) => document.getElementById(id);

function el(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

const ui = Object.fromEntries(
  ["board", "pad", "solve", "undo", "redo", "clear", "paste", "clues", "verdict", "card", "headline", "report", "examples", "snippet", "live"].map((id) => [id, $(id)]),
);
const dialog = { box: $("paste-dialog"), text: $("paste-text"), trouble: $("paste-trouble"), use: $("paste-use"), cancel: $("paste-cancel") };

const inputs = Array.from({ length: 81 }, (_, index) => {
  const input = el("input", { type: "text", inputMode: "none", autocomplete: "off", spellcheck: false, tabIndex: index === 0 ? 0 : -1 });
  input.dataset.index = index;
  return input;
});
for (let row = 0; row < 9; row += 1) {
  const cells = inputs.slice(row * 9, row * 9 + 9).map((input) => el("div", { className: "cell", role: "gridcell" }, input));
  ui.board.append(el("div", { className: "row", role: "row" }, ...cells));
}

function render() {
  const { tone = "plain", headline, body } = report();
  const focusedKey = ui.report.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  ui.card.dataset.tone = tone;
  ui.headline.textContent = headline;
  ui.report.replaceChildren(...body);
  if (focusedKey) ui.report.querySelector(`[data-key="${focusedKey}"]`)?.focus();
  ui.clues.textContent = board.puzzle === BLANK ? "Empty board" : plural(clueCount(board.puzzle), "clue");
  const verdicts = { unique: judgement.complete ? "complete" : "one solution", multiple: "several solutions", none: "no solution", conflict: "conflict" };
  ui.verdict.textContent = trouble || board.puzzle === BLANK ? "" : (verdicts[judgement.verdict] ?? "");
  ui.verdict.dataset.verdict = judgement.verdict ?? "";
  setEnabled(ui.undo, past.length > 0);
  setEnabled(ui.redo, future.length > 0);
  setEnabled(ui.clear, board.puzzle !== BLANK);
  ui.snippet.textContent = snippet(snippetKind);
  renderCells();
}

// A disabled button drops the focus that stands on it; aria-disabled keeps it where the reader is.
function setEnabled(button, isEnabled) {
  button.setAttribute("aria-disabled", String(!isEnabled));
}

function renderCells() {
  const grid = shownGrid();
  const differing = differences(board.answer?.solutions ?? []);
  const isPeer = (a, b) => Math.floor(a / 9) === Math.floor(b / 9) || a % 9 === b % 9 || (Math.floor(a / 27) === Math.floor(b / 27) && Math.floor((a % 9) / 3) === Math.floor((b % 9) / 3));
  inputs.forEach((input, index) => {
    const digit = grid[index] === "." ? "" : grid[index];
    const isSolved = digit !== "" && board.puzzle[index] === ".";
    const broken = board.answer ? [] : judgement.conflicts.filter(({ cells }) => cells.some((cell) => cell.index === index));
    if (input.value !== digit) input.value = digit;
    input.tabIndex = index === current ? 0 : -1;
    const notes = [nameOf(index)];
    if (digit) notes.push(isSolved ? "solved" : "given");
    if (differing.has(index)) notes.push("differs between the two solutions");
    notes.push(...broken.map((conflict) => `conflict, ${houseWords(conflict).toLowerCase()}`));
    input.ariaLabel = notes.join(", ");
    input.ariaInvalid = String(broken.length > 0);
    const classes = { solved: isSolved, conflict: broken.length > 0, differs: differing.has(index), current: index === current, peer: index !== current && isPeer(index, current), same: digit !== "" && index !== current && digit === grid[current] };
    input.parentElement.className = ["cell", ...Object.keys(classes).filter((name) => classes[name])].join(" ");
  });
}

function choose(n) {
  board = { ...board, answer: { ...board.answer, shown: n } };
  render();
  say(`The board shows the ${n === 0 ? "first" : "second"} solution`);
}

/** Says what the board is worth, unless nothing has changed since the last digit. */
function sayOnce(words) {
  if (words !== lastWorthSaid) say(words);
  lastWorthSaid = words;
}

function reveal() {
  ui.card.scrollIntoView({ block: "nearest" });
}

/** Says `words` through the live region. Each message is a node of its own, so that none replaces one still unread. */
function say(words) {
  ui.live.append(el("p", {}, words));
  while (ui.live.childElementCount > 5) ui.live.firstElementChild.remove();
}

// ---- Typing ------------------------------------------------------------------------------------------------------

function focusCell(index) {
  current = index;
  renderCells();
  inputs[index].focus();
}

function enter(digit) {
  change(board.puzzle.slice(0, current) + digit + board.puzzle.slice(current + 1));
}

/** Puts a typed character or a pasted text where it belongs. */
function take(text) {
  const typed = text.normalize("NFKC");
  if (/^[1-9]$/.test(typed.trim())) return enter(typed.trim());
  if (/^[\s0._xX]?$/.test(typed)) return enter(".");
  if (typed.trim().length < 3) return say("A cell takes a digit from 1 to 9");
  const puzzle = parse(text);
  if (!puzzle) return openPaste(text);
  change(puzzle);
  say(`Puzzle pasted, ${plural(clueCount(puzzle), "clue")}`);
}

ui.board.addEventListener("focusin", ({ target }) => {
  current = Number(target.dataset.index);
  renderCells();
});

ui.board.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey) return;
  const jumps = ctrlKey || metaKey;
  const row = Math.floor(current / 9);
  const column = current % 9;
  const stride = jumps ? 3 : 1;
  const clamp = (n) => Math.min(8, Math.max(0, n));
  const target = {
    ArrowLeft: () => row * 9 + clamp(column - stride),
    ArrowRight: () => row * 9 + clamp(column + stride),
    ArrowUp: () => clamp(row - stride) * 9 + column,
    ArrowDown: () => clamp(row + stride) * 9 + column,
    Home: () => (jumps ? 0 : row * 9),
    End: () => (jumps ? 80 : row * 9 + 8),
    PageUp: () => column,
    PageDown: () => 72 + column,
  }[key];
  if (target) focusCell(target());
  else if (key === "Backspace" || key === "Delete") enter(".");
  else if (key === "Enter") solve();
  else return;
  event.preventDefault();
});

// Digits come by `beforeinput`, so that keyboards, on-screen keyboards, dictation and drops are all one case.
ui.board.addEventListener("beforeinput", (event) => {
  if (!event.cancelable) return;
  event.preventDefault();
  if (event.inputType.startsWith("delete")) enter(".");
  else take(event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
});

// What could not be cancelled (an input method's composition, a value set by a tool) is read from the cell instead.
for (const kind of ["input", "compositionend"]) {
  ui.board.addEventListener(kind, ({ target, isComposing }) => {
    if (isComposing) return;
    const typed = target.value;
    take(typed.length === 2 ? typed.replace(shownGrid()[current], "") : typed);
    renderCells();
  });
}

document.addEventListener("keydown", (event) => {
  // A digit typed before anything has the focus goes to the cell that is marked.
  if (document.activeElement === document.body && /^[1-9]$/.test(event.key)) focusCell(current);
  if (dialog.box.open || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo();
  else if (key === "y" || key === "z") redo();
  else return;
  event.preventDefault();
});

document.addEventListener("copy", (event) => {
  if (!ui.board.contains(document.activeElement)) return;
  event.clipboardData.setData("text/plain", shownGrid());
  event.preventDefault();
  say("Board copied");
});

document.addEventListener("paste", (event) => {
  if (dialog.box.open) return;
  event.preventDefault();
  take(event.clipboardData.getData("text/plain"));
});

// ---- Digit pad ---------------------------------------------------------------------------------------------------

for (const key of [..."123456789", "⌫"]) {
  const isDigit = key !== "⌫";
  const button = el("button", { type: "button", tabIndex: key === "1" ? 0 : -1, ariaLabel: isDigit ? key : "Clear the cell" }, key);
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    enter(isDigit ? key : ".");
    say(`${isDigit ? key : "Blank"} in ${nameOf(current)}`);
  });
  ui.pad.append(button);
}

ui.pad.addEventListener("keydown", (event) => {
  const keys = [...ui.pad.children];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = keys.at((keys.indexOf(document.activeElement) + step) % keys.length);
  keys.forEach((key) => (key.tabIndex = key === next ? 0 : -1));
  next.focus();
  event.preventDefault();
});

// ---- Buttons -----------------------------------------------------------------------------------------------------

const undo = () => step(past, future, "undo");
const redo = () => step(future, past, "redo");

ui.solve.addEventListener("click", solve);
ui.undo.addEventListener("click", undo);
ui.redo.addEventListener("click", redo);
ui.clear.addEventListener("click", () => {
  change(BLANK);
  say("Board cleared");
});
ui.paste.addEventListener("click", () => openPaste(""));

for (const [name, puzzle] of EXAMPLES) {
  const button = el("button", { type: "button" }, name);
  button.addEventListener("click", () => {
    change(puzzle);
    say(`${name}, ${plural(clueCount(puzzle), "clue")}`);
  });
  ui.examples.append(button);
}

// ---- Paste dialog ------------------------------------------------------------------------------------------------

/** Opens the dialog; with a text that the page could not read, it says why at once. */
function openPaste(text) {
  dialog.text.value = text;
  dialog.trouble.replaceChildren();
  dialog.box.showModal();
  dialog.text.focus();
  if (text) explain();
}

function usePasted() {
  const puzzle = parse(dialog.text.value);
  if (!puzzle) return explain();
  dialog.box.close();
  change(puzzle);
  say(`Puzzle pasted, ${plural(clueCount(puzzle), "clue")}`);
  focusCell(current);
}

async function explain() {
  const text = dialog.text.value;
  try {
    if (text.trim() === "") throw new Trouble("Nothing to read", "Paste or type a puzzle first.");
    await validateText(text, "text/plain");
    throw new Trouble("This page cannot read that notation", "The service can: send the text to it as it is.");
  } catch (cause) {
    if (cause === STALE) return;
    if (!(cause instanceof Trouble)) throw cause;
    const headline = cause.code === "invalid-grid" ? "That is no grid yet" : cause.headline;
    dialog.trouble.replaceChildren(el("p", {}, el("strong", {}, headline)), reasons(cause.detail, cause.items));
    selectPlace(text, cause.place);
  }
}

function selectPlace(text, { line, character }) {
  if (!line) return;
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
  // The service counts characters, the text area counts UTF-16 units.
  const characters = [...(lines[line - 1] ?? "")];
  const before = character ? characters.slice(0, character - 1).join("").length : 0;
  const length = character ? (characters[character - 1] ?? "").length : characters.join("").length;
  dialog.text.focus();
  dialog.text.setSelectionRange(start + before, start + before + length);
}

dialog.use.addEventListener("click", usePasted);
dialog.cancel.addEventListener("click", () => dialog.box.close());
dialog.text.addEventListener("input", () => dialog.trouble.replaceChildren());
dialog.text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) usePasted();
});

// ---- Links and snippets ------------------------------------------------------------------------------------------

function snippet(kind) {
  const { puzzle } = board;
  const url = new URL("solve", document.baseURI).href;
  if (kind === "link") return location.href.split("#")[0] + (puzzle === BLANK ? "" : `#${puzzle}`);
  if (kind === "fetch") {
    return `const response = await fetch(${JSON.stringify(url)}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    grid: "${puzzle}",
    max_solutions: 2,
  }),
});
console.log(await response.json());`;
  }
  // A text grid needs no quotes in any shell, a JSON body would need other ones in each.
  const globoff = /[[\]{}]/.test(url) ? ["-g"] : [];
  return ["curl", "-sS", ...globoff, "-H", "accept:application/json", "-d", puzzle, url].map(shellQuoted).join(" ");
}

const shellQuoted = (word) => (/^[\w.,:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

async function copy(button) {
  snippetKind = button.dataset.copy;
  const text = snippet(snippetKind);
  ui.snippet.textContent = text;
  const isCopied = await toClipboard(text);
  say(isCopied ? `Copied: ${text}` : "The browser did not let the page copy; the text stands below the buttons, selected");
  if (!isCopied) getSelection().selectAllChildren(ui.snippet);
  button.dataset.copied = isCopied;
  setTimeout(() => delete button.dataset.copied, 1600);
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain HTTP from another machine there is no clipboard object; the old command still works there.
    const area = el("textarea", { value: text, className: "spoken" });
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return isCopied;
  }
}

for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => copy(button));

function openFragment() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // A stray percent sign: read it as it stands.
  }
  const puzzle = text === "" ? BLANK : parse(text);
  if (puzzle) return change(puzzle);
  trouble = new Trouble("The link carries no puzzle", "What follows the # in the address is not a grid of 81 cells. The board was left as it is.");
  render();
}

addEventListener("hashchange", openFragment);
addEventListener("online", check);
render();
openFragment();
// What the page opened with is where the history begins.
past.length = 0;
render();
