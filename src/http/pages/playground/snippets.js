// A request as code: what another program would send to get the same answer.

import { bodyOf, pathOf } from "./api.js";

/** @import { Request } from "./types.d.ts" */

/** @param {Request} request */
const urlOf = (request) => new URL(pathOf(request), document.baseURI).href;

/** @param {string} word */
function shellQuoted(word) {
  if (/^[\w.,:/@%+=-]+$/.test(word)) return word;
  // Double quotes work in every shell if no character of the word is special inside them.
  return /^[\w.,:/@%+=?&-]+$/.test(word) ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The request for curl. If the grid is a string and the options fit in the query, the quoting works in every shell.
 * @param {Request} request
 */
function curl(request) {
  const { grid, ...options } = request.json ?? {};
  const isSimple = typeof grid === "string" && Object.values(options).every((value) => typeof value !== "object");
  const query = { ...request.query, .../** @type {Record<string, string>} */ (options) };
  const url = urlOf(isSimple ? { ...request, query } : request);
  const globoff = /[[\]{}]/.test(url) ? ["-g"] : [];
  const sent = bodyOf(request);
  const body = !sent
    ? []
    : isSimple
      ? ["-H", "accept:application/json", "-d", grid]
      : request.json
        ? ["-H", "content-type: application/json", "-d", sent.body]
        : ["-H", `content-type: ${sent.type}`, "--data-binary", "@puzzles.txt"];
  return ["curl", "-sS", ...globoff, ...body, url].map(shellQuoted).join(" ");
}

/**
 * @param {Record<string, unknown>} json
 * @param {(value: unknown) => string} value
 * @param {boolean} isQuoted
 */
const members = (json, value, isQuoted) =>
  Object.entries(json).map(([name, each]) => `    ${isQuoted ? `"${name}"` : name}: ${value(each)},\n`);

/** @param {Request} request */
function javascript(request) {
  const url = JSON.stringify(urlOf(request));
  if (request.method === "GET") return `const response = await fetch(${url});\nconsole.log(await response.json());`;
  if (!request.json)
    return `const response = await fetch(${url}, {\n  method: "POST",\n  headers: { "content-type": "text/plain" },\n  body: file,\n});\nconsole.log(await response.text());`;
  return `const response = await fetch(${url}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
${members(request.json, (value) => JSON.stringify(value), false).join("")}  }),
});
console.log(await response.json());`;
}

/** @param {unknown} value */
const pythonLiteral = (value) =>
  JSON.stringify(value).replace(
    /\b(true|false|null)\b/g,
    (word) => ({ true: "True", false: "False", null: "None" })[word] ?? word,
  );

/** @param {Request} request */
function python(request) {
  const url = JSON.stringify(urlOf(request));
  if (request.method === "GET")
    return `import json, urllib.request\n\nwith urllib.request.urlopen(${url}) as response:\n    print(json.load(response))`;
  const data = request.json
    ? `json.dumps({\n${members(request.json, pythonLiteral, true)
        .map((line) => `    ${line}`)
        .join("")}    }).encode()`
    : 'open("puzzles.txt", "rb").read()';
  const type = request.json ? "application/json" : "text/plain";
  return `import json, urllib.request

request = urllib.request.Request(
    ${url},
    data=${data},
    headers={"content-type": "${type}"},
)
with urllib.request.urlopen(request) as response:
    print(${request.json ? "json.load(response)" : "response.read().decode()"})`;
}

/** @type {Record<string, (request: Request) => string>} */
export const SNIPPETS = { curl, fetch: javascript, Python: python };
