// Creating nodes, announcing through the live region, the clipboard, and what the browser keeps.

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties] of the node; `data` holds its data attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, { data = {}, ...properties } = {}, ...children) {
  const node = document.createElement(tag);
  Object.assign(node, properties);
  Object.assign(node.dataset, data);
  node.append(...children);
  return node;
}

/** @param {...(Node | string)} children */
export const paragraph = (...children) => el("p", {}, ...children);

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * A button. Its label is its key, by which it keeps the focus when its panel is rendered again.
 * @param {string} words
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [properties]
 */
export const button = (words, onclick, properties = {}) =>
  el("button", { type: "button", onclick, data: { key: words }, ...properties }, words);

/**
 * Buttons, one of which is chosen.
 * @param {string[]} names
 * @param {number} chosen
 * @param {(n: number) => void} choose
 */
export const choices = (names, chosen, choose) =>
  names.map((name, n) => button(name, () => choose(n), { ariaPressed: String(n === chosen) }));

/** @type {(label: string, ...options: Parameters<typeof choices>) => HTMLElement} a group of such buttons */
export const switcher = (label, ...options) =>
  el("div", { className: "switch", role: "group", ariaLabel: label }, ...choices(...options));

/**
 * Replaces the children of `box`. If a control in it has the focus, its replacement gets the focus.
 * @param {HTMLElement} box
 * @param {(Node | string)[]} nodes
 */
export function refill(box, nodes) {
  if (nodes.length === box.childNodes.length && nodes.every((node, n) => node === box.childNodes[n])) return;
  const focused =
    document.activeElement instanceof HTMLElement && box.contains(document.activeElement)
      ? document.activeElement.dataset.key
      : null;
  box.replaceChildren(...nodes);
  if (!focused) return;
  const keyed = [...box.querySelectorAll("button, input, select")].filter((node) => node instanceof HTMLElement);
  const shown = keyed.find((node) => node.matches("button:not([aria-haspopup])") && node.checkVisibility()) ?? keyed[0];
  const next = keyed.find((node) => node.dataset.key === focused) ?? shown;
  next?.focus({ preventScroll: true });
}

/**
 * Enables or disables a button by `aria-disabled`, because a button with `disabled` loses the focus.
 * @param {HTMLElement} node
 * @param {boolean} isEnabled
 */
export const setEnabled = (node, isEnabled) => node.setAttribute("aria-disabled", String(!isEnabled));

/**
 * Announces `words` through the live region. Each message has its own node, so that it does not replace one still unread.
 * @param {string} words
 */
export function say(words) {
  const live = byId("live");
  live.append(paragraph(words));
  while (live.childElementCount > 5) live.firstElementChild?.remove();
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser allowed copying
 */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain HTTP from another machine, there is no clipboard object, but the old command still works.
    const area = el("textarea", { value: text, className: "spoken" });
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

/**
 * A button that copies what `text` returns.
 * @param {string} words
 * @param {() => string} text
 */
export function copyButton(words, text) {
  const node = button(words, async () => {
    const copied = text();
    const isCopied = await toClipboard(copied);
    say(isCopied ? `Copied: ${copied}` : "The browser did not allow copying");
    node.dataset.copied = String(isCopied);
    setTimeout(() => delete node.dataset.copied, 1600);
  });
  return node;
}

/**
 * What the browser has kept under this name. A browser may keep nothing.
 * @param {string} name
 * @returns {Record<string, any>}
 */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} name
 * @param {object} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It is forgotten when the page is closed.
  }
}
