// Seeks of a replay: whatever the way to a moment, all that is shown there is what a straight run shows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HeatMirror } from '../../../chart/heat-map/heat-mirror.ts';
import { FlowMirror } from '../../../chart/order-flow/flow-mirror.ts';
import { API_BASE } from '../../../core/endpoints/http.ts';
import { roundedSize } from '../../../core/market-data/depth-tile.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import type { TimeInterval } from '../../../core/units/time.ts';
import {
  CANDLES_FIELD,
  CANDLES_MODE,
  CANDLE_COLUMNS,
  type Frame,
  type IndicatorSpec,
  SECTION,
  SECTION_HEAD,
} from '../../../core/worker-protocol/worker-protocol.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import { PastController } from '../../../workers/past/past-controller.ts';
import type { PastHost } from '../../../workers/past/past-platform.ts';
import type { FramePort } from '../../../workers/platform.ts';
import { TileLoader } from '../../../workers/tiles/tile-loader.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../support/server/running-exchange.ts';

/** `SEEKS=12` is a long run, `SEEKS_SEED` another one. */
const SEED = Number(process.env['SEEKS_SEED'] ?? 20_261_129);
const SEEKS = Number(process.env['SEEKS'] ?? 2);
const MARKET = 1001;
const START = Date.UTC(2026, 9, 7, 11, 52, 20);
const LENGTH_MS = 26 * MINUTE_MS;
const MIDDLE = 120_000;
const INTERVALS = ['1m', '5m'] as const satisfies TimeInterval[];
const INDICATOR_LIST: IndicatorSpec[] = [
  ...['MA', 'EMA', 'MACD', 'RSI', 'VOL', 'SAR', 'OBV'].map((name) => ({
    name,
    params: [...INDICATORS.get(name)!.defaults],
  })),
  { name: 'CVD', params: [] },
  { name: 'DELTA', params: [] },
  { name: 'FOOTPRINT', params: [300, 3, 200] },
  { name: 'HEAT', params: [50, 0] },
];

/** A tape of Binance: changes of a random book, and trades. */
function madeTape(seed: number): string {
  const random = seeded(seed);
  const price = (ticks: number): string => (ticks / 2).toFixed(1);
  const amount = (): string => (random() * 9 + 0.001).toFixed(3);
  const sides = [1, -1].map((sign) =>
    Array.from({ length: 60 }, (_, i) => [price(MIDDLE + sign * (i + 1)), amount()] as const),
  );
  const lines: object[] = [{ t: START * 1_000, k: 'snap', seq: 10, b: sides[1], a: sides[0] }];
  let id = 500;
  let u = 10;
  for (let ms = 0; ms < LENGTH_MS; ms += 20 + Math.floor(random() * 500)) {
    const t = (START + ms) * 1_000;
    if (random() < 0.4)
      for (let count = 1 + Math.floor(random() * 16); count > 0; count--)
        lines.push({
          t,
          k: 'tr',
          T: START + ms,
          id: (id += 1),
          p: price(MIDDLE + Math.round(Math.sin(ms / 90_000) * 40 + (random() - 0.5) * 6)),
          q: amount(),
          m: random() < 0.5,
        });
    const row = (sign: number): [string, string] => [
      price(MIDDLE + sign * (1 + Math.floor(random() ** 2 * 90))),
      random() < 0.35 ? '0' : amount(),
    ];
    u += 5;
    lines.push({ t: t + 1, k: 'd', E: START + ms, U: u - 4, u, b: [row(-1), row(-1)], a: [row(1)] });
  }
  const header = {
    fmt: 'l2tape/1',
    venue: 'binance',
    market: 'spot',
    sym: 'BTCUSDT',
    t_unit: 'us',
    first_t: START * 1_000,
    last_t: (lines.at(-1) as { t: number }).t,
    events: lines.length,
  };
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

let folder: string;
let at: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-seeks-'));
  const tape = join(folder, 'tape.gz');
  writeFileSync(tape, gzipSync(madeTape(SEED)));
  const lines: string[] = [];
  at = await startRunning(
    { ...WITH_ARCHIVE, DATA_DIR: folder, MARKET: `replay:${tape}@max` },
    { log: (line) => lines.push(line) },
  );
  await vi.waitFor(() => expect(lines).toContain('market.tape_ended'), { timeout: 60_000 });
}, 120_000);
afterAll(async () => {
  await at.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of a replay, as it is shown. */
class Page {
  readonly controller: PastController;
  readonly sections = new Map<string, number[]>();
  readonly candles = new Map<number, number[][]>();
  readonly flows = new Map<number, FlowMirror>();
  readonly heat = new HeatMirror((span) => void this.controller.showHeat(10, span));
  #changes = 0;
  #underWay = 0;

  constructor() {
    const host: PastHost = {
      post: async (url, _headers, body) => {
        const form = Object.fromEntries(new URLSearchParams(body));
        return this.#counted(at.call(url.replace('http://none', ''), form));
      },
      nowMs: () => Date.now(),
      stampMs: () => performance.now(),
      after: (delayMs, run) => {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      onDisplayTick: (run) => void setTimeout(run, 1),
      random: () => 0.5,
      loadIndicators: () => Promise.resolve(INDICATORS),
      loadTiles: async () =>
        new TileLoader({
          fetch: async (address) => {
            const { statusCode, rawPayload, headers } = await this.#counted(
              at.exchange.http.inject(`${API_BASE}${address}`),
            );
            if (statusCode === 404 || statusCode === 400) return { kind: 'missing' };
            if (statusCode !== 200) return { kind: 'later', delayMs: 10 };
            return {
              kind: 'bytes',
              bytes: new Uint8Array(rawPayload),
              mayChange: headers['cache-control'] === 'no-store',
            };
          },
          platform: host,
        }),
    };
    this.controller = new PastController(host);
  }

  async open(): Promise<void> {
    const port: FramePort = {
      onReturn: () => {},
      post: (frame) => {
        this.#read(frame);
        queueMicrotask(() => port.onReturn({ no: frame.no, columns: frame.columns }));
      },
    };
    await this.controller.start({ socketUrl: 'ws://none', apiBase: 'http://none', language: 'en-US' }, port);
    await this.controller.open(1, {
      kind: 'book',
      coinInfoId: MARKET,
      depth: 0,
      interval: 100,
      groupTicks: 1,
      rows: 200,
    });
    await this.controller.open(2, { kind: 'trades', coinInfoId: MARKET, rows: 40 });
    await this.controller.open(3, { kind: 'tickers' });
    for (const [index, interval] of INTERVALS.entries())
      await this.controller.open(10 + index, {
        kind: 'candles',
        coinInfoId: MARKET,
        interval,
        indicators: INDICATOR_LIST,
      });
  }

  /** Until nothing has come for a while. */
  async settle(): Promise<void> {
    for (let still = 0, seen = -1; still < 8;) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      still = this.#changes === seen && this.#underWay === 0 ? still + 1 : 0;
      seen = this.#changes;
    }
  }

  /** Candles of a view with their lines, by time. */
  rows(view: number): Map<number, number[]> {
    const columns = this.candles.get(view) ?? [];
    return new Map(columns[0]?.map((time, row) => [time, columns.map((column) => column[row]!)]));
  }

  /** Levels of the bars of a view, by time. */
  bars(view: number): Map<number, unknown> {
    const bars = this.flows.get(view)?.bars;
    const found = new Map<number, unknown>();
    for (let row = 0; row < (bars?.length ?? 0); row++) {
      const from = bars!.firstCell[row]!;
      const levels: number[][] = [];
      for (let level = 0; level < bars!.levelCount[row]!; level++) {
        const [sold, bought] = [bars!.sold[from + level]!, bars!.bought[from + level]!];
        if (sold + bought > 0) levels.push([bars!.firstLevel[row]! + level, sold, bought]);
      }
      found.set(bars!.time[row]!, { part: bars!.part[row], levels });
    }
    return found;
  }

  /** What rested, and what was traded, in each column of a resolution that is known and over at `toMs`. */
  columns(resolution: number, fromMs: number, toMs: number): Map<number, unknown> {
    const found = new Map<number, unknown>();
    const trades = new Map<number, number[][]>();
    for (const tile of this.heat.tilesAt(resolution, fromMs, toMs)) {
      const msOf = (column: number): number => tile.fromMs + column * tile.columnMs;
      for (let entry = 0; entry < tile.trades.count; entry++) {
        const { column, level, sold, bought } = tile.trades;
        const own = trades.get(msOf(column[entry]!)) ?? [];
        trades.set(msOf(column[entry]!), own);
        own.push([level[entry]!, sold[entry]!, bought[entry]!]);
      }
      for (let column = 0; column < tile.columns; column++) {
        const ms = msOf(column);
        if (ms < fromMs || ms + tile.columnMs > toMs || tile.known[column] === 0) continue;
        const levels: number[][] = [];
        for (let level = 0; level < tile.levels; level++) {
          const lots = tile.lots[column * tile.levels + level]!;
          // Tiles of the record have rounded sizes.
          if (lots > 0) levels.push([tile.lowLevel + level, roundedSize(lots)]);
        }
        found.set(ms, { levels, bid: tile.bestBids[column], ask: tile.bestAsks[column] });
      }
    }
    for (const [ms, column] of found)
      found.set(ms, [column, (trades.get(ms) ?? []).sort(([one], [other]) => one! - other!)]);
    return found;
  }

  async #counted<T>(call: PromiseLike<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await call;
    } finally {
      this.#underWay -= 1;
    }
  }

  #read({ columns, used, events }: Frame): void {
    for (const event of events)
      if (event.kind === 'heat' && event.view === 10) {
        this.heat.apply(event.update);
        this.#changes += 1;
      }
    for (let place = 0; place < used; place += columns[place + 2]!) {
      const [kind, view, length] = columns.subarray(place, place + SECTION_HEAD) as unknown as [number, number, number];
      const data = columns.slice(place + SECTION_HEAD, place + length);
      if (kind === SECTION.book || kind === SECTION.trades || kind === SECTION.tickers) {
        this.sections.set(`${kind} ${view}`, [...data]);
        this.#changes += 1;
      } else if (kind === SECTION.candles) {
        this.#readCandles(view, data);
        this.#changes += 1;
      } else if (kind === SECTION.flow) {
        const mirror = this.flows.get(view) ?? new FlowMirror();
        this.flows.set(view, mirror);
        mirror.apply(data, 0);
        this.#changes += 1;
      }
    }
  }

  #readCandles(view: number, data: Float64Array): void {
    const count = data[CANDLES_FIELD.count]!;
    const first = data[CANDLES_FIELD.first]!;
    const width = CANDLE_COLUMNS + data[CANDLES_FIELD.lines]!;
    const mode = data[CANDLES_FIELD.mode]!;
    const known = this.candles.get(view) ?? [];
    this.candles.set(
      view,
      Array.from({ length: width }, (_, column) => {
        const from = CANDLES_FIELD.size + column * count;
        const fresh = [...data.subarray(from, from + count)];
        if (mode === CANDLES_MODE.reset) return fresh;
        if (mode === CANDLES_MODE.prepend) return [...fresh, ...known[column]!];
        return [...known[column]!.slice(0, first), ...fresh];
      }),
    );
  }
}

/** Entries that both have, of which there must be some. */
function expectSame(name: string, one: Map<number, unknown>, other: Map<number, unknown>, least: number): void {
  const shared = [...one.keys()].filter((key) => other.has(key));
  expect(shared.length, `${name}: ${one.size} and ${other.size}`).toBeGreaterThanOrEqual(least);
  for (const key of shared) expect(one.get(key), `${name} at ${new Date(key).toISOString()}`).toEqual(other.get(key));
}

async function straightTo(fromMs: number, atMs: number): Promise<Page> {
  const page = new Page();
  await page.open();
  expect(typeof (await page.controller.goTo(MARKET, fromMs))).toBe('object');
  // It follows from the beginning on.
  await page.settle();
  await playTo(page, fromMs, atMs);
  return page;
}

async function playTo(page: Page, fromMs: number, atMs: number): Promise<void> {
  for (let ms = fromMs; ms < atMs;) ms = (await page.controller.advance(atMs - ms)).atMs;
}

describe('a replay', () => {
  it(`shows after any seeks what a straight run shows (seed ${SEED})`, { timeout: 600_000 }, async () => {
    const random = seeded(SEED);
    const moment = (): number => START + 3 * MINUTE_MS + Math.floor(random() * (LENGTH_MS - 4 * MINUTE_MS));
    const seeking = new Page();
    await seeking.open();
    for (let seek = 0; seek < SEEKS; seek++) {
      const atMs = moment();
      const { controller } = seeking;
      // Somewhere else first, ahead or back, and not always waited for.
      for (let other = Math.floor(random() * 3); other > 0; other--) {
        await controller.goTo(MARKET, moment());
        await controller.advance(random() * 90_000);
        if (random() < 0.5) await controller.stepBar('1m');
        if (random() < 0.3) await seeking.settle();
      }
      // Also just after a minute began, of which trades are still to come.
      const wantedMs = atMs - Math.floor(random() * 150_000);
      const fromMs = random() < 0.5 ? wantedMs : Math.floor(wantedMs / MINUTE_MS) * MINUTE_MS + 300;
      await controller.goTo(MARKET, fromMs);
      if (random() < 0.5) await seeking.settle();
      let ms = fromMs;
      while (ms < atMs) ms = (await controller.advance(Math.min(atMs - ms, random() * 40_000))).atMs;
      const straight = await straightTo(Math.max(START + 60_000, atMs - 9 * MINUTE_MS), atMs);
      const where = `seek ${seek} from ${fromMs - START} to ${atMs - START}`;
      for (const page of [seeking, straight]) {
        page.heat.tilesAt(0, atMs - 4 * MINUTE_MS, atMs);
        await page.settle();
        page.heat.tilesAt(0, atMs - 4 * MINUTE_MS, atMs);
        await page.settle();
      }
      expect([...seeking.sections.keys()].sort(), where).toEqual([...straight.sections.keys()].sort());
      for (const [key, values] of straight.sections) {
        const seen = [...seeking.sections.get(key)!];
        const wanted = [...values];
        // Sequences count from the moment.
        if (key.startsWith(`${SECTION.book} `)) for (const each of [seen, wanted]) each.fill(0, 1, 3);
        expect(seen, `${where}: section ${key}`).toEqual(wanted);
      }
      for (const [index, interval] of INTERVALS.entries()) {
        expectSame(`${where}: candles of ${interval}`, seeking.rows(10 + index), straight.rows(10 + index), 2);
        expectSame(`${where}: flow of ${interval}`, seeking.bars(10 + index), straight.bars(10 + index), 2);
      }
      const columns = (page: Page): Map<number, unknown> => page.columns(0, atMs - 4 * MINUTE_MS, atMs);
      expectSame(`${where}: heat map`, columns(seeking), columns(straight), 100);
    }
  });

  it('shows on a chart that is opened after a long play what it shows after a seek', { timeout: 120_000 }, async () => {
    const atMs = START + LENGTH_MS - 90_000;
    const pages = [await straightTo(START + 60_000, atMs), await straightTo(atMs, atMs)];
    const least = { 20: 2, 21: 20 };
    for (const { controller } of pages) {
      const flow = [
        { name: 'DELTA', params: [] },
        { name: 'FOOTPRINT', params: [300, 3, 200] },
      ];
      await controller.open(20, { kind: 'candles', coinInfoId: MARKET, interval: '15m', indicators: flow });
      await controller.open(21, { kind: 'candles', coinInfoId: MARKET, interval: 'trades-500', indicators: flow });
    }
    for (const page of pages) await page.settle();
    const [played, sought] = pages as [Page, Page];
    for (const [view, count] of Object.entries(least)) {
      expectSame(`candles of view ${view}`, played.rows(Number(view)), sought.rows(Number(view)), count);
      expectSame(`flow of view ${view}`, played.bars(Number(view)), sought.bars(Number(view)), count);
    }
  });
});
