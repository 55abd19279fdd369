// Candles in the real store: loading time at start, and that loaded candles equal the written ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INTERVAL_MS, candleStart } from '../../../core/units/time.ts';
import type { BaseInterval } from '../../../server/feed/market-candles.ts';
import { createFeed } from '../../../server/feed/feed.ts';
import { feedMigrations } from '../../../server/feed/candle-history.ts';
import type { CandleRow } from '../../../server/exchange/market-event.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import { stopwatch } from '../../support/data/processor-wait.ts';
import { infoOf } from '../../support/server/feed-fixture.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';

const MARKETS = 24;
const COUNTS: Record<BaseInterval, number> = { '1m': 7 * 1440, '1h': 90 * 24, '1d': 730 };
const NOW = Date.UTC(2026, 5, 6, 7, 8, 9);

function rows(chance: () => number, period: BaseInterval): CandleRow[] {
  const last = candleStart(NOW, period);
  return Array.from({ length: COUNTS[period] }, (_, index) => {
    const open = 1000 + Math.floor(chance() * 1000);
    return {
      start: last - (COUNTS[period] - index) * INTERVAL_MS[period],
      open,
      high: open + 9,
      low: open - 9,
      close: open + 1,
      volumeLots: open * 7,
      amount: open * 3.3,
    };
  });
}

test('24 markets with full history are written once and loaded at every start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'feed-history-'));
  const chance = seeded(seedOf('history'));
  const instruments = Array.from({ length: MARKETS }, (_, index) => infoOf(index + 2));
  const options = { instruments, now: () => NOW, timer: false };
  let store = await openSqlite(folder);
  try {
    await migrate(store, feedMigrations);
    const feed = await createFeed({ ...options, store });
    for (const { id } of instruments)
      for (const period of ['1m', '1h', '1d'] as const) feed.importHistory(id, period, rows(chance, period));
    const writeFrom = performance.now();
    await feed.close();
    const writeMs = performance.now() - writeFrom;
    await store.close();
    store = await openSqlite(folder);
    const elapsedMs = stopwatch(process.pid);
    const again = await createFeed({ ...options, store });
    const readMs = elapsedMs();
    console.info(`history of ${MARKETS} markets: written in ${writeMs.toFixed(0)} ms, read in ${readMs.toFixed(0)} ms`);
    for (const { id } of instruments) {
      expect(again.hasHistory(id)).toBe(true);
      for (const period of ['1m', '4h', '1w'] as const) {
        const range = { from: -Infinity, to: Infinity, limit: 20_000, fromFront: false };
        expect(again.market(id)?.candles.read(period, range)).toEqual(feed.market(id)?.candles.read(period, range));
      }
    }
    expect(readMs).toBeLessThan(3_000);
    for (const { id } of instruments)
      again.apply([{ kind: 'trade', coinInfoId: id, id: 1, priceTicks: 5, lots: 1, side: 'buy', ts: NOW }], NOW);
    const minuteFrom = performance.now();
    await again.save();
    console.info(`a minute of ${MARKETS} markets is written in ${(performance.now() - minuteFrom).toFixed(0)} ms`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});

test('a followed feed that records from now on also writes what the process before it left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'feed-history-'));
  const instruments = [infoOf(2)];
  const options = { instruments, now: () => NOW, timer: false };
  const store = await openSqlite(folder);
  try {
    await migrate(store, feedMigrations);
    const before = await createFeed({ ...options, store });
    before.importHistory(2, '1m', rows(seeded(seedOf('older')), '1m'));
    await before.save();
    const trade = { kind: 'trade', coinInfoId: 2, priceTicks: 1234, lots: 5, side: 'buy' } as const;
    before.apply([{ ...trade, id: 1, ts: NOW }], NOW); // never saved: the process is killed
    const followed = await createFeed({ ...options, store: null });
    followed.market(2)?.candles.adopt('1m', before.market(2)!.candles.copy('1m', -Infinity, Infinity));
    followed.recordTo(store);
    followed.apply([{ ...trade, id: 2, ts: NOW }], NOW);
    await followed.close();
    const again = await createFeed({ ...options, store });
    const range = { from: -Infinity, to: Infinity, limit: 20_000, fromFront: false };
    expect(again.market(2)?.candles.read('1m', range)).toEqual(followed.market(2)?.candles.read('1m', range));
    expect(again.market(2)?.candles.base['1m'].row(again.market(2)!.candles.base['1m'].size - 1).volumeLots).toBe(10);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
