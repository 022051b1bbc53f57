// The player's digits and pencil marks, and the tabs beside the board: hints, explanations, ratings, new puzzles and sheets.

import assert from "node:assert/strict";
import { BLANK, CHAIN, EASY, EASY_SOLUTION, HARD, NO_SOLUTION, TWO_SOLUTIONS, ask, button, cell, cellsWith, choose, click, grid, marks, onPage, open, popup, press, reveal, says, shows, withDigit } from "./harness.mjs";

const menu = async (page, name) => {
  await button(page, "More").click();
  await button(page, name).or(page.getByLabel(name)).click();
};

onPage("a player's digits look different from the clues, which cannot be changed while playing", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 1).press("9");
  await shows(page, EASY);
  assert.match(await page.locator("#live").innerText(), /r1c1 is a clue/);
  await cell(page, 1, 3).press("4");
  assert.deepEqual(await cellsWith(page, ".player"), [2]);
  assert.equal((await cellsWith(page, ".given")).length, 30);
  const colour = (row, column) => cell(page, row, column).evaluate((input) => getComputedStyle(input).color);
  assert.notEqual(await colour(1, 3), await colour(1, 1));
  await button(page, "Set up").click();
  await shows(page, EASY, "Set up keeps only the clues");
  await cell(page, 1, 1).press("Backspace");
  await shows(page, `.${EASY.slice(1)}`);
  await press(page, "Control+z", "Control+z");
  await shows(page, EASY.replace("53.", "534"), "setting up can be undone");
  assert.deepEqual(await cellsWith(page, ".player"), [2]);
  await button(page, "Clear").click();
  await press(page, "Control+z");
  await cell(page, 1, 4).press("6");
  assert.deepEqual(await cellsWith(page, ".player"), [2, 3], "undo returns to playing");
});

onPage("mistakes are shown at their cells on request, and not before; a finished grid offers the next puzzle", async (page) => {
  await open(page, EASY);
  assert.equal(await page.locator("#check").getAttribute("aria-disabled"), "true");
  await cell(page, 1, 3).press("1");
  await cell(page, 1, 4).press("6");
  await says(page, "Exactly one solution");
  assert.deepEqual(await cellsWith(page, ".wrong"), []);
  await click(page, "Check", "One mistake");
  assert.deepEqual(await cellsWith(page, ".wrong"), [2]);
  assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /a mistake/);
  await cell(page, 1, 3).press("4");
  assert.deepEqual(await cellsWith(page, ".wrong"), []);
  await button(page, "Check").click();
  await page.locator("#live p").filter({ hasText: "No mistakes so far" }).waitFor();
  assert.doesNotMatch(await page.locator("#live").innerText(), /No solution/, "nothing revealed the mistake");
  await open(page, EASY_SOLUTION.replace("4", "."));
  await cell(page, 1, 3).press("4");
  await says(page, "Complete and correct");
  await click(page, "Next puzzle", /Medium · /);
  assert.ok((await grid(page)).includes("."));
});

onPage("pencil marks are typed, filled in and cleared; a placed digit removes them unless a person chooses otherwise, which is kept", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 3).press("Shift+Digit1");
  await press(page, "n", "4");
  assert.equal(await marks(page, 1, 3), "1 4");
  assert.equal(await page.locator(".layer .mark").count(), 2);
  await press(page, "1");
  assert.equal(await marks(page, 1, 3), "4");
  await button(page, "Notes").click();
  await menu(page, "Fill in pencil marks");
  await page.locator(".layer .mark").nth(9).waitFor({ state: "attached" });
  assert.equal(await marks(page, 1, 3), "1 2 4");
  await cell(page, 1, 4).press("2");
  assert.deepEqual([await marks(page, 1, 3), await marks(page, 1, 4)], ["1 4", ""], "removed in the houses of the digit");
  await menu(page, "Clear pencil marks");
  assert.equal(await page.locator(".layer .mark").count(), 0);
  await press(page, "Control+z", "Control+z");
  assert.equal(await marks(page, 1, 3), "1 2 4");
  await menu(page, "Remove marks beside a placed digit");
  await cell(page, 1, 4).press("2");
  assert.equal(await marks(page, 1, 3), "1 2 4");
  await open(page, EASY);
  assert.equal(await page.locator("#tidies").isChecked(), false);
});

onPage("the board is kept when the page is opened again, with its digits and marks, and Back and Forward go through puzzles", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 3).press("4");
  await cell(page, 1, 4).press("Shift+Digit2");
  await page.waitForURL(/play=zzd/);
  await open(page);
  await shows(page, EASY.replace("53.", "534"));
  assert.equal(await marks(page, 1, 4), "2");
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

onPage("a hint reveals one level at a time, draws the step, and applies it", async (page) => {
  await open(page, `${CHAIN}&panel=hint`);
  const { hint } = await ask("hint", { grid: CHAIN });
  const told = [hint.nudge, hint.where.text, hint.what.text, hint.how.text];
  // What is drawn at each level: a house, and at the end the conclusion.
  for (const [n, drawn] of [[], [".house"], [".house"], [".house", ".role.place"]].entries()) {
    assert.deepEqual(await reveal(page, n + 1), told.slice(0, n + 1));
    for (const each of [".house", ".role.place"])
      assert.equal(await page.locator(`.layer ${each}`).count() > 0, drawn.includes(each), `${each} at level ${n + 1}`);
  }
  await button(page, "Do it").click();
  await shows(page, withDigit(CHAIN, hint.how.place[0]));
  await page.locator(".levels > li").first().waitFor();
  await cell(page, 1, 2).press("9");
  await says(page, /mistake|conflict/i);
});

onPage("each branch of a chain has its own view, and a cell's name in a text, as beside the board, lights its cell up", async (page) => {
  await open(page, `${HARD}&panel=hint`);
  assert.deepEqual(await page.locator("#rows span").allInnerTexts(), ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9"]);
  assert.equal(await page.locator("#columns").innerText(), "c1\nc2\nc3\nc4\nc5\nc6\nc7\nc8\nc9");
  await reveal(page, 4);
  const links = () => page.locator(".layer .link").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).join());
  const first = await links();
  const views = page.getByRole("group", { name: "View on the board" });
  await views.getByRole("button", { name: "2" }).click();
  assert.notEqual(await links(), first);
  await views.getByRole("button", { name: "1" }).click();
  assert.equal(await links(), first);
  const name = page.locator(".levels button").last();
  const [row, column] = (await name.innerText()).match(/\d/g).map(Number);
  const lit = (row - 1) * 9 + column - 1;
  await name.hover();
  assert.deepEqual(await cellsWith(page, "[data-lit]"), [lit]);
  await page.mouse.move(1, 1);
  assert.deepEqual(await cellsWith(page, "[data-lit]"), []);
  await name.focus();
  assert.deepEqual(await cellsWith(page, "[data-lit]"), [lit]);
});

onPage("for a puzzle without a solution, the core is ringed and one button repairs it", async (page) => {
  await open(page, `${NO_SOLUTION}&panel=explain`);
  await page.getByText("ringed clues").waitFor();
  const { core, repairs } = await ask("explain", { grid: NO_SOLUTION });
  const ringed = await cellsWith(page, ".ringed");
  assert.deepEqual(ringed, core.givens.map(({ index }) => index));
  assert.equal(await page.locator(".layer .ring").count(), ringed.length);
  const change = repairs.list.flatMap(({ changes }) => changes).find(({ index }) => index === 6);
  await click(page, `Change r1c7 from 1 to ${change.digit}`, "Exactly one solution");
  await press(page, "Control+z");
  await shows(page, NO_SOLUTION);
});

onPage("for a puzzle with several solutions, two are shown side by side, with candidates, and a clue that makes it unique", async (page) => {
  await open(page, `${TWO_SOLUTIONS}&panel=explain`);
  const picture = page.getByRole("img", { name: /two solutions with the cells in which they differ/ });
  await picture.waitFor();
  await picture.evaluate((node) => node.decode());
  await page.getByText("The two below differ in 4 cells.").waitFor();
  assert.equal(await marks(page, 5, 3), "6 9", "the board shows the digits of all solutions");
  await button(page, "What would make it unique?").click();
  await click(page, /^Add r/, "Exactly one solution");
  await open(page, `${EASY.slice(0, 69)}${BLANK.slice(69)}&panel=explain`);
  await page.getByText("The clues leave 3 solutions.").waitFor();
  const mark = await page.locator("#headline").evaluate((node) => getComputedStyle(node, "::before").content);
  assert.doesNotMatch(mark, /\d/, "three are not marked with another number");
});

onPage("for a puzzle with one solution, the redundant clues and the canonical form are shown", async (page) => {
  await open(page, `${EASY}&panel=explain`);
  await page.getByText("could each be left out").waitFor();
  const { redundant } = await ask("explain", { grid: EASY });
  const { canonical } = await ask("explain", { grid: EASY, ask: ["canonical"] });
  assert.equal((await cellsWith(page, ".tinted")).length, redundant.length);
  await button(page, "Canonical form").click();
  assert.equal(await page.locator("#report pre").innerText(), canonical.grid);
  await button(page, "Find a minimal puzzle").click();
  await click(page, "Use the minimal puzzle", "Exactly one solution");
  assert.equal((await ask("explain", { grid: await grid(page) })).minimal, true);
});

onPage("the walkthrough of a rating leads step by step to the solution, with links drawn", async (page) => {
  await open(page, `${CHAIN}&panel=rate`);
  const rated = await ask("rate", { grid: CHAIN, path: true });
  await says(page, rated.hardest.name);
  assert.equal(await page.locator(".facts dd").first().innerText(), rated.rating.er.toFixed(1));
  await button(page, "Walk through").click();
  await page.getByText(`Step 1 of ${rated.path.length}.`).waitFor();
  assert.ok((await page.locator("#report").textContent()).includes(rated.path[0].text));
  await button(page, "Next step").click();
  await page.getByText(`Step 2 of ${rated.path.length}.`).waitFor();
  await button(page, "Hardest step").click();
  await page.locator(".layer .link").first().waitFor({ state: "attached" });
  await page.getByRole("slider", { name: "Step" }).press("End");
  await page.getByText(`Step ${rated.path.length} of`).waitFor();
  const { solution } = await ask("solve", { grid: CHAIN });
  assert.equal(withDigit(await grid(page), rated.path.at(-1).place[0]), solution);
  await choose(page, "Solve");
  await shows(page, CHAIN, "another tab shows the player's board again");
});

onPage("a new puzzle has the requested options, which are typed without acting on the board and stay if one is wrong", async (page) => {
  await open(page, `${EASY}&panel=new`);
  await page.getByLabel("Level").selectOption("By rating");
  await page.getByRole("textbox", { name: "Rating" }).fill("2.6-3.4");
  await page.getByLabel("Symmetry").selectOption("None");
  await page.getByText("Clues, technique, seed").click();
  await page.getByLabel("Practise").selectOption("Pointing");
  await page.getByLabel("Seed").pressSequentially("nuh5");
  assert.equal(await page.getByLabel("Seed").inputValue(), "nuh5");
  assert.equal(await page.locator("#notes").getAttribute("aria-pressed"), "false");
  await page.getByLabel("Clues").fill("12");
  await button(page, "New puzzle").click();
  await page.locator("#report").filter({ hasText: /clues/i }).waitFor();
  await shows(page, EASY);
  await button(page, "Change options").click();
  assert.equal(await page.getByLabel("Clues").inputValue(), "12");
  await page.getByLabel("Clues").fill("24-30");
  await button(page, "New puzzle").click();
  const made = await ask("generate?rating=2.6-3.4&symmetry=none&clues=24-30&needs=pointing&seed=nuh5&notation=line");
  await shows(page, made.puzzle);
  await button(page, "Daily puzzle").click();
  await shows(page, (await ask("daily")).puzzle.flat().map((digit) => digit || ".").join(""));
  await press(page, "Control+z", "Control+z");
  await shows(page, EASY);
}, { expected: /status of 422/ });

onPage("pictures of the service show the puzzle and the steps; a sheet has its puzzles on one page, their solutions on the next", async (page) => {
  await open(page, EASY);
  for (const [panel, name, title] of [
    ["Rate", "Picture of the steps", "The steps to the solution"],
    ["New", "Picture of the puzzle", "A checked grid"],
  ]) {
    await choose(page, panel);
    const picture = await popup(page, name);
    assert.equal(await picture.locator("svg > title").textContent(), title);
    await picture.close();
  }
  await page.getByLabel("Level").selectOption("Easy");
  for (const count of [1, 6]) {
    await page.getByLabel("Print a sheet").selectOption(String(count));
    const sheet = await popup(page, "Print…");
    await sheet.locator(".solutions figure").nth(count - 1).waitFor();
    const words = await sheet.locator(`section.of-${count} figcaption`).allTextContents();
    assert.equal(words.filter((each) => /easy/i.test(each)).length, count, words.join());
    const pdf = (await sheet.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 2, `${count} on one page`);
    await sheet.close();
  }
  await shows(page, EASY);
});
