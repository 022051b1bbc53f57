// The tabs beside the board. Each shows the report of its panel.

import { panel as batch } from "./batch.js";
import { byId, refill } from "./dom.js";
import { panel as explain } from "./explain.js";
import { panel as hint } from "./hint.js";
import { panel as make } from "./make.js";
import { panel as rate } from "./rate.js";
import { openAddress } from "./router.js";
import { panel as solve } from "./solve.js";
import { beginHistory, current, subscribe, update } from "./state.js";
import { panel as steps } from "./steps.js";
import { renderWire } from "./wire.js";
import "./tools.js";

/** @import { Panel, State } from "./types.d.ts" */

/** @type {Record<string, Panel>} */
const PANELS = { solve, hint, steps, explain, rate, new: make, batch };

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
  const panel = PANELS[state.panel];
  const { tone = "plain", headline, body, actions = [], isBusy = false } = panel.report(state);
  card.dataset.tone = isBusy ? "plain" : tone;
  card.setAttribute("aria-busy", String(isBusy));
  document.body.dataset.panel = card.dataset.panel = state.panel;
  byId("headline").textContent = headline;
  refill(byId("report"), body);
  refill(byId("actions"), actions);
  renderWire(panel.request(state));
}

/** What panels show. The board alone shows the selected cell. */
const shown = /** @type {(keyof State)[]} */ (Object.keys(current())).filter((name) => name !== "selected");

subscribe((state, before) => {
  if (state.selected !== before.selected && shown.every((name) => state[name] === before[name])) return;
  if (!Object.hasOwn(PANELS, state.panel)) return update({ panel: "solve" });
  if (state.position !== before.position)
    for (const [name, panel] of Object.entries(PANELS)) panel.moved?.(state, name === state.panel);
  if (state.panel !== before.panel) {
    byId("report").scrollTop = 0;
    if (state.stage) update({ stage: null });
    PANELS[state.panel].enter?.();
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
