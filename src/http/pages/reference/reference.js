// The reference: the contract for people, with a form that sends each request.

import { el, paragraph } from "../playground/dom.js";
import { pretty } from "../playground/pretty.js";

const contract = await (await fetch("../openapi.json")).json();
const reference = /** @type {HTMLElement} */ (document.getElementById("reference"));
const ACCEPT = ["application/json", "text/plain"];

/**
 * A part of the contract, in place of a reference to it.
 * @param {any} node
 */
function resolved({ $ref, ...own }) {
  const found = $ref?.slice(2).split("/");
  return found
    ? { ...found.reduce((/** @type {any} */ part, /** @type {string} */ name) => part[name], contract), ...own }
    : own;
}

/**
 * A text with its code marked up.
 * @param {string} text
 */
const marked = (text) => text.split("`").map((part, n) => (n % 2 ? el("code", {}, part) : part));

/** @param {string} [text] */
const prose = (text = "") =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((part) => paragraph(...marked(part)));

/**
 * What values a schema allows, in a few words.
 * @param {any} schema
 * @returns {string}
 */
function kindOf(schema) {
  const { type, enum: words, minimum, maximum, items, oneOf, allOf, const: only, pattern } = resolved(schema);
  if (only !== undefined) return `\`${only}\``;
  if (words)
    return words.length > 12
      ? `one of ${words.length} words`
      : words.map((/** @type {string} */ word) => `\`${word}\``).join(", ");
  if (oneOf) return [...new Set(oneOf.map(kindOf))].join(" or ");
  if (allOf) return kindOf(allOf[0]);
  if (items) return `list of ${kindOf(items)}`;
  const range = minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : "";
  return `${[type ?? "any"].flat().join(" or ")}${range}${pattern && pattern.length < 60 ? ` \`${pattern}\`` : ""}`;
}

/**
 * Whether a schema is of an object, or of objects in it.
 * @param {any} schema
 * @returns {boolean}
 */
function hasMembers(schema) {
  const { properties, items, oneOf = [], allOf = [] } = resolved(schema);
  return Boolean(properties) || [...(items ? [items] : []), ...oneOf, ...allOf].some(hasMembers);
}

/**
 * The members of an object, or of the objects in it; what is inside a member is added when it is opened.
 * @param {any} schema
 * @returns {HTMLElement[]}
 */
function membersOf(schema) {
  const { properties, required = [], items, oneOf, allOf } = resolved(schema);
  if (items) return membersOf(items);
  if (oneOf ?? allOf) return (oneOf ?? allOf).flatMap(membersOf);
  if (!properties) return [];
  const rows = Object.entries(properties).map(([name, member]) => {
    const { description } = resolved(member);
    const kind = [required.includes(name) ? "" : "optional ", ...marked(kindOf(member))];
    const line = [el("code", {}, name), " ", el("span", { className: "kind" }, ...kind), ...prose(description)];
    if (!hasMembers(member)) return el("li", {}, ...line);
    const inner = el("details", {}, el("summary", {}, "Members"));
    inner.addEventListener("toggle", () => inner.append(...membersOf(member)), { once: true });
    return el("li", {}, ...line, inner);
  });
  return [el("ul", { className: "members" }, ...rows)];
}

/**
 * An input for a parameter.
 * @param {any} parameter
 */
function inputFor({ name, required, description, schema, example }) {
  const { enum: words, type, examples } = resolved(schema);
  const choices = words ?? (type === "boolean" ? ["true", "false"] : null);
  const value = required ? String(example ?? examples?.[0] ?? "") : "";
  const input = choices
    ? el(
        "select",
        { name, ariaLabel: name },
        ...["", ...choices].map((word) => el("option", { value: word }, word || "—")),
      )
    : el("input", {
        name,
        ariaLabel: name,
        value,
        placeholder: examples?.[0] ?? "",
        autocomplete: "off",
        spellcheck: false,
      });
  const label = el("label", {}, el("code", {}, name), input);
  const kind = el("span", { className: "kind" }, ...marked(kindOf(schema)));
  return el("div", { className: "parameter" }, label, kind, ...prose(description));
}

/**
 * The examples of what can be sent or answered: media type and text of each.
 * @param {any} body
 * @returns {[string, string][]}
 */
const examplesOf = (body) =>
  Object.entries(body?.content ?? {})
    .map(([type, { example, schema }]) => [type, example ?? resolved(schema).examples?.[0]])
    .filter(([, value]) => value !== undefined)
    .map(([type, value]) => [type, typeof value === "string" ? value : pretty(JSON.stringify(value))]);

/**
 * The form that sends a request, and its answer.
 * @param {string} method
 * @param {string} path
 * @param {any} operation
 */
function trial(method, path, { parameters = [], requestBody, responses }) {
  const examples = examplesOf(requestBody && resolved(requestBody));
  const names = examples.map(([type], n) => el("option", { value: String(n) }, type));
  const chosen = el("select", {}, ...names);
  const body = el("textarea", { rows: 8, spellcheck: false, value: examples[0]?.[1] ?? "" });
  chosen.addEventListener("change", () => (body.value = examples[Number(chosen.value)][1]));
  const sent = examples.length > 0 ? [el("label", {}, "Example", chosen), el("label", {}, "Body", body)] : [];
  const known = Object.keys(resolved(responses[200] ?? {}).content ?? {}).filter((type) => ACCEPT.includes(type));
  const accept = el("select", {}, ...known.map((type) => el("option", {}, type)));
  const answer = el("div", { className: "answer", ariaLive: "polite" });
  const send = el("button", { className: "primary" }, "Send");
  const actions = [send, ...(known.length > 1 ? [el("label", {}, "Accept", accept)] : [])];
  const inputs = [...parameters.map(resolved).map(inputFor), ...sent];
  const form = el("form", {}, ...inputs, el("p", { className: "chips" }, ...actions), answer);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]).filter(([, value]) => value);
    const query = new URLSearchParams(values.filter(([name]) => !path.includes(`{${name}}`)));
    const filled = values.reduce(
      (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
      path.slice(1),
    );
    const url = `../${filled}${query.size > 0 ? `?${query}` : ""}`;
    const type = examples[Number(chosen.value)]?.[0];
    const headers = { accept: accept.value || "*/*", ...(type ? { "content-type": type } : {}) };
    form.ariaBusy = "true";
    try {
      const response = await fetch(url, { method, headers, body: type ? body.value : undefined });
      const status = el("strong", {}, `${response.status} ${response.statusText}`);
      answer.replaceChildren(
        paragraph(status, ` ${method} /${url.slice(3)}`),
        el("pre", { tabIndex: 0 }, pretty(await response.text())),
      );
    } catch {
      answer.replaceChildren(paragraph("The service did not answer."));
    }
    form.ariaBusy = "false";
  });
  return form;
}

/**
 * @param {[string, any]} response
 */
function responseNode([status, reference]) {
  const { description, content = {} } = resolved(reference);
  const [type, media] = Object.entries(content)[0] ?? [];
  const problem = type === "application/problem+json";
  const codes = [...description.matchAll(/`([a-z-]+)`/g)].map(([, code]) =>
    el("a", { href: `../problems/${code}` }, code),
  );
  const links = codes.flatMap((link, n) => (n ? [", ", link] : [link]));
  if (problem) return el("li", {}, el("code", {}, status), " ", ...links);
  const examples = examplesOf({ content }).map(([type, text]) =>
    el("details", {}, el("summary", {}, type), el("pre", { tabIndex: 0 }, text)),
  );
  const members = media?.schema ? membersOf(media.schema) : [];
  return el("li", {}, el("code", {}, status), " ", ...marked(description), ...members, ...examples);
}

/**
 * A request, whose parts are made when it is opened, and the other requests of the same operation.
 * @param {{method: string, path: string, operation: any}} each
 * @param {HTMLElement[]} [others]
 * @returns {HTMLElement}
 */
function operationNode({ method, path, operation }, others = []) {
  const { tags, operationId, summary, description, requestBody, responses } = operation;
  const node = el("details", { id: `/${tags[0]}/${operationId}`, className: "operation" });
  const head = [el("code", { className: "method" }, method), el("code", {}, path), el("span", {}, summary)];
  node.append(el("summary", {}, ...head), ...others);
  node.addEventListener("toggle", fill, { once: true });
  function fill() {
    const schema = requestBody && resolved(requestBody).content["application/json"]?.schema;
    const body = schema ? [el("h3", {}, "JSON body"), ...membersOf(schema)] : [];
    const answers = el("ul", { className: "responses" }, ...Object.entries(responses).sort().map(responseNode));
    node.firstElementChild?.after(
      ...prose(description),
      el("h3", {}, "Try it"),
      trial(method, path, operation),
      ...body,
      el("h3", {}, "Responses"),
      answers,
    );
  }
  return node;
}

/** Opens the operation in the address. */
function openAddress() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // A stray percent sign: no operation has this address.
  }
  const node = document.getElementById(id);
  for (let around = node; around instanceof HTMLDetailsElement; around = around.parentElement) around.open = true;
  node?.scrollIntoView();
}

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
/**
 * The name of the operation that a request belongs to: the start of its path.
 * @param {{path: string}} each
 */
const nameOf = ({ path }) => path.split("/")[1];

const sections = contract.tags.map((/** @type {any} */ { name, description }) => {
  const own = operations.filter(({ operation }) => operation.tags.at(-1) === name);
  const names = new Set(own.map(nameOf));
  const nodes = [...names].map((name) => {
    const requests = own.filter((each) => nameOf(each) === name);
    const first = requests.find(({ method }) => method === "POST") ?? requests[0];
    return operationNode(first, requests.filter((each) => each !== first).map((each) => operationNode(each)));
  });
  return el("section", {}, el("h2", {}, name), ...prose(description), ...nodes);
});
const { title, version, description } = contract.info;
const lead =
  "Send a grid in any common notation, as text or JSON; the answer has the same form. An error is a problem with a stable code and a sentence for a player. Open an operation to read about it and to try it.";
const conventions = el("details", {}, el("summary", {}, "Conventions and promises"), ...prose(description));
const heading = el("h1", {}, title, " ", el("small", {}, version));
reference.replaceChildren(heading, paragraph(lead), conventions, ...sections);
addEventListener("hashchange", openAddress);
openAddress();
