// Ten tasks of a person, each by keyboard alone and by touch alone, with the number of key presses or touches that it takes.

import assert from "node:assert/strict";
import { CHAIN, EASY, NO_SOLUTION, PHONE, button, cell, isFocused, onPage, open, press, says, shows } from "./harness.mjs";

/** What a person does, by touch or else by keyboard, with the number of touches or key presses. */
class Hand {
  steps = 0;
  constructor(page, isTouch) {
    Object.assign(this, { page, isTouch });
  }
  async press(...keys) {
    await press(this.page, ...keys);
    this.steps += keys.length;
  }
  /** Presses Tab, or Shift and Tab, until the node has the focus. */
  async reach(locator, key = "Tab") {
    const end = this.steps + 60;
    while (this.steps < end && !(await isFocused(locator))) await this.press(key);
    assert.ok(await isFocused(locator), `${locator} cannot be reached with ${key}`);
  }
  async use(locator, key) {
    await locator.waitFor();
    if (!this.isTouch) return this.reach(locator, key).then(() => this.press("Enter"));
    await locator.tap();
    this.steps += 1;
  }
  /** Presses the key of a button, or touches the button. */
  shortcut(key, locator) {
    return this.isTouch ? this.use(locator) : this.press(key);
  }
  tab(key, name) {
    return this.shortcut(key, this.page.getByRole("tab", { name, exact: true }));
  }
}

/** The tasks: the puzzle on the board, what a person does, and what they then know or have. */
const TASKS = {
  "A photo gave me a wrong digit: which?": [NO_SOLUTION, async (page, hand) => {
    await hand.tab("e", "Explain");
    await page.getByText("Change r1c7 from 1 to 9").waitFor();
  }],
  "Give me a hint without telling me": [CHAIN, async (page, hand) => {
    await hand.tab("h", "Hint");
    await page.locator(".levels > li").first().waitFor();
    assert.equal(await page.locator(".levels > li").count(), 1);
  }],
  "How hard is it?": [CHAIN, async (page, hand) => {
    await hand.tab("r", "Rate");
    await page.locator(".facts").filter({ hasText: "7.1" }).waitFor();
  }],
  "Show me the hardest step": [CHAIN, async (page, hand) => {
    await hand.tab("r", "Rate");
    await button(page, "Walk through").waitFor();
    // The key of a tab presses the first button in it.
    await hand.shortcut("r", button(page, "Hardest step"));
    await button(page, "Next step").waitFor();
    if (!hand.isTouch) await hand.press("r");
    await page.locator(".layer .link").first().waitFor({ state: "attached" });
  }],
  "Print four medium ones": [EASY, async (page, hand) => {
    await hand.tab("g", "New");
    const [sheet] = await Promise.all([page.waitForEvent("popup"), hand.use(page.getByRole("link", { name: "Print…" }))]);
    await sheet.locator("section.of-4 figure").nth(3).waitFor();
    await sheet.close();
  }],
  "A hard one, please": [EASY, async (page, hand) => {
    await hand.tab("g", "New");
    const level = page.getByLabel("Level");
    if (hand.isTouch) await level.selectOption("hard").then(() => (hand.steps += 2));
    else await hand.reach(level).then(() => hand.press("H"));
    await hand.shortcut("Enter", button(page, "New puzzle"));
    await says(page, /^Hard/);
  }],
  "Use it from my page": [EASY, async (page, hand) => {
    if (!hand.isTouch) await hand.press("c");
    await hand.use(button(page, "fetch"));
    await hand.use(button(page, "Copy code"), "Shift+Tab");
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("await fetch("));
  }],
  "Place a digit, and take it back": [EASY, async (page, hand) => {
    if (hand.isTouch) await hand.use(cell(page, 1, 3));
    else await hand.press("ArrowRight", "ArrowRight");
    await hand.shortcut("4", page.locator("#pad").getByRole("button", { name: "4" }));
    await shows(page, EASY.replace("53.", "534"));
    await hand.shortcut("u", button(page, "Undo"));
    await shows(page, EASY);
  }],
  "Solve it": [EASY, async (page, hand) => {
    await hand.shortcut("Enter", button(page, "Solve"));
    await says(page, "Solved: the only solution");
  }],
  "Back to the puzzle before": [EASY, async (page, hand) => {
    await hand.tab("g", "New");
    await hand.use(button(page, "17 clues"));
    await page.waitForFunction((before) => !location.hash.includes(before), EASY);
    await page.goBack();
    hand.steps += 1;
    await shows(page, EASY);
  }],
};

for (const [kind, context, most] of [["keyboard", {}, 11], ["touch", PHONE, 4]]) {
  onPage(`ten tasks are done by ${kind} alone`, async (page) => {
    const steps = {};
    for (const [task, [puzzle, perform]] of Object.entries(TASKS)) {
      await open(page, puzzle, /one solution|No solution/);
      const hand = new Hand(page, kind === "touch");
      await perform(page, hand);
      steps[task] = hand.steps;
    }
    console.log(`steps by ${kind}: ${JSON.stringify(steps)}`);
    assert.ok(Object.values(steps).every((count) => count <= most), JSON.stringify(steps));
  }, { expected: /status of 422/, context });
}
