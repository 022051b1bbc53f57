// Texts that people paste or drop. What they mean is the service's business; these test the page, with each kind of input.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { BASE, BLANK, EASY, button, cell, grid, onPage, open, paste, shows } from "./harness.mjs";

const rows = EASY.match(/.{9}/g);

onPage("JSON can be pasted", async (page) => {
  await open(page, BLANK);
  await cell(page, 1, 1).focus();
  await paste(page, JSON.stringify({ grid: rows }));
  await shows(page, EASY);
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
