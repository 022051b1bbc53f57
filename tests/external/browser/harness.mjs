// Shared by all browser tests: one browser, a new page for each test that records what must never happen, and small servers
// that act as a gateway or another site.

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { mkdir } from "node:fs/promises";
import { after, test } from "node:test";
import axe from "axe-core";
import { chromium } from "playwright-core";

/** The service under test, with a slash at the end. */
export const BASE = new URL(process.env.SUDOKU_URL ?? "http://127.0.0.1:8080/").href;

export const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
export const EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
export const TWO_SOLUTIONS = "...7.....1.5........2.9817...1..7.46.........84.3..7...8746.2........5.1.....2...";
export const NO_SOLUTION = "53..7.1..6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
// The path of its rating has a chain.
export const CHAIN = "7......166...5........4672.8...6..........96.....72.....7.2..9..25......9..1...73";
export const BLANK = ".".repeat(81);

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
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

export async function open(page, fragment = "", base = BASE) {
  await page.goto(base + (fragment && `#${fragment}`));
  await page.locator("#board input").nth(80).waitFor();
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

export async function paste(page, text) {
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await page.keyboard.press("Control+V");
}

export async function screenshot(page, name) {
  await mkdir(new URL("screenshots/", import.meta.url), { recursive: true });
  await page.screenshot({ path: new URL(`screenshots/${name}.png`, import.meta.url).pathname, animations: "disabled" });
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

/** Fails with every violation that axe finds. */
export async function assertAccessible(page, what) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const lines = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(" ")}`);
  assert.deepEqual(lines, [], what);
}
