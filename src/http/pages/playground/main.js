// The tabs beside the board. Each shows the report of its panel, whose module is loaded when the tab is first chosen.

import { byId, refill, say } from "./dom.js";
import { openAddress } from "./router.js";
import { panel as solve } from "./solve.js";
import { beginHistory, current, subscribe, update } from "./state.js";
import { renderWire } from "./wire.js";
import "./tools.js";
import "./verdict.js";

/** @import { Panel, State } from "./types.d.ts" */

/** @type {Record<string, () => Promise<{panel: Panel}>>} */
const LAZY = {
  hint: () => import("./hint.js"),
  explain: () => import("./explain.js"),
  rate: () => import("./rate.js"),
  new: () => import("./make.js"),
  batch: () => import("./batch.js"),
};

/** @type {Map<string, Panel>} */
const panels = new Map([["solve", solve]]);
const card = byId("card");
const tabs = [...document.querySelectorAll("[role=tab]")].filter((node) => node instanceof HTMLElement);

function render() {
  const state = current();
  for (const tab of tabs) {
    const isChosen = tab.dataset.panel === state.panel;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    if (isChosen) card.setAttribute("aria-labelledby", `${tab.id} headline`);
  }
  const panel = panels.get(state.panel);
  if (!panel) return;
  const { tone = "plain", headline, body, actions = [] } = panel.report(state);
  card.dataset.tone = tone;
  card.dataset.panel = state.panel;
  byId("headline").textContent = headline;
  refill(byId("report"), body);
  refill(byId("actions"), actions);
  renderWire(panel.request(state));
}

/** @param {string} id */
async function loadPanel(id) {
  if (panels.has(id) || !LAZY[id]) return;
  const loaded = await LAZY[id]().catch(() => null);
  if (!loaded) return say("This part of the page could not be loaded");
  panels.set(id, loaded.panel);
  update({});
}

/**
 * Whether only the selected cell changed, in which case no panel has anything new to show.
 * @param {State} state
 * @param {State} before
 */
const isOnlySelection = (state, before) =>
  state.selected !== before.selected &&
  Object.entries(state).every(
    ([name, value]) => name === "selected" || value === before[/** @type {keyof State} */ (name)],
  );

subscribe((state, before) => {
  if (isOnlySelection(state, before)) return;
  if (state.position !== before.position) for (const panel of panels.values()) panel.reset?.();
  if (state.panel !== before.panel) {
    if (!panels.has(state.panel) && !LAZY[state.panel]) return update({ panel: "solve" });
    loadPanel(state.panel);
    if (state.stage) update({ stage: null });
    panels.get(state.panel)?.enter?.();
  }
  render();
});

for (const tab of tabs) tab.addEventListener("click", () => update({ panel: tab.dataset.panel ?? "solve" }));

byId("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  if (!step || at < 0) return;
  const next = tabs[(at + step + tabs.length) % tabs.length];
  update({ panel: next.dataset.panel ?? "solve" });
  next.focus();
  event.preventDefault();
});

await openAddress();
beginHistory();
