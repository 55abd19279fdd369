// From which prices the simulated market goes on after its process, whatever a user has traded until then.
import { describe, expect, it } from 'vitest';
import { type CoinInfo, USDT_ID } from '../../../core/instruments/instrument.ts';
import { BID } from '../../../core/feed/checksum.ts';
import { EXCHANGE_UID, FIRST_USER_UID } from '../../../server/exchange/command.ts';
import { startSimulation } from '../../../server/simulation/simulated-market.ts';
import { startPrices } from '../../../server/simulation/start-prices.ts';
import { LISTED_INSTRUMENTS, USDT } from '../../../server/simulation/listed-instruments.ts';
import { testExchange } from '../../support/exchange/virtual-exchange.ts';

const [BTC, DOT, BTC_PERPETUAL] = [2, 13, 102];
const MARKETS = LISTED_INSTRUMENTS.filter(({ id }) => [BTC, DOT, BTC_PERPETUAL].includes(id));
const [BUYER, SELLER] = [FIRST_USER_UID, FIRST_USER_UID + 1];
const SEED = 7;

/** An exchange whose bots quoted until their process ended: only users' orders are left, and the last trades. */
async function afterBots() {
  const exchange = testExchange([USDT, ...MARKETS], Date.UTC(2026, 2, 4, 12));
  const { machine, submit, clock } = exchange;
  const lastTicks = (id: number): number => machine.market(id)?.lastPriceTicks ?? 0;
  /** Starts the bots, and answers with the best bids that they then make. */
  const start = async (startTicks: (id: number) => number): Promise<number[]> => {
    const market = await startSimulation(
      {
        mode: '',
        instruments: MARKETS,
        sequencer: exchange,
        feed: { apply: () => undefined, hasHistory: () => true, importHistory: () => undefined },
        startTicks,
        now: () => clock.now,
        log: () => undefined,
      },
      { seed: SEED, still: true },
    );
    await market.stop();
    return MARKETS.map(({ id }) => {
      let best = 0;
      machine.levels(id, BID, (priceTicks) => (best = Math.max(best, priceTicks)));
      return best;
    });
  };
  const before = await start(() => 0);
  clock.now += 1000;
  await submit({ kind: 'clock', uid: EXCHANGE_UID });
  await submit({ kind: 'restart', uid: EXCHANGE_UID });
  for (const uid of [BUYER, SELLER])
    for (const coinId of [USDT_ID, BTC, DOT])
      await submit({ kind: 'credit', uid, wallet: 'spot', coinId, units: 10n ** 15n, recordType: 'test', remark: '' });
  /** A user sells to himself, 8 % above the last trade. */
  const pushes = async ({ id }: Pick<CoinInfo, 'id'>): Promise<void> => {
    const priceTicks = Math.floor(lastTicks(id) * 1.08);
    const order = { kind: 'placeSpot', coinInfoId: id, orderType: 'limit', priceTicks, lots: 10_000 } as const;
    const more = { totalUnits: 0n, postOnly: false, clientNo: '' };
    await submit({ ...order, ...more, uid: SELLER, side: 'sell', tif: 'GTC' });
    await submit({ ...order, ...more, uid: BUYER, side: 'buy', tif: 'IOC' });
    expect(lastTicks(id)).toBe(priceTicks);
  };
  return { exchange, before, start, pushes, prices: () => startPrices(MARKETS, machine, { lastTicks }) };
}

describe('prices after a start', () => {
  it('are those of before it in every market, whatever is traded until the bots are back', async () => {
    const { before, start, pushes, prices } = await afterBots();
    const startTicks = prices();
    for (const id of [BTC, DOT]) await pushes({ id });
    const after = await start(startTicks);
    for (const [at, ticks] of after.entries()) expect(Math.abs(ticks / before[at]! - 1)).toBeLessThan(0.003);
  });

  it('are the index where there is one: a trade just before the process ended moves none', async () => {
    const { before, start, pushes, prices } = await afterBots();
    await pushes({ id: BTC });
    const after = await start(prices());
    for (const [at, ticks] of after.entries()) expect(Math.abs(ticks / before[at]! - 1)).toBeLessThan(0.003);
  });
});
