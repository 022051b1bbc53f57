// What the page says while the service works, and that it never states what it does not know. Slow answers are routes that the
// test holds back.

import assert from "node:assert/strict";
import { CHAIN, EASY, NO_SOLUTION, TWO_SOLUTIONS, button, cell, choose, headline, onPage, open, says, shows } from "./harness.mjs";

const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/** Holds the next request to a path back; returns it with a way to answer it. */
function hold(page, path) {
  return new Promise((resolve) => page.route(path, (route) => resolve(route), { times: 1 }));
}

const busy = (page) => page.locator('#card[aria-busy="true"]').waitFor();
const idle = (page) => page.locator('#card[aria-busy="false"]').waitFor();

/** For each kind of work: the puzzle, the path of its request, how to begin it, what is said, and what leads on after Cancel. */
const WORK = {
  solve: [EASY, "**/solve", (page) => button(page, "Solve").click(), "Solving…", "Solve"],
  check: [EASY, "**/validate", async (page) => {
    await cell(page, 1, 3).press("4");
    await says(page, "Exactly one solution");
    await button(page, "Check").click();
  }, "Checking the digits…", "Solve"],
  hint: [CHAIN, "**/hint", (page) => choose(page, "Hint"), "Looking for a hint…", "Give me a hint"],
  explain: [EASY, "**/explain", (page) => choose(page, "Explain"), "Looking for the reasons…", "Explain"],
  rate: [CHAIN, "**/rate", (page) => choose(page, "Rate"), "Rating the puzzle…", "Rate it"],
  generate: [EASY, "**/generate?*", async (page) => {
    await choose(page, "New");
    await button(page, "New puzzle").click();
  }, "Making a puzzle…", "New puzzle"],
  batch: [EASY, "**/solve/batch", async (page) => {
    await button(page, "Paste").click();
    await page.locator("#paste-text").fill(`${EASY}\n${EASY.replace("53", "55")}\n`);
    await button(page, "Put it on the board").click();
    await button(page, "Solve 2 puzzles").click();
  }, "Solving pasted.txt…", "Another file…"],
};

for (const [name, [puzzle, path, begin, words, onward]] of Object.entries(WORK)) {
  onPage(
    `${name}: while the service works, the panel says what it waits for, and Cancel aborts the request and leaves a way on`,
    async (page) => {
      await open(page, puzzle);
      await says(page, "Exactly one solution");
      const held = name === "check" ? new Promise((resolve) => page.route(path, (route) => (route.request().postDataJSON().puzzle ? resolve(route) : route.continue()))) : hold(page, path);
      await begin(page);
      const route = await held;
      await busy(page);
      assert.equal(await headline(page).innerText(), words);
      assert.ok((await page.locator("#live").innerText()).includes(words));
      const dropped = page.waitForEvent("requestfailed");
      await button(page, "Cancel").click();
      assert.equal(await dropped, route.request());
      await idle(page);
      assert.equal(await page.evaluate(() => document.activeElement !== document.body), true, "the focus stays in the panel");
      await button(page, onward).waitFor();
      assert.equal(await button(page, "Cancel").count(), 0);
    },
    { expected: /status of 422/ },
  );
}

onPage(
  "after the time limit, the page does not offer the same work again; after an overload, it does",
  async (page) => {
    const problem = (code, status, title, detail) => (route) =>
      route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify({ type: `/problems/${code}`, title, status, detail, code, request_id: "r" }) });
    await page.route("**/rate", problem("deadline-exceeded", 504, "The request took too long", "the search exceeded the time limit of the request"));
    await open(page, `${CHAIN}&panel=rate`);
    await says(page, "The request took too long");
    assert.match(await page.locator("#report").innerText(), /The search exceeded the time limit of the request\. It would most likely do so again/);
    assert.equal(await button(page, "Try again").count(), 0);
    await page.unroute("**/rate");
    await page.route("**/explain", problem("overloaded", 503, "The service is overloaded", "the queue is full"));
    await choose(page, "Explain");
    await says(page, "The service is overloaded");
    await page.unroute("**/explain");
    await button(page, "Try again").click();
    await says(page, "Exactly one solution");
  },
  { expected: /status of 50[34]/ },
);

onPage("an answer about an earlier board is dropped, and the panel asks about the new one", async (page) => {
  await open(page, CHAIN);
  const held = hold(page, "**/rate");
  await choose(page, "Rate");
  const route = await held;
  const dropped = page.waitForEvent("requestfailed", (sent) => sent === route.request());
  await page.evaluate((puzzle) => (location.hash = `#${puzzle}&panel=rate`), EASY);
  await dropped;
  await says(page, "Easy: Hidden Single");
  await route.fulfill({ json: {} }).catch(() => {});
  assert.match(await headline(page).innerText(), /^Easy/);
});

onPage("an answer that arrives while another tab is shown draws nothing there", async (page) => {
  await open(page, EASY);
  await says(page, "Exactly one solution");
  const held = hold(page, "**/explain");
  await choose(page, "Explain");
  const route = await held;
  await choose(page, "Solve");
  const answered = page.waitForResponse("**/explain");
  await route.continue();
  await answered;
  await page.locator("#live").filter({ hasText: /Exactly one solution[^]*Exactly one solution/ }).waitFor();
  assert.equal(await page.locator(".cell.tinted").count(), 0);
  await choose(page, "Explain");
  await page.locator(".cell.tinted").first().waitFor();
});

onPage("answers in another order do not mix: the verdict is that of the board", async (page) => {
  await open(page, TWO_SOLUTIONS);
  await says(page, "Several solutions");
  await button(page, "Set up").click();
  const first = hold(page, "**/validate");
  await cell(page, 1, 1).press("6");
  const route = await first;
  await says(page, "Checking…");
  const second = page.waitForResponse("**/validate");
  await cell(page, 5, 3).press("6");
  await second;
  await says(page, "Exactly one solution");
  await route.fulfill({ json: { verdict: "none", complete: false, conflicts: [] } }).catch(() => {});
  await cell(page, 9, 9).focus();
  assert.equal(await headline(page).innerText(), "Exactly one solution");
});

onPage("the old verdict is never shown for another board, and Undo shows the known one at once", async (page) => {
  await open(page, EASY);
  await says(page, "Exactly one solution");
  await page.route("**/validate", () => {});
  await button(page, "Clear").click();
  assert.match(await headline(page).innerText(), /An empty board/);
  await button(page, "Undo").click();
  assert.equal(await headline(page).innerText(), "Exactly one solution");
  assert.equal(await page.locator("#verdict").innerText(), "one solution");
  await button(page, "Set up").click();
  await cell(page, 1, 1).press("Backspace");
  assert.equal(await headline(page).innerText(), "Checking…");
  assert.equal(await page.locator("#verdict").innerText(), "…");
  await busy(page);
  await button(page, "Cancel").click();
  await says(page, "Not checked");
  await page.unroute("**/validate");
  await button(page, "Check the clues").click();
  await says(page, "Exactly one solution");
});

onPage("a changed board asks again, and a player's digit does not discard the rating of the puzzle", async (page) => {
  await open(page, `${CHAIN}&panel=rate`);
  await button(page, "Walk through").waitFor();
  const asked = [];
  page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
  const judged = page.waitForResponse("**/validate");
  await cell(page, 1, 4).press("2");
  await judged;
  await button(page, "Walk through").waitFor();
  assert.ok(!asked.includes("/rate"));
  await choose(page, "Hint");
  await page.locator(".levels > li").first().waitFor();
  const hinted = page.waitForResponse("**/hint");
  await cell(page, 2, 6).press("1");
  await hinted;
  await page.locator(".levels > li").first().waitFor();
});

onPage(
  "a grid that cannot be rated, or has no hint, offers Explain, once, and Explain says first what is impossible",
  async (page) => {
    await open(page, `${NO_SOLUTION}&panel=hint`);
    await says(page, "The grid has no solution");
    assert.equal(await button(page, "Give me a hint").count(), 0);
    await button(page, "Explain why").waitFor();
    await open(page, `${NO_SOLUTION}&panel=rate`);
    await says(page, "The grid has no solution");
    assert.equal(await page.getByRole("button", { name: /Explain/ }).count(), 1);
    assert.equal(await button(page, "Rate it").count(), 0);
    await button(page, "Explain why").click();
    await says(page, "No solution");
    assert.equal(await page.locator("#report > *").first().innerText(), "1 has no place in column 8.");
  },
  { expected: /status of 422/ },
);

onPage("a hard rating shows that it works, and its techniques are sorted by rating", async (page) => {
  const held = hold(page, "**/rate");
  await open(page, `${HARD}&panel=rate`);
  const route = await held;
  await busy(page);
  await route.continue();
  await button(page, "Walk through").waitFor({ timeout: 30_000 });
  const ratings = (await page.locator("#report tbody td:first-child").allInnerTexts()).map(Number);
  assert.deepEqual(ratings, ratings.toSorted((a, b) => b - a));
  await button(page, "Hardest step").click();
  const links = page.locator("#report .chain li");
  await links.nth(3).waitFor();
  const lengths = (await page.locator("#report :is(p, li)").allInnerTexts()).map((text) => text.length);
  assert.ok(Math.max(...lengths) < 300, `the longest paragraph has ${Math.max(...lengths)} characters`);
});

onPage("a puzzle with three solutions is not marked with another number", async (page) => {
  await open(page, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419............&panel=explain");
  await page.getByText("The clues leave 3 solutions.").waitFor();
  const mark = await headline(page).evaluate((node) => getComputedStyle(node, "::before").content);
  assert.doesNotMatch(mark, /\d/);
});

onPage("a pasted text is read while the dialog is open, and closing it stops that", async (page) => {
  await open(page, EASY);
  await says(page, "Exactly one solution");
  const held = hold(page, "**/validate");
  await button(page, "Paste").click();
  await page.locator("#paste-text").fill(CHAIN);
  await button(page, "Put it on the board").click();
  const route = await held;
  const dropped = page.waitForEvent("requestfailed");
  await button(page, "Cancel").click();
  assert.equal(await dropped, route.request());
  await shows(page, EASY);
});
