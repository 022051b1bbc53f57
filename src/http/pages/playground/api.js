// Requests to the service, which this page uses as any other client would: only its public operations, by relative paths.

/** @typedef {import("./types.d.ts").Request} Request */
/** @typedef {import("./types.d.ts").Exchange} Exchange */

const PATIENCE_MS = 20_000;
const MOST_ITEMS = 5;

/** Thrown by a request that a newer one replaced: its answer no longer matters. */
export const STALE = Symbol("stale");

/** Why an answer is missing, in words for a person. */
export class Trouble extends Error {
  /**
   * @param {string} headline
   * @param {string} detail
   * @param {Partial<import("./types.d.ts").TroubleDetails>} [more]
   */
  constructor(
    headline,
    detail,
    { items = [], code = "", problem = null, place = {}, canRetry = false, retry = null } = {},
  ) {
    super(detail);
    this.headline = headline;
    this.detail = detail;
    this.items = items;
    this.code = code;
    this.problem = problem;
    this.place = place;
    this.canRetry = canRetry;
    this.retry = retry;
  }
}

/** @type {Map<string, AbortController>} */
const open = new Map();
/** @type {((exchange: Exchange) => void)[]} */
const listeners = [];

/** @param {(exchange: Exchange) => void} listener */
export const onExchange = (listener) => void listeners.push(listener);

/** @param {string} line */
export const cancel = (line) => open.get(line)?.abort(STALE);

/** @param {Request} request */
export function pathOf({ path, query = {} }) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** @param {Request} request */
export function bodyOf({ json, text, type }) {
  if (json) return { type: "application/json", body: JSON.stringify(json) };
  return text === undefined ? null : { type: type ?? "text/plain", body: text };
}

/**
 * Sends a request on a line, cancels the previous one on that line, and returns the JSON of the answer.
 * @param {string} line
 * @param {Request} request
 * @returns {Promise<any>}
 */
export async function ask(line, request) {
  const { text, response } = await send(line, request, "application/json");
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // The error page of a gateway is not JSON. The status must suffice then.
  }
  if (response.ok && answer) return answer;
  throw troubleOf(response, answer);
}

/**
 * The same for an answer that is text.
 * @param {string} line
 * @param {Request} request
 */
export async function askText(line, request) {
  const { text, response } = await send(line, request, "text/plain");
  if (response.ok) return text;
  const [, code, detail] = /^([a-z-]+): ([^]*)$/.exec(text.trim()) ?? [];
  throw troubleOf(response, code ? { code, detail, title: "The batch was refused" } : null);
}

/**
 * @param {string} line
 * @param {Request} request
 * @param {string} accept
 */
async function send(line, request, accept) {
  cancel(line);
  const question = new AbortController();
  open.set(line, question);
  const slow = new Trouble(
    "No answer yet",
    `The service took longer than ${PATIENCE_MS / 1000} seconds. It may be busy, or out of reach.`,
    { canRetry: true },
  );
  const alarm = setTimeout(() => question.abort(slow), PATIENCE_MS);
  const sent = bodyOf(request);
  const asked = performance.now();
  try {
    const headers = { accept, ...(sent ? { "content-type": sent.type } : {}) };
    const response = await fetch(pathOf(request), {
      method: request.method,
      headers,
      body: sent?.body,
      signal: question.signal,
    });
    const text = await response.text();
    const milliseconds = performance.now() - asked;
    const exchange = {
      request,
      status: response.status,
      phrase: response.statusText,
      headers: [...response.headers],
      text,
      milliseconds,
    };
    for (const listener of listeners) listener(exchange);
    return { response, text };
  } catch (cause) {
    if (question.signal.aborted) throw question.signal.reason;
    if (!(cause instanceof TypeError)) throw cause;
    const detail = navigator.onLine
      ? "Nothing answered at this address. Check that the service still runs, then try again."
      : "This device is offline.";
    throw new Trouble("The service is out of reach", detail, { canRetry: true });
  } finally {
    clearTimeout(alarm);
  }
}

/**
 * @param {Response} response
 * @param {any} problem
 */
function troubleOf(response, problem) {
  const wait = Number(response.headers.get("retry-after"));
  const canRetry = response.status >= 500 || response.status === 408 || response.status === 429;
  if (!problem?.code) {
    const detail = `Something between this page and the service answered HTTP ${response.status}, and not in the service's words.`;
    return new Trouble("The service did not answer itself", detail, { canRetry });
  }
  const patience =
    wait > 0 ? ` It asks to wait ${wait === 1 ? "a second" : `${wait} seconds`} before the next try.` : "";
  const { errors = [], more_errors: uncounted = 0 } = problem;
  const items = errors.slice(0, MOST_ITEMS).map(sentence);
  const left = errors.length - items.length + uncounted;
  if (left > 0) items.push(`And ${left} more.`);
  const place = errors[0] ?? { line: problem.line, character: problem.column };
  return new Trouble(problem.title, `${problem.detail}${patience}`, {
    items,
    code: problem.code,
    place,
    canRetry,
    problem,
  });
}

/** @param {{line?: number, character?: number, row?: number, column?: number, detail: string}} error */
function sentence({ line, character, row, column, detail }) {
  const inText = line ? `line ${line}${character ? `, character ${character}` : ""}` : "";
  const inGrid = row ? `row ${row}${column ? `, column ${column}` : ""}` : "";
  const place = inText || inGrid;
  const words = place ? `${place}: ${detail}` : detail;
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
