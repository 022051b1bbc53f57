// The Steps tab and the course of techniques, by keyboard and by thumb.

import assert from "node:assert/strict";
import { BASE, CHAIN, EASY, EASY_SOLUTION, NO_SOLUTION, assertAccessible, button, cell, choose, grid, onPage, open, says, screenshot, shows } from "./harness.mjs";

const ask = async (path, body) => (await fetch(BASE + path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } })).json();
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const LAPTOP = { viewport: { width: 1366, height: 768 } };

const group = (page, name) => page.locator(".steps details").filter({ has: page.locator("summary", { hasText: new RegExp(`^${name} \\d`) }) });
const drawn = (page) => page.locator(".layer").innerHTML();
/** The names of the techniques of steps, in order, each with the number of its steps. */
const counts = (steps) => [...new Set(steps.map(({ technique }) => technique.name))].map((name) => `${name} ${steps.filter(({ technique }) => technique.name === name).length}`);

/** Opens the steps of a puzzle. */
async function steps(page, puzzle) {
  await open(page, `${puzzle}&panel=steps`);
  await page.locator(".steps button").first().waitFor();
}

/** The parts of nodes that the window shows. */
const isVisible = (locator) => locator.evaluate((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
});

onPage("the steps are those of the service, grouped by technique, and drawn by mouse and by keyboard", async (page) => {
  await steps(page, CHAIN);
  const { steps: listed } = await ask("steps", { grid: CHAIN, limit: 200 });
  await says(page, `${listed.length} steps`);
  assert.deepEqual(await page.locator(".steps summary").allInnerTexts(), counts(listed));
  const before = await drawn(page);
  const single = page.locator(".steps button").first();
  await single.hover();
  assert.match(await page.locator(".told").innerText(), new RegExp(listed[0].text.slice(0, 20)));
  assert.notEqual(await drawn(page), before);
  // A click does it, and undo takes it back.
  const [{ index, digit }] = listed[0].place;
  await single.click();
  await shows(page, CHAIN.slice(0, index) + digit + CHAIN.slice(index + 1));
  await page.keyboard.press("Control+z");
  await shows(page, CHAIN);
  await says(page, `${listed.length} steps`);
  const fish = group(page, "X-Wing");
  await fish.locator("summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.locator(".told").filter({ hasText: listed.find(({ technique }) => technique.id === "x-wing").text.slice(0, 20) }).waitFor();
  assert.equal(await page.locator(".layer .strike").count(), listed.find(({ technique }) => technique.id === "x-wing").eliminate.length);
}, { context: LAPTOP });

onPage("ten steps in a row need ten presses of Enter, and ten undos", async (page) => {
  await steps(page, EASY);
  await page.locator(".steps button").first().focus();
  let before = EASY;
  for (let n = 0; n < 10; n += 1) {
    const answered = page.waitForResponse("**/steps");
    await page.keyboard.press("Enter");
    await answered;
    await page.locator(".steps button:focus").waitFor();
    await page.waitForFunction(() => document.querySelector("#actions .primary"));
    const now = await grid(page);
    assert.notEqual(now, before, `step ${n + 1}`);
    assert.ok([...now].every((digit, index) => digit === "." || digit === EASY_SOLUTION[index]));
    before = now;
  }
  for (let n = 0; n < 10; n += 1) await page.keyboard.press("Control+z");
  await shows(page, EASY);
}, { context: LAPTOP });

onPage("a thumb sees a step by one touch and does it by the next; the board stays in view above the whole list", async (page) => {
  await steps(page, CHAIN);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.deepEqual(width, [360, 360], "nothing is wider than the window");
  const first = page.locator(".steps button").first();
  assert.ok((await isVisible(first)) && (await isVisible(cell(page, 9, 9))), "board and list are on one screen");
  const listed = (await ask("steps", { grid: CHAIN, limit: 200 })).steps;
  await first.tap();
  await page.locator(".told").filter({ hasText: listed[0].text.slice(0, 20) }).waitFor();
  assert.equal(await grid(page), CHAIN, "the first touch only shows it");
  await assertAccessible(page, "a step on a phone");
  await screenshot(page, "steps-360");
  // The last step of the list, with the board above it and its text below it.
  const groups = page.locator(".steps summary");
  await groups.last().tap();
  const last = page.locator(".steps button").last();
  await last.tap();
  await page.locator(".told").filter({ hasText: listed.at(-1).text.slice(0, 20) }).waitFor();
  for (const each of [last, cell(page, 1, 1), cell(page, 9, 9), button(page, "Do it")]) assert.ok(await isVisible(each));
  await screenshot(page, "steps-360-last");
  await first.tap();
  await first.tap();
  const [{ index, digit }] = listed[0].place;
  await shows(page, CHAIN.slice(0, index) + digit + CHAIN.slice(index + 1));
}, { context: PHONE });

const opener = (page) => page.getByRole("button", { name: /^What I know/ });
const filter = (page) => page.getByRole("dialog", { name: "What I know" });
const box = (page, name) => filter(page).getByLabel(name, { exact: true });
const range = (page) => filter(page).getByRole("combobox", { name: /^All up to/ });
const ticked = (page) => filter(page).locator("details :checked").evaluateAll((boxes) => boxes.map(({ value }) => value));
/** The part of the filter that opens a group of techniques. */
const summary = (page, name) => filter(page).locator("summary").and(page.getByLabel(new RegExp(`^${name}: \\d`)));

/** Waits until the list has the steps of these techniques. */
async function lists(page, allow, grid = CHAIN) {
  const { steps: found } = await ask("steps", { grid, allow, limit: 200 });
  await says(page, found.length > 0 ? `${found.length} step` : "None of these techniques applies");
}

onPage("techniques are ticked by keyboard, alone and in groups, and the browser keeps the ticks", async (page) => {
  const loaded = [];
  page.on("request", (sent) => /assets\/filter-/.test(sent.url()) && loaded.push(sent.url()));
  await steps(page, CHAIN);
  assert.deepEqual(loaded, [], "nobody has opened the filter");
  await opener(page).focus();
  await page.keyboard.press("Enter");
  await filter(page).waitFor();
  assert.equal(loaded.length, 2, "the script and the style");
  // Everything that has a name is ticked, which is the list without a filter.
  const all = await (await fetch(`${BASE}techniques?examples=false`)).json();
  const known = await ticked(page);
  const values = await filter(page).locator("details input").evaluateAll((boxes) => boxes.map(({ value }) => value));
  assert.deepEqual(values.sort(), all.map(({ id }) => id).sort(), "each technique is in one group");
  const { steps: usual } = await ask("steps", { grid: CHAIN, limit: 200 });
  await lists(page, known);
  await says(page, `${usual.length} steps`);
  // A group, and all of its techniques but one.
  const fish = ["x-wing", "swordfish", "finned-swordfish", "jellyfish"];
  await box(page, "Fish").focus();
  await page.keyboard.press("Space");
  assert.deepEqual(await ticked(page), known.filter((id) => !/fish|x-wing/.test(id)));
  await lists(page, await ticked(page));
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  assert.equal(await summary(page, "Fish").evaluate((node) => node === document.activeElement), true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  assert.equal(await box(page, "X-Wing").isChecked(), false);
  assert.equal(await box(page, "Fish").evaluate(({ indeterminate }) => indeterminate), true);
  assert.equal(await summary(page, "Fish").innerText(), "11 of 12");
  const some = await ticked(page);
  assert.ok(!some.includes("x-wing") && fish.slice(1).every((id) => some.includes(id)));
  await lists(page, some);
  await assertAccessible(page, "the filter on a laptop");
  await screenshot(page, "filter-1366");
  await page.keyboard.press("Escape");
  assert.equal(await opener(page).evaluate((node) => node === document.activeElement), true);
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
  await lists(page, ["up-to:naked-single"]);
  assert.match(await page.locator("#snippet").innerText(), /"allow":\["up-to:naked-single"\]/);
  await button(page, "Close").click();
  await page.reload();
  await lists(page, ["up-to:naked-single"]);
  await opener(page).click();
  assert.equal(await range(page).locator(":checked").innerText(), "Naked Single");
  await button(page, "Reset").click();
  await says(page, `${usual.length} steps`);
  assert.doesNotMatch(await page.locator("#snippet").innerText(), /allow/);
}, { context: LAPTOP });

onPage("techniques are ticked by thumb, and a list without a tick says so", async (page) => {
  await steps(page, CHAIN);
  await opener(page).tap();
  await filter(page).waitFor();
  const large = (locator) => locator.evaluateAll((nodes) => nodes.every((node) => node.getBoundingClientRect().height >= 40));
  assert.ok((await large(filter(page).locator("label"))) && (await large(filter(page).locator("summary"))), "a thumb hits each");
  await button(page, "Untick all").tap();
  assert.deepEqual(await ticked(page), []);
  await assertAccessible(page, "the filter on a phone");
  await button(page, "Close").tap();
  await says(page, "Nothing is ticked");
  await assertAccessible(page, "a list without a tick");
  await screenshot(page, "filter-360-nothing");
  // Nothing is asked, so nothing is refused.
  await page.reload();
  await says(page, "Nothing is ticked");
  await choose(page, "Hint");
  await choose(page, "Steps");
  await says(page, "Nothing is ticked");
  await opener(page).tap();
  await summary(page, "Fish").tap();
  await box(page, "Jellyfish").tap();
  await lists(page, ["jellyfish"]);
  await box(page, "Swordfish").tap();
  await box(page, "Finned Swordfish").tap();
  assert.deepEqual(await ticked(page), ["swordfish", "finned-swordfish", "jellyfish"]);
  await lists(page, await ticked(page));
  // The last box scrolls into view above the buttons.
  await summary(page, "Forcing chains").tap();
  await filter(page).locator("details input").last().tap();
  assert.equal((await ticked(page)).at(-1), "nested-nested");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, "nothing is wider than the window");
  assert.equal(await filter(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
  await screenshot(page, "filter-360");
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
  await assertAccessible(page, "a filter that did not load");
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

onPage("a grid without a solution, one with a mistake, a wrong pencil mark and a full one say what to do", async (page) => {
  await open(page, `${NO_SOLUTION}&panel=steps`);
  await says(page, "The grid has no solution");
  await button(page, "Explain why").click();
  await says(page, "No solution");
  await open(page, `${EASY_SOLUTION}&panel=steps`);
  await says(page, "Nothing left to do");
  await open(page, `${EASY}&panel=steps`);
  await page.locator(".steps button").first().waitFor();
  await cell(page, 1, 3).press("1");
  await button(page, "Find the mistake").click();
  await says(page, "Fix the mistake first");
  await page.keyboard.press("Control+z");
  await choose(page, "Steps");
  await page.locator(".steps button").first().waitFor();
  await cell(page, 1, 3).press("Shift+Digit1");
  await button(page, "Find the mistake").click();
  await says(page, "A pencil mark is missing");
}, { expected: /status of 422/ });

for (const [name, context] of Object.entries({ phone: PHONE, laptop: LAPTOP })) {
  onPage(`the course leads to a puzzle to practise and to the steps of the own puzzle on a ${name}`, async (page) => {
    await open(page, EASY);
    await says(page, "Exactly one solution");
    const use = (locator) => (context.hasTouch ? locator.tap() : locator.focus().then(() => page.keyboard.press("Enter")));
    await use(page.getByRole("link", { name: "Techniques" }));
    await page.getByRole("heading", { name: "Techniques" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await use(page.getByRole("link", { name: "X-Wing", exact: true }).first());
    assert.ok(await isVisible(page.locator("#x-wing h2")));
    await screenshot(page, `course-${name}`);
    await use(page.getByRole("link", { name: "Find in my puzzle: X-Wing", exact: true }));
    const { steps: found } = await ask("steps", { grid: EASY, allow: ["x-wing"] });
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
