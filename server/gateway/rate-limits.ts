// Rate limits per caller (docs/api.md 1), in memory; beyond them the response is 1429 with `retryAfter` in s.
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { UseCounter } from './use-counter.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Keys are accounts where there is a session, else addresses. */
const RULES = {
  /** Calls that move no money: 20 a second. */
  read: { points: 20, duration: 1 },
  /** Calls with pages of history, up to 350 KiB each: 5 a second. */
  history: { points: 5, duration: 1 },
  /** Files of 10 000 lines, each up to 0.2 s of the thread: one a second. */
  file: { points: 1, duration: 1 },
  /** Tiles of charts: 30 a second; a zoom step takes four. */
  tile: { points: 30, duration: 1 },
  /** Calls that move money: 10 a second. */
  trade: { points: 10, duration: 1 },
  /** Code requests: one a minute per requester (an address, a known device, a session). */
  code: { points: 1, duration: MINUTE_S },
  /** Code requests: ten a day per requester and e-mail. */
  codeDay: { points: 10, duration: DAY_S },
  /** Of a session that is not the first device's: half of what it shares with others, so that none uses up all. */
  codeShareDay: { points: 5, duration: DAY_S },
  /** Changes of the anti-phishing word in a session, each of which is mailed: ten a day. */
  wordDay: { points: 10, duration: DAY_S },
  /**
   * Mails with codes to one e-mail: one a minute and ten a day, each for strangers, for those with the password, for
   * sessions and known devices together, and for the account's first device (A3). Beyond that none is sent; the
   * response to strangers does not differ.
   */
  codeMail: { points: 1, duration: MINUTE_S },
  codeMailDay: { points: 10, duration: DAY_S },
  /** Code requests per address: five an hour, then a captcha is required. */
  codeAddress: { points: 5, duration: 60 * MINUTE_S },
  /** Wrong passwords per address, for any accounts: ten in 15 minutes, then a captcha is required. */
  loginAddress: { points: 10, duration: 15 * MINUTE_S },
  /** Wrong codes of registrations and forgotten passwords per address: five in 15 minutes, then a captcha is due. */
  codeGuessAddress: { points: 5, duration: 15 * MINUTE_S },
} as const;
type Rule = keyof typeof RULES;

/**
 * `now`: the exchange's time, which never jumps (S16). `on: false` (benchmarks) disables all of them. Limits that
 * protect secrets are elsewhere and cannot be disabled.
 */
export class RateLimits {
  readonly #counters: ReadonlyMap<string, UseCounter>;

  constructor(on: boolean, now: () => EpochMs) {
    const rules = on ? Object.entries(RULES) : [];
    this.#counters = new Map(rules.map(([rule, { duration }]) => [rule, new UseCounter(duration * 1000, now)]));
  }

  /** Counts one use; null within the limit. Rejects with RejectError 1429 when it is reached. */
  consume(rule: Rule, key: string): Promise<never> | null {
    const waitMs = this.#use(rule, key);
    return waitMs === 0 ? null : Promise.reject(tooMany(waitMs));
  }

  /** Counts one use of each rule in turn; false at the first whose limit is reached. */
  async tryConsume(rules: readonly Rule[], key: string): Promise<boolean> {
    return rules.every((rule) => this.#use(rule, key) === 0);
  }

  /** Counts one use, also beyond the limit. */
  async count(rule: Rule, key: string): Promise<void> {
    this.#counters.get(rule)?.add(key);
  }

  /** Whether the limit is reached, without counting. */
  async isExhausted(rule: Rule, key: string): Promise<boolean> {
    return (this.#counters.get(rule)?.uses(key) ?? 0) >= RULES[rule].points;
  }

  /** Counts one use; returns the waiting time in ms, 0 within the limit. */
  #use(rule: Rule, key: string): number {
    const counter = this.#counters.get(rule);
    return counter && counter.add(key) > RULES[rule].points ? counter.waitMs(key) : 0;
  }
}

function tooMany(waitMs: number): RejectError {
  return new RejectError(CODE.tooManyRequests, { retryAfter: Math.ceil(waitMs / 1000) });
}
