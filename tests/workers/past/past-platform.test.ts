// What a replayed market answers in place of the exchange.
import { expect, it } from 'vitest';
import { encodeTradeTile } from '../../../core/market-data/trade-tile.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import { PastFeed } from '../../../workers/past/past-feed.ts';
import { type PastHost, PastPlatform } from '../../../workers/past/past-platform.ts';
import { TileLoader } from '../../../workers/tiles/tile-loader.ts';
import { MARKET, makePast, openPast } from './past-fixture.ts';

const HOUR = Date.UTC(2026, 10, 26, 9);
const AT = HOUR + 20 * 60_000;

/** The ids of the last trades at a moment of a market whose record has `ids` in the hour before. */
async function lastIds(isQuiet: boolean, ids: readonly number[]): Promise<number[]> {
  const { source } = makePast({ seed: 1, fromMs: AT - 90_000, toMs: AT + 60_000, stepMs: isQuiet ? 100_000 : 40 });
  const session = await openPast(source, AT, AT + 60_000);
  const loader = new TileLoader({
    fetch: async (address) => {
      const fromMs = Number(new URLSearchParams(address.split('?')[1]).get('fromMs'));
      // In the running hour the only trade is still to come.
      const own = fromMs === HOUR ? [900_002] : fromMs === HOUR - HOUR_MS ? ids : [];
      const column = (of: (at: number) => number) => Float64Array.from(own, (_, at) => of(at));
      const head = { coinInfoId: MARKET.info.id, fromMs, untilMs: fromMs + HOUR_MS, priorMs: fromMs - 1 };
      const columns = {
        times: column((at) => (fromMs === HOUR ? AT + 1_000 : fromMs + at)),
        prices: column(() => 6_700_000),
        lots: column(() => 5),
      };
      const bytes = encodeTradeTile({
        ...head,
        ...columns,
        ids: column((at) => own[at]!),
        buys: new Uint8Array(own.length),
      });
      return { kind: 'bytes', bytes };
    },
    platform: { stampMs: () => 0, after: () => () => {} },
  });
  const host = { loadTiles: async () => loader } as Partial<PastHost> as PastHost;
  const platform = new PastPlatform(host, session, new PastFeed(session, MARKET, { before: [], untilMs: AT }), {});
  await platform.loadTiles('', () => {});
  const { data } = (await platform.post('/coin/trades', {}, '')) as { data: { list: { id: number }[] } };
  return data.list.map(({ id }) => id);
}

it('the last trades of a market that was quiet are those of the record, and else those that are played', async () => {
  expect(await lastIds(true, [41, 42, 43])).toEqual([43, 42, 41]);
  expect(await lastIds(true, [])).toEqual([]);
  const played = await lastIds(false, [900_001]);
  expect(played.length).toBeGreaterThan(50);
  expect(played).not.toContain(900_001);
});
