// Demo faucet: tops a user up to the initial demo credit, at most once an hour.
import { HOUR_MS } from '../../../core/units/durations.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';

export const FAUCET_TYPE = 'demo_faucet';

export interface FaucetDeps {
  now(): number;
  /** False for a frozen account, which moves no money. */
  isActive(uid: number): Promise<boolean>;
  /** Worth of both wallets in USDT units. */
  equityOf(uid: number): Promise<Units>;
  /** When it last ran for a user, from the ledger, in ms; 0: never. */
  lastTime(uid: number): Promise<number>;
  /** Credits USDT with record type `demo_faucet`; resolves when it is durable. */
  pay(uid: number, units: Units): Promise<void>;
  /** Initial demo credit, in USDT units. */
  upTo: Units;
}

/** `amount`: credited now, in USDT; `nextTime`: earliest next run in ms (0: at once, when the balance is below). */
export interface FaucetResult {
  amount: string;
  nextTime: number;
}

/** Runs one at a time per user: of two concurrent calls only one credits. */
export function createFaucet(deps: FaucetDeps): (uid: number) => Promise<FaucetResult> {
  const underWay = new Map<number, Promise<FaucetResult>>();
  const run = async (uid: number): Promise<FaucetResult> => {
    const nextTime = (await deps.lastTime(uid)) + HOUR_MS;
    if (nextTime > deps.now()) return { amount: '0', nextTime };
    if (!(await deps.isActive(uid))) return { amount: '0', nextTime: 0 };
    const missing = deps.upTo - (await deps.equityOf(uid));
    if (missing <= 0n) return { amount: '0', nextTime: 0 };
    await deps.pay(uid, missing);
    return { amount: printMoney(missing), nextTime: deps.now() + HOUR_MS };
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
