// The interactive reference: it loads from the binary alone and sends requests, even under a gateway's prefix.

import assert from "node:assert/strict";
import { BASE, assertAccessible, gateway, onPage, screenshot, withServer } from "./harness.mjs";

/** Opens the reference at `base`, tries `POST /solve` with its first example, and checks the answer. */
async function tryIt(page, base) {
  await page.goto(`${base}docs`);
  assert.equal(page.url(), `${base}docs/`);
  const operation = page.locator('[id="/sudoku/solve"]');
  await operation.locator("summary").first().click();
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await operation.getByRole("button", { name: "Send" }).click();
  const answer = await answered;
  assert.equal(answer.url(), `${base}solve`);
  assert.equal(answer.status(), 200);
  assert.equal((await answer.json()).verdict, "unique");
  await operation.locator(".answer strong").filter({ hasText: "200 OK" }).waitFor();
}

onPage("the reference shows the contract, and sends a request", (page) => tryIt(page, BASE));

onPage("the reference works under a prefix that a gateway strips", (page) =>
  withServer(gateway("/sudoku"), async (origin) => {
    page.origins.push(origin);
    await tryIt(page, `${origin}/sudoku/`);
  }),
);

onPage("the reference shows every operation of the contract with its parameters, members, examples and problems, and sends parameters", async (page) => {
  const contract = await (await fetch(`${BASE}openapi.json`)).json();
  await page.goto(`${BASE}docs/`);
  const ids = Object.values(contract.paths).flatMap((methods) => Object.values(methods).map(({ tags, operationId }) => `/${tags[0]}/${operationId}`));
  await page.locator(".operation").first().waitFor();
  const shown = await page.locator(".operation").evaluateAll((nodes) => nodes.map(({ id }) => id));
  assert.deepEqual(shown.toSorted(), ids.toSorted());
  // It begins with a few words, and has one entry for each operation.
  const begin = await page.locator("#reference > h1 ~ *").evaluateAll((nodes) => nodes.map((node) => [node.tagName, node.innerText]));
  const words = begin.slice(0, begin.findIndex(([tag]) => tag === "DETAILS")).map(([, text]) => text).join(" ");
  assert.ok(words && words.split(/\s+/).length <= 60, words);
  const entries = await page.locator("#reference > section > .operation > summary code:last-of-type").allInnerTexts();
  const named = ([path, methods]) => Object.values(methods).map(({ tags }) => `${tags.at(-1)} ${path.split("/")[1]}`);
  const operations = new Set(Object.entries(contract.paths).flatMap(named));
  assert.equal(entries.length, operations.size, entries.join(" "));
  await page.locator(".operation").evaluateAll((nodes) => nodes.forEach((node) => (node.open = true)));
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const { tags, operationId, parameters = [], responses } of Object.values(methods)) {
      const words = await page.locator(`[id="/${tags[0]}/${operationId}"]`).innerText();
      const names = parameters.map(({ $ref, name }) => name ?? contract.components.parameters[$ref.split("/").at(-1)].name);
      for (const each of [...names, ...Object.keys(responses)]) assert.ok(words.includes(each), `${path}: ${each}`);
    }
  }
  // Its answer is one of three objects, each of which extends another.
  const explain = await page.locator('[id="/insight/explain"]').innerText();
  for (const member of ["repairs", "backbone", "redundant", "symmetry"]) assert.ok(explain.includes(member), member);
  const generate = page.locator('[id="/insight/generate"]');
  await generate.getByLabel("level", { exact: true }).selectOption("easy");
  await generate.getByLabel("seed", { exact: true }).fill("a");
  await generate.getByRole("button", { name: "Send" }).click();
  const expected = await (await fetch(`${BASE}generate?level=easy&seed=a`)).json();
  await generate.locator(".answer pre").waitFor();
  assert.deepEqual(JSON.parse(await generate.locator(".answer pre").innerText()), expected);
  const daily = page.locator('[id="/insight/daily"]');
  await daily.locator("> form").getByRole("button", { name: "Send" }).click();
  await daily.locator("> form .answer strong").filter({ hasText: "200 OK" }).waitFor();
});

onPage("the reference opens at an address that is not one of its own", async (page) => {
  for (const hash of ["#%E0%A4%A", "#nothing"]) {
    await page.goto(`${BASE}docs/${hash}`);
    await page.reload();
    await page.locator(".operation").first().waitFor();
  }
});

for (const [device, viewport] of Object.entries({ desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 640 } })) {
  for (const colorScheme of ["light", "dark"]) {
    onPage(
      `the reference on a ${device} in ${colorScheme} opens the operation of its address, is accessible, and has nothing wider than the window`,
      async (page) => {
        await page.goto(`${BASE}docs/#/insight/canonical`);
        const operation = page.locator('[id="/insight/canonical"]');
        await operation.locator("form").waitFor();
        for (const summary of await operation.locator("summary").filter({ visible: true }).all()) if (!(await summary.evaluate((node) => node.parentElement.open))) await summary.click();
        // The other request of the operation shows the same answer.
        await operation.getByText('"rows": [3, 2, 1, 7, 8, 9, 4, 6, 5],').first().waitFor();
        assert.equal(await page.title(), "Sudoku service: API reference");
        assert.equal(await page.getByRole("link", { name: "Playground" }).evaluate((link) => link.href), BASE);
        const links = await page.locator("footer a").evaluateAll((anchors) => anchors.map((anchor) => anchor.href));
        assert.deepEqual(links, ["https://spdx.org/licenses/MIT.html", "https://spdx.org/licenses/Apache-2.0.html"]);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        await assertAccessible(page, "reference");
        await screenshot(page, `reference-${device}-${colorScheme}`);
      },
      { context: { viewport, colorScheme } },
    );
  }
}
