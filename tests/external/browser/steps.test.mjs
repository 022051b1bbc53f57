// The Steps tab and the course of techniques, by keyboard and by thumb.

import assert from "node:assert/strict";
import { CHAIN, EASY, EASY_SOLUTION, LAPTOP, PHONE, ask, assertAccessible, button, cell, choose, click, grid, isFocused, onPage, open, press, says, shows, withDigit } from "./harness.mjs";

const list = async (options) => (await ask("steps", { grid: CHAIN, limit: 200, ...options })).steps;
const listed = await list();
const group = (page, name) => page.locator(".steps details").filter({ has: page.locator("summary", { hasText: new RegExp(`^${name} \\d`) }) });

/** Opens the steps of a puzzle. */
async function steps(page, puzzle) {
  await open(page, `${puzzle}&panel=steps`);
  await page.locator(".steps button").first().waitFor();
}

/** Waits until the text of a step is shown. */
const tells = (page, { text }) => page.locator(".told").filter({ hasText: text.slice(0, 20) }).waitFor();

/** Whether the window shows the middle of a node. */
const isVisible = (locator) => locator.evaluate((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
});

onPage("the steps are those of the service, grouped by technique, and drawn by mouse and by keyboard", async (page) => {
  await steps(page, CHAIN);
  await says(page, `${listed.length} steps`);
  const of = (name) => listed.filter(({ technique }) => technique.name === name);
  const names = [...new Set(listed.map(({ technique }) => technique.name))];
  assert.deepEqual(await page.locator(".steps summary").allInnerTexts(), names.map((name) => `${name} ${of(name).length}`));
  const drawn = () => page.locator(".layer").innerHTML();
  const before = await drawn();
  const single = page.locator(".steps button").first();
  await single.hover();
  await tells(page, listed[0]);
  assert.notEqual(await drawn(), before);
  // A click does it, and undo takes it back.
  await single.click();
  await shows(page, withDigit(CHAIN, listed[0].place[0]));
  await press(page, "Control+z");
  await shows(page, CHAIN);
  await says(page, `${listed.length} steps`);
  await group(page, "X-Wing").locator("summary").focus();
  await press(page, "Enter", "Tab");
  const [wing] = of("X-Wing");
  await tells(page, wing);
  assert.equal(await page.locator(".layer .strike").count(), wing.eliminate.length);
}, { context: LAPTOP });

onPage("ten steps in a row need ten presses of Enter, and ten undos", async (page) => {
  await steps(page, EASY);
  await page.locator(".steps button").first().focus();
  let before = EASY;
  for (let n = 0; n < 10; n += 1) {
    await Promise.all([page.waitForResponse("**/steps"), press(page, "Enter")]);
    await page.locator(".steps button:focus").waitFor();
    await page.locator("#actions .primary").first().waitFor();
    const now = await grid(page);
    assert.notEqual(now, before, `step ${n + 1}`);
    assert.ok([...now].every((digit, index) => digit === "." || digit === EASY_SOLUTION[index]));
    before = now;
  }
  await press(page, ...Array(10).fill("Control+z"));
  await shows(page, EASY);
}, { context: LAPTOP });

onPage("a thumb sees a step by one touch and does it by the next; the board stays in view above the whole list", async (page) => {
  await steps(page, CHAIN);
  const first = page.locator(".steps button").first();
  assert.ok((await isVisible(first)) && (await isVisible(cell(page, 9, 9))), "board and list are on one screen");
  await first.tap();
  await tells(page, listed[0]);
  assert.equal(await grid(page), CHAIN, "the first touch only shows it");
  await assertAccessible(page, "steps-told");
  // The last step of the list, with the board above it and its text below it.
  await page.locator(".steps summary").last().tap();
  const last = page.locator(".steps button").last();
  await last.tap();
  await tells(page, listed.at(-1));
  for (const each of [last, cell(page, 1, 1), cell(page, 9, 9), button(page, "Do it")]) assert.ok(await isVisible(each));
  await first.tap();
  await first.tap();
  await shows(page, withDigit(CHAIN, listed[0].place[0]));
}, { context: PHONE });

const opener = (page) => page.getByRole("button", { name: /^What I know/ });
const filter = (page) => page.getByRole("dialog", { name: "What I know" });
const box = (page, name) => filter(page).getByLabel(name, { exact: true });
const range = (page) => filter(page).getByRole("combobox", { name: /^All up to/ });
const ticked = (page) => filter(page).locator("details :checked").evaluateAll((boxes) => boxes.map(({ value }) => value));
/** The part of the filter that opens a group of techniques. */
const summary = (page, name) => filter(page).locator("summary").and(page.getByLabel(new RegExp(`^${name}: \\d`)));

/** Waits until the list has the steps of these techniques. */
async function lists(page, allow) {
  const { length } = await list({ allow });
  await says(page, length > 0 ? `${length} step` : "None of these techniques applies");
}

onPage("techniques are ticked by keyboard, alone and in groups, and the browser keeps the ticks", async (page) => {
  const loaded = [];
  page.on("request", (sent) => /assets\/filter-/.test(sent.url()) && loaded.push(sent.url()));
  await steps(page, CHAIN);
  assert.deepEqual(loaded, [], "nobody has opened the filter");
  await opener(page).focus();
  await press(page, "Enter");
  await filter(page).waitFor();
  assert.equal(loaded.length, 2, "the script and the style");
  // Everything that has a name is ticked, which is the list without a filter.
  const all = await ask("techniques?examples=false");
  const known = await ticked(page);
  const values = await filter(page).locator("details input").evaluateAll((boxes) => boxes.map(({ value }) => value));
  assert.deepEqual(values.sort(), all.map(({ id }) => id).sort(), "each technique is in one group");
  await lists(page, known);
  await says(page, `${listed.length} steps`);
  // A group, and all of its techniques but one.
  await box(page, "Fish").press("Space");
  assert.deepEqual(await ticked(page), known.filter((id) => !/fish|x-wing/.test(id)));
  await lists(page, await ticked(page));
  await press(page, "Space", "Tab");
  assert.equal(await isFocused(summary(page, "Fish")), true);
  await press(page, "Enter", "Tab", "Space");
  assert.equal(await box(page, "X-Wing").isChecked(), false);
  assert.equal(await box(page, "Fish").evaluate(({ indeterminate }) => indeterminate), true);
  assert.equal(await summary(page, "Fish").innerText(), "11 of 12");
  const some = await ticked(page);
  assert.deepEqual(some, known.filter((id) => id !== "x-wing"));
  await lists(page, some);
  await assertAccessible(page, "filter-laptop");
  await press(page, "Escape");
  assert.equal(await isFocused(opener(page)), true);
  await opener(page).filter({ hasText: `What I know: ${some.length} techniques` }).waitFor();
  const [, sent] = (await page.locator("#snippet").innerText()).match(/"allow":(\[.*?\])/);
  assert.deepEqual(JSON.parse(sent).sort(), some.toSorted());
  await page.reload();
  await lists(page, some);
  await opener(page).click();
  await filter(page).waitFor();
  assert.deepEqual(await ticked(page), some);
  // All up to one technique are one item of the request.
  await range(page).selectOption({ label: "Naked Single" });
  assert.deepEqual(await ticked(page), ["full-house", "hidden-single", "naked-single"]);
  await button(page, "Close").click();
  await page.reload();
  await lists(page, ["up-to:naked-single"]);
  assert.match(await page.locator("#snippet").innerText(), /"allow":\["up-to:naked-single"\]/);
  await opener(page).click();
  assert.equal(await range(page).locator(":checked").innerText(), "Naked Single");
  await click(page, "Reset", `${listed.length} steps`);
  assert.doesNotMatch(await page.locator("#snippet").innerText(), /allow/);
}, { context: LAPTOP });

onPage("techniques are ticked by thumb, and a list without a tick says so", async (page) => {
  await steps(page, CHAIN);
  await opener(page).tap();
  await filter(page).waitFor();
  const height = (nodes) => Math.min(...nodes.map((node) => node.getBoundingClientRect().height));
  assert.ok((await filter(page).locator("label, summary").evaluateAll(height)) >= 40, "a thumb hits each");
  await button(page, "Untick all").tap();
  assert.deepEqual(await ticked(page), []);
  await assertAccessible(page, "filter-empty");
  await button(page, "Close").tap();
  await says(page, "Nothing is ticked");
  await assertAccessible(page, "steps-nothing");
  // Nothing is asked, so nothing is refused.
  await page.reload();
  await says(page, "Nothing is ticked");
  await opener(page).tap();
  await summary(page, "Fish").tap();
  await box(page, "Jellyfish").tap();
  await lists(page, ["jellyfish"]);
  // The last box scrolls into view above the buttons.
  await summary(page, "Forcing chains").tap();
  await filter(page).locator("details input").last().tap();
  assert.equal((await ticked(page)).at(-1), "nested-nested");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the window");
  assert.equal(await filter(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
  await button(page, "Untick all").tap();
  await button(page, "Close").tap();
  await button(page, "Show all techniques").tap();
  await page.locator(".steps summary").nth(9).waitFor();
}, { context: PHONE });

onPage("a filter that does not load can be opened later, and one that the service refuses can be left", async (page) => {
  await steps(page, CHAIN);
  await page.route("**/assets/filter-*.js", (route) => route.fulfill({ status: 404 }), { times: 1 });
  await opener(page).click();
  await says(page, "The filter did not load");
  await assertAccessible(page, "filter-not-loaded");
  await button(page, "Try again").click();
  await filter(page).waitFor();
  await page.evaluate(() => localStorage.setItem("steps", JSON.stringify({ allow: ["no-technique"] })));
  await page.reload();
  await says(page, "The request does not match the expected format");
  await opener(page).click();
  await button(page, "Reset").click();
  await button(page, "Close").click();
  await page.locator(".steps button").first().waitFor();
}, { expected: /status of (404|422)/ });

onPage("a full grid, one with a mistake and a wrong pencil mark say what to do", async (page) => {
  await open(page, `${EASY_SOLUTION}&panel=steps`, "Nothing left to do");
  for (const [key, words] of [["1", "Fix the mistake first"], ["Shift+Digit1", "A pencil mark is missing"]]) {
    await steps(page, EASY);
    await cell(page, 1, 3).press(key);
    await click(page, "Find the mistake", words);
  }
}, { expected: /status of 422/ });

for (const [name, context] of Object.entries({ phone: PHONE, laptop: LAPTOP })) {
  onPage(`the course leads to a puzzle to practise and to the steps of the own puzzle on a ${name}`, async (page) => {
    await open(page, EASY, "Exactly one solution");
    const use = (locator) => (context.hasTouch ? locator.tap() : locator.press("Enter"));
    await use(page.getByRole("link", { name: "Techniques" }));
    await page.getByRole("heading", { name: "Techniques" }).waitFor();
    await use(page.getByRole("link", { name: "X-Wing", exact: true }).first());
    assert.ok(await isVisible(page.locator("#x-wing h2")));
    await use(page.getByRole("link", { name: "Find in my puzzle: X-Wing", exact: true }));
    const found = await list({ grid: EASY, allow: ["x-wing"] });
    await says(page, `${found.length} steps`);
    assert.equal(await grid(page), EASY, "the board of the last visit");
    await use(opener(page));
    await filter(page).waitFor();
    assert.deepEqual(await ticked(page), ["x-wing"], "the only tick");
    await use(button(page, "Close"));
    await page.goBack();
    await use(page.getByRole("link", { name: "Practise: X-Wing", exact: true }));
    await says(page, "Practise: X-Wing is next");
    await choose(page, "Steps");
    await group(page, "X-Wing").waitFor();
  }, { context });
}
