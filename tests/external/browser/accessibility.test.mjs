// Each state of the playground and the other pages on many devices: accessible in light and in dark, nothing wider than the
// window, and controls that a finger can hit. This takes longest, so its name comes first.

import assert from "node:assert/strict";
import { BASE, CHAIN, DESKTOP, EASY, LANDSCAPE, LAPTOP, NO_SOLUTION, PHONE, TWO_SOLUTIONS, assertAccessible, button, cell, choose, onPage, open, reveal, says, submit } from "./harness.mjs";

const click = (name) => (page) => button(page, name).click();
const tab = (name) => (page) => choose(page, name);
const said = (words) => (page) => says(page, words);
const type = (row, column, key) => (page) => cell(page, row, column).press(key);
const shown = (selector) => (page) => page.locator(selector).first().waitFor({ state: "attached" });
const offered = (name) => (page) => button(page, name).waitFor();
const EXPLAINED = "#actions button, #report .chips button";

/** Each state of the page: the puzzle in the address, and the steps from it to the state. */
const STATES = {
  first: ["", said("Exactly one solution")],
  conflict: [EASY, type(1, 4, "5"), said("Two conflicts")],
  mistake: [EASY, type(1, 3, "1"), click("Check"), said("One mistake")],
  marks: [EASY, click("More"), click("Fill in pencil marks"), shown(".layer .mark"), type(1, 3, "4")],
  menu: [EASY, click("More")],
  // The verdict replaces the buttons, also one that is being pressed.
  solved: [EASY, said("Exactly one solution"), click("Solve"), said("Solved: the only solution")],
  "two-solutions": [TWO_SOLUTIONS, said("Several solutions"), click("Solve"), said("Solved: two solutions"), click("Answer")],
  "no-solution": [NO_SOLUTION, said("No solution")],
  hint: [CHAIN, tab("Hint"), (page) => reveal(page, 4)],
  steps: [CHAIN, tab("Steps"), shown(".steps button"), (page) => page.locator(".steps summary").first().press("Tab"), offered("Do it")],
  filter: [CHAIN, tab("Steps"), click("What I know: all techniques"), (page) => page.locator(".filter summary").nth(3).click()],
  "explain-none": [NO_SOLUTION, tab("Explain"), shown(EXPLAINED)],
  "explain-several": [TWO_SOLUTIONS, tab("Explain"), shown(EXPLAINED)],
  "explain-proper": [EASY, tab("Explain"), shown(EXPLAINED)],
  rate: [CHAIN, tab("Rate"), offered("Walk through")],
  walk: [CHAIN, tab("Rate"), click("Hardest step"), shown(".layer .link")],
  new: ["", tab("New"), async (page) => {
    await page.getByText("Clues, technique, seed").click();
    await page.getByLabel("Level").selectOption("By rating");
  }],
  busy: [CHAIN, (page) => page.route("**/rate", () => {}, { times: 1 }), tab("Rate"), shown('#card[aria-busy="true"]')],
  refused: [TWO_SOLUTIONS, tab("Rate"), offered("Explain why")],
  keys: [EASY, (page) => page.keyboard.press("?"), shown("#keys[open]")],
  batch: ["", (page) => submit(page, `${EASY}\n${EASY.replace("53", "55")}\n`), click("Solve 2 puzzles"), said("2 puzzles")],
  paste: ["", (page) => submit(page, EASY.slice(1)), shown("#paste-trouble > *")],
};
const WORKSHEET = "worksheet?level=easy&count=2&seed=axe";
const PAGES = { problem: "problems/invalid-grid", problems: "problems", course: "techniques", worksheet: WORKSHEET };

const ALL = Object.keys(STATES);
const SOME = ["first", "steps", "filter", "walk"];
const touch = (width, height) => ({ viewport: { width, height }, hasTouch: true });
/** The devices, each with the states that it is tested in. */
const DEVICES = {
  desktop: [DESKTOP, ALL],
  "narrowest phone": [touch(320, 568), ALL],
  "small phone": [PHONE, SOME],
  phone: [touch(390, 844), SOME],
  "small landscape": [LANDSCAPE, SOME],
  "phone landscape": [touch(844, 390), SOME],
  tablet: [touch(768, 1024), SOME],
  laptop: [LAPTOP, SOME],
  wide: [{ viewport: { width: 1920, height: 1080 } }, SOME],
};

/** Nothing scrolls sideways, and every control is large enough to touch. */
async function assertFits(page, state) {
  // In one step, because a locator would find the controls first and measure them later, when a menu may have closed.
  const [content, window, small] = await page.evaluate(() => {
    const controls = [...document.querySelectorAll("button:not(.link), #board input")].filter((node) => node.checkVisibility());
    const tooSmall = controls.filter((node) => Math.min(node.offsetWidth, node.offsetHeight) < 24);
    return [document.documentElement.scrollWidth, innerWidth, tooSmall.map((node) => node.outerHTML)];
  });
  assert.equal(content, window, state);
  assert.deepEqual(small, [], state);
}

for (const [device, [context, states]] of Object.entries(DEVICES)) {
  onPage(`the pages are accessible and fit on a ${device}: ${states.join(", ")}`, async (page) => {
    for (const state of states) {
      const [puzzle, ...steps] = STATES[state];
      await open(page, puzzle);
      for (const step of steps) await step(page);
      await assertFits(page, state);
      await assertAccessible(page, `${device}-${state}`);
    }
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(BASE + path);
      await assertFits(page, name);
      await assertAccessible(page, `${device}-${name}`);
      assert.doesNotMatch(await page.locator("body").innerText(), /`|\{\{/, "placeholders are filled and code is marked up");
    }
  }, { expected: /status of 4(22|04)/, context: { reducedMotion: "reduce", ...context } });
}
