// The interactive reference: it loads from the binary alone, and sends requests, also behind a gateway's prefix.

import assert from "node:assert/strict";
import { BASE, gateway, onPage, withServer } from "./harness.mjs";

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

onPage("the reference shows the contract, and a request can be tried", (page) => tryIt(page, BASE));

onPage("the reference works under a prefix that a gateway strips", (page) =>
  withServer(gateway("/sudoku"), async (origin) => {
    page.origins.push(origin);
    await tryIt(page, `${origin}/sudoku/`);
  }),
);
