// What can be pasted and what is rejected: the page must parse every text as the service does.

import assert from "node:assert/strict";
import { BASE, BLANK, EASY, EASY_SOLUTION, button, cell, grid, onPage, open, paste } from "./harness.mjs";

const rows = EASY.match(/.{9}/g);
const numbers = rows.map((row) => [...row].map((digit) => Number(digit) || 0));

/** The rows between frame lines, three to a box, each row written by `row`. */
const framed = (top, middle, row) => [top, ...rows.slice(0, 3).map(row), middle, ...rows.slice(3, 6).map(row), middle, ...rows.slice(6).map(row), top].join("\n");
const boxes = (row, joint) => row.match(/.{3}/g).join(joint);

// Each layout with its possible blanks: a frame of stars or dashes cannot have the same character as a blank.
const LAYOUTS = [
  ["on one line", EASY, ".0_xX*-"],
  ["on one line with CRLF", `${EASY}\r\n`, ".0_xX*-"],
  ["on one line of no-break spaces", [...EASY].join("\u00a0"), ".0_xX*-"],
  ["in nine lines", rows.join("\n"), ".0_xX*-"],
  ["in nine lines after a comment", `# easy\n${rows.join("\r\n")}\n`, ".0_xX*-"],
  ["joined by slashes", rows.join("/"), ".0_xX*-"],
  ["joined by commas", rows.join(","), ".0_xX*-"],
  ["joined by tabs", rows.join("\t"), ".0_xX*-"],
  ["joined by dashes", rows.join("-"), ".0_xX*"],
  ["in a frame of dashes", framed("", "------+-------+------", (row) => [...row].join(" ").replace(/(.{5}) (.{5}) /, "$1 | $2 | ")), ".0_xX*"],
  ["in a frame of stars", framed("*-----------*", "|---+---+---|", (row) => `|${boxes(row, "|")}|`), ".0_xX"],
  ["in a frame of box-drawing characters", framed("╔═══╤═══╤═══╗", "╟───┼───┼───╢", (row) => `║${boxes(row, "│")}║`), ".0_xX*-"],
  ["between stars", ["***", ...rows.map((row) => `*${row}*`), "***"].join("\n"), ".0_xX-"],
  ["between dashes", ["---", ...rows.map((row) => `-${row}-`), "---"].join("\n"), ".0_xX*"],
];
const TEXTS = LAYOUTS.flatMap(([name, text, blanks]) => [...blanks].map((blank) => [`cells ${name} with ${blank}`, text.replaceAll(".", blank)]));
const NOTATIONS = {
  ...Object.fromEntries(TEXTS),
  "JSON arrays of numbers": JSON.stringify(numbers),
  "JSON arrays with nulls": JSON.stringify(numbers.map((row) => row.map((digit) => digit || null)), null, 2),
  "JSON arrays of strings": JSON.stringify(rows.map((row) => [...row])),
  "JSON arrays of empty strings and floats": JSON.stringify(numbers.map((row) => row.map((digit) => digit || ""))).replaceAll("5", "5.0"),
  "nine JSON strings": JSON.stringify(rows),
  "a flat JSON array": JSON.stringify(numbers.flat()),
  "a JSON string": JSON.stringify(EASY),
  "an object with a grid": JSON.stringify({ grid: rows }),
};
const REFUSED = {
  "80 characters": EASY.slice(1),
  "82 characters": `${EASY}1`,
  "eight lines": rows.slice(1).join("\n"),
  "a line that lost a character": rows.join("\n").replace("6..195...", "6..195.."),
  "a letter": EASY.replace("7", "a"),
  "ten JSON rows": JSON.stringify([...numbers, numbers[0]]),
  "a ten in a JSON cell": JSON.stringify(numbers).replace("7", "10"),
  "a nested JSON cell": JSON.stringify(numbers).replace("7", "[7]"),
  "truncated JSON": JSON.stringify(numbers).slice(0, -1),
};

onPage("every notation of the contract can be pasted, and the page reads it as the service does", async (page) => {
  await open(page);
  for (const [name, text] of Object.entries(NOTATIONS)) {
    await paste(page, text);
    assert.equal(await grid(page), EASY, name);
    const answer = await fetch(`${BASE}solve`, { method: "POST", body: text, headers: { "content-type": "text/plain", accept: "application/json" } });
    const { solution, detail } = await answer.json();
    assert.equal(answer.status, 200, `${name}: ${detail}`);
    assert.equal([solution].flat(2).join("").replace(/\D/g, ""), EASY_SOLUTION, name);
    await button(page, "Clear").click();
  }
});

onPage("cells copied from a spreadsheet can be pasted, empty ones as blanks", async (page) => {
  await open(page);
  await cell(page, 1, 1).focus();
  await paste(page, rows.map((row) => [...row].map((digit) => digit.replace(".", "")).join("\t")).join("\r\n") + "\r\n");
  assert.equal(await grid(page), EASY);
  await paste(page, rows.slice().reverse().map((row) => [...row].map((digit) => digit.replace(".", "")).join(",")).join("\n"));
  assert.equal(await grid(page), rows.slice().reverse().join(""));
});

onPage(
  "a text that is no grid is refused with its place, by the page and by the service",
  async (page) => {
    await open(page);
    await cell(page, 1, 1).focus();
    for (const [name, text] of Object.entries(REFUSED)) {
      await paste(page, text);
      await page.locator("#paste-trouble").filter({ hasText: /\S/ }).waitFor({ timeout: 5_000 }).catch(() => assert.fail(`no message about ${name}`));
      assert.equal(await page.getByRole("dialog").isVisible(), true, name);
      assert.doesNotMatch(await page.locator("#paste-trouble").innerText(), /cannot read that notation/, name);
      await button(page, "Cancel").click();
      assert.equal(await grid(page), BLANK, name);
    }
    await paste(page, REFUSED["a letter"]);
    await page.locator("#paste-trouble").filter({ hasText: /line 1, character 5/i }).waitFor();
    const selection = () => page.locator("#paste-text").evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(await selection(), "a", "the character at fault is selected");
    await button(page, "Cancel").click();
    await paste(page, REFUSED["a line that lost a character"]);
    await page.locator("#paste-trouble").filter({ hasText: /line 2/i }).waitFor();
    assert.equal(await selection(), "6..195..", "the line at fault is selected");
    await page.keyboard.type("6..195...");
    await button(page, "Put it on the board").click();
    assert.equal(await grid(page), EASY);
  },
  { expected: /status of 4(00|22)/ },
);
