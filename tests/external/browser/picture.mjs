// Updates the README's screenshot of the playground: `SUDOKU_URL=http://127.0.0.1:8080/ node picture.mjs`, then
// `pngquant --force --ext .png 64 ../../../src/http/pages/playground.png`, which halves it.

import { chromium } from "playwright-core";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, colorScheme: "light", reducedMotion: "reduce" });
const HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
await page.goto(`${process.env.SUDOKU_URL ?? "http://127.0.0.1:8080/"}#${HARDEST}`);
const solve = page.getByRole("button", { name: "Solve", exact: true });
// The first answers of a new process are slower than usual.
for (let round = 0; round < 20; round += 1) {
  const answered = page.waitForResponse("**/solve");
  await solve.click();
  await answered;
  const hide = page.getByRole("button", { name: "Hide it" });
  if (round < 19) await hide.click();
}
await page.locator("#headline").filter({ hasText: "Solved" }).waitFor();
await page.locator("#headline").click();
await page.screenshot({ path: new URL("../../../src/http/pages/playground.png", import.meta.url).pathname });
await browser.close();
