// The corpus of texts that people paste: the page, the API and the command line must read each text alike, or reject it for the
// same reason.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { BASE, BLANK, EASY, button, cell, grid, onPage, open, paste, shows } from "./harness.mjs";

const run = promisify(execFile);
const CORPUS = new URL("../../domain/notations/corpus/", import.meta.url);
const BINARY = process.env.SUDOKU_BINARY;

/** What the API says about a text: its grid, or its problem. */
async function asked(text) {
  const answer = await fetch(`${BASE}validate`, { method: "POST", body: text, headers: { "content-type": "text/plain", accept: "application/json" } });
  return answer.json();
}

const line = (answered) => [answered].flat(2).join("").replace(/[\s-]/g, "").replaceAll("0", ".");

onPage(
  "the page, the API and the command line read every text of the corpus alike, or reject it for the same reason",
  async (page) => {
    const names = await readdir(CORPUS);
    assert.ok(names.length >= 60);
    const read = { grids: 0, rejections: 0 };
    await open(page, BLANK);
    for (const name of names) {
      const text = await readFile(new URL(name, CORPUS), "utf8");
      const { grid: expected, detail, errors } = await asked(text);
      await cell(page, 1, 1).focus();
      await paste(page, text);
      if (expected) {
        await shows(page, line(expected), name);
        read.grids += 1;
      } else {
        await page.locator("#paste-trouble").filter({ hasText: /\S/ }).waitFor({ timeout: 5_000 });
        const words = await page.locator("#paste-trouble").innerText();
        assert.ok(words.toLowerCase().includes((errors?.[0].detail ?? detail).toLowerCase()), `${name}: ${words}`);
        read.rejections += 1;
        await button(page, "Cancel").click();
      }
      if (BINARY) await sameOnTheCommandLine(name, expected && line(expected), detail);
    }
    console.log(`${names.length} texts: ${read.grids} grids, ${read.rejections} rejections${BINARY ? "; the command line reads the same" : ""}`);
  },
  { expected: /status of 4(00|22)/ },
);

/**
 * If the API read a grid, the command line prints its solution and nothing else. Otherwise, it rejects every line, and a text
 * of one line for the same reason.
 */
async function sameOnTheCommandLine(name, expected, reason) {
  // Without the variables of this test, which the binary would reject as unknown settings.
  const ended = run(BINARY, ["solve", new URL(name, CORPUS).pathname], { env: {} });
  const { stdout } = await ended.catch((failed) => failed);
  if (expected) {
    const answer = await fetch(`${BASE}solve`, { method: "POST", body: expected, headers: { "content-type": "text/plain", accept: "application/json" } });
    // What begins like a document is answered as one.
    const printed = stdout.startsWith("{") ? `${JSON.parse(stdout).solution}\n` : stdout;
    return assert.equal(printed, `${line((await answer.json()).solution)}\n`, name);
  }
  // On the command line, several grids are the puzzles of a file.
  if (/give different grids|send only one/.test(reason)) return;
  const answers = stdout.trimEnd().split("\n");
  for (const rejected of answers) assert.match(rejected, /^error |"problem":/, name);
  // The command line takes a dictionary of Python for a line of JSON, and `cells` for an option. It names the line itself.
  const told = reason?.replace(/^(Line \d+(, character \d+)?|The grid)(: | has )/, "").toLowerCase();
  if (answers.length === 1 && !/^(python-cells|json)/.test(name)) assert.ok(stdout.toLowerCase().includes(told), `${name}: ${stdout}`);
}

const rows = EASY.match(/.{9}/g);

onPage("JSON in every form of the contract can be pasted", async (page) => {
  await open(page, BLANK);
  const numbers = rows.map((row) => [...row].map((digit) => Number(digit) || 0));
  const forms = {
    "arrays of numbers": numbers,
    "arrays with nulls": numbers.map((row) => row.map((digit) => digit || null)),
    "arrays of strings": rows.map((row) => [...row]),
    "nine strings": rows,
    "a flat array": numbers.flat(),
    "a string": EASY,
    "an object with a grid": { grid: rows },
    ipuz: { version: "http://ipuz.org/v2", kind: ["http://ipuz.org/sudoku#1"], dimensions: { width: 9, height: 9 }, puzzle: numbers },
  };
  for (const [name, value] of Object.entries(forms)) {
    await cell(page, 1, 1).focus();
    await paste(page, JSON.stringify(value));
    await shows(page, EASY, name);
    await button(page, "Clear").click();
  }
});

onPage(
  "a text that is not a grid is rejected with the error selected, where it can be corrected",
  async (page) => {
    await open(page, BLANK);
    await cell(page, 1, 1).focus();
    await paste(page, EASY.replace("7", "a"));
    await page.locator("#paste-trouble").filter({ hasText: /line 1, character 5/i }).waitFor();
    const selection = () => page.locator("#paste-text").evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(await selection(), "a", "the invalid character is selected");
    await button(page, "Cancel").click();
    assert.equal(await grid(page), BLANK);
    await paste(page, rows.join("\n").replace("6..195...", "6..195.."));
    await page.locator("#paste-trouble").filter({ hasText: /line 2/i }).waitFor();
    assert.equal(await selection(), "6..195..", "the invalid line is selected");
    await page.keyboard.type("6..195...");
    await button(page, "Put it on the board").click();
    await shows(page, EASY);
  },
  { expected: /status of 4(00|22)/ },
);

onPage(
  "the same foreign character in many cells is one message, which says how to write blanks",
  async (page) => {
    await open(page, BLANK);
    await cell(page, 1, 1).focus();
    await paste(page, EASY.replaceAll(".", "◆"));
    await page.locator("#paste-trouble li").first().waitFor();
    const lines = await page.locator("#paste-trouble li").allInnerTexts();
    assert.equal(lines.length, 1);
    assert.match(lines[0], /^Line 1, character 3: '◆' .* It stands 51 times: write blanks as \. or 0\.$/);
  },
  { expected: /status of 422/ },
);

onPage("a packed link is refused, and the message says to copy the grid itself", async (page) => {
  await open(page, BLANK);
  await page.locator("#board input").first().focus();
  await paste(page, await readFile(new URL("sudokupad-scl.txt", CORPUS), "utf8"));
  await page.locator("#paste-trouble").filter({ hasText: "open it and copy the grid itself" }).waitFor();
}, { expected: /status of 422/ });

onPage("a dropped file goes to the board if it has one grid, and to the batch if it has several", async (page) => {
  await open(page, BLANK);
  const drop = (text, name) =>
    page.evaluate(
      ([content, title]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], title));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [text, name],
    );
  await drop(`# easy\n${rows.join("\n")}\n`, "easy.txt");
  await shows(page, EASY);
  const { candidates } = await (await fetch(`${BASE}validate?grid=${EASY}&ask=candidates`)).json();
  const marks = Array.from({ length: 81 }, (_, index) => candidates.slice(9 * index, 9 * index + 9).replaceAll(".", ""));
  const frame = `+${"-".repeat(100)}+`;
  const framed = Array.from({ length: 9 }, (_, row) => `|${marks.slice(row * 9, row * 9 + 9).join(" ")}|`);
  await open(page, BLANK);
  await drop([frame, ...framed, frame].join("\n"), "marks.txt");
  await shows(page, EASY);
  const lines = [EASY, EASY.replace("53", "55"), "# a comment", EASY];
  await drop(lines.join("\n"), "three.txt");
  await page.locator("#headline").filter({ hasText: "3 puzzles" }).waitFor();
  assert.match(await page.locator("#report").innerText(), /2 solved, 1 rejected/);
  assert.match(await page.locator("#report tbody tr").nth(1).innerText(), /2\s+error conflicting-givens line 2/);
  assert.match(await page.locator("#report tbody tr").nth(2).innerText(), /^4\s/);
  const saved = page.waitForEvent("download");
  await button(page, "Download answers").click();
  const file = await saved;
  assert.equal(file.suggestedFilename(), "three-solved.txt");
  assert.equal((await readFile(await file.path(), "utf8")).trim().split("\n").length, 3);
});
