// Start and stop of the three market modes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { CandleRow, MarketEvent } from '../../../server/exchange/market-event.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { instrumentsFor, startMarket } from '../../../server/venues/market-modes.ts';
import { testExchange } from '../../support/exchange/virtual-exchange.ts';

const folder = mkdtempSync(join(tmpdir(), 'defi-market-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A feed that records its inputs. */
function recordingFeed() {
  const imported = new Map<string, CandleRow[]>();
  const applied: { events: MarketEvent[]; ts: number; at: number }[] = [];
  return {
    imported,
    applied,
    apply: (events: MarketEvent[], ts: number) => {
      applied.push({ events, ts, at: performance.now() });
    },
    hasHistory: (id: number) => imported.has(`${id} 1m`),
    importHistory: (id: number, interval: string, rows: CandleRow[]) => {
      imported.set(`${id} ${interval}`, rows);
    },
  };
}

describe('sim', () => {
  it('generates a history once, trades by commands only, and stops', async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, Date.UTC(2026, 2, 4, 12));
    const feed = recordingFeed();
    const lines: string[] = [];
    const startedAt = exchange.clock.now - performance.now();
    const now = () => (exchange.clock.now = Math.floor(startedAt + performance.now()));
    const options = {
      mode: 'sim:5',
      instruments: await instrumentsFor('sim'),
      sequencer: exchange,
      feed,
      startTicks: (id: number) => feed.imported.get(`${id} 1m`)?.at(-1)?.close ?? 0,
      now,
      log: (line: string) => lines.push(line),
    };
    const market = await startMarket(options);
    expect(feed.imported.size).toBe(24 * 3);
    expect(lines).toEqual(['market: simulated, repeatable (seed 5): for tests alone, 24 markets, past of 24 made']);
    expect(exchange.machine.market(2)!.openOrders).toBeGreaterThan(20);
    const first = exchange.outcomes.length;
    await expect.poll(() => exchange.outcomes.length).toBeGreaterThan(first + 20);
    await market.stop();
    const commands = exchange.outcomes.length;
    await wait(300);
    expect(exchange.outcomes).toHaveLength(commands);
    expect(feed.applied).toEqual([]);

    const again = await startMarket({ ...options, mode: 'sim' });
    expect(lines.at(-1)).toBe('market: simulated, 24 markets');
    await again.stop();
  });

  it('stands still after the same first trades in every run', async () => {
    const startAt = Date.UTC(2026, 2, 4, 12);
    const run = async () => {
      const exchange = testExchange(LISTED_INSTRUMENTS, startAt);
      const market = await startMarket({
        mode: 'sim:5@still',
        instruments: await instrumentsFor('sim'),
        sequencer: exchange,
        // The past is there: to make one takes longer than the trades.
        feed: { ...recordingFeed(), hasHistory: () => true },
        startTicks: () => 50_000,
        now: () => startAt,
        log: () => undefined,
      });
      const commands = exchange.outcomes.length;
      await wait(300);
      expect(exchange.outcomes).toHaveLength(commands);
      await market.stop();
      return exchange.outcomes.flatMap(({ events }) => events).filter(({ kind }) => kind === 'trade');
    };
    const trades = await run();
    expect(trades.length).toBeGreaterThan(20);
    expect(await run()).toEqual(trades);
  });
});

/** A tape of a snapshot and changes 100 ms apart. */
function tape(name: string): string {
  const first = 1_700_000_000_000_000;
  const lines = [
    { fmt: 'l2tape/1', venue: 'binance', market: 'spot', sym: 'BTCUSDT', t_unit: 'us', events: 5 },
    { t: first, k: 'snap', seq: 10, b: [['100.50', '1']], a: [['101.00', '2']] },
    ...[1, 2, 3, 4].map((n) => ({
      t: first + n * 100_000,
      k: 'd',
      E: 1_700_000_000_000 + n * 100,
      U: 10 + n,
      u: 10 + n,
      b: [['100.50', String(n)]],
      a: [],
    })),
  ];
  const path = join(folder, name);
  writeFileSync(path, gzipSync(lines.map((line) => JSON.stringify(line)).join('\n') + '\n'));
  return path;
}

describe('replay', () => {
  const path = tape('small.ndjson.gz');
  const play = async (speed: string) => {
    const mode = `replay:${path}${speed}`;
    const feed = recordingFeed();
    const lines: string[] = [];
    const began = performance.now();
    const market = await startMarket({
      mode,
      instruments: await instrumentsFor(mode),
      feed,
      startTicks: () => 0,
      now: Date.now,
      log: (line) => lines.push(line),
      sequencer: { submit: () => Promise.reject(new Error('a replay submits nothing')) },
    });
    return { feed, lines, market, began };
  };

  it.each([
    ['@2', 150],
    ['@max', 0],
  ])('at speed %s keeps the pace and stays at the last picture', async (speed, leastMs) => {
    const { feed, lines, market, began } = await play(speed);
    while (lines.length < 2) await wait(5);
    const tookMs = performance.now() - began;
    expect(tookMs).toBeGreaterThanOrEqual(leastMs);
    expect(feed.applied.map(({ ts }) => ts)).toEqual(
      [1_700_000_000_000, ...[1, 2, 3, 4].map((n) => 1_700_000_000_000 + n * 100)].filter((_, at) => at !== 1),
    );
    expect(lines[1]).toBe('market.tape_ended');
    await market.stop();
  });

  it('stops at once during a tape', async () => {
    // The next change is due in a quarter of an hour.
    const { feed, lines, market } = await play('@0.0001');
    await wait(30);
    await market.stop();
    expect(feed.applied).toHaveLength(1);
    expect(lines).toHaveLength(1);
  });
});
