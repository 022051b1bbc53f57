// The pages: accessibility, size, security policy, use from other sites, and appearance.

import assert from "node:assert/strict";
import axe from "axe-core";
import { BASE, EASY, button, cell, grid, onPage, open, says, screenshot, withServer } from "./harness.mjs";

const DESKTOP = { width: 1200, height: 820 };
const PHONE = { width: 360, height: 740 };
const NARROWEST = { width: 320, height: 568 };

async function assertAccessible(page, what) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run());
  const lines = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(" ")}`);
  assert.deepEqual(lines, [], what);
}

const STATES = {
  empty: async () => {},
  conflict: async (page) => {
    await open(page, EASY);
    await cell(page, 1, 4).press("5");
    await says(page, "Two conflicts");
  },
  solved: async (page) => {
    await button(page, "Easy").click();
    await button(page, "Solve").click();
    await says(page, "Solved: the only solution");
  },
  "two-solutions": async (page) => {
    await button(page, "Two solutions").click();
    await button(page, "Solve").click();
    await says(page, "Solved: two solutions");
  },
  "no-solution": async (page) => {
    await button(page, "No solution").click();
    await says(page, "No solution");
  },
  paste: async (page) => {
    await button(page, "Paste…").click();
    await page.locator("#paste-text").fill(EASY.slice(1));
    await button(page, "Put it on the board").click();
    await page.locator("#paste-trouble").filter({ hasText: /\S/ }).waitFor();
  },
};

for (const colorScheme of ["light", "dark"]) {
  for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    onPage(
      `the pages have no accessibility violation and fit a ${device} in ${colorScheme}`,
      async (page) => {
        for (const [state, reach] of Object.entries(STATES)) {
          await open(page);
          await reach(page);
          await assertAccessible(page, state);
          await screenshot(page, `${device}-${colorScheme}-${state}`);
          await page.goto("about:blank");
        }
        await page.goto(`${BASE}problems/no-solution`);
        await assertAccessible(page, "problem page");
        await screenshot(page, `${device}-${colorScheme}-problem`);
      },
      { expected: /status of 422/, context: { viewport, colorScheme, hasTouch: device === "phone", reducedMotion: "reduce" } },
    );
  }
}

onPage(
  "nothing scrolls sideways at 320 pixels, and every control is large enough to touch",
  async (page) => {
    for (const reach of Object.values(STATES)) {
      await open(page);
      await reach(page);
      const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.equal(content, window);
      const sizes = await page.locator("button:visible, #board input").evaluateAll((nodes) => nodes.map((node) => Math.min(node.offsetWidth, node.offsetHeight)));
      assert.ok(Math.min(...sizes) >= 24, `the smallest control is ${Math.min(...sizes)} pixels`);
      await page.goto("about:blank");
    }
    await page.goto(`${BASE}problems/invalid-grid`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROWEST.width);
    assert.doesNotMatch(await page.locator("main").innerText(), /`|\{\{/, "markers are filled and code is marked up");
  },
  { expected: /status of 422/, context: { viewport: NARROWEST, hasTouch: true } },
);

onPage(
  "the board is filled by touch with the digit pad, without an on-screen keyboard",
  async (page) => {
    await open(page);
    await cell(page, 2, 3).tap();
    assert.equal(await cell(page, 2, 3).getAttribute("inputmode"), "none");
    await page.locator("#pad").getByRole("button", { name: "8" }).tap();
    assert.equal((await grid(page)).indexOf("8"), 11);
    await page.locator("#pad").getByRole("button", { name: "Clear the cell" }).tap();
    assert.equal((await grid(page)).indexOf("8"), -1);
    assert.match(await page.locator("#live").innerText(), /8 in row 2 column 3[^]*Blank in row 2 column 3/);
  },
  { context: { viewport: PHONE, hasTouch: true } },
);

onPage("a screen reader finds a grid of nine rows of nine named cells", async (page) => {
  await open(page, EASY);
  await says(page, "Exactly one solution");
  const rows = page.getByRole("grid", { name: "Sudoku board" }).getByRole("row");
  assert.equal(await rows.count(), 9);
  assert.equal(await rows.first().getByRole("gridcell").count(), 9);
  const tree = await rows.first().ariaSnapshot();
  assert.match(tree, /textbox "row 1 column 1, given": "5"/);
  assert.match(tree, /textbox "row 1 column 3"/);
});

onPage("the playground weighs less than 60 kB, in one request each for page, style and script", async (page) => {
  const answers = [];
  page.on("response", (answer) => answers.push(answer));
  await open(page);
  await page.waitForLoadState("networkidle");
  const weights = {};
  for (const answer of answers) {
    const { pathname } = new URL(answer.url());
    assert.ok(!(pathname in weights) || pathname.endsWith(".svg"), `${pathname} is asked for twice`);
    weights[pathname] = (await answer.body()).length;
  }
  const counted = Object.entries(weights).filter(([path]) => !path.endsWith(".svg"));
  const total = counted.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`page weight: ${total} bytes: ${JSON.stringify(weights)}`);
  assert.equal(counted.length, 3);
  assert.ok(total < 60_000);
});

onPage("pages are compressed, revalidated by ETag, and under a policy that allows nothing from elsewhere", async (page) => {
  for (const path of ["", "style.css", "playground.js", "favicon.svg", "problems/no-solution"]) {
    const answer = await page.request.get(BASE + path, { headers: { "accept-encoding": "gzip", accept: "text/html,*/*" } });
    const { etag, "content-encoding": encoding, "content-security-policy": policy, "x-content-type-options": sniff } = answer.headers();
    assert.equal(answer.status(), 200, path);
    assert.equal(sniff, "nosniff", path);
    assert.ok(etag, `${path} has an ETag`);
    const again = await page.request.get(BASE + path, { headers: { "accept-encoding": "gzip", accept: "text/html,*/*", "if-none-match": etag } });
    assert.equal(again.status(), 304, path);
    if (["", "style.css", "playground.js"].includes(path)) assert.equal(encoding, "gzip", path);
    if (["", "problems/no-solution"].includes(path)) {
      assert.match(policy, /default-src 'none'/, path);
      assert.doesNotMatch(policy, /unsafe|\*|http/, path);
    }
  }
});

onPage("a page on another origin can call the API and read its answers, problems and headers", async (page) => {
  const site = (_, answer) => answer.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Elsewhere</title><link rel=icon href=data:,>");
  await withServer(site, async (origin) => {
    page.origins.push(origin);
    await page.goto(origin);
    const results = await page.evaluate(
      async ({ base, puzzle }) => {
        const call = async (path, init) => {
          const answer = await fetch(base + path, init);
          return { status: answer.status, id: answer.headers.get("x-request-id"), timing: answer.headers.get("server-timing"), verdict: answer.headers.get("sudoku-verdict"), body: await answer.text() };
        };
        const json = (body) => ({ method: "POST", headers: { "content-type": "application/json", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }, body: JSON.stringify(body) });
        return {
          solved: await call("solve", json({ grid: puzzle })),
          validated: await call("validate", json({ grid: puzzle })),
          simple: await call("solve", { method: "POST", body: puzzle }),
          problem: await call("solve", json({ grid: "12" })),
        };
      },
      { base: BASE, puzzle: EASY },
    );
    assert.equal(results.solved.status, 200);
    assert.equal(JSON.parse(results.solved.body).verdict, "unique");
    assert.equal(results.solved.verdict, "unique");
    assert.match(results.solved.timing, /solve;dur=/);
    assert.equal(JSON.parse(results.validated.body).valid, true);
    assert.match(results.simple.body, /^[1-9]{81}\n$/);
    assert.equal(results.problem.status, 422);
    assert.equal(JSON.parse(results.problem.body).code, "invalid-grid");
    assert.equal(JSON.parse(results.problem.body).request_id, results.problem.id);
  });
}, { expected: /status of 422/ });

onPage(
  "the board keeps its marks where the reader forces colours, and prints without the controls",
  async (page) => {
    await open(page, EASY);
    await cell(page, 1, 4).press("5");
    await says(page, "Two conflicts");
    await screenshot(page, "forced-colors");
    const ring = await page.locator(".cell.conflict").first().evaluate((node) => getComputedStyle(node, "::before").borderTopStyle);
    assert.equal(ring, "solid");
    await page.emulateMedia({ media: "print", forcedColors: "none" });
    assert.equal(await page.locator(".side").isVisible(), false);
    assert.equal(await page.locator("#board").isVisible(), true);
    await screenshot(page, "print");
  },
  { context: { viewport: DESKTOP, forcedColors: "active" } },
);
