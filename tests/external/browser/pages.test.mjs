// The page as a document: what a first visit shows and loads, what fits on one screen, its policy, names, touch, colours, print.

import assert from "node:assert/strict";
import { BASE, BLANK, CHAIN, DESKTOP, EASY, LANDSCAPE, PHONE, TWO_SOLUTIONS, button, cell, choose, click, counting, gateway, grid, onPage, open, reveal, says, submit, watchShifts, withServer } from "./harness.mjs";

for (const [device, context] of Object.entries({ desktop: DESKTOP, phone: { viewport: { width: 390, height: 844 }, hasTouch: true } })) {
  onPage(`a first visit shows a puzzle, its verdict and the request above the fold of a ${device}, and solving moves nothing`, async (page) => {
    await watchShifts(page);
    await open(page, "", "Exactly one solution");
    assert.equal(await grid(page), EASY);
    assert.match(await page.locator(".lead").innerText(), /sudokus/);
    const places = () => page.evaluate(() => ["board", "pad", "card", "snippet", "operation"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
    const before = await places();
    for (const { bottom } of before.slice(0, 4)) assert.ok(bottom <= context.viewport.height, `${bottom} of ${context.viewport.height}`);
    await click(page, "Solve", "Solved");
    const after = await places();
    assert.deepEqual(after.map(({ top }) => top), before.map(({ top }) => top), "nothing has moved");
    assert.equal(await page.evaluate(() => window.shifts), 0, "no layout shift");
  }, { context });
}

onPage("nothing moves when the page arrives in two pieces", async (page) => {
  const whole = await (await fetch(BASE)).text();
  const cut = whole.indexOf('<a href="openapi.yaml">');
  assert.ok(cut > 0, "the page has the link to cut at");
  const slowly = (incoming, answer) => {
    if (incoming.url !== "/") return gateway("")(incoming, answer);
    answer.writeHead(200, { "content-type": "text/html" }).write(whole.slice(0, cut));
    // A fixed time, because nothing is to happen in it that could be waited for.
    setTimeout(() => answer.end(whole.slice(cut)), 500);
  };
  await watchShifts(page);
  await withServer(slowly, async (origin) => {
    page.origins.push(origin);
    await open(page, "", "Exactly one solution", `${origin}/`);
    assert.equal(await page.evaluate(() => window.shifts), 0);
  });
});

for (const context of [PHONE, LANDSCAPE]) {
  const { width, height } = context.viewport;
  onPage(`at ${width} by ${height}, the board, the sentence, what a panel offers and the end of a dialog are on one screen`, async (page) => {
    const fits = async (...locators) => {
      for (const locator of locators) {
        const { top, bottom } = await locator.evaluate((node) => node.getBoundingClientRect().toJSON());
        assert.ok(top >= 0 && bottom <= height, `${locator} is at ${top} to ${bottom} of ${height}`);
      }
    };
    const [board, next] = [page.locator("#board"), page.locator("#actions .primary").first()];
    // By script, because a locator would scroll to the node first.
    const use = (selector) => page.evaluate((chosen) => document.querySelector(chosen).click(), selector);
    await open(page, CHAIN);
    const box = await cell(page, 1, 1).evaluate((node) => node.parentElement.getBoundingClientRect().toJSON());
    assert.ok(width > 360 || Math.min(box.width, box.height) >= 36, `a cell of ${box.width} by ${box.height} pixels`);
    for (const [puzzle, verdict] of [[TWO_SOLUTIONS, "Several solutions"], [CHAIN, "Exactly one solution"]]) {
      await page.evaluate((text) => (location.hash = text), puzzle);
      await says(page, verdict);
      const [content, room] = await page.locator("#clues").evaluate((node) => [node.scrollWidth, node.clientWidth]);
      assert.ok(content <= room, "the caption is not clipped");
    }
    await fits(button(page, "Solve"));
    await use("#tab-hint");
    for (const level of [1, 2, 3, 4]) {
      await reveal(page, level);
      await fits(board, page.locator(`.levels > li:nth-child(${level})`), next);
    }
    assert.equal(await page.evaluate(() => scrollY), 0, "nothing had to be scrolled");
    await use("#tab-rate");
    await button(page, "Walk through").waitFor();
    await fits(board, page.locator("#headline"), next);
    await use("#actions .primary");
    await button(page, "Next step").waitFor();
    await fits(board, page.locator(".walk"), page.locator("#report p:last-of-type"));
    const scrolls = await page.locator("#report").evaluate((node) => node.scrollHeight > node.clientHeight + 1);
    assert.equal(scrolls, false, "no text scrolls inside the page");
    for (const [tab, offer] of [["New", "New puzzle"], ["Batch", "Choose a file…"]]) {
      await choose(page, tab);
      await fits(button(page, offer));
    }
    await submit(page, EASY.slice(1));
    await page.locator("#paste-trouble > *").first().waitFor();
    await fits(button(page, "Put it on the board"));
  }, { expected: /status of 422/, context });
}

onPage("a screen reader finds a grid of nine rows of nine named cells, which touch fills without an on-screen keyboard", async (page) => {
  await open(page, EASY);
  const rows = page.getByRole("grid", { name: "Sudoku board" }).getByRole("row");
  assert.equal(await rows.count(), 9);
  assert.equal(await rows.first().getByRole("gridcell").count(), 9);
  assert.match(await rows.first().ariaSnapshot(), /textbox "row 1 column 1, given": "5"[^]*textbox "row 1 column 3"/);
  await open(page, BLANK);
  assert.match(await page.locator("#report").innerText(), /Touch a cell/);
  await cell(page, 2, 3).tap();
  assert.equal(await cell(page, 2, 3).getAttribute("inputmode"), "none");
  await page.locator("#pad").getByRole("button", { name: "8" }).tap();
  assert.equal((await grid(page)).indexOf("8"), 11);
  await page.locator("#pad").getByRole("button", { name: "Clear the cell" }).tap();
  assert.equal(await grid(page), BLANK);
  assert.match(await page.locator("#live").innerText(), /8 in row 2 column 3[^]*Blank in row 2 column 3/);
}, { context: PHONE });

onPage("a first visit is at most 16 requests and 40 kB; a second one asks only whether the page has changed, and typing only for verdicts", async (page) => {
  const visit = async (base) => {
    await open(page, "", "Exactly one solution", base);
    await page.waitForLoadState("networkidle");
  };
  const answers = [];
  page.on("response", (answer) => answers.push(answer));
  await visit(BASE);
  const sizes = await Promise.all(answers.map((answer) => answer.request().sizes()));
  const total = sizes.reduce((sum, { responseBodySize }) => sum + Math.max(0, responseBodySize), 0);
  const paths = answers.map((answer) => new URL(answer.url()).pathname);
  console.log(`first visit: ${total} bytes in ${paths.length} requests: ${paths.join(" ")}`);
  assert.ok(total <= 40_000 && paths.length <= 16);
  assert.deepEqual(paths.filter((path, n) => paths.indexOf(path) !== n && !path.endsWith(".svg")), [], "each is requested once");
  const asked = [];
  await withServer(counting(asked), async (origin) => {
    page.origins.push(origin);
    await visit(`${origin}/`);
    asked.length = 0;
    await visit(`${origin}/`);
    for (const [column, digit] of [[3, "4"], [4, "6"], [6, "8"]]) {
      await Promise.all([page.waitForResponse("**/validate"), cell(page, 1, column).press(digit)]);
    }
  });
  const got = asked.map(({ incoming, answer }) => `${answer.statusCode} ${incoming.url}`);
  assert.deepEqual(got, ["304 /", ...Array(4).fill("200 /validate")], "one verdict for each state of the board");
});

onPage("the policy of each page forbids scripts inside it, and requests to other origins", async (page) => {
  for (const path of ["", "docs/", "problems/no-solution", "techniques"]) {
    await page.goto(BASE + path);
    const forbidden = await page.evaluate(() => new Promise((resolve) => {
      const violated = [];
      const end = () => resolve({ violated, ran: window.ran });
      document.addEventListener("securitypolicyviolation", (event) => violated.push(event.effectiveDirective) === 2 && end());
      document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
      // The time is only for a page without a policy, where no event comes.
      fetch("http://other.example/").catch(() => setTimeout(end, 2_000));
    }));
    assert.deepEqual(forbidden, { violated: ["script-src-elem", "connect-src"], ran: undefined }, path);
  }
}, { expected: /Content Security Policy/ });

onPage("nothing is told by colour alone under forced colours, and the board prints without the controls", async (page) => {
  await page.addInitScript(() => (window.print = () => (window.printed = true)));
  await open(page, EASY);
  const style = (selector, name, pseudo) =>
    page.locator(selector).first().evaluate((node, [property, part]) => getComputedStyle(node, part)[property], [name, pseudo]);
  for (const selector of [".cell.current", ".cell.same"]) assert.notEqual(await style(selector, "outlineStyle"), "none", selector);
  for (const [buttons, state] of [[".tabs", "selected"], [".mode", "pressed"], [".wire-tabs", "pressed"]]) {
    const [chosen, other] = ["true", "false"].map((value) => style(`${buttons} [aria-${state}="${value}"]`, "backgroundColor"));
    assert.notEqual(await chosen, await other, buttons);
  }
  await cell(page, 1, 4).press("5");
  await says(page, "Two conflicts");
  assert.equal(await style(".cell.conflict", "borderTopStyle", "::before"), "solid");
  await choose(page, "New");
  await button(page, "Print this board").click();
  assert.equal(await page.evaluate(() => window.printed), true);
  await page.emulateMedia({ media: "print", forcedColors: "none" });
  assert.equal(await page.locator(".side").isVisible(), false);
  assert.equal(await page.locator("#board").isVisible(), true);
}, { context: { ...DESKTOP, forcedColors: "active" } });
