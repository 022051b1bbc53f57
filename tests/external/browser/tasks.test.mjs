// Ten tasks of a person, each by keyboard alone and by touch alone, with the number of key presses or touches that it takes.

import assert from "node:assert/strict";
import { CHAIN, EASY, NO_SOLUTION, button, cell, grid, onPage, open, says, shows } from "./harness.mjs";

const PHONE = { width: 390, height: 844 };

/** Counts what a person does with the keyboard. */
class Keyboard {
  steps = 0;
  constructor(page) {
    this.page = page;
  }
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
    this.steps += keys.length;
  }
  /** Presses Tab, or Shift and Tab, until the node has the focus. */
  async reach(locator, key = "Tab") {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await locator.evaluate((node) => node === document.activeElement)) return;
      await this.press(key);
    }
    assert.fail(`${locator} cannot be reached with ${key}`);
  }
  async use(locator, key = "Tab") {
    await locator.waitFor();
    await this.reach(locator, key);
    await this.press("Enter");
  }
  tab(name) {
    return this.press({ Hint: "h", Explain: "e", Rate: "r", New: "g" }[name]);
  }
  async place(row, column, digit) {
    await this.press(...Array(column - 1).fill("ArrowRight"), ...Array(row - 1).fill("ArrowDown"), digit);
  }
  async select(locator, value) {
    await this.reach(locator);
    await this.press(value[0]);
  }
}

/** The same by touch. */
class Touch {
  steps = 0;
  constructor(page) {
    this.page = page;
  }
  async use(locator) {
    await locator.tap();
    this.steps += 1;
  }
  tab(name) {
    return this.use(this.page.getByRole("tab", { name, exact: true }));
  }
  async place(row, column, digit) {
    await this.use(cell(this.page, row, column));
    await this.use(this.page.locator("#pad").getByRole("button", { name: digit, exact: true }));
  }
  async select(locator, value) {
    await locator.selectOption({ label: value });
    this.steps += 2;
  }
}

/** The tasks: the puzzle on the board, what a person does, and what they then know or have. */
const TASKS = {
  "A photo gave me a wrong digit: which?": [NO_SOLUTION, async (page, hand) => {
    await hand.tab("Explain");
    await page.getByText("Change r1c7 from 1 to 9").waitFor();
  }],
  "Give me a hint without telling me": [CHAIN, async (page, hand) => {
    await hand.tab("Hint");
    await page.locator(".levels > li").first().waitFor();
    assert.equal(await page.locator(".levels > li").count(), 1);
  }],
  "How hard is it?": [CHAIN, async (page, hand) => {
    await hand.tab("Rate");
    await page.locator(".facts").filter({ hasText: "7.1" }).waitFor();
  }],
  "Show me the hardest step": [CHAIN, async (page, hand) => {
    await hand.tab("Rate");
    await button(page, "Walk through").waitFor();
    if (hand.press) {
      // The key of a tab presses the first button in it.
      await hand.press("r");
      await button(page, "Next step").waitFor();
      await hand.press("r");
    } else await hand.use(button(page, "Hardest step"));
    await page.locator(".layer .link").first().waitFor({ state: "attached" });
  }],
  "Print four medium ones": [EASY, async (page, hand) => {
    await hand.tab("New");
    const opened = page.waitForEvent("popup");
    await hand.use(page.getByRole("link", { name: "Print…" }));
    const sheet = await opened;
    await sheet.locator("section.of-4 figure").nth(3).waitFor();
    await sheet.close();
  }],
  "A hard one, please": [EASY, async (page, hand) => {
    await hand.tab("New");
    await hand.select(page.getByLabel("Level"), "Hard");
    await (hand.press ? hand.press("Enter") : hand.use(button(page, "New puzzle")));
    await says(page, /^Hard/);
  }],
  "Use it from my page": [EASY, async (page, hand) => {
    if (hand.press) await hand.press("c");
    await hand.use(button(page, "fetch"));
    await hand.use(button(page, "Copy code"), "Shift+Tab");
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("await fetch("));
  }],
  "Place a digit, and take it back": [EASY, async (page, hand) => {
    await hand.place(1, 3, "4");
    await shows(page, EASY.replace("53.", "534"));
    await (hand.press ? hand.press("u") : hand.use(button(page, "Undo")));
    await shows(page, EASY);
  }],
  "Solve it": [EASY, async (page, hand) => {
    await (hand.press ? hand.press("Enter") : hand.use(button(page, "Solve")));
    await says(page, "Solved: the only solution");
  }],
  "Back to the puzzle before": [EASY, async (page, hand) => {
    await hand.tab("New");
    await hand.use(button(page, "17 clues"));
    await page.waitForFunction((before) => !location.hash.includes(before), EASY);
    await page.goBack();
    hand.steps += 1;
    await shows(page, EASY);
  }],
};

for (const [kind, Hand] of Object.entries({ keyboard: Keyboard, touch: Touch })) {
  onPage(
    `ten tasks are done by ${kind} alone`,
    async (page) => {
      const steps = {};
      for (const [task, [puzzle, perform]] of Object.entries(TASKS)) {
        await page.goto("about:blank");
        await open(page, puzzle);
        await says(page, /one solution|No solution/);
        const hand = new Hand(page);
        await perform(page, hand);
        steps[task] = hand.steps;
      }
      console.log(`steps by ${kind}: ${JSON.stringify(steps)}`);
      assert.ok(Object.values(steps).every((count) => count <= (kind === "touch" ? 4 : 11)), JSON.stringify(steps));
      assert.ok((await grid(page)).length === 81);
    },
    { expected: /status of 422/, context: kind === "touch" ? { viewport: PHONE, hasTouch: true } : {} },
  );
}
