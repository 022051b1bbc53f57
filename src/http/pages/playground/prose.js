// Texts of the service for people: a name such as r1c3 lights its cell up, and a chain is a list.

import { inputs } from "./board.js";
import { byId, el } from "./dom.js";
import { update } from "./state.js";

const NAMES = /\b(r[1-9]c[1-9])\b/g;

/** @param {string} name */
const indexOf = (name) => 9 * (Number(name[1]) - 1) + Number(name[3]) - 1;

/**
 * The text with a button for the name of each cell.
 * @param {string} text
 */
const named = (text) =>
  text.split(NAMES).map((part, n) => {
    if (n % 2 === 0) return part;
    const onclick = () => update({ selected: indexOf(part) });
    return el("button", { type: "button", className: "link", onclick, data: { key: part } }, part);
  });

/**
 * A text as paragraphs, or, where a sentence has several consequences, as a list of them.
 * @param {string} text
 */
export const prose = (text) =>
  text.split(/(?<=\.\s)(?=[A-Z])/).map((sentence) => {
    const links = sentence.split(/(?<=;\s|,\s(?=so |then ))/);
    return links.length < 3
      ? el("p", {}, ...named(sentence))
      : el("ol", { className: "chain" }, ...links.map((link) => el("li", {}, ...named(link))));
  });

/** @param {string} text the text whose cells to light up */
function light(text) {
  const lit = new Set([...text.matchAll(NAMES)].map(([name]) => indexOf(name)));
  inputs.forEach((input, index) => input.parentElement?.toggleAttribute("data-lit", lit.has(index)));
}

const card = byId("card");
for (const kind of ["pointerover", "focusin"])
  card.addEventListener(kind, ({ target }) =>
    light((target instanceof Element && target.closest("button")?.textContent) || ""),
  );
for (const kind of ["pointerleave", "focusout"]) card.addEventListener(kind, () => light(""));
