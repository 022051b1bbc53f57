// What a player knows: the techniques that the Steps tab lists, ticked one by one or in groups. Loaded when it is opened.

import { button, el, paragraph } from "./dom.js";

/** @import { GroupedTechnique } from "./types.d.ts" */

// The style comes with the script, and the first opening waits for both.
const style = el("link", { rel: "stylesheet", href: import.meta.url.replace(/js$/, "css") });
document.head.append(style);
await new Promise((resolve) => (style.onload = style.onerror = resolve));

/**
 * Opens the filter.
 * @param {GroupedTechnique[]} techniques in the order of the course
 * @param {string[] | null} allow the ticks, as the service reads them; `null` are the first ones
 * @param {(allow: string[] | null) => void} choose is told the ticks when they change
 */
export function openFilter(techniques, allow, choose) {
  const ids = techniques.map(({ id }) => id);
  // The last group of the course, forcing chains, has no tick at first, because hardly anybody follows them.
  const unticked = techniques.at(-1)?.group;
  const first = techniques.filter(({ group }) => group !== unticked).map(({ id }) => id);
  const upTo = (/** @type {string} */ last) => ids.slice(0, ids.indexOf(last) + 1);
  const boxes = ids.map((value) => el("input", { type: "checkbox", value }));
  const tick = (/** @type {string[]} */ ticked) => boxes.forEach((box) => (box.checked = ticked.includes(box.value)));
  const groups = [...Map.groupBy(techniques, ({ group }) => group)].map(([name, members]) => {
    const own = members.map((technique) => boxes[techniques.indexOf(technique)]);
    const onchange = () => own.forEach((box) => (box.checked = all.checked));
    const all = el("input", { type: "checkbox", onchange });
    const summary = el("summary");
    const labels = own.map((box, n) => el("label", {}, box, members[n].name));
    const node = el("div", {}, el("label", {}, all, name), el("details", {}, summary, ...labels));
    return { name, own, all, summary, node };
  });
  const options = techniques.map(({ id, name }) => el("option", { value: id }, name));
  const range = el(
    "select",
    { onchange: () => tick(upTo(range.value)) },
    el("option", { hidden: true }, "…"),
    ...options,
  );

  function show() {
    for (const { name, own, all, summary } of groups) {
      const { length } = own.filter(({ checked }) => checked);
      all.checked = length === own.length;
      all.indeterminate = length > 0 && !all.checked;
      summary.textContent = `${length} of ${own.length}`;
      summary.ariaLabel = `${name}: ${summary.textContent}`;
    }
    const ticked = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const [last = ""] = ticked.slice(-1);
    const isRange = ticked.length > 1 && ticked.length === upTo(last).length;
    range.value = isRange ? last : "…";
    return `${ticked}` === `${first}` ? null : isRange ? [`up-to:${last}`] : ticked;
  }

  const dialog = el(
    "dialog",
    { className: "filter", ariaLabel: "What I know", onchange: () => choose(show()), onclose: () => dialog.remove() },
    el("h2", {}, "What I know"),
    paragraph("Only ticked techniques are listed."),
    el("label", {}, "All up to", range),
    ...groups.map(({ node }) => node),
    el(
      "div",
      { className: "chips end" },
      button("Untick all", () => (tick([]), choose(show()))),
      button("Reset", () => (tick(first), choose(show()))),
      button("Close", () => dialog.close(), { className: "primary" }),
    ),
  );
  tick((allow ?? first).flatMap((item) => (item.startsWith("up-to:") ? upTo(item.slice(6)) : item)));
  show();
  document.body.append(dialog);
  dialog.showModal();
}
