// The pages: accessibility, size, security policy, use from other sites, and appearance.

import assert from "node:assert/strict";
import { BASE, BLANK, CHAIN, EASY, NO_SOLUTION, TWO_SOLUTIONS, assertAccessible, button, cell, choose, gateway, grid, onPage, open, says, screenshot, withServer } from "./harness.mjs";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const AUDITED = { desktop: DESKTOP, phone: PHONE };
const SIZES = { ...AUDITED, "small-phone": { width: 360, height: 640 }, "small-landscape": { width: 740, height: 360 }, tablet: { width: 768, height: 1024 }, laptop: { width: 1366, height: 768 }, wide: { width: 1920, height: 1080 }, "phone-landscape": { width: 844, height: 390 } };
const NARROWEST = { width: 320, height: 568 };

/** Each state of the page: the puzzle in the address, and how to reach the state from it. */
const STATES = {
  first: ["", (page) => says(page, "Exactly one solution")],
  conflict: [
    EASY,
    async (page) => {
      await cell(page, 1, 4).press("5");
      await says(page, "Two conflicts");
    },
  ],
  mistake: [
    EASY,
    async (page) => {
      await cell(page, 1, 3).press("1");
      await button(page, "Check").click();
      await says(page, "One mistake");
    },
  ],
  marks: [
    EASY,
    async (page) => {
      await button(page, "More").click();
      await button(page, "Fill in pencil marks").click();
      await page.locator(".layer .mark").first().waitFor({ state: "attached" });
      await cell(page, 1, 3).press("4");
    },
  ],
  menu: [EASY, (page) => button(page, "More").click()],
  solved: [
    EASY,
    async (page) => {
      // The verdict replaces the buttons, also one that is being pressed.
      await says(page, "Exactly one solution");
      await button(page, "Solve").click();
      await says(page, "Solved: the only solution");
    },
  ],
  "two-solutions": [
    TWO_SOLUTIONS,
    async (page) => {
      await says(page, "Several solutions");
      await button(page, "Solve").click();
      await says(page, "Solved: two solutions");
      await button(page, "Answer").click();
    },
  ],
  "no-solution": [NO_SOLUTION, (page) => says(page, "No solution")],
  hint: [
    CHAIN,
    async (page) => {
      await choose(page, "Hint");
      for (const level of [1, 2, 3]) {
        await button(page, "Tell me more").click();
        await page.locator(".levels li").nth(level).waitFor();
      }
    },
  ],
  steps: [
    CHAIN,
    async (page) => {
      await choose(page, "Steps");
      await page.locator(".steps button").first().waitFor();
      await page.locator(".steps summary").first().press("Tab");
      await button(page, "Do it").waitFor();
    },
  ],
  filter: [
    CHAIN,
    async (page) => {
      await choose(page, "Steps");
      await button(page, "What I know: all techniques").click();
      await page.locator(".filter summary").nth(3).click();
    },
  ],
  "explain-none": [NO_SOLUTION, explained],
  "explain-several": [TWO_SOLUTIONS, explained],
  "explain-proper": [EASY, explained],
  rate: [
    CHAIN,
    async (page) => {
      await choose(page, "Rate");
      await button(page, "Walk through").waitFor();
    },
  ],
  walk: [
    CHAIN,
    async (page) => {
      await choose(page, "Rate");
      await button(page, "Hardest step").click();
      await page.locator(".layer .link").first().waitFor({ state: "attached" });
    },
  ],
  new: ["", async (page) => {
    await choose(page, "New");
    await page.getByText("Clues, technique, seed").click();
    await page.getByLabel("Level").selectOption("By rating");
  }],
  busy: [
    CHAIN,
    async (page) => {
      await page.route("**/rate", () => {}, { times: 1 });
      await choose(page, "Rate");
      await page.locator('#card[aria-busy="true"]').waitFor();
    },
  ],
  refused: [
    TWO_SOLUTIONS,
    async (page) => {
      await choose(page, "Rate");
      await button(page, "Explain why").waitFor();
    },
  ],
  keys: [EASY, (page) => page.keyboard.press("?")],
  batch: [
    "",
    async (page) => {
      await button(page, "Paste").click();
      await page.locator("#paste-text").fill(`${EASY}\n${EASY.replace("53", "55")}\n`);
      await button(page, "Put it on the board").click();
      await button(page, "Solve 2 puzzles").click();
      await says(page, "2 puzzles");
    },
  ],
  paste: [
    "",
    async (page) => {
      await button(page, "Paste").click();
      await page.locator("#paste-text").fill(EASY.slice(1));
      await button(page, "Put it on the board").click();
      await page.locator("#paste-trouble").filter({ hasText: /\S/ }).waitFor();
    },
  ],
};

async function explained(page) {
  await choose(page, "Explain");
  await page.locator("#actions button, #report .chips button").first().waitFor();
}

for (const [device, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    const states = device in AUDITED ? Object.keys(STATES) : ["first", "steps", "filter", "walk"];
    onPage(
      `the pages have no accessibility violation on a ${device} in ${colorScheme}: ${states.join(", ")}`,
      async (page) => {
        for (const state of states) {
          const [puzzle, reach] = STATES[state];
          await open(page, puzzle);
          await reach(page);
          await assertAccessible(page, state);
          await screenshot(page, `${device}-${colorScheme}-${state}`);
          await page.goto("about:blank");
        }
        for (const [name, path] of Object.entries({ problem: "problems/no-solution", problems: "problems", course: "techniques", worksheet: "worksheet?level=easy&count=2&seed=axe" })) {
          await page.goto(BASE + path);
          await assertAccessible(page, name);
          await screenshot(page, `${device}-${colorScheme}-${name}`);
        }
      },
      { expected: /status of 4(22|04)/, context: { viewport, colorScheme, hasTouch: /phone|landscape/.test(device), reducedMotion: "reduce" } },
    );
  }
}

/** Adds up the layout shifts of the page in `window.shifts`. */
function watchShifts(page) {
  return page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifts += value))).observe({ type: "layout-shift", buffered: true });
  });
}

for (const [device, viewport] of Object.entries(AUDITED)) {
  onPage(
    `a first visit shows a puzzle, its verdict and the request above the fold of a ${device}, and solving moves nothing`,
    async (page) => {
      await watchShifts(page);
      await open(page);
      await says(page, "Exactly one solution");
      assert.equal(await grid(page), EASY);
      assert.match(await page.locator(".lead").innerText(), /sudokus/);
      const places = () => page.evaluate(() => ["board", "pad", "card", "snippet", "operation"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
      const before = await places();
      for (const { bottom } of before.slice(0, 4)) assert.ok(bottom <= viewport.height, `${bottom} of ${viewport.height}`);
      await button(page, "Solve").click();
      await says(page, "Solved");
      const after = await places();
      assert.deepEqual(after.map(({ top }) => top), before.map(({ top }) => top), "nothing has moved");
      assert.equal(await page.evaluate(() => window.shifts), 0, "no layout shift");
    },
    { context: { viewport, hasTouch: device === "phone" } },
  );
}

onPage("nothing moves when the page arrives in two pieces", async (page) => {
  const whole = await (await fetch(BASE)).text();
  const cut = whole.indexOf('<a href="openapi.yaml">');
  assert.ok(cut > 0, "the page has the link to cut at");
  const slowly = (incoming, answer) => {
    if (incoming.url !== "/") return gateway("")(incoming, answer);
    answer.writeHead(200, { "content-type": "text/html" }).write(whole.slice(0, cut));
    setTimeout(() => answer.end(whole.slice(cut)), 500);
  };
  await watchShifts(page);
  await withServer(slowly, async (origin) => {
    page.origins.push(origin);
    await open(page, "", `${origin}/`);
    await says(page, "Exactly one solution");
    assert.equal(await page.evaluate(() => window.shifts), 0);
  });
});

onPage(
  "nothing scrolls sideways at 320 pixels, and every control is large enough to touch",
  async (page) => {
    for (const [state, [puzzle, reach]] of Object.entries(STATES)) {
      await open(page, puzzle);
      await reach(page);
      // In one step, because a locator would find the controls first and measure them later, when a menu may have closed.
      const [content, window, small] = await page.evaluate(() => {
        const controls = [...document.querySelectorAll("button:not(.link), #board input")].filter((node) => node.checkVisibility());
        return [document.documentElement.scrollWidth, innerWidth, controls.filter((node) => Math.min(node.offsetWidth, node.offsetHeight) < 24).map((node) => node.outerHTML)];
      });
      assert.equal(content, window, state);
      assert.deepEqual(small, [], state);
      await page.goto("about:blank");
    }
    await page.goto(`${BASE}problems/invalid-grid`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROWEST.width);
    assert.doesNotMatch(await page.locator("main").innerText(), /`|\{\{/, "placeholders are filled and code is marked up");
  },
  { expected: /status of 422/, context: { viewport: NARROWEST, hasTouch: true } },
);

onPage(
  "the board is filled by touch with the digit pad, without an on-screen keyboard",
  async (page) => {
    await open(page, BLANK);
    assert.match(await page.locator("#report").innerText(), /Touch a cell/);
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

/** The requests of a visit, each with its path and the bytes of its answer. */
async function visit(page) {
  const answers = [];
  const hear = (answer) => answers.push(answer);
  page.on("response", hear);
  await open(page);
  await says(page, "Exactly one solution");
  await page.waitForLoadState("networkidle");
  page.off("response", hear);
  const sent = [];
  for (const answer of answers) {
    const { responseBodySize } = await answer.request().sizes();
    sent.push({ path: new URL(answer.url()).pathname, bytes: Math.max(0, responseBodySize) });
  }
  return sent;
}

onPage("a first visit is at most 16 requests and 40 kB, and a second one asks only whether the page has changed", async (page) => {
  const first = await visit(page);
  const total = first.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`first visit: ${total} bytes in ${first.length} requests: ${JSON.stringify(first)}`);
  assert.ok(total <= 40_000);
  assert.ok(first.length <= 16);
  const paths = first.map(({ path }) => path);
  assert.deepEqual(paths.filter((path, n) => paths.indexOf(path) !== n && !path.endsWith(".svg")), [], "each is requested once");
  const asked = [];
  const through = gateway("/");
  const counted = (incoming, answer) => {
    if (incoming.method === "GET") answer.on("finish", () => asked.push(`${answer.statusCode} ${incoming.url}`));
    through(incoming, answer);
  };
  await withServer(counted, async (origin) => {
    page.origins.push(origin);
    for (const name of ["first", "second"]) {
      asked.length = 0;
      await page.goto("about:blank");
      await open(page, "", `${origin}/`);
      await says(page, "Exactly one solution");
      await page.waitForLoadState("networkidle");
      console.log(`${name} visit: ${asked}`);
    }
  });
  assert.deepEqual(asked, ["304 /"]);
});

onPage("pages are compressed, revalidated by ETag, and have a policy that allows nothing from other origins", async (page) => {
  const [style, script] = (await (await fetch(BASE)).text()).match(/assets\/[\w.-]+/g).filter((name) => /style|\.js/.test(name));
  for (const path of ["", style, script, "favicon.svg", "favicon.ico", "docs/", "problems/no-solution"]) {
    const answer = await page.request.get(BASE + path, { headers: { "accept-encoding": "gzip", accept: "text/html,*/*" } });
    const { etag, "content-encoding": encoding, "content-security-policy": policy, "x-content-type-options": sniff } = answer.headers();
    assert.equal(answer.status(), 200, path);
    assert.equal(sniff, "nosniff", path);
    assert.ok(etag, `${path} has an ETag`);
    const again = await page.request.get(BASE + path, { headers: { "accept-encoding": "gzip", accept: "text/html,*/*", "if-none-match": etag } });
    assert.equal(again.status(), 304, path);
    if (["", style, script].includes(path)) assert.equal(encoding, "gzip", path);
    if ([style, script].includes(path)) assert.match(answer.headers()["cache-control"], /max-age=31536000, immutable/, path);
    if (["", "docs/", "problems/no-solution"].includes(path)) {
      assert.match(policy, /default-src 'none'/, path);
      assert.doesNotMatch(policy, /unsafe|\*|http/, path);
    }
  }
});

onPage(
  "conflicts stay visible under forced colours, and the board prints without the controls",
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
