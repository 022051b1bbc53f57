// What takes time: one factory for everything that waits for the service, and one for the panels that ask about the board.

import { STALE, announce, ask as fetchAnswer } from "./api.js";
import { button, el, paragraph, say } from "./dom.js";
import { BLANK } from "./grid.js";
import { current, update } from "./state.js";
import { reasons } from "./words.js";

/** @import { Trouble } from "./api.js" */
/** @import { Panel, Position, Report, Request, Stage, State } from "./types.d.ts" */

/** The time after which a person is told what is being waited for. */
const BUSY_MS = 150;
/** The time without a change after which a changed board is asked about. */
export const DEBOUNCE_MS = 120;

/** Work of which only the last run counts: a new run, or Cancel, aborts the one before. */
export class Task {
  /** What is being done, if it takes long enough to say so. */
  doing = "";
  /** @type {Trouble | null} */
  trouble = null;
  #controller = new AbortController();
  #timer = 0;
  isRunning = false;

  /**
   * @param {string} doing
   * @param {(signal: AbortSignal) => Promise<void>} work
   * @param {{after?: number, speak?: (words: string) => void}} [options] `after` milliseconds, unless it is stopped before
   */
  async run(doing, work, { after = 0, speak = say } = {}) {
    this.stop();
    const controller = new AbortController();
    const { signal } = (this.#controller = controller);
    this.isRunning = true;
    const showBusy = () => {
      this.doing = doing;
      speak(`${doing}…`);
      update({});
    };
    try {
      if (after > 0) await new Promise((resolve) => (this.#timer = window.setTimeout(resolve, after)));
      this.#timer = window.setTimeout(showBusy, BUSY_MS);
      await work(signal);
    } catch (cause) {
      if (cause === STALE || signal.aborted) return;
      this.trouble = announce(cause, () => this.run(doing, work), speak);
    }
    if (signal.aborted) return;
    this.#end();
    update({});
  }

  /** Aborts the work, and forgets what went wrong. */
  stop() {
    this.#controller.abort(STALE);
    this.#end();
    this.trouble = null;
  }

  #end() {
    clearTimeout(this.#timer);
    this.isRunning = false;
    this.doing = "";
  }

  cancelButton() {
    return button("Cancel", () => {
      this.stop();
      say("Cancelled");
      update({});
    });
  }

  /**
   * The report of a panel that waits for this task.
   * @param {Report} found what the panel has found, or what it offers
   * @returns {Report}
   */
  around(found) {
    if (this.doing) return { ...found, isBusy: true, headline: `${this.doing}…`, actions: [this.cancelButton()] };
    return this.trouble ? troubleReport(this.trouble, found.actions) : found;
  }
}

/**
 * @param {Trouble} trouble
 * @param {Node[]} [others] what can be done instead of trying again
 * @returns {Report}
 */
export function troubleReport(trouble, others = []) {
  const { headline, problem, canRetry, retry } = trouble;
  const body = [reasons(trouble)];
  if (problem.code) body.push(paragraph(el("a", { href: `problems/${problem.code}` }, "What this means")));
  const again = canRetry && retry ? [button("Try again", retry, { className: "primary" })] : others;
  return { tone: "bad", headline, body, actions: again };
}

const REFUSALS = ["not-unique", "no-solution", "conflicting-givens"];

/**
 * @param {string} headline
 * @param {string} needs
 * @returns {Report}
 */
function refusal(headline, needs) {
  // If the puzzle itself has a solution, the player's digits are wrong.
  const [words, panel] =
    current().judgement.verdict === "unique" ? ["Find the mistake", "hint"] : ["Explain why", "explain"];
  const explain = button(words, () => update({ panel }), { className: "primary" });
  return { tone: "bad", headline, body: [paragraph(needs)], actions: [explain] };
}

/**
 * A panel that asks the service about the board: when it is opened, and again when the part of the board changes that the
 * answer depends on.
 * @param {object} what
 * @param {string} what.doing
 * @param {string} what.offer the button that asks, should Cancel or a problem have left the panel without an answer
 * @param {[string, string]} what.about the headline and the sentence before the first answer
 * @param {(position: Position) => unknown} what.subject what the answer depends on
 * @param {(state: State) => Request} what.request
 * @param {() => void} [what.forget] forgets what was chosen for the earlier subject
 * @param {boolean} [what.stays] whether the last answer is shown until the next one has arrived
 * @param {(answer: any) => void} [what.take] prepares what depends on the answer
 * @param {() => void} [what.leave] ends what was shown for the position that has just changed
 * @param {(answer: any) => string} what.spoken the answer in a sentence
 * @param {(answer: any) => Report} what.found
 * @param {(answer: any) => Stage | null} what.stage what the answer draws on the board
 * @param {string} [what.needs] what a grid must be, if another one leads to Explain
 * @param {() => Report | false} [what.instead] the report if there is nothing to ask for
 */
export function makePanel(what) {
  const { doing, offer, about, subject, request, stays, needs, instead } = what;
  const { forget, take, leave, spoken, found, stage } = what;
  const task = new Task();
  let asked = "";
  /** @type {any} */
  let answer = null;

  const subjectNow = () => String(subject(current().position));
  // A panel has the name of its operation. Another panel may be shown when an answer arrives.
  const draw = () => update(current().panel === request(current()).path ? { stage: answer && stage(answer) } : {});

  /** @param {{after?: number, isQuiet?: boolean}} [options] */
  function ask({ after, isQuiet = false } = {}) {
    if (instead?.()) return (drop(), draw());
    asked = subjectNow();
    const work = async (/** @type {AbortSignal} */ signal) => {
      // A later answer about the same subject adds to the one before.
      answer = { ...answer, ...(await fetchAnswer(request(current()), signal)) };
      take?.(answer);
      if (!isQuiet) say(spoken(answer));
      draw();
    };
    return task.run(doing, work, { after });
  }

  function drop() {
    task.stop();
    answer = null;
    asked = "";
    forget?.();
  }

  /** @type {Panel} */
  const panel = {
    request,
    report() {
      const run = button(offer, () => (drop(), ask()), { className: "primary" });
      const [headline, words] = about;
      const offered = { headline, body: [paragraph(words)], actions: task.isRunning ? [] : [run] };
      if (needs && REFUSALS.includes(task.trouble?.problem.code)) return refusal(task.trouble?.headline ?? "", needs);
      return instead?.() || task.around(answer ? found(answer) : offered);
    },
    moved({ position }, isShown) {
      leave?.();
      if (subjectNow() === asked) return;
      const before = answer;
      drop();
      if (!isShown || position.puzzle === BLANK) return;
      if (stays) answer = before;
      ask({ after: DEBOUNCE_MS, isQuiet: true });
    },
    enter() {
      if (answer || task.isRunning || task.trouble || current().position.puzzle === BLANK) draw();
      else ask();
    },
  };
  return { panel, ask, draw };
}
