// What the page says while the service works or fails, and that it never states what it does not know. Slow answers are routes
// that the test holds back.

import assert from "node:assert/strict";
import { CHAIN, EASY, HARD, NO_SOLUTION, TWO_SOLUTIONS, button, cell, cellsWith, choose, click, headline, hold, onPage, open, reveal, says, shows, submit } from "./harness.mjs";

const busy = (page) => page.locator('#card[aria-busy="true"]').waitFor();
const told = (page) => page.locator("#live").innerText();

/** For each kind of work: the puzzle, the path of its request, how to begin it, what is said, and what leads on after Cancel. */
const WORK = {
  solve: [EASY, "**/solve", (page) => button(page, "Solve").click(), "Solving…", "Solve"],
  check: [`${EASY}&play=zzd`, "**/validate", (page) => button(page, "Check").click(), "Checking the digits…", "Solve"],
  hint: [CHAIN, "**/hint", (page) => choose(page, "Hint"), "Looking for a hint…", "Give me a hint"],
  explain: [EASY, "**/explain", (page) => choose(page, "Explain"), "Looking for the reasons…", "Explain"],
  rate: [CHAIN, "**/rate", (page) => choose(page, "Rate"), "Rating the puzzle…", "Rate it"],
  generate: [EASY, "**/generate?*", async (page) => {
    await choose(page, "New");
    await button(page, "New puzzle").click();
  }, "Making a puzzle…", "New puzzle"],
  batch: [EASY, "**/solve/batch", async (page) => {
    await submit(page, `${EASY}\n${EASY.replace("53", "55")}\n`);
    await button(page, "Solve 2 puzzles").click();
  }, "Solving pasted.txt…", "Another file…"],
};

for (const [name, [puzzle, path, begin, words, onward]] of Object.entries(WORK)) {
  onPage(`${name}: while the service works, the panel says what it waits for, and Cancel aborts the request and leaves a way on`, async (page) => {
    await open(page, puzzle, "Exactly one solution");
    const route = await hold(page, path, () => begin(page));
    await busy(page);
    assert.equal(await headline(page).innerText(), words);
    assert.ok((await told(page)).includes(words));
    const [dropped] = await Promise.all([page.waitForEvent("requestfailed"), button(page, "Cancel").click()]);
    assert.equal(dropped, route.request());
    await page.locator('#card[aria-busy="false"]').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement !== document.body), true, "the focus stays in the panel");
    await button(page, onward).waitFor();
    assert.equal(await button(page, "Cancel").count(), 0);
  }, { expected: /status of 422/ });
}

/** Answers with a problem document. */
const problem = (code, status, title, detail, headers = {}) => {
  const body = JSON.stringify({ type: `/problems/${code}`, title, status, detail, code });
  return { status, contentType: "application/problem+json", headers, body };
};

/** What can come instead of an answer, its headline, and what is said of it. */
const FAILURES = [
  [null, "The service is unreachable", /Nothing answered at this address/],
  [{ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }, "The service did not answer", /HTTP 502/],
  [problem("overloaded", 503, "Busy", "the queue is full", { "retry-after": "2" }), "Busy", /The queue is full\. Try again in 2 seconds\./],
  [problem("deadline-exceeded", 504, "Too long", "too much work"), "Too long", /Too much work\. It would most likely do so again/],
];

onPage("an unreachable service, a gateway's error, a busy service and the time limit are explained; all but the last can be tried again", async (page) => {
  await open(page, EASY, "Exactly one solution");
  await page.context().setOffline(true);
  await button(page, "Solve").click();
  await page.locator("#report").filter({ hasText: "This device is offline." }).waitFor();
  await page.context().setOffline(false);
  for (const [answer, words, detail] of FAILURES) {
    await page.route("**/solve", (route) => (answer ? route.fulfill(answer) : route.abort("connectionrefused")), { times: 1 });
    await click(page, "Try again", words);
    assert.match(await page.locator("#report").innerText(), detail);
    assert.ok((await told(page)).includes(words));
    const means = page.getByRole("link", { name: "What this means" });
    if (words === "Busy") assert.equal(await means.getAttribute("href"), "problems/overloaded");
  }
  assert.equal(await button(page, "Try again").count(), 0);
  await click(page, "Solve", "Solved: the only solution");
}, { expected: /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|status of 50[234]/ });

onPage("an answer about an earlier board is dropped, and the panel asks about the new one", async (page) => {
  await open(page, CHAIN);
  const route = await hold(page, "**/rate", () => choose(page, "Rate"));
  const dropped = page.waitForEvent("requestfailed", (sent) => sent === route.request());
  await page.evaluate((puzzle) => (location.hash = `#${puzzle}&panel=rate`), EASY);
  await dropped;
  await says(page, "Easy: Hidden Single");
  await route.fulfill({ json: {} }).catch(() => {});
  assert.match(await headline(page).innerText(), /^Easy/);
});

onPage("an answer that arrives while another tab is shown draws nothing there", async (page) => {
  await open(page, EASY, "Exactly one solution");
  const route = await hold(page, "**/explain", () => choose(page, "Explain"));
  await choose(page, "Solve");
  await route.continue();
  await page.locator("#live").filter({ hasText: /Exactly one solution[^]*Exactly one solution/ }).waitFor();
  assert.deepEqual(await cellsWith(page, ".tinted"), []);
  await choose(page, "Explain");
  await page.locator(".cell.tinted").first().waitFor();
});

onPage("a newer digit cancels the request for the verdict at once, and a late answer to it is not shown", async (page) => {
  await open(page, TWO_SOLUTIONS, "Several solutions");
  await button(page, "Set up").click();
  const route = await hold(page, "**/validate", () => cell(page, 1, 1).press("6"));
  await says(page, "Checking…");
  const events = [];
  page.on("requestfailed", (dropped) => events.push(dropped === route.request() ? "dropped" : "another dropped"));
  page.on("request", () => events.push("sent"));
  await cell(page, 5, 3).press("6");
  await says(page, "Exactly one solution");
  assert.deepEqual(events.slice(0, 2), ["dropped", "sent"]);
  await route.fulfill({ json: { verdict: "none", complete: false, conflicts: [] } }).catch(() => {});
  await cell(page, 9, 9).focus();
  assert.equal(await headline(page).innerText(), "Exactly one solution");
});

onPage("the old verdict is never shown for another board, and Undo shows the known one at once", async (page) => {
  await open(page, EASY, "Exactly one solution");
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
  await click(page, "Cancel", "Not checked");
  await page.unroute("**/validate");
  await click(page, "Check the clues", "Exactly one solution");
});

onPage("a changed board asks again, and a player's digit does not discard the rating of the puzzle", async (page) => {
  await open(page, `${CHAIN}&panel=rate`);
  await button(page, "Walk through").waitFor();
  const asked = [];
  page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
  await Promise.all([page.waitForResponse("**/validate"), cell(page, 1, 4).press("2")]);
  await button(page, "Walk through").waitFor();
  assert.ok(!asked.includes("/rate"));
  await choose(page, "Hint");
  await reveal(page, 1);
  await Promise.all([page.waitForResponse("**/hint"), cell(page, 2, 6).press("1")]);
  await reveal(page, 1);
});

onPage("a grid without a solution has no hint, rating or steps, and offers Explain, once, which says first what is impossible", async (page) => {
  for (const panel of ["hint", "steps", "rate"]) {
    await open(page, `${NO_SOLUTION}&panel=${panel}`, "The grid has no solution");
    assert.deepEqual(await page.locator("#report button, #actions button").allInnerTexts(), ["Explain why"], panel);
  }
  await click(page, "Explain why", "No solution");
  assert.equal(await page.locator("#report > *").first().innerText(), "1 has no place in column 8.");
}, { expected: /status of 422/ });

onPage("the techniques of a hard rating are sorted by rating, and its hardest step is told in short paragraphs", async (page) => {
  await open(page, `${HARD}&panel=rate`);
  await button(page, "Walk through").waitFor();
  const ratings = (await page.locator("#report tbody td:first-child").allInnerTexts()).map(Number);
  assert.deepEqual(ratings, ratings.toSorted((a, b) => b - a));
  await button(page, "Hardest step").click();
  await page.locator("#report .chain li").nth(3).waitFor();
  const lengths = (await page.locator("#report :is(p, li)").allInnerTexts()).map((text) => text.length);
  assert.ok(Math.max(...lengths) < 300, `the longest paragraph has ${Math.max(...lengths)} characters`);
});

onPage("a pasted text is read while the dialog is open, and closing it stops that", async (page) => {
  await open(page, EASY, "Exactly one solution");
  const route = await hold(page, "**/validate", () => submit(page, CHAIN));
  const [dropped] = await Promise.all([page.waitForEvent("requestfailed"), button(page, "Cancel").click()]);
  assert.equal(dropped, route.request());
  await shows(page, EASY);
});
