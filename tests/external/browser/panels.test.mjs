// The player's digits and pencil marks, and the tabs beside the board: hints, explanations, ratings, new puzzles and sheets.

import assert from "node:assert/strict";
import { BASE, BLANK, CHAIN, EASY, NO_SOLUTION, TWO_SOLUTIONS, button, cell, choose, grid, onPage, open, paste, says, shows } from "./harness.mjs";

const marks = (page, row, column) => cell(page, row, column).getAttribute("aria-label").then((label) => /marks ([\d ]+)/.exec(label)?.[1] ?? "");
const classes = (page, row, column) => cell(page, row, column).evaluate((input) => input.parentElement.className.split(" "));
const ask = async (path, body) => (await fetch(BASE + path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } })).json();

onPage("a player's digits look different from the clues, which cannot be changed while playing", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 1).press("9");
  await shows(page, EASY);
  assert.match(await page.locator("#live").innerText(), /r1c1 is a clue/);
  await cell(page, 1, 3).press("4");
  assert.ok((await classes(page, 1, 3)).includes("player"));
  assert.ok((await classes(page, 1, 1)).includes("given"));
  const colour = (row, column) => cell(page, row, column).evaluate((input) => getComputedStyle(input).color);
  assert.notEqual(await colour(1, 3), await colour(1, 1));

  await button(page, "Set up").click();
  await shows(page, EASY, "Set up keeps only the clues");
  await cell(page, 1, 1).press("Backspace");
  await shows(page, `.${EASY.slice(1)}`);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await shows(page, EASY.replace("53.", "534"), "setting up can be undone");
  assert.ok((await classes(page, 1, 3)).includes("player"));
  await button(page, "Clear").click();
  await page.keyboard.press("Control+z");
  await cell(page, 1, 4).press("6");
  assert.ok((await classes(page, 1, 4)).includes("player"), "undo returns to playing");
});

onPage("mistakes are shown at their cells on request, and not before", async (page) => {
  await open(page, EASY);
  assert.equal(await page.locator("#check").getAttribute("aria-disabled"), "true");
  await cell(page, 1, 3).press("1");
  await cell(page, 1, 4).press("6");
  await says(page, "Exactly one solution");
  assert.equal(await page.locator(".cell.wrong").count(), 0);
  await button(page, "Check").click();
  await says(page, "One mistake");
  assert.ok((await classes(page, 1, 3)).includes("wrong"));
  assert.equal(await page.locator(".cell.wrong").count(), 1);
  assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /a mistake/);
  await cell(page, 1, 3).press("4");
  assert.equal(await page.locator(".cell.wrong").count(), 0);
  await button(page, "Check").click();
  await page.locator("#live p").filter({ hasText: "No mistakes so far" }).waitFor();
  assert.doesNotMatch(await page.locator("#live").innerText(), /No solution/, "nothing revealed the mistake");
});

onPage("pencil marks in a pasted text are kept, and sent with a request for a hint", async (page) => {
  await open(page, BLANK);
  // Nine characters for each cell: the rules allow 1, 2 and 4 in r1c3, and 4 has been removed.
  const { candidates } = await ask("validate", { grid: EASY, ask: ["candidates"] });
  const text = `${candidates.slice(0, 21)}.${candidates.slice(22)}`;
  await paste(page, text);
  await shows(page, EASY);
  assert.equal(await marks(page, 1, 3), "1 2");
  assert.equal(await marks(page, 1, 1), "", "a clue has no marks");
  await choose(page, "Hint");
  await says(page, "A pencil mark is missing");
});

onPage("pencil marks are typed, filled in, kept up to date and cleared", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 3).press("Shift+Digit1");
  await page.keyboard.press("n");
  await page.keyboard.press("4");
  assert.equal(await marks(page, 1, 3), "1 4");
  assert.equal(await page.locator(".layer .mark").count(), 2);
  await page.keyboard.press("1");
  assert.equal(await marks(page, 1, 3), "4");
  await button(page, "Notes").click();
  const menu = async (name) => {
    await button(page, "More").click();
    await button(page, name).click();
  };
  const filled = page.locator(".layer .mark").nth(9);
  await menu("Fill in pencil marks");
  await filled.waitFor({ state: "attached" });
  assert.equal(await marks(page, 1, 3), "1 2 4");
  await cell(page, 1, 4).press("2");
  assert.equal(await marks(page, 1, 3), "1 4", "a placed digit is removed from the marks in its houses");
  assert.equal(await marks(page, 1, 4), "");
  await menu("Clear pencil marks");
  assert.equal(await page.locator(".layer .mark").count(), 0);
  await page.keyboard.press("Control+z");
  assert.equal(await marks(page, 1, 3), "1 4");
});

onPage("typing moves to the next cell if that option is on", async (page) => {
  await open(page, BLANK);
  await button(page, "More").click();
  await page.getByLabel("Move to the next cell").check();
  await cell(page, 1, 1).focus();
  await page.keyboard.type("5300");
  assert.equal(await grid(page), `53${BLANK.slice(2)}`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  assert.equal((await grid(page)).slice(0, 4), "53.1");
});

onPage("a hint reveals one level at a time, draws the step, and applies it", async (page) => {
  await open(page, CHAIN);
  await choose(page, "Hint");
  const { hint } = await ask("hint", { grid: CHAIN });
  const told = async (levels) => {
    await page.locator(".levels > li").nth(levels - 1).waitFor();
    return page.locator(".levels > li").allTextContents();
  };
  assert.deepEqual(await told(1), [hint.nudge]);
  assert.equal(await page.locator(".layer .house").count(), 0);
  await button(page, "Tell me more").click();
  assert.deepEqual(await told(2), [hint.nudge, hint.where.text]);
  assert.equal(await page.locator(".layer .house").count(), 1);
  await button(page, "Tell me more").click();
  await told(3);
  assert.equal(await page.locator(".layer .role.place").count(), 0, "no conclusion yet");
  await button(page, "Tell me more").click();
  assert.deepEqual(await told(4), [hint.nudge, hint.where.text, hint.what.text, hint.how.text]);
  assert.equal(await page.locator(".layer .role.place").count(), 1);
  await button(page, "Do it").click();
  const [{ index, digit }] = hint.how.place;
  await shows(page, CHAIN.slice(0, index) + digit + CHAIN.slice(index + 1));
  await told(1);
  await cell(page, 1, 2).press("9");
  await says(page, /mistake|conflict/i);
});

onPage("each branch of a chain has its own view", async (page) => {
  await open(page, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
  await choose(page, "Hint");
  for (let level = 0; level < 3; level += 1) await button(page, "Tell me more").click();
  await page.locator(".levels > li").nth(3).waitFor();
  const links = () => page.locator(".layer .link").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")).join());
  const first = await links();
  const views = page.getByRole("group", { name: "View on the board" });
  await views.getByRole("button", { name: "2" }).click();
  assert.notEqual(await links(), first);
  await views.getByRole("button", { name: "1" }).click();
  assert.equal(await links(), first);
});

onPage("for a puzzle without a solution, the core is ringed and one button repairs it", async (page) => {
  await open(page, NO_SOLUTION);
  await choose(page, "Explain");
  await page.getByText("ringed clues").waitFor();
  const { core, repairs } = await ask("explain", { grid: NO_SOLUTION });
  const ringed = await page.locator(".cell").evaluateAll((cells) => cells.flatMap((node, index) => (node.classList.contains("ringed") ? [index] : [])));
  assert.deepEqual(ringed, core.givens.map(({ index }) => index));
  assert.equal(await page.locator(".layer .ring").count(), ringed.length);
  const change = repairs.list.flatMap(({ changes }) => changes).find(({ index }) => index === 6);
  await button(page, `Change r1c7 from 1 to ${change.digit}`).click();
  await says(page, "Exactly one solution");
  await page.keyboard.press("Control+z");
  await shows(page, NO_SOLUTION);
});

onPage("for a puzzle with several solutions, two are shown side by side, with candidates, and a clue that makes it unique", async (page) => {
  await open(page, TWO_SOLUTIONS);
  await choose(page, "Explain");
  const picture = page.getByRole("img", { name: /two solutions with the cells in which they differ/ });
  await picture.waitFor();
  await picture.evaluate((node) => node.decode());
  await page.getByText("The two below differ in 4 cells.").waitFor();
  assert.equal(await marks(page, 5, 3), "6 9", "the board shows the digits of all solutions");
  await button(page, "What would make it unique?").click();
  await button(page, /^Add r/).click();
  await says(page, "Exactly one solution");
});

onPage("for a puzzle with one solution, the redundant clues and the canonical form are shown", async (page) => {
  await open(page, EASY);
  await choose(page, "Explain");
  await page.getByText("could each be left out").waitFor();
  const { redundant } = await ask("explain", { grid: EASY });
  assert.equal(await page.locator(".cell.tinted").count(), redundant.length);
  await button(page, "Canonical form").click();
  const { canonical } = await ask("explain", { grid: EASY, ask: ["canonical"] });
  assert.equal(await page.locator("#report pre").innerText(), canonical.grid);
  await button(page, "Find a minimal puzzle").click();
  await button(page, "Use the minimal puzzle").click();
  await says(page, "Exactly one solution");
  const { minimal } = await ask("explain", { grid: await grid(page) });
  assert.equal(minimal, true);
});

onPage("the walkthrough of a rating leads step by step to the solution, with links drawn", async (page) => {
  await open(page, CHAIN);
  await choose(page, "Rate");
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
  const slider = page.getByRole("slider", { name: "Step" });
  await slider.focus();
  await page.keyboard.press("End");
  await page.getByText(`Step ${rated.path.length} of`).waitFor();
  const [{ index, digit }] = rated.path.at(-1).place;
  const almost = await grid(page);
  const { solution } = await ask("solve", { grid: CHAIN });
  assert.equal(almost.slice(0, index) + digit + almost.slice(index + 1), solution);
  await choose(page, "Solve");
  await shows(page, CHAIN, "another tab shows the player's board again");
});

onPage("new puzzles have the requested level, and the daily puzzle is the same for everyone", async (page) => {
  await open(page, EASY);
  await choose(page, "New");
  await page.getByLabel("Level").selectOption("hard");
  await button(page, "New puzzle").click();
  await says(page, "Hard");
  assert.equal((await ask("rate", { grid: await grid(page) })).level, "hard");
  await button(page, "Daily puzzle").click();
  const today = await (await fetch(`${BASE}daily`)).json();
  await shows(page, today.puzzle.flat().map((digit) => digit || ".").join(""));
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await shows(page, EASY);
});

onPage("the puzzle and the steps to its solution are pictures of the service", async (page) => {
  await open(page, EASY);
  for (const [panel, name, title] of [
    ["New", "Picture of the puzzle", "A checked grid"],
    ["Rate", "Picture of the steps", "The steps to the solution"],
  ]) {
    await choose(page, panel);
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name }).click();
    const picture = await opened;
    assert.equal(await picture.locator("svg > title").textContent(), title);
    await picture.close();
  }
});

onPage("a sheet has the requested number of puzzles on one page, and their solutions on the next", async (page) => {
  await open(page, EASY);
  await choose(page, "New");
  await page.getByLabel("Level").selectOption("Easy");
  for (const count of [1, 6]) {
    await page.getByLabel("Print a sheet").selectOption(String(count));
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Print…" }).click();
    const sheet = await opened;
    await sheet.locator(".solutions figure").nth(count - 1).waitFor();
    const words = await sheet.locator(`section.of-${count} figcaption`).allTextContents();
    assert.equal(words.length, count);
    for (const each of words) assert.match(each, /easy/i);
    const pdf = (await sheet.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 2, `${count} on one page`);
    await sheet.close();
  }
  await shows(page, EASY);
});
