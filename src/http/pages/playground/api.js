// Requests to the service. Like any other client, the page only uses the public operations, by relative paths.

import { say } from "./dom.js";
import { capital } from "./words.js";

/** @import { Exchange, Request } from "./types.d.ts" */

const MOST_ITEMS = 5;

/** The reason of a request that was cancelled, for example because a newer one replaced it. */
export const STALE = Symbol("stale");

/** Why there is no answer, in words for a person. */
export class Trouble extends Error {
  /** @type {string[]} */
  items = [];
  /**
   * The problem document; empty unless the service answered with one.
   * @type {any}
   */
  problem = {};
  canRetry = false;
  /** @type {(() => void) | undefined} */
  retry;

  /**
   * @param {string} headline
   * @param {string} detail
   * @param {Partial<Trouble>} [more]
   */
  constructor(headline, detail, more) {
    super(detail);
    this.headline = headline;
    this.detail = detail;
    Object.assign(this, more);
  }
}

/**
 * Says what went wrong, and returns it with a way to try again. Any other error is thrown again.
 * @param {unknown} cause
 * @param {() => void} [retry]
 * @param {(words: string) => void} [speak]
 */
export function announce(cause, retry, speak = say) {
  if (!(cause instanceof Trouble)) throw cause;
  cause.retry = retry;
  speak(`${cause.headline}. ${cause.detail}`);
  return cause;
}

const listeners = /** @type {((exchange: Exchange) => void)[]} */ ([]);

/** @param {(exchange: Exchange) => void} listener */
export const onExchange = (listener) => void listeners.push(listener);

/** @param {Request} request */
export function pathOf({ path, query = {} }) {
  const parameters = new URLSearchParams(query);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** @param {Request} request */
export function bodyOf({ json, text, type }) {
  if (json) return { type: "application/json", body: JSON.stringify(json) };
  return text === undefined ? null : { type: type ?? "text/plain", body: text };
}

/**
 * Sends a request, and returns the JSON of the answer.
 * @param {Request} request
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function ask(request, signal) {
  const { text, response } = await send(request, "application/json", signal);
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // The error page of a gateway is not JSON. Only the status is known then.
  }
  if (response.ok && answer) return answer;
  throw troubleOf(response, answer);
}

/**
 * The same for an answer in plain text.
 * @param {Request} request
 * @param {AbortSignal} signal
 */
export async function askText(request, signal) {
  const { text, response } = await send(request, "text/plain", signal);
  if (response.ok) return text;
  const [, code, detail] = /^([a-z-]+): ([^]*)$/.exec(text.trim()) ?? [];
  throw troubleOf(response, code ? { code, detail, title: "The batch was rejected" } : null);
}

/**
 * @param {Request} request
 * @param {string} accept
 * @param {AbortSignal} signal
 */
async function send(request, accept, signal) {
  const sent = bodyOf(request);
  const asked = performance.now();
  try {
    const response = await fetch(pathOf(request), {
      method: request.method,
      headers: { accept, ...(sent ? { "content-type": sent.type } : {}) },
      body: sent?.body,
      signal,
    });
    const text = await response.text();
    const milliseconds = performance.now() - asked;
    for (const listener of listeners) listener({ request, response, text, milliseconds });
    return { response, text };
  } catch (cause) {
    if (signal.aborted) throw STALE;
    if (!(cause instanceof TypeError)) throw cause;
    const detail = navigator.onLine
      ? "Nothing answered at this address. Check that the service is running, then try again."
      : "This device is offline.";
    throw new Trouble("The service is unreachable", detail, { canRetry: true });
  }
}

/**
 * @param {Response} response
 * @param {any} problem
 */
function troubleOf(response, problem) {
  // The same work would reach its time limit again.
  const isTooMuch = problem?.code === "deadline-exceeded";
  const canRetry = !isTooMuch && (response.status >= 500 || response.status === 408 || response.status === 429);
  if (!problem?.code) {
    const detail = `Something between this page and the service answered with HTTP ${response.status}.`;
    return new Trouble("The service did not answer", detail, { canRetry });
  }
  const wait = Number(response.headers.get("retry-after"));
  const advice = isTooMuch
    ? " It would most likely do so again: another puzzle may take less."
    : wait > 0
      ? ` Try again in ${wait === 1 ? "a second" : `${wait} seconds`}.`
      : "";
  const { errors = [], more_errors: unlisted = 0 } = problem;
  // The same character in many places is one error.
  const kinds = [...Map.groupBy(errors, ({ found, detail }, n) => (found ? detail : n)).values()];
  const hidden = kinds.length === 1 ? unlisted : 0;
  const items = kinds.slice(0, MOST_ITEMS).map(([first, ...same]) => {
    const others = same.length + hidden;
    return sentence(first) + (others > 0 ? ` It stands ${others + 1} times: write blanks as . or 0.` : "");
  });
  const left = kinds.length - items.length + unlisted - hidden;
  if (left > 0) items.push(`And ${left} more.`);
  const detail = `${capital(problem.detail).replace(/\.?$/, ".")}${advice}`;
  return new Trouble(problem.title, detail, { items, problem, canRetry });
}

/** @param {{line?: number, character?: number, row?: number, column?: number, detail: string}} error */
function sentence({ line, character, row, column, detail }) {
  const inText = line ? `line ${line}${character ? `, character ${character}` : ""}` : "";
  const inGrid = row ? `row ${row}${column ? `, column ${column}` : ""}` : "";
  const place = inText || inGrid;
  return `${capital(place ? `${place}: ${detail}` : detail)}.`;
}
