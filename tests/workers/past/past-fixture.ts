// A made past of one market, as its source hands it out, with what is true at each moment.
import { ASK, BID, type SideCode, levelHash } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import type { BookCopy } from '../../../core/market-data/archive-block.ts';
import { EventColumns, ROW_KIND, type RowKind, isTrade } from '../../../core/market-data/event-columns.ts';
import { type Interval, candleStart } from '../../../core/units/time.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { CANDLE_ROW } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { PastSession } from '../../../workers/past/past-session.ts';
import type { PastBlock, PastSource } from '../../../workers/past/past-source.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { seeded } from '../../support/data/seeded-random.ts';

export const MARKET = instrumentOf(btcInfo());
const MIDDLE = 6_700_000;
const BLOCK_MS = 5_000;
const BLOCKS_BETWEEN_BOOKS = 8;

export interface MadeEvent {
  kind: RowKind;
  ts: number;
  price: number;
  lots: number;
  id: number;
}

export interface MadePast {
  source: PastSource;
  events: MadeEvent[];
  blocks: PastBlock[];
  /** Pages that were handed out. */
  pages: number;
}

export interface PastOptions {
  seed: number;
  fromMs: number;
  toMs: number;
  /** Mean time between two events. */
  stepMs?: number;
  /** Nothing is recorded in it. */
  gap?: readonly [number, number];
  /** Closed minutes from before the recording. */
  minutesFromMs?: number;
  pageBlocks?: number;
}

export function makePast(options: PastOptions): MadePast {
  const events = makeEvents(options);
  const blocks = makeBlocks(events, options);
  const minutes = minuteCandles(options, events);
  const { pageBlocks = 10 } = options;
  const past: MadePast = {
    events,
    blocks,
    pages: 0,
    source: {
      async page(fromMs, toMs, after) {
        past.pages += 1;
        if (fromMs < 0) throw new Error('/coin/events: 1400 Enter a valid start time');
        if (blocks.length === 0) return null;
        const before = blocks.findLastIndex(({ head, book }) => head.fromTs <= fromMs && book !== null);
        const first = after === null ? Math.max(0, before) : blocks.findIndex(({ head }) => head.number === after) + 1;
        const inSpan = blocks.slice(first).filter(({ head }) => head.fromTs < toMs);
        return {
          blocks: inSpan.slice(0, pageBlocks),
          hasMore: inSpan.length > pageBlocks,
          firstMs: blocks[0]!.head.fromTs,
          lastMs: blocks.at(-1)!.head.toTs,
        };
      },
      async candles(period, { limit, from = -Infinity, before = Infinity }) {
        if (from < 0 && from !== -Infinity) throw new Error('/coin/candles: 1400 Enter a valid start time');
        const all = joined(minutes, period).filter(([time = 0]) => time >= from && time < before);
        const some = from === -Infinity ? all.slice(-limit) : all.slice(0, limit);
        const rows = new Rows(CANDLE_ROW, Math.max(1, some.length));
        for (const [time = 0, open = 0, high = 0, low = 0, close = 0, lots = 0] of some) {
          const prices = [open, high, low, close].map((ticks) => stepsToNumber(ticks, MARKET.price));
          rows.data.set([time, ...prices, stepsToNumber(lots, MARKET.amount)], rows.add());
        }
        return { rows, hasMore: all.length > some.length };
      },
    },
  };
  return past;
}

/** The replay of a source from a moment on; its past ends at `endMs`. */
export async function openPast(source: PastSource, atMs: number, endMs: number, market = MARKET): Promise<PastSession> {
  const session = await PastSession.open(source, market, atMs, endMs);
  if (typeof session === 'string') throw new Error(session);
  return session;
}

function makeEvents({ seed, fromMs, toMs, stepMs = 40, gap }: PastOptions): MadeEvent[] {
  const random = seeded(seed);
  const events: MadeEvent[] = [];
  let id = 0;
  for (let ts = fromMs; ts < toMs; ts += 1 + Math.floor(random() * 2 * stepMs)) {
    if (gap && ts >= gap[0] && ts < gap[1]) continue;
    const middle = MIDDLE + Math.round(Math.sin(ts / 600_000) * 400);
    if (random() < 0.2) {
      const kind = random() < 0.5 ? ROW_KIND.buy : ROW_KIND.sell;
      events.push({ kind, ts, price: middle, lots: 1 + Math.floor(random() * 900), id: (id += 1) });
      continue;
    }
    const kind = random() < 0.5 ? ROW_KIND.bid : ROW_KIND.ask;
    const away = 1 + Math.floor(random() ** 2 * 100);
    const price = middle + (kind === ROW_KIND.bid ? -away : away);
    events.push({ kind, ts, price, lots: random() < 0.3 ? 0 : Math.floor(random() * 5_000), id: 0 });
  }
  return events;
}

/** The book after `events`, by side and price. */
export function bookOf(events: readonly MadeEvent[]): Map<string, [SideCode, number, number]> {
  const book = new Map<string, [SideCode, number, number]>();
  for (const event of events) applyEvent(book, event);
  return book;
}

function applyEvent(book: Map<string, [SideCode, number, number]>, { kind, price, lots }: MadeEvent): void {
  if (isTrade(kind)) return;
  if (lots > 0) book.set(`${kind} ${price}`, [kind as SideCode, price, lots]);
  else book.delete(`${kind} ${price}`);
}

export function checksumOf(book: Map<string, [SideCode, number, number]>): number {
  let sum = 0;
  for (const [side, price, lots] of book.values()) sum = (sum + levelHash(side, price, lots)) | 0;
  return sum >>> 0;
}

function copyOf(book: Map<string, [SideCode, number, number]>): BookCopy {
  const side = (code: SideCode): Float64Array =>
    Float64Array.from(
      [...book.values()]
        .filter(([found]) => found === code)
        .sort(([, a], [, b]) => (code === BID ? b - a : a - b))
        .flatMap(([, price, lots]) => [price, lots]),
    );
  return { bids: side(BID), asks: side(ASK), isLost: false };
}

function makeBlocks(events: readonly MadeEvent[], { gap }: PastOptions): PastBlock[] {
  const blocks: PastBlock[] = [];
  const known: ReturnType<typeof bookOf> = new Map();
  for (let at = 0; at < events.length;) {
    const first = events[at]!;
    const isSeam = blocks.length === 0 || (gap !== undefined && first.ts >= gap[1] && events[at - 1]!.ts < gap[0]);
    const columns = new EventColumns();
    const book = isSeam || blocks.length % BLOCKS_BETWEEN_BOOKS === 0 ? copyOf(known) : null;
    const endMs = gap && first.ts < gap[0] ? Math.min(gap[1], first.ts + BLOCK_MS) : first.ts + BLOCK_MS;
    while (at < events.length && events[at]!.ts < endMs) {
      const { kind, ts, price, lots, id } = events[at]!;
      columns.add(kind, ts, price, lots, id);
      applyEvent(known, events[at]!);
      at += 1;
    }
    const head = {
      coinInfoId: MARKET.info.id,
      number: blocks.length + 1,
      events: columns.size,
      fromTs: first.ts,
      toTs: events[at - 1]!.ts,
      checksum: 0,
      hasBook: book !== null,
      isSeam,
      isBookLost: false,
      bytes: 0,
      prev: new Uint8Array(32),
    };
    blocks.push({ head, book, events: columns });
  }
  return blocks;
}

/** Rows of start, open, high, low, close in ticks, and lots, of every minute with a trade. */
export function minuteCandles({ minutesFromMs, fromMs }: PastOptions, events: readonly MadeEvent[]): number[][] {
  const trades = events.filter(({ kind }) => isTrade(kind));
  const early: MadeEvent[] = [];
  for (let ts = minutesFromMs ?? fromMs; ts < fromMs - 60_000; ts += 20_000)
    early.push({ kind: ROW_KIND.buy, ts, price: MIDDLE + Math.round(Math.cos(ts / 99_000) * 300), lots: 5, id: 0 });
  return joined(
    [...early, ...trades].map(({ ts, price, lots }) => [ts, price, price, price, price, lots]),
    '1m',
  );
}

/** Rows joined to the candles of an interval. */
export function joined(rows: readonly number[][], interval: Interval): number[][] {
  const candles: number[][] = [];
  for (const [ts = 0, open = 0, high = 0, low = 0, close = 0, lots = 0] of rows) {
    const start = candleStart(ts, interval);
    const last = candles.at(-1);
    if (last?.[0] !== start) candles.push([start, open, high, low, close, lots]);
    else
      candles[candles.length - 1] = [
        start,
        last[1]!,
        Math.max(last[2]!, high),
        Math.min(last[3]!, low),
        close,
        last[5]! + lots,
      ];
  }
  return candles;
}
