// Demo money again: who has less than what everybody began with is topped up to it, once an hour.
import { type Units, printMoney } from '../../../core/units/units.ts';

const HOUR_MS = 3_600_000;
export const FAUCET_TYPE = 'demo_faucet';

export interface FaucetParts {
  now(): number;
  /** Worth of both wallets in USDT units. */
  equityOf(uid: number): Promise<Units>;
  /** When it last ran for a person, from the ledger, in ms; 0: never. */
  lastTime(uid: number): Promise<number>;
  /** Credits USDT with record type `demo_faucet`; resolves when it is durable. */
  pay(uid: number, units: Units): Promise<void>;
  /** What everybody began with, in USDT units. */
  upTo: Units;
}

/** `amount`: what was given now, in USDT; `nextTime`: when it runs again, in ms (0: at once, when there is need). */
export interface FaucetAnswer {
  amount: string;
  nextTime: number;
}

/** One at a time for each person, so that two at once are not both the first of the hour. */
export function createFaucet(parts: FaucetParts): (uid: number) => Promise<FaucetAnswer> {
  const underWay = new Map<number, Promise<FaucetAnswer>>();
  const run = async (uid: number): Promise<FaucetAnswer> => {
    const nextTime = (await parts.lastTime(uid)) + HOUR_MS;
    if (nextTime > parts.now()) return { amount: '0', nextTime };
    const missing = parts.upTo - (await parts.equityOf(uid));
    if (missing <= 0n) return { amount: '0', nextTime: 0 };
    await parts.pay(uid, missing);
    return { amount: printMoney(missing), nextTime: parts.now() + HOUR_MS };
  };
  return async (uid) => {
    const before = underWay.get(uid);
    if (before) return { ...(await before), amount: '0' };
    const mine = run(uid);
    underWay.set(uid, mine);
    try {
      return await mine;
    } finally {
      underWay.delete(uid);
    }
  };
}
