// The playground as a person uses it: keyboard, paste, files, solve, undo, links and snippets.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { BASE, BLANK, EASY, EASY_SOLUTION, NO_SOLUTION, TWO_SOLUTIONS, ask, button, cell, cellsWith, choose, click, copied, gateway, grid, headline, hold, marks, onPage, open, paste, press, says, shows, withServer } from "./harness.mjs";

const run = promisify(execFile);
const rows = EASY.match(/.{9}/g);

onPage("the board is filled, cleared and crossed by keyboard alone, from the first moment, and is one tab stop", async (page) => {
  await open(page, BLANK);
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  await press(page, "7", "?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await press(page, "5", "Escape");
  assert.equal(await grid(page), `7${BLANK.slice(1)}`);
  await page.locator("#set-up[aria-pressed=true]").focus();
  await press(page, "Tab");
  for (const [index, row] of rows.entries()) {
    for (const character of row) await press(page, character === "." ? "0" : character, "ArrowRight");
    await press(page, "Home", ...(index < 8 ? ["ArrowDown"] : []));
  }
  assert.equal(await grid(page), EASY);
  await says(page, "Exactly one solution");
  await press(page, "Control+Home");
  for (const key of ["Backspace", "Delete", "0", "Space"]) {
    await press(page, "5");
    assert.equal((await grid(page))[0], "5");
    await press(page, key);
    assert.equal((await grid(page))[0], ".", `${key} clears the cell`);
  }
  const focused = () => page.evaluate(() => Number(document.activeElement.dataset.index));
  const moves = { End: 8, PageDown: 80, "Control+Home": 0, "Control+ArrowDown": 27, "Control+End": 80, Home: 72, PageUp: 0 };
  const edges = { ArrowLeft: 0, ArrowUp: 0, ArrowDown: 9, "Control+ArrowRight": 12, ArrowRight: 13, "Control+ArrowDown": 40 };
  const back = { "Control+ArrowUp": 13, ArrowLeft: 12, "Control+ArrowLeft": 9 };
  for (const [key, index] of [moves, edges, back, { "Control+ArrowUp": 0, ArrowDown: 9 }].flatMap(Object.entries)) {
    await press(page, key);
    assert.equal(await focused(), index, key);
  }
  await press(page, "Tab", "Shift+Tab");
  assert.equal(await focused(), 9);
  assert.equal(await page.locator('#board input[tabindex="0"]').count(), 1);
  await press(page, "Tab", "ArrowRight", "Enter");
  assert.equal((await grid(page))[9], "2", "the digit pad works by keyboard");
});

onPage("a conflict is marked while typing, and its house is named", async (page) => {
  await open(page, EASY);
  await cell(page, 1, 4).press("5");
  await says(page, "Two conflicts");
  const words = await page.locator("#report li").allInnerTexts();
  assert.deepEqual(words, ["Two 5s in row 1: r1c1 and r1c4", "Two 5s in box 2: r1c4 and r2c6"]);
  assert.equal(await cell(page, 1, 4).getAttribute("aria-invalid"), "true");
  const name = "row 1 column 4, yours, conflict, two 5s in row 1, conflict, two 5s in box 2";
  assert.equal(await cell(page, 1, 4).getAttribute("aria-label"), name);
  assert.equal(await cell(page, 1, 2).getAttribute("aria-invalid"), "false");
  assert.match(await page.locator("#live").innerText(), /Conflict: Two 5s in row 1: r1c1 and r1c4/);
  await page.getByRole("button", { name: "Two 5s in box 2" }).click();
  await press(page, "Shift+Tab");
  await cell(page, 1, 4).focus();
  await press(page, "Backspace");
  await says(page, "Exactly one solution");
  assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
});

onPage("digits come from input methods, tools and the clipboard as well as from keys, and move to the next cell if that is on", async (page) => {
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
  await open(page, BLANK);
  await button(page, "More").click();
  await page.getByLabel("Move to the next cell").click();
  await cell(page, 1, 1).focus();
  await page.keyboard.type("5300");
  assert.equal(await grid(page), `53${BLANK.slice(2)}`);
  await press(page, "ArrowRight", "1");
  assert.equal((await grid(page)).slice(0, 4), "53.1");
});

onPage("a pasted text is put on the board with its pencil marks, or rejected with the error selected, where it can be corrected", async (page) => {
  await open(page, BLANK);
  await paste(page, JSON.stringify({ grid: rows }));
  await shows(page, EASY);
  // Nine characters for each cell: the rules allow 1, 2 and 4 in r1c3, and 4 has been removed.
  const { candidates } = await ask("validate", { grid: EASY, ask: ["candidates"] });
  await open(page, BLANK);
  await paste(page, `${candidates.slice(0, 21)}.${candidates.slice(22)}`);
  await shows(page, EASY);
  assert.deepEqual([await marks(page, 1, 3), await marks(page, 1, 1)], ["1 2", ""], "a clue has no marks");
  await choose(page, "Hint");
  await says(page, "A pencil mark is missing");

  const trouble = page.locator("#paste-trouble");
  const selection = () => page.locator("#paste-text").evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  await open(page, BLANK);
  await paste(page, EASY.replaceAll(".", "◆"));
  await trouble.filter({ hasText: /Line 1, character 3: '◆'/ }).waitFor();
  assert.match(await trouble.locator("li").innerText(), /It stands 51 times: write blanks as \. or 0\.$/, "one message for all");
  assert.equal(await selection(), "◆", "the invalid character is selected");
  await button(page, "Cancel").click();
  assert.equal(await grid(page), BLANK);
  await paste(page, rows.join("\n").replace("6..195...", "6..195.."));
  await trouble.filter({ hasText: /line 2/i }).waitFor();
  assert.equal(await selection(), "6..195..", "the invalid line is selected");
  await page.keyboard.type("6..195...");
  await button(page, "Put it on the board").click();
  await shows(page, EASY);
}, { expected: /status of 422/ });

onPage("a dropped file goes to the board if it has one grid, and to the batch if it has several", async (page) => {
  await open(page, BLANK);
  const drop = (name, ...lines) =>
    page.evaluate(([content, title]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], title));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [lines.join("\n"), name]);
  await drop("easy.txt", "# easy", ...rows, "");
  await shows(page, EASY);
  // The lines of a frame are longer than a puzzle.
  const { candidates } = await ask("validate", { grid: EASY, ask: ["candidates"] });
  const framed = candidates.match(/.{81}/g).map((row) => `|${row.match(/.{9}/g).join(" ").replaceAll(".", "")}|`);
  await open(page, BLANK);
  await drop("marks.txt", `+${"-".repeat(100)}+`, ...framed, `+${"-".repeat(100)}+`);
  await shows(page, EASY);
  await drop("three.txt", EASY, EASY.replace("53", "55"), "# a comment", EASY);
  await says(page, "3 puzzles");
  assert.match(await page.locator("#report").innerText(), /2 solved, 1 rejected/);
  assert.match(await page.locator("#report tbody tr").nth(1).innerText(), /2\s+error conflicting-givens line 2/);
  assert.match(await page.locator("#report tbody tr").nth(2).innerText(), /^4\s/);
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download answers").click()]);
  assert.equal(file.suggestedFilename(), "three-solved.txt");
  assert.equal((await readFile(await file.path(), "utf8")).trim().split("\n").length, 3);
});

onPage("Solve fills in the rest and shows guesses and time, and Undo and Redo work", async (page) => {
  await open(page, EASY);
  assert.equal(await page.locator("#undo").getAttribute("aria-disabled"), "true");
  await click(page, "Solve", "Solved: the only solution");
  assert.equal(await grid(page), EASY_SOLUTION);
  assert.equal(await page.locator(".cell.solved").count(), 51);
  assert.equal(await cell(page, 1, 3).getAttribute("aria-label"), "row 1 column 3, solved");
  assert.equal(await cell(page, 1, 1).getAttribute("aria-label"), "row 1 column 1, given");
  const facts = await page.locator(".facts div").allInnerTexts();
  assert.match(facts.join(";"), /^guess(es)?\s+\d+;in the solver\s+(< )?[\d,]+ µs;round trip\s+[\d.]+ ms$/);
  assert.match(await page.locator("#live").innerText(), /Solved: the only solution\. \d+ guess(es)?, .*microsecond/);
  for (const [name, shown] of [["Undo", EASY], ["Redo", EASY_SOLUTION], ["Clear", BLANK]]) {
    await button(page, name).click();
    assert.equal(await grid(page), shown, name);
  }
  await press(page, "Control+z", "Control+z");
  assert.equal(await grid(page), EASY);
  await press(page, "Control+y");
  assert.equal(await grid(page), EASY_SOLUTION);
  assert.equal(new URL(page.url()).hash, `#${EASY}`, "the link contains the puzzle, not its solution");
  await cell(page, 1, 3).press("Control+C");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), EASY_SOLUTION);
});

onPage("if there are two solutions, both can be shown, and the cells that differ are marked", async (page) => {
  await open(page, TWO_SOLUTIONS, "Several solutions");
  await click(page, "Solve", "Solved: two solutions");
  const first = await grid(page);
  await button(page, "Second").click();
  const second = await grid(page);
  const differing = [...first].flatMap((digit, index) => (digit === second[index] ? [] : [index]));
  assert.equal(differing.length, 4);
  assert.deepEqual(await cellsWith(page, ".differs"), differing);
  assert.match(await page.locator("#board input").nth(differing[0]).getAttribute("aria-label"), /differs between the two solutions/);
  assert.equal(await button(page, "Second").getAttribute("aria-pressed"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.innerText), "Second", "the focus stays on the switch");
  assert.match(await page.locator("#report").innerText(), /There are exactly two\. They differ in 4 cells/);
  await button(page, "Clear").click();
  await click(page, "Solve", "Solved: several solutions");
  assert.match(await page.locator("#report").innerText(), /Here are two of them/);
});

onPage("every example has the verdict that its name promises", async (page) => {
  const unique = { Easy: "unique", "17 clues": "unique", "The hardest": "unique" };
  const expected = { ...unique, "Two solutions": "multiple", "No solution": "none" };
  await open(page, `${BLANK}&panel=new`);
  assert.deepEqual(await page.locator("#examples button").allInnerTexts(), Object.keys(expected));
  for (const [name, verdict] of Object.entries(expected)) {
    await choose(page, "New");
    await button(page, name).click();
    assert.equal((await ask("validate", { grid: await grid(page) })).verdict, verdict, name);
  }
});

onPage("Solve cancels the request for the verdict, which its own answer contains: one solution, a conflict or none", async (page) => {
  for (const [puzzle, words, verdict] of [
    [EASY, "Solved: the only solution", "one solution"],
    [`55${BLANK.slice(2)}`, "Two conflicts", "conflict"],
    [NO_SOLUTION, "No solution", "no solution"],
  ]) {
    const question = await hold(page, "**/validate", () => open(page, puzzle));
    const [dropped] = await Promise.all([page.waitForEvent("requestfailed"), click(page, "Solve", words)]);
    assert.equal(dropped, question.request());
    assert.equal(await page.locator("#verdict").innerText(), verdict);
  }
  await page.locator("#live").evaluate((live) => live.replaceChildren());
  await button(page, "Solve").click();
  assert.match(await page.locator("#live").innerText(), /^No solution\s*$/, "said again, without a request");
}, { expected: /status of 422/ });

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
  await click(page, "Solve", "Solved: the only solution");
  await open(page, `${link}&panel=rate`.split("#")[1]);
  await shows(page, EASY.replace("53.", "534"));
  assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /yours/);
  assert.equal(await page.getByRole("tab", { name: "Rate" }).getAttribute("aria-selected"), "true");
  const answer = await fetch(`${BASE}validate`, { method: "POST", body: page.url(), headers: { accept: "application/json" } });
  assert.equal((await answer.json()).grid, EASY, "the service reads the page's own links");
}, { expected: /status of 422/ });

onPage("every copied snippet runs unchanged and gets the same answer as the page", async (page) => {
  await open(page, EASY);
  // fetch is written like Python, in two ways: a document in the body, and a query.
  for (const name of ["Solve", "Hint", "Explain", "Rate", "New"]) {
    await choose(page, name);
    for (const kind of ["Solve", "New"].includes(name) ? ["curl", "Python", "fetch"] : ["curl", "Python"]) {
      await button(page, kind).click();
      const code = await copied(page, "Copy code");
      assert.equal(await page.locator("#snippet").innerText(), code);
      const command = { curl: ["sh", "-c"], fetch: ["node", "--input-type=module", "--eval"], Python: ["python3", "-c"] }[kind];
      const { stdout } = await run(command[0], [...command.slice(1), code]);
      if (name === "Solve") assert.ok(stdout.includes(EASY_SOLUTION), stdout);
      else assert.match(stdout, /\b(verdict|rating)['"]?:/, `${name} by ${kind}`);
      if (name === "Solve" && kind === "curl") assert.doesNotMatch(code, /['$\\]/, "only double quotes, for every shell");
    }
  }
  assert.equal(await copied(page, "Copy link"), `${BASE}#${EASY}&panel=new`);
});

onPage("the request and the answer shown are the last that a person asked for, whichever button sent it", async (page) => {
  await open(page, EASY);
  const [operation, content] = [page.locator("#operation"), page.locator("#wire-content")];
  const body = async () => JSON.parse(await content.locator(".body").innerText());
  assert.equal(await operation.innerText(), "POST /solve", "before the first, the one that the tab would send");
  await button(page, "Answer").click();
  assert.match(await content.innerText(), /Not sent yet/);
  await Promise.all([page.waitForResponse("**/validate"), cell(page, 1, 3).press("1")]);
  assert.equal(await operation.innerText(), "POST /solve", "requests for verdicts are not shown");
  await click(page, "Check", "One mistake");
  assert.equal(await operation.innerText(), "POST /validate");
  assert.equal((await body()).mistakes.length, 1);
  await button(page, "curl").click();
  const { stdout } = await run("sh", ["-c", await page.locator("#snippet").innerText()]);
  assert.equal(JSON.parse(stdout).mistakes.length, 1);
  await button(page, "Answer").click();
  await click(page, "Solve", "Solved");
  assert.equal(await operation.innerText(), "POST /solve");
  assert.match(await content.locator(".status").innerText(), /^200 OK · [\d.]+ ms · \d+ bytes$/);
  await content.locator("summary").click();
  assert.match(await content.locator("details pre").innerText(), /content-type: application\/json/);
  assert.equal((await body()).solution, EASY_SOLUTION);
  assert.equal(JSON.parse(await copied(page, "Copy answer")).verdict, "unique");
  assert.equal(await copied(page, "Copy solution"), EASY_SOLUTION);
  await choose(page, "Rate");
  assert.equal(await operation.innerText(), "POST /rate");
  await button(page, "Walk through").click();
  await operation.filter({ hasText: "POST /hint" }).waitFor();
  await button(page, "Clear").click();
  await operation.filter({ hasText: "POST /rate" }).waitFor();
});

onPage("copying works without a clipboard object, as over plain HTTP", async (page) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await open(page, EASY);
  await button(page, "Copy link").click();
  await button(page, "Paste").click();
  await press(page, "Control+V");
  assert.equal(await page.locator("#paste-text").inputValue(), `${BASE}#${EASY}`);
});

onPage("the playground works under any prefix that a gateway strips", async (page) => {
  const prefix = "/it's $HOME (sudoku) & more/".replaceAll(" ", "%20");
  await withServer(gateway(prefix), async (origin) => {
    page.origins.push(origin);
    await open(page, EASY, "Exactly one solution", origin + prefix);
    await click(page, "Solve", "Solved: the only solution");
    const links = await page.locator("a").evaluateAll((anchors) => anchors.map((anchor) => anchor.href));
    for (const link of links) assert.equal((await fetch(link)).status, 200, link);
    const { stdout } = await run("sh", ["-c", await copied(page, "Copy code")]);
    assert.equal(JSON.parse(stdout).solution, EASY_SOLUTION);
    await page.goto(`${origin}${prefix}problems/no-solution`);
    assert.equal(await page.locator(".wordmark a").evaluate((anchor) => anchor.href), origin + prefix);
  });
});
