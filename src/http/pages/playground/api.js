// Requests to the service. Like any other client, the page only uses the public operations, by relative paths.

import { say } from "./dom.js";
import { capital } from "./words.js";

/** @import { Exchange, Request } from "./types.d.ts" */

const PATIENCE_MS = 20_000;
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

/** @type {Map<string, AbortController>} */
const open = new Map();
/** @type {((exchange: Exchange) => void)[]} */
const listeners = [];

/** @param {(exchange: Exchange) => void} listener */
export const onExchange = (listener) => void listeners.push(listener);

/** @param {string} purpose */
export const cancel = (purpose) => open.get(purpose)?.abort(STALE);

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
 * Sends a request, cancels the previous one with the same purpose, and returns the JSON of the answer.
 * @param {string} purpose
 * @param {Request} request
 * @returns {Promise<any>}
 */
export async function ask(purpose, request) {
  const { text, response } = await send(purpose, request, "application/json");
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
 * @param {string} purpose
 * @param {Request} request
 */
export async function askText(purpose, request) {
  const { text, response } = await send(purpose, request, "text/plain");
  if (response.ok) return text;
  const [, code, detail] = /^([a-z-]+): ([^]*)$/.exec(text.trim()) ?? [];
  throw troubleOf(response, code ? { code, detail, title: "The batch was rejected" } : null);
}

/**
 * @param {string} purpose
 * @param {Request} request
 * @param {string} accept
 */
async function send(purpose, request, accept) {
  cancel(purpose);
  const controller = new AbortController();
  open.set(purpose, controller);
  const detail = `The service took longer than ${PATIENCE_MS / 1000} seconds. It may be busy or unreachable.`;
  const slow = new Trouble("No answer yet", detail, { canRetry: true });
  const alarm = setTimeout(() => controller.abort(slow), PATIENCE_MS);
  const sent = bodyOf(request);
  const asked = performance.now();
  try {
    const response = await fetch(pathOf(request), {
      method: request.method,
      headers: { accept, ...(sent ? { "content-type": sent.type } : {}) },
      body: sent?.body,
      signal: controller.signal,
    });
    const text = await response.text();
    const milliseconds = performance.now() - asked;
    for (const listener of listeners) listener({ request, response, text, milliseconds });
    return { response, text };
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (!(cause instanceof TypeError)) throw cause;
    const detail = navigator.onLine
      ? "Nothing answered at this address. Check that the service is running, then try again."
      : "This device is offline.";
    throw new Trouble("The service is unreachable", detail, { canRetry: true });
  } finally {
    clearTimeout(alarm);
  }
}

/**
 * @param {Response} response
 * @param {any} problem
 */
function troubleOf(response, problem) {
  const canRetry = response.status >= 500 || response.status === 408 || response.status === 429;
  if (!problem?.code) {
    const detail = `Something between this page and the service answered with HTTP ${response.status}.`;
    return new Trouble("The service did not answer", detail, { canRetry });
  }
  const wait = Number(response.headers.get("retry-after"));
  const advice = wait > 0 ? ` Try again in ${wait === 1 ? "a second" : `${wait} seconds`}.` : "";
  const { errors = [], more_errors: unlisted = 0 } = problem;
  const items = errors.slice(0, MOST_ITEMS).map(sentence);
  const left = errors.length - items.length + unlisted;
  if (left > 0) items.push(`And ${left} more.`);
  return new Trouble(problem.title, problem.detail + advice, { items, problem, canRetry });
}

/** @param {{line?: number, character?: number, row?: number, column?: number, detail: string}} error */
function sentence({ line, character, row, column, detail }) {
  const inText = line ? `line ${line}${character ? `, character ${character}` : ""}` : "";
  const inGrid = row ? `row ${row}${column ? `, column ${column}` : ""}` : "";
  const place = inText || inGrid;
  return `${capital(place ? `${place}: ${detail}` : detail)}.`;
}
