// A trader who plays against the bots by a script, in virtual time and without latency: what he earns after fees.
// `TRADER_SEEDS=8 TRADER_MINUTES=60` is the long hunt.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import { seededSource } from '../../../server/simulation/random-stream.ts';
import { ContractPushAccount, type PushAccount, SpotPushAccount } from './manipulation-accounts.ts';
import { VirtualMarket } from './virtual-market.ts';

const SEEDS = Number(process.env['TRADER_SEEDS'] ?? 1);
const MINUTES = Number(process.env['TRADER_MINUTES'] ?? 1);
const FIRST_SEED = 31;
const [XRP, DOT, XRP_PERPETUAL, EUR_USD] = [6, 13, 106, 201];
const USDT = 200_000;

/** What the trader sees: the public books before and after the last pass of the bots. */
interface View {
  bid: number;
  ask: number;
  /** The middle of the spot book one pass earlier, and now: a perpetual might follow it. */
  leadBefore: number;
  lead: number;
  typical: number;
}
type Side = 'buy' | 'sell';
const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const WAYS: Record<string, (account: PushAccount, view: View, step: number) => void> = {
  'quotes both sides one tick inside the spread': (account, { bid, ask, typical }) => {
    account.cancel();
    account.order('buy', Math.min(bid + 1, ask - 1), typical * 3, true);
    account.order('sell', Math.max(ask - 1, bid + 1), typical * 3, true);
  },
  'sweeps a side, then offers what he has just beyond it': (account, { bid, ask, typical }, step) => {
    account.cancel();
    const side: Side = Math.floor(step / 40) % 2 === 0 ? 'buy' : 'sell';
    const best = side === 'buy' ? ask : bid;
    const far = Math.round(best * (side === 'buy' ? 1.0006 : 0.9994));
    if (step % 4 === 0) account.order(side, far, typical * 30, false);
    account.order(other(side), far, typical * 10, true);
  },
  'follows the spot book, and closes after a second': (account, { bid, ask, lead, leadBefore, typical }, step) => {
    const move = leadBefore > 0 ? lead / leadBefore - 1 : 0;
    if (Math.abs(move) > 0.0001) account.order(move > 0 ? 'buy' : 'sell', move > 0 ? ask : bid, typical * 5, false);
    if (step % 8 === 0) unwind(account, bid, ask);
  },
};

/** Sells a surplus of coins, or buys them back. */
function unwind(account: PushAccount, bid: number, ask: number): void {
  const surplus =
    (Number(account.coinUnits() - startCoins.get(account)!) / 1e8) * stepsToNumber(bid, account.instrument.price);
  if (Math.abs(surplus) > 20)
    account.unwind(
      surplus > 0 ? 'sell' : 'buy',
      surplus > 0 ? Math.round(bid * 0.999) : Math.round(ask * 1.001),
      Math.abs(surplus),
    );
}
const startCoins = new Map<PushAccount, bigint>();

async function play(id: number, way: keyof typeof WAYS, seed: number): Promise<number> {
  const ids = id === XRP_PERPETUAL ? [XRP, id] : [id];
  const exchange = new VirtualMarket(ids, seededSource(seed), Date.UTC(2026, 2, 4, 12));
  await exchange.run(exchange.nowMs + 10_000);
  const instrument = instrumentOf(LISTED_INSTRUMENTS.find((info) => info.id === id)!);
  const account = new (instrument.info.spotEnable === 1 ? SpotPushAccount : ContractPushAccount)(
    exchange,
    instrument,
    FIRST_USER_UID,
  );
  const best = (market: number, side: typeof BID | typeof ASK): number => {
    let found = 0;
    exchange.machine.levels(market, side, (ticks) => {
      if (found === 0 || (side === BID ? ticks > found : ticks < found)) found = ticks;
    });
    return found;
  };
  const fair = (): number => stepsToNumber(exchange.bots.fairOf(id).ticks, instrument.price);
  account.fund(USDT, fair());
  const coins = account.coinUnits();
  startCoins.set(account, coins);
  const money = account.usdtUnits();
  let [step, leadBefore] = [0, 0];
  await exchange.run(exchange.nowMs + MINUTES * 60_000, () => {
    const view = {
      bid: best(id, BID),
      ask: best(id, ASK),
      lead: best(ids[0]!, BID) + best(ids[0]!, ASK),
      leadBefore,
      typical: profileOf(id).tradeValue,
    };
    if (view.bid > 0 && view.ask > 0) WAYS[way]!(account, view, (step += 1));
    leadBefore = view.lead;
  });
  account.cancel();
  for (let at = 0; at < 5; at += 1) unwind(account, best(id, BID), best(id, ASK));
  return (
    Number(account.usdtUnits() - money) / 1e8 +
    (Number(account.coinUnits() - coins) / 1e8) * (account instanceof SpotPushAccount ? fair() : 0)
  );
}

describe(`a scripted trader, ${SEEDS} seeds from ${FIRST_SEED}, ${MINUTES} minutes each`, () => {
  const markets = SEEDS > 1 ? [XRP, DOT, XRP_PERPETUAL, EUR_USD] : [XRP_PERPETUAL];
  const cases = markets.flatMap((id) => Object.keys(WAYS).map((way) => [id, way] as const));
  it.each(cases)('loses in market %i: %s', { timeout: 0 }, async (id, way) => {
    const results: number[] = [];
    for (let at = 0; at < SEEDS; at += 1) results.push(await play(id, way, FIRST_SEED + at));
    const mean = results.reduce((sum, each) => sum + each, 0) / SEEDS;
    const error = Math.sqrt(results.reduce((sum, each) => sum + (each - mean) ** 2, 0)) / SEEDS;
    console.info(`market ${id}, ${way}: ${mean.toFixed(1)} +- ${error.toFixed(1)} USDT a run`);
    expect(mean + (SEEDS > 1 ? 2.326 * error : 0)).toBeLessThan(0);
  });
});
