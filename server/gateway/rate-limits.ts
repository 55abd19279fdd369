// How often a caller may ask (docs/api.md 1): counted in memory, one process; beyond it the answer is 1429 with
// `retryAfter` in s.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CODE, RejectError } from '../../core/errors/errors.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Limits per caller: an account where there is a session, else an address. */
const RULES = {
  /** Calls that move no money: 20 a second. */
  read: { points: 20, duration: 1 },
  /** Calls that move money: 10 a second. */
  trade: { points: 10, duration: 1 },
  /** Codes by mail: one a minute for who asks (an address, a known device, a person with a session). */
  code: { points: 1, duration: MINUTE_S },
  /** Codes by mail: ten a day for who asks, of one e-mail. */
  codeDay: { points: 10, duration: DAY_S },
  /**
   * Letters with codes that strangers may cause, and that the owner's password may: one a minute and ten a day for an
   * e-mail. What is beyond is not written, and nobody is told.
   */
  letter: { points: 1, duration: MINUTE_S },
  letterDay: { points: 10, duration: DAY_S },
  /** Codes by mail: five an hour for an address, then each must be worked for. */
  codeAddress: { points: 5, duration: 60 * MINUTE_S },
  /**
   * Wrong passwords from one address, for whatever accounts: ten in a quarter of an hour, then each try must be worked
   * for.
   */
  loginAddress: { points: 10, duration: 15 * MINUTE_S },
  /** Wrong codes at registrations from one address: five in a quarter of an hour, then each try must be worked for. */
  registerAddress: { points: 5, duration: 15 * MINUTE_S },
} as const;
type Rule = keyof typeof RULES;

export interface Limits {
  /** Counts one use. Throws RejectError 1429 when the rule's points are spent. */
  take(rule: Rule, key: string): Promise<void>;
  /** Counts one use of each rule in turn; false from the first whose points are spent. */
  mayTake(rules: readonly Rule[], key: string): Promise<boolean>;
  /** Counts one use, however many there were. */
  count(rule: Rule, key: string): Promise<void>;
  /** Whether the rule's points are spent, without counting. */
  spent(rule: Rule, key: string): Promise<boolean>;
}

/** `on: false` (benchmarks) leaves everything out. What guards secrets is not here, and is never off. */
export function createLimits(on: boolean): Limits {
  const limiters = new Map(Object.entries(RULES).map(([rule, options]) => [rule, new RateLimiterMemory(options)]));
  const limiterOf = (rule: Rule): RateLimiterMemory | undefined => (on ? limiters.get(rule) : undefined);
  /** Counts one use; answers for how many ms none is left, 0 when there was one. */
  const use = async (rule: Rule, key: string): Promise<number> => {
    try {
      await limiterOf(rule)?.consume(key);
      return 0;
    } catch (spent) {
      if (spent instanceof RateLimiterRes) return Math.max(1, spent.msBeforeNext);
      throw spent;
    }
  };
  return {
    async take(rule, key) {
      const waitMs = await use(rule, key);
      if (waitMs > 0) throw tooMany(waitMs);
    },
    async mayTake(rules, key) {
      for (const rule of rules) if ((await use(rule, key)) > 0) return false;
      return true;
    },
    async count(rule, key) {
      await limiterOf(rule)?.penalty(key);
    },
    async spent(rule, key) {
      const used = await limiterOf(rule)?.get(key);
      return (used?.consumedPoints ?? 0) >= RULES[rule].points;
    },
  };
}

function tooMany(waitMs: number): RejectError {
  return new RejectError(CODE.tooManyRequests, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
}
