// Shared by all browser tests: one browser, a new page for each test that records what must never happen, and small servers
// that act as a gateway or another site.

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { after, test } from "node:test";
import axe from "axe-core/axe.min.js";
import { chromium } from "playwright-core";

/** The service under test, with a slash at the end. */
export const BASE = new URL(process.env.SUDOKU_URL ?? "http://127.0.0.1:8080/").href;

export const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
export const EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
export const TWO_SOLUTIONS = "...7.....1.5........2.9817...1..7.46.........84.3..7...8746.2........5.1.....2...";
export const NO_SOLUTION = "53..7.1..6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
// The path of its rating has a chain.
export const CHAIN = "7......166...5........4672.8...6..........96.....72.....7.2..9..25......9..1...73";
// Its hints are chains with several branches.
export const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
export const BLANK = ".".repeat(81);

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const LAPTOP = { viewport: { width: 1366, height: 768 } };
export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
export const LANDSCAPE = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };

const FLAGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking " +
  "--disable-component-update --disable-sync";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: FLAGS.split(" ") });
after(() => browser.close());

/**
 * A test on a fresh page. It fails on an error in the console, an uncaught exception or a request to another origin.
 * Chromium logs each status of 400 or higher as an error; `expected` matches those that the test causes.
 */
export function onPage(name, body, { expected = /^$/, context: options = {} } = {}) {
  test(name, async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], ...options });
    // Twice the default, because the API reference loads slowly on a busy machine.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const faults = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !expected.test(message.text())) faults.push(`${message.text()} at ${message.location().url}`);
    });
    page.on("pageerror", (error) => faults.push(error.stack));
    page.on("request", (sent) => {
      const { origin, protocol } = new URL(sent.url());
      if (protocol.startsWith("http") && !page.origins.includes(origin)) faults.push(`request to ${sent.url()}`);
    });
    page.origins = [new URL(BASE).origin];
    try {
      await body(page);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });
}

/** Opens the page, as in a new visit, and waits for the board and, if there are `words`, until the card says them. */
export async function open(page, fragment = "", words = "", base = BASE) {
  await page.goto("about:blank");
  await page.goto(base + (fragment && `#${fragment}`));
  await page.locator("#board input").nth(80).waitFor();
  if (words) await says(page, words);
}

/** The cell in `row` and `column`, from 1. */
export const cell = (page, row, column) => page.locator("#board input").nth((row - 1) * 9 + column - 1);

/** What the board shows, as 81 digits and dots. */
export const grid = (page) => page.locator("#board input").evaluateAll((inputs) => inputs.map((input) => input.value || ".").join(""));

/** Waits until the board shows `expected`. */
export async function shows(page, expected, what = "") {
  const matches = (digits) => [...document.querySelectorAll("#board input")].map((input) => input.value || ".").join("") === digits;
  await page.waitForFunction(matches, expected, { timeout: 20_000 }).catch(async () => assert.equal(await grid(page), expected, what));
}

/** A grid with one more digit. */
export const withDigit = (digits, { index, digit }) => digits.slice(0, index) + digit + digits.slice(index + 1);

/** The cells, from 0, that match a selector. */
export const cellsWith = (page, selector) =>
  page.locator(".cell").evaluateAll((cells, wanted) => cells.flatMap((node, n) => (node.matches(wanted) ? [n] : [])), selector);

/** The pencil marks of a cell, which its name lists. */
export const marks = async (page, row, column) =>
  /marks ([\d ]+)/.exec(await cell(page, row, column).getAttribute("aria-label"))?.[1] ?? "";

export const headline = (page) => page.locator("#headline");
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Chooses a tab beside the board, and waits until it has been loaded. */
export async function choose(page, name) {
  await page.getByRole("tab", { name, exact: true }).click();
  await page.locator(`#card[data-panel="${name.toLowerCase()}"]`).waitFor();
}

/** Waits until the card says `words`. */
export async function says(page, words) {
  await headline(page).filter({ hasText: words }).waitFor({ timeout: 30_000 });
}

/** Presses a button, and waits until the card says `words`. */
export async function click(page, name, words) {
  await button(page, name).click();
  await says(page, words);
}

/** Asks for the levels of a hint up to this one, and returns their texts. */
export async function reveal(page, level) {
  const levels = page.locator(".levels > li");
  await levels.first().waitFor();
  for (let shown = await levels.count(); shown < level; shown += 1) {
    await button(page, "Tell me more").click();
    await levels.nth(shown).waitFor();
  }
  return levels.allTextContents();
}

/** Presses keys one after another. */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

export const isFocused = (locator) => locator.evaluate((node) => node === document.activeElement);

export async function paste(page, text) {
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await page.keyboard.press("Control+V");
}

/** Presses a button that copies, and returns what it has copied. */
export async function copied(page, name) {
  await button(page, name).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Types a text into the dialog for pasted texts, and puts it on the board. */
export async function submit(page, text) {
  await button(page, "Paste").click();
  await page.locator("#paste-text").fill(text);
  await button(page, "Put it on the board").click();
}

/** Follows a link that opens a page of its own. */
export async function popup(page, name) {
  const [opened] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name }).click()]);
  return opened;
}

/** The answer of the service to a GET request, or to a POST request with a body. */
export async function ask(path, body) {
  const post = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return (await fetch(BASE + path, body && post)).json();
}

/** Holds the next request to a path back, which `act` causes, and returns it with a way to answer it. */
export async function hold(page, path, act) {
  let take;
  const held = new Promise((resolve) => (take = resolve));
  await page.route(path, take, { times: 1 });
  await act();
  return held;
}

/** Adds up the layout shifts of the page in `window.shifts`. */
export function watchShifts(page) {
  return page.addInitScript(() => {
    window.shifts = 0;
    const add = ({ value }) => (window.shifts += value);
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: "layout-shift", buffered: true });
  });
}

/** Runs `body` with the address of a server that answers with `handler`, on its own port. */
export async function withServer(handler, body) {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    return await body(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A gateway that serves the service under `prefix`, which it strips. */
export const gateway = (prefix) => (incoming, answer) => {
  if (!incoming.url.startsWith(prefix)) return answer.writeHead(404).end();
  const target = new URL(incoming.url.slice(prefix.length), BASE);
  const { method, headers } = incoming;
  const onward = request(target, { method, headers: { ...headers, host: target.host } }, (reply) => {
    answer.writeHead(reply.statusCode, reply.headers);
    reply.pipe(answer);
  });
  onward.on("error", () => answer.writeHead(502).end());
  incoming.pipe(onward);
};

/** A gateway that also adds each request, with its answer, to `asked`. */
export const counting = (asked) => (incoming, answer) => {
  asked.push({ incoming, answer });
  gateway("/")(incoming, answer);
};

/**
 * Fails with every violation that axe finds, in light and in dark. These differ only in colours, so dark needs only the rules
 * about them. If the variable SCREENSHOTS is set, pictures are kept.
 */
export async function assertAccessible(page, name) {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const colours = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
  for (const [colorScheme, options] of Object.entries({ light: {}, dark: colours })) {
    // Without motion, so that no colour is measured between two others.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const violations = await page.evaluate(async (chosen) => {
      const found = await window.axe.run({ ...chosen, resultTypes: ["violations"] });
      return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`);
    }, options);
    assert.deepEqual(violations, [], `${name} in ${colorScheme}`);
    const path = `screenshots/${name}-${colorScheme}.png`;
    if (process.env.SCREENSHOTS) await page.screenshot({ path, animations: "disabled" });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
