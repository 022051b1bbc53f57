// The first minute of a person with the page: one screen, names of cells, keys, history, choices, new puzzles.

import assert from "node:assert/strict";
import { BASE, CHAIN, EASY, EASY_SOLUTION, TWO_SOLUTIONS, button, cell, choose, grid, onPage, open, says, shows } from "./harness.mjs";

const ask = async (path) => (await fetch(BASE + path)).json();

for (const viewport of [{ width: 360, height: 640 }, { width: 740, height: 360 }]) {
  onPage(
    `at ${viewport.width} by ${viewport.height}, the board, the sentence and the step button are on one screen`,
    async (page) => {
      await open(page, CHAIN);
      await says(page, "Exactly one solution");
      const fits = async (what, selectors) => {
        for (const selector of selectors) {
          const { top, bottom } = await page.locator(selector).first().evaluate((node) => node.getBoundingClientRect().toJSON());
          assert.ok(top >= 0 && bottom <= viewport.height, `${what}: ${selector} is at ${top} to ${bottom} of ${viewport.height}`);
        }
      };
      const { width, height } = await cell(page, 1, 1).evaluate((node) => node.parentElement.getBoundingClientRect().toJSON());
      assert.ok(viewport.width > 360 || Math.min(width, height) >= 36, `a cell of ${width} by ${height} pixels`);
      for (const puzzle of [TWO_SOLUTIONS, CHAIN]) {
        await page.evaluate((text) => (location.hash = text), puzzle);
        await says(page, puzzle === CHAIN ? "Exactly one solution" : "Several solutions");
        const caption = await page.locator("#clues").evaluate((node) => [node.scrollWidth, node.clientWidth]);
        assert.ok(caption[0] <= caption[1], "the caption is not clipped");
      }
      await page.evaluate(() => document.querySelector("#tab-hint").click());
      await page.evaluate(() => scrollTo(0, 0));
      for (const level of [1, 2, 3, 4]) {
        await page.locator(`.levels > li:nth-child(${level})`).waitFor();
        await fits(`hint, level ${level}`, ["#board", `.levels > li:nth-child(${level})`, "#actions .primary"]);
        if (level < 4) await button(page, "Tell me more").tap();
      }
      assert.equal(await page.evaluate(() => scrollY), 0, "nothing had to be scrolled");
      await page.evaluate(() => document.querySelector("#tab-rate").click());
      await button(page, "Walk through").waitFor();
      await fits("rating", ["#board", "#headline", "#actions .primary"]);
      await page.evaluate(() => document.querySelector("#actions .primary").click());
      await button(page, "Next step").waitFor();
      await fits("walk", ["#board", ".walk", "#report p:last-of-type"]);
      assert.equal(await page.locator("#report").evaluate((node) => node.scrollHeight > node.clientHeight + 1), false, "no text scrolls inside the page");
    },
    { context: { viewport, hasTouch: true } },
  );
}

onPage("rows and columns are named as in the texts, and a cell's name in a text lights its cell up", async (page) => {
  await open(page, `${CHAIN}&panel=hint`);
  assert.deepEqual(await page.locator("#rows span").allInnerTexts(), ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"]);
  assert.equal(await page.locator("#columns").innerText(), "c1\nc2\nc3\nc4\nc5\nc6\nc7\nc8\nc9");
  for (let level = 0; level < 3; level += 1) await button(page, "Tell me more").click();
  await page.locator(".levels > li").nth(3).waitFor();
  const name = page.locator(".levels button").last();
  const [row, column] = (await name.innerText()).match(/\d/g).map(Number);
  const lit = () => page.locator(".cell[data-lit]").evaluateAll((cells) => cells.map((node) => node.querySelector("input").dataset.index));
  await name.hover();
  assert.deepEqual(await lit(), [String((row - 1) * 9 + column - 1)]);
  await page.mouse.move(1, 1);
  assert.deepEqual(await lit(), []);
  await name.focus();
  assert.deepEqual(await lit(), [String((row - 1) * 9 + column - 1)]);
});

onPage("the keys of the board work from the first moment", async (page) => {
  await open(page, EASY);
  await says(page, "Exactly one solution");
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  await page.keyboard.press("n");
  assert.equal(await page.locator("#notes").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("n");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("4");
  await shows(page, EASY.replace("53.", "534"));
  await page.keyboard.press("u");
  await shows(page, EASY);
  await page.keyboard.press("h");
  await page.locator(".levels > li").first().waitFor();
  await page.keyboard.press("h");
  await page.locator(".levels > li").nth(1).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await page.keyboard.press("5");
  await page.keyboard.press("Escape");
  await shows(page, EASY);
});

for (const viewport of [{ width: 360, height: 640 }, { width: 740, height: 360 }]) {
  onPage(
    `at ${viewport.width} by ${viewport.height}, what a panel offers and the end of a dialog are on one screen`,
    async (page) => {
      const fits = async (locator) => {
        const { bottom } = await locator.evaluate((node) => node.getBoundingClientRect().toJSON());
        assert.ok(bottom <= viewport.height, `${locator} ends at ${bottom} of ${viewport.height}`);
      };
      await open(page, EASY);
      await says(page, "Exactly one solution");
      await fits(button(page, "Solve"));
      await choose(page, "New");
      await fits(button(page, "New puzzle"));
      await choose(page, "Batch");
      await fits(button(page, "Choose a file…"));
      await page.evaluate(() => document.querySelector("#paste").click());
      await page.locator("#paste-text").fill(EASY.slice(1));
      await button(page, "Put it on the board").tap();
      await page.locator("#paste-trouble").filter({ hasText: /\S/ }).waitFor();
      await fits(button(page, "Put it on the board"));
    },
    { expected: /status of 422/, context: { viewport, hasTouch: true } },
  );
}

onPage("letters are typed into a field, and do not act on the board", async (page) => {
  await open(page, `${EASY}&panel=new`);
  await page.getByText("Clues, technique, seed").click();
  await page.getByLabel("Seed").fill("");
  await page.getByLabel("Seed").pressSequentially("nuh5");
  assert.equal(await page.getByLabel("Seed").inputValue(), "nuh5");
  await shows(page, EASY);
  assert.equal(await page.locator("#notes").getAttribute("aria-pressed"), "false");
});

onPage("the board is kept when the page is opened again, with its digits and marks, and Back and Forward go through puzzles", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 3).press("4");
  await cell(page, 1, 4).press("Shift+Digit2");
  await shows(page, EASY.replace("53.", "534"));
  await page.waitForURL(/play=zzd/);
  await page.goto("about:blank");
  await open(page);
  await shows(page, EASY.replace("53.", "534"));
  assert.match(await cell(page, 1, 4).getAttribute("aria-label"), /marks 2/);
  await page.goto("about:blank");
  await open(page, CHAIN);
  await shows(page, CHAIN);
  await choose(page, "New");
  await button(page, "17 clues").click();
  const seventeen = await grid(page);
  assert.notEqual(seventeen, CHAIN);
  await page.goBack();
  await shows(page, CHAIN);
  await page.goForward();
  await shows(page, seventeen);
  await page.goBack();
  await cell(page, 1, 2).press("3");
  await page.waitForURL(/play=/);
  await page.goBack();
  assert.equal(page.url(), "about:blank", "a digit is no new entry of the history");
});

onPage("a placed digit removes marks unless a person chooses otherwise, and the choice is kept", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 3).press("Shift+Digit2");
  await button(page, "More").click();
  await page.getByLabel("Remove marks beside a placed digit").uncheck();
  await cell(page, 1, 4).press("2");
  assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /marks 2/);
  await page.keyboard.press("Control+z");
  await page.goto("about:blank");
  await open(page, EASY);
  assert.equal(await page.locator("#tidies").isChecked(), false);
  await button(page, "More").click();
  await page.getByLabel("Remove marks beside a placed digit").check();
  await cell(page, 1, 3).press("Shift+Digit2");
  await cell(page, 1, 4).press("2");
  assert.doesNotMatch(await cell(page, 1, 3).getAttribute("aria-label"), /marks/);
});

onPage("a finished grid offers the next puzzle", async (page) => {
  const blank = EASY_SOLUTION.indexOf("4");
  await open(page, EASY_SOLUTION.replace("4", "."));
  await cell(page, 1, blank + 1).press("4");
  await says(page, "Complete and correct");
  await button(page, "Next puzzle").click();
  await says(page, /Medium · /);
  assert.ok((await grid(page)).includes("."));
});

onPage("a new puzzle has the requested rating, clues, symmetry, technique and seed", async (page) => {
  await open(page, `${EASY}&panel=new`);
  await page.getByLabel("Level").selectOption("By rating");
  await page.getByRole("textbox", { name: "Rating" }).fill("2.6-3.4");
  await page.getByLabel("Symmetry").selectOption("None");
  await page.getByText("Clues, technique, seed").click();
  await page.getByLabel("Clues").fill("24-30");
  await page.getByLabel("Practise").selectOption("Pointing");
  await page.getByLabel("Seed").fill("first");
  await button(page, "New puzzle").click();
  const expected = await ask("generate?rating=2.6-3.4&symmetry=none&clues=24-30&needs=pointing&seed=first&notation=line");
  await shows(page, expected.puzzle);
  assert.ok(expected.rating.er >= 2.6 && expected.rating.er <= 3.4);
});

onPage(
  "a wrong option of a new puzzle is explained, and what was typed stays",
  async (page) => {
    await open(page, `${EASY}&panel=new`);
    await page.getByText("Clues, technique, seed").click();
    await page.getByLabel("Clues").fill("12");
    await button(page, "New puzzle").click();
    await page.locator("#report").filter({ hasText: /clues/i }).waitFor();
    await button(page, "Change options").click();
    assert.equal(await page.getByLabel("Clues").inputValue(), "12");
  },
  { expected: /status of 422/ },
);

onPage("the current board is printed by a button", async (page) => {
  await page.addInitScript(() => (window.print = () => (window.printed = true)));
  await open(page, `${EASY}&panel=new`);
  await button(page, "Print this board").click();
  assert.equal(await page.evaluate(() => window.printed), true);
});

onPage("nothing is selected by colour alone under forced colours", async (page) => {
  await open(page, EASY);
  const style = (selector, name) => page.locator(selector).first().evaluate((node, property) => getComputedStyle(node)[property], name);
  for (const selector of [".cell.current", ".cell.same"]) assert.notEqual(await style(selector, "outlineStyle"), "none", selector);
  for (const [chosen, other] of [['.tabs [aria-selected="true"]', '.tabs [aria-selected="false"]'], ['.mode [aria-pressed="true"]', '.mode [aria-pressed="false"]'], ['.wire-tabs [aria-pressed="true"]', '.wire-tabs [aria-pressed="false"]']])
    assert.notEqual(await style(chosen, "backgroundColor"), await style(other, "backgroundColor"), chosen);
}, { context: { forcedColors: "active" } });
