// The playground as a person uses it: keyboard, paste, solve, undo, links and snippets.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { BASE, BLANK, EASY, EASY_SOLUTION, button, cell, choose, gateway, grid, headline, NO_SOLUTION, TWO_SOLUTIONS, onPage, open, paste, says, shows, withServer } from "./harness.mjs";

const run = promisify(execFile);

onPage("the board is filled and cleared by keyboard alone", async (page) => {
  await open(page, BLANK);
  await page.locator("#set-up[aria-pressed=true]").focus();
  await page.keyboard.press("Tab");
  const rows = EASY.match(/.{9}/g);
  for (const [index, row] of rows.entries()) {
    for (const character of row) {
      await page.keyboard.press(character === "." ? "0" : character);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Home");
    if (index < 8) await page.keyboard.press("ArrowDown");
  }
  assert.equal(await grid(page), EASY);
  await says(page, "Exactly one solution");

  await page.keyboard.press("Control+Home");
  for (const key of ["Backspace", "Delete", "0", "Space"]) {
    await page.keyboard.press("5");
    assert.equal((await grid(page))[0], "5");
    await page.keyboard.press(key);
    assert.equal((await grid(page))[0], ".", `${key} clears the cell`);
  }
  const focused = () => page.evaluate(() => Number(document.activeElement.dataset.index));
  for (const [key, index] of [["End", 8], ["PageDown", 80], ["Control+Home", 0], ["Control+ArrowDown", 27], ["Control+End", 80], ["Home", 72], ["PageUp", 0], ["ArrowLeft", 0], ["ArrowUp", 0], ["ArrowDown", 9], ["Control+ArrowRight", 12], ["ArrowRight", 13], ["Control+ArrowDown", 40], ["Control+ArrowUp", 13], ["ArrowLeft", 12], ["Control+ArrowLeft", 9], ["Control+ArrowUp", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), index, key);
  }
});

onPage("the board is one tab stop, and a digit typed while nothing has the focus goes to the selected cell", async (page) => {
  await open(page, BLANK);
  await page.keyboard.press("7");
  assert.equal((await grid(page))[0], "7");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.index), "9");
  assert.equal(await page.locator('#board input[tabindex="0"]').count(), 1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal((await grid(page))[9], "2", "the digit pad works by keyboard");
});

onPage("a conflict is marked while typing, and its house is named", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 4).press("5");
  await says(page, "Two conflicts");
  const words = await page.locator("#report li").allInnerTexts();
  assert.deepEqual(words, ["Two 5s in row 1: r1c1 and r1c4", "Two 5s in box 2: r1c4 and r2c6"]);
  assert.equal(await cell(page, 1, 4).getAttribute("aria-invalid"), "true");
  assert.equal(await cell(page, 1, 4).getAttribute("aria-label"), "row 1 column 4, yours, conflict, two 5s in row 1, conflict, two 5s in box 2");
  assert.equal(await cell(page, 1, 2).getAttribute("aria-invalid"), "false");
  assert.match(await page.locator("#live").innerText(), /Conflict: Two 5s in row 1: r1c1 and r1c4/);

  await page.getByRole("button", { name: "Two 5s in box 2" }).click();
  await page.keyboard.press("Shift+Tab");
  await cell(page, 1, 4).focus();
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel.slice(0, 14)), "row 1 column 4");
  await page.keyboard.press("Backspace");
  await says(page, "Exactly one solution");
});

onPage("typing requests verdicts and nothing else", async (page) => {
  const asked = [];
  const through = gateway("/");
  const counted = (incoming, answer) => {
    asked.push(incoming.url);
    through(incoming, answer);
  };
  await withServer(counted, async (origin) => {
    page.origins.push(origin);
    await open(page, BLANK, `${origin}/`);
    await page.waitForLoadState("networkidle");
    asked.length = 0;
    for (const digit of "123") {
      const judged = page.waitForResponse("**/validate");
      await cell(page, Number(digit), 1).press(digit);
      await judged;
    }
    assert.deepEqual(asked, ["/validate", "/validate", "/validate"]);
  });
});

onPage("a verdict that a newer digit makes obsolete is cancelled", async (page) => {
  await page.clock.install();
  await open(page, EASY);
  await says(page, "Exactly one solution");
  // The request for the grid with two 5s is held back. While the clock is stopped, the next one is not sent.
  const held = new Promise((resolve) => page.route("**/validate", resolve, { times: 1 }));
  await cell(page, 1, 4).press("5");
  const question = await held;
  await page.clock.pauseAt(Date.now() + 1_000);
  const dropped = page.waitForEvent("requestfailed", { timeout: 5_000 });
  await page.keyboard.press("Backspace");
  assert.equal(await dropped, question.request());
  await page.clock.resume();
  await says(page, "Exactly one solution");
  assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
});

onPage("digits come from input methods, tools and the clipboard as well as from keys", async (page) => {
  await open(page, BLANK);
  await cell(page, 1, 1).focus();
  await page.keyboard.insertText("５");
  await cell(page, 1, 2).fill("3");
  await cell(page, 1, 2).fill("4");
  await cell(page, 1, 3).focus();
  await paste(page, " 6\n");
  await cell(page, 1, 4).press("a");
  assert.equal(await grid(page), `546${BLANK.slice(3)}`);
  await cell(page, 1, 2).fill("");
  assert.equal(await grid(page), `5.6${BLANK.slice(3)}`);
  await cell(page, 9, 9).focus();
  await page.keyboard.insertText(EASY);
  await shows(page, EASY);
});

onPage("Solve fills in the rest and shows guesses and time, and Undo and Redo work", async (page) => {
  await open(page, EASY);
  assert.equal(await page.locator("#undo").getAttribute("aria-disabled"), "true");
  await button(page, "Solve").click();
  await says(page, "Solved: the only solution");
  assert.equal(await grid(page), EASY_SOLUTION);
  assert.equal(await page.locator(".cell.solved").count(), 51);
  assert.equal(await cell(page, 1, 3).getAttribute("aria-label"), "row 1 column 3, solved");
  assert.equal(await cell(page, 1, 1).getAttribute("aria-label"), "row 1 column 1, given");
  const facts = await page.locator(".facts div").allInnerTexts();
  assert.match(facts.join(";"), /^guess(es)?\s+\d+;in the solver\s+(< )?[\d,]+ µs;round trip\s+[\d.]+ ms$/);
  assert.match(await page.locator("#live").innerText(), /Solved: the only solution\. \d+ guess(es)?, .*microsecond/);

  await button(page, "Undo").click();
  assert.equal(await grid(page), EASY);
  await button(page, "Redo").click();
  assert.equal(await grid(page), EASY_SOLUTION);
  await button(page, "Clear").click();
  assert.equal(await grid(page), BLANK);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.equal(await grid(page), EASY);
  await page.keyboard.press("Control+y");
  assert.equal(await grid(page), EASY_SOLUTION);
  assert.equal(new URL(page.url()).hash, `#${EASY}`, "the link contains the puzzle, not its solution");
  await cell(page, 1, 3).press("Control+C");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), EASY_SOLUTION);
});

onPage("if there are two solutions, both can be shown, and the cells that differ are marked", async (page) => {
  await open(page, TWO_SOLUTIONS);
  await says(page, "Several solutions");
  await button(page, "Solve").click();
  await says(page, "Solved: two solutions");
  const first = await grid(page);
  await button(page, "Second").click();
  const second = await grid(page);
  const differing = [...first].flatMap((digit, index) => (digit === second[index] ? [] : [index]));
  assert.equal(differing.length, 4);
  const marked = await page.locator(".cell").evaluateAll((cells) => cells.flatMap((node, index) => (node.classList.contains("differs") ? [index] : [])));
  assert.deepEqual(marked, differing);
  assert.match(await page.locator("#board input").nth(differing[0]).getAttribute("aria-label"), /differs between the two solutions/);
  assert.equal(await button(page, "Second").getAttribute("aria-pressed"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.innerText), "Second", "the focus stays on the switch");
  assert.match(await page.locator("#report").innerText(), /There are exactly two\. They differ in 4 cells/);

  await button(page, "Clear").click();
  await button(page, "Solve").click();
  await says(page, "Solved: several solutions");
  assert.match(await page.locator("#report").innerText(), /Here are two of them/);
});

onPage("every example has the verdict that its name promises", async (page) => {
  const expected = { Easy: "Exactly one solution", "17 clues": "Exactly one solution", "The hardest": "Exactly one solution", "Two solutions": "Several solutions", "No solution": "No solution" };
  await open(page, BLANK);
  await choose(page, "New");
  assert.deepEqual(await page.locator("#examples button").allInnerTexts(), Object.keys(expected));
  for (const [name, words] of Object.entries(expected)) {
    await choose(page, "New");
    const judged = page.waitForResponse("**/validate");
    await button(page, name).click();
    await judged;
    await choose(page, "Solve");
    await says(page, words);
  }
  await button(page, "Solve").click();
  assert.match(await page.locator("#live").innerText(), /No solution\s*$/);
});

onPage(
  "Solve reports a conflict or no solution even before the verdict arrives, in the same words",
  async (page) => {
    await page.route("**/validate", () => {});
    await open(page, `55${BLANK.slice(2)}`);
    await button(page, "Solve").click();
    await says(page, "Two conflicts");
    await page.goto("about:blank");
    await open(page, NO_SOLUTION);
    await button(page, "Solve").click();
    await says(page, "No solution");
  },
  { expected: /status of 422/ },
);

onPage("Solve cancels the request for the verdict, which its own answer contains", async (page) => {
  const held = new Promise((resolve) => page.route("**/validate", resolve));
  await open(page, EASY);
  const question = await held;
  const dropped = page.waitForEvent("requestfailed", { timeout: 5_000 });
  await button(page, "Solve").click();
  await says(page, "Solved: the only solution");
  assert.equal(await dropped, question.request());
  assert.equal(await page.locator("#verdict").innerText(), "one solution");
});

onPage("a link opens its puzzle and follows changes, and a link without a puzzle is explained", async (page) => {
  await open(page, EASY);
  assert.equal(await grid(page), EASY);
  await cell(page, 1, 3).press("4");
  await page.waitForURL(/&play=zzd/);
  const link = page.url();
  const judged = page.waitForResponse("**/validate");
  await page.evaluate((puzzle) => (location.hash = puzzle), EASY.replaceAll(".", "0"));
  await shows(page, EASY);
  await page.evaluate(() => (location.hash = "hello"));
  await says(page, "The link contains no puzzle");
  await judged;
  await page.evaluate(() => fetch("livez"));
  assert.equal(await headline(page).innerText(), "The link contains no puzzle", "the verdict on the board does not hide it");
  assert.equal(await grid(page), EASY);
  await button(page, "Solve").click();
  await says(page, "Solved: the only solution");

  await page.goto("about:blank");
  await page.goto(`${link}&panel=rate`);
  await shows(page, EASY.replace("53.", "534"));
  assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /yours/);
  assert.equal(await page.getByRole("tab", { name: "Rate" }).getAttribute("aria-selected"), "true");
  const answer = await fetch(`${BASE}validate`, { method: "POST", body: page.url(), headers: { accept: "application/json" } });
  assert.equal((await answer.json()).grid, EASY, "the service reads the page's own links");
}, { expected: /status of 422/ });

onPage("every copied snippet runs unchanged and gets the same answer as the page", async (page) => {
  await open(page, EASY);
  await button(page, "Copy code").click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await page.locator("#snippet").innerText(), curl);
  assert.doesNotMatch(curl, /['$\\]/, "it needs only double quotes, so it runs in every shell");
  const { stdout } = await run("sh", ["-c", curl]);
  assert.equal(JSON.parse(stdout).solution, EASY_SOLUTION);

  const copied = async (kind) => {
    await button(page, kind).click();
    await button(page, "Copy code").click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const script = (await copied("fetch")).replace("console.log(", "process.stdout.write(JSON.stringify(").replace(/\);$/, "));");
  assert.deepEqual(JSON.parse((await run("node", ["--input-type=module", "--eval", script])).stdout).solutions, [EASY_SOLUTION]);
  const printed = await run("python3", ["-c", await copied("Python")]);
  assert.match(printed.stdout, new RegExp(`'solution': '${EASY_SOLUTION}'`));

  for (const name of ["Hint", "Explain", "Rate", "New"]) {
    await choose(page, name);
    const answered = JSON.parse((await run("sh", ["-c", await copied("curl")])).stdout);
    assert.ok(answered.verdict ?? answered.rating, `${name}: ${JSON.stringify(answered)}`);
    assert.match((await run("python3", ["-c", await copied("Python")])).stdout, /'(verdict|rating)'/, name);
  }
  await button(page, "Copy link").click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${BASE}#${EASY}&panel=new`);
});

onPage("the Answer tab shows status, headers and body", async (page) => {
  await open(page, EASY);
  await button(page, "Answer").click();
  assert.match(await page.locator("#wire-content").innerText(), /Not sent yet/);
  await button(page, "Solve").click();
  await says(page, "Solved");
  assert.match(await page.locator("#wire-content .status").innerText(), /^200 OK · [\d.]+ ms · \d+ bytes$/);
  await page.locator("#wire-content summary").click();
  assert.match(await page.locator("#wire-content details pre").innerText(), /content-type: application\/json/);
  assert.equal(JSON.parse(await page.locator("#wire-content .body").innerText()).solution, EASY_SOLUTION);
  await button(page, "Copy answer").click();
  assert.equal(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())).verdict, "unique");
  await button(page, "Copy solution").click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), EASY_SOLUTION);
});

onPage("the request shown is the last that a person sent, whichever button sent it", async (page) => {
  await open(page, EASY);
  const operation = page.locator("#operation");
  assert.equal(await operation.innerText(), "POST /solve", "before the first, the one that the tab would send");
  await cell(page, 1, 3).press("1");
  await page.waitForResponse("**/validate");
  assert.equal(await operation.innerText(), "POST /solve", "requests for verdicts are not shown");
  await button(page, "Check").click();
  await says(page, "One mistake");
  assert.equal(await operation.innerText(), "POST /validate");
  const { stdout } = await run("sh", ["-c", await page.locator("#snippet").innerText()]);
  assert.deepEqual(JSON.parse(stdout).mistakes, [{ row: 1, column: 3, index: 2 }]);
  await button(page, "Answer").click();
  assert.equal(JSON.parse(await page.locator("#wire-content .body").innerText()).mistakes.length, 1);
  await button(page, "Solve").click();
  await says(page, "Solved");
  assert.equal(await operation.innerText(), "POST /solve");
  assert.equal(JSON.parse(await page.locator("#wire-content .body").innerText()).solution, EASY_SOLUTION);
  await choose(page, "Rate");
  assert.equal(await operation.innerText(), "POST /rate");
  const hinted = page.waitForResponse("**/hint");
  await button(page, "Walk through").click();
  await hinted;
  await operation.filter({ hasText: "POST /hint" }).waitFor();
  await button(page, "Clear").click();
  await operation.filter({ hasText: "POST /rate" }).waitFor();
});

onPage("copying works without a clipboard object, as over plain HTTP", async (page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page, EASY);
  await button(page, "Copy link").click();
  await button(page, "Paste").click();
  await page.keyboard.press("Control+V");
  assert.equal(await page.locator("#paste-text").inputValue(), `${BASE}#${EASY}`);
});

onPage("the playground works under any prefix that a gateway strips", async (page) => {
  const prefix = "/it's $HOME (sudoku) & more/".replaceAll(" ", "%20");
  await withServer(gateway(prefix), async (origin) => {
    page.origins.push(origin);
    await open(page, EASY, origin + prefix);
    await says(page, "Exactly one solution");
    await button(page, "Solve").click();
    await says(page, "Solved: the only solution");
    const links = await page.locator("a").evaluateAll((anchors) => anchors.map((anchor) => anchor.href));
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
    await button(page, "Copy code").click();
    const { stdout } = await run("sh", ["-c", await page.evaluate(() => navigator.clipboard.readText())]);
    assert.equal(JSON.parse(stdout).solution, EASY_SOLUTION);
    await page.goto(`${origin}${prefix}problems/no-solution`);
    const home = await page.locator(".wordmark a").evaluate((anchor) => anchor.href);
    assert.equal(home, origin + prefix);
  });
});

onPage(
  "an unreachable service, a busy one and a gateway's error are explained, with a button to try again",
  async (page) => {
    await open(page, EASY);
    await says(page, "Exactly one solution");
    await page.route("**/solve", (route) => route.abort("connectionrefused"));
    await button(page, "Solve").click();
    await says(page, "The service is unreachable");
    assert.match(await page.locator("#live").innerText(), /unreachable\. Nothing answered/);

    await page.unroute("**/solve");
    const busy = { type: "/problems/overloaded", title: "The service is overloaded", status: 503, detail: "The queue is full.", code: "overloaded", request_id: "r" };
    await page.route("**/solve", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", headers: { "retry-after": "2" }, body: JSON.stringify(busy) }));
    await button(page, "Try again").click();
    await says(page, "The service is overloaded");
    assert.match(await page.locator("#report").innerText(), /The queue is full\. Try again in 2 seconds\./);
    assert.equal(await page.getByRole("link", { name: "What this means" }).getAttribute("href"), "problems/overloaded");

    await page.unroute("**/solve");
    await page.route("**/solve", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }));
    await button(page, "Try again").click();
    await says(page, "The service did not answer");
    assert.match(await page.locator("#report").innerText(), /HTTP 502/);

    await page.unroute("**/solve");
    await button(page, "Try again").click();
    await says(page, "Solved: the only solution");
  },
  { expected: /ERR_CONNECTION_REFUSED|status of 50[23]/ },
);
