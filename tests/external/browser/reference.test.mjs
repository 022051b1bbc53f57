// The interactive reference: it loads from the binary alone and sends requests, even under a gateway's prefix.

import assert from "node:assert/strict";
import { BASE, gateway, onPage, screenshot, withServer } from "./harness.mjs";

/** Opens the reference at `base`, tries `POST /solve` with its first example, and checks the answer. */
async function tryIt(page, base) {
  await page.goto(`${base}docs`);
  assert.equal(page.url(), `${base}docs/`);
  await page.locator("#operations-sudoku-solve .opblock-summary-control").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.getByRole("button", { name: "Execute" }).click();
  const answer = await answered;
  assert.equal(answer.url(), `${base}solve`);
  assert.equal(answer.status(), 200);
  assert.equal((await answer.json()).verdict, "unique");
  await page.locator(".live-responses-table .response-col_status").filter({ hasText: "200" }).first().waitFor();
}

onPage("the reference shows the contract, and sends a request", (page) => tryIt(page, BASE));

onPage("the reference works under a prefix that a gateway strips", (page) =>
  withServer(gateway("/sudoku"), async (origin) => {
    page.origins.push(origin);
    await tryIt(page, `${origin}/sudoku/`);
  }),
);

for (const [device, viewport] of Object.entries({ desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  for (const colorScheme of ["light", "dark"]) {
    onPage(
      `the reference on a ${device} in ${colorScheme} has our title, a link to the playground, compact examples, working links, and nothing wider than the window`,
      async (page) => {
        await page.goto(`${BASE}docs/#/insight/canonical`);
        const example = page.locator("#operations-insight-canonical .highlight-code").filter({ hasText: "transpose" }).first();
        await example.waitFor();
        assert.equal(await page.title(), "Sudoku service: API reference");
        assert.match(await example.innerText(), /"rows": \[3, 2, 1, 7, 8, 9, 4, 6, 5\],\n/, "a list of numbers is one line");
        assert.equal(await page.getByRole("link", { name: "Playground" }).evaluate((link) => link.href), BASE);
        const links = await page.locator("footer a").evaluateAll((anchors) => anchors.map((anchor) => anchor.href));
        assert.deepEqual(links, ["https://spdx.org/licenses/MIT.html", "https://spdx.org/licenses/Apache-2.0.html"]);
        assert.equal(await page.locator('.swagger-ui a[href*="spdx.org"]:visible').count(), 0);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        await screenshot(page, `reference-${device}-${colorScheme}`);
      },
      { context: { viewport, colorScheme } },
    );
  }
}
