// Updates the README's screenshot of the playground: `SUDOKU_URL=http://127.0.0.1:8080/ node picture.mjs`, then
// `pngquant --force --ext .png 64 ../../../src/http/pages/playground.png`, which halves it.

import { chromium } from "playwright-core";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, colorScheme: "light", reducedMotion: "reduce" });
const PUZZLE = "7......166...5........4672.8...6..........96.....72.....7.2..9..25......9..1...73";
await page.goto(`${process.env.SUDOKU_URL ?? "http://127.0.0.1:8080/"}#${PUZZLE}&panel=rate`);
await page.getByRole("button", { name: "Hardest step" }).click();
await page.locator(".layer .link").first().waitFor({ state: "attached" });
await page.locator("#headline").click();
await page.screenshot({ path: new URL("../../../src/http/pages/playground.png", import.meta.url).pathname });
await browser.close();
