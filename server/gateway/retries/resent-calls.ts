// Calls that a browser sends once more by itself, when its connection ended before the answer: done once.
// Without this a changed password would be a wrong one, and a bound authenticator one that is bound already.
import { createHash } from 'node:crypto';
import type { Envelope } from '../../../core/endpoints/endpoints.ts';
import { Printed } from '../printed.ts';

/** How long an accepted answer is remembered, in ms: a browser sends at once. */
const REMEMBERED_MS = 60_000;
/** Most answers that are remembered; for a further one the oldest is forgotten, whose call is a new one then. */
const MAX_ANSWERS = 4_000;
/** Answers with more characters are not remembered: they are lists, and a file has many of them. */
const MAX_CHARACTERS = 8_192;
/** What names a call: long enough that none is guessed. */
const KEY = /^[\w-]{16,64}$/;

/** The key in a header `idempotency-key`; undefined where there is none, or one of another form: the call is new. */
export function callKeyOf(header: unknown): string | undefined {
  return typeof header === 'string' && KEY.test(header) ? header : undefined;
}

/** What makes two calls one: all of it is the same. */
export interface SentCall {
  path: string;
  key: string;
  token: string;
  form: unknown;
}

export class ResentCalls {
  /** By digest, oldest first: no key and no form stays in memory. */
  readonly #answers = new Map<string, { untilMs: number; answer: Promise<Envelope> }>();
  readonly #nowMs: () => number;

  /** `nowMs`: of a clock that never goes back. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Runs a call; answers as its first time where that is under way or was accepted. `run` rejects for a refusal, and
   * so does this.
   */
  answerOf(call: SentCall, run: () => Promise<Envelope>): Promise<Envelope> {
    const nowMs = this.#nowMs();
    this.#forgetBefore(nowMs);
    const digest = digestOf(call);
    const known = this.#answers.get(digest);
    if (known) return known.answer;
    const answer = run().then(({ data, ...envelope }) => {
      const printed = data instanceof Printed ? data : new Printed(JSON.stringify(data ?? null));
      if (printed.json.length > MAX_CHARACTERS) this.#answers.delete(digest);
      return { ...envelope, data: printed };
    });
    // A refusal changed nothing: the call may be accepted by now.
    answer.catch(() => this.#answers.delete(digest));
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size === MAX_ANSWERS) this.#answers.delete(oldest);
    this.#answers.set(digest, { untilMs: nowMs + REMEMBERED_MS, answer });
    return answer;
  }

  #forgetBefore(nowMs: number): void {
    for (const [digest, { untilMs }] of this.#answers) {
      if (untilMs > nowMs) return;
      this.#answers.delete(digest);
    }
  }
}

function digestOf({ path, key, token, form }: SentCall): string {
  return createHash('sha256')
    .update(JSON.stringify([path, key, token, form]))
    .digest('base64');
}
