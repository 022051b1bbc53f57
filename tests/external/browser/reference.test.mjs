// The interactive reference: it loads from the binary alone and sends requests, even under a gateway's prefix.

import assert from "node:assert/strict";
import { BASE, DESKTOP, PHONE, ask, assertAccessible, gateway, onPage, withServer } from "./harness.mjs";

for (const prefix of ["", "/sudoku"]) {
  onPage(`the reference sends a request${prefix && " under a prefix that a gateway strips"}`, (page) =>
    withServer(gateway(prefix), async (origin) => {
      page.origins.push(origin);
      await page.goto(`${origin}${prefix}/docs`);
      assert.equal(page.url(), `${origin}${prefix}/docs/`);
      const operation = page.locator('[id="/sudoku/solve"]');
      await operation.locator("summary").first().click();
      const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
      await operation.getByRole("button", { name: "Send" }).click();
      const answer = await answered;
      assert.equal(answer.url(), `${origin}${prefix}/solve`);
      assert.equal((await answer.json()).verdict, "unique");
      await operation.locator(".answer strong").filter({ hasText: "200 OK" }).waitFor();
    }),
  );
}

onPage("the reference shows every operation of the contract with its parameters, members, examples and problems, and sends parameters", async (page) => {
  const contract = await ask("openapi.json");
  const at = ([path, methods]) => Object.values(methods).map((operation) => ({ path, ...operation }));
  const operations = Object.entries(contract.paths).flatMap(at);
  const idOf = ({ tags, operationId }) => `/${tags[0]}/${operationId}`;
  await page.goto(`${BASE}docs/`);
  await page.locator(".operation").first().waitFor();
  const shown = await page.locator(".operation").evaluateAll((nodes) => nodes.map(({ id }) => id));
  assert.deepEqual(shown.toSorted(), operations.map(idOf).sort());
  // It begins with a few words, and has one entry for each operation.
  const begin = await page.locator("#reference > h1 ~ *").evaluateAll((nodes) => nodes.map((node) => [node.tagName, node.innerText]));
  const words = begin.slice(0, begin.findIndex(([tag]) => tag === "DETAILS")).map(([, text]) => text).join(" ");
  assert.ok(words && words.split(/\s+/).length <= 60, words);
  const entries = await page.locator("#reference > section > .operation > summary code:last-of-type").allInnerTexts();
  const named = new Set(operations.map(({ path, tags }) => `${tags.at(-1)} ${path.split("/")[1]}`));
  assert.equal(entries.length, named.size, entries.join(" "));
  await page.locator(".operation").evaluateAll((nodes) => nodes.forEach((node) => (node.open = true)));
  for (const operation of operations) {
    const words = await page.locator(`[id="${idOf(operation)}"]`).innerText();
    const { parameters = [], responses } = operation;
    const names = parameters.map(({ $ref, name }) => name ?? contract.components.parameters[$ref.split("/").at(-1)].name);
    for (const each of [...names, ...Object.keys(responses)]) assert.ok(words.includes(each), `${operation.path}: ${each}`);
  }
  // Its answer is one of three objects, each of which extends another.
  const explain = await page.locator('[id="/insight/explain"]').innerText();
  for (const member of ["repairs", "backbone", "redundant", "symmetry"]) assert.ok(explain.includes(member), member);
  const generate = page.locator('[id="/insight/generate"]');
  await generate.getByLabel("level", { exact: true }).selectOption("easy");
  await generate.getByLabel("seed", { exact: true }).fill("a");
  await generate.getByRole("button", { name: "Send" }).click();
  const answer = await generate.locator(".answer pre").innerText();
  assert.deepEqual(JSON.parse(answer), await ask("generate?level=easy&seed=a"));
  const daily = page.locator('[id="/insight/daily"] > form');
  await daily.getByRole("button", { name: "Send" }).click();
  await daily.locator(".answer strong").filter({ hasText: "200 OK" }).waitFor();
});

for (const [device, context] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  onPage(`the reference on a ${device} opens the operation of its address, is accessible, and has nothing wider than the window`, async (page) => {
    // Also at an address that is not one of its own.
    for (const hash of ["#%E0%A4%A", "#nothing", "#/insight/canonical"]) {
      await page.goto("about:blank");
      await page.goto(`${BASE}docs/${hash}`);
      await page.locator(".operation").first().waitFor();
    }
    const operation = page.locator('[id="/insight/canonical"]');
    await operation.locator("form").waitFor();
    for (const summary of await operation.locator("summary").filter({ visible: true }).all())
      if (!(await summary.evaluate((node) => node.parentElement.open))) await summary.click();
    // The other request of the operation shows the same answer.
    await operation.getByText('"rows": [3, 2, 1, 7, 8, 9, 4, 6, 5],').first().waitFor();
    assert.equal(await page.title(), "Sudoku service: API reference");
    assert.equal(await page.getByRole("link", { name: "Playground" }).evaluate((link) => link.href), BASE);
    const links = await page.locator("footer a").evaluateAll((anchors) => anchors.map((anchor) => anchor.href));
    assert.deepEqual(links, ["https://spdx.org/licenses/MIT.html", "https://spdx.org/licenses/Apache-2.0.html"]);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), context.viewport.width);
    await assertAccessible(page, `${device}-reference`);
  }, { context });
}
