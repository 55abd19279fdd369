// Generated tapes of every venue: a random book in its format, and the book that must result.
import { crc32 } from 'node:zlib';
import { seeded } from './seeded-random.ts';

export type Row = [string, string];
export interface Message {
  t: number;
  k: string;
  b?: Row[];
  a?: Row[];
  [field: string]: unknown;
}
/** `whole`: the final book as a snapshot. `bids`, `asks`: its rows, best first. */
export interface MadeTape {
  header: Record<string, unknown>;
  messages: Message[];
  whole: Message;
  bids: Row[];
  asks: Row[];
}

const FIRST_T = 1_700_000_000_000_000;
const FIRST_ID = 5_000;
/** Initial mid price, in ticks of 0.5. */
const MIDDLE = 120_000;

/** A simple book: decimals by ticks of 0.5. */
class PlainBook {
  readonly bids = new Map<number, string>();
  readonly asks = new Map<number, string>();

  set(side: 'bids' | 'asks', ticks: number, amount: string): Row {
    if (Number(amount) === 0) this[side].delete(ticks);
    else this[side].set(ticks, amount);
    return [price(ticks), amount];
  }

  /** Best first. */
  rows(side: 'bids' | 'asks'): Row[] {
    return [...this[side]]
      .sort(([x], [y]) => (side === 'bids' ? y - x : x - y))
      .map(([ticks, amount]) => [price(ticks), amount]);
  }
}

const price = (ticks: number): string => (ticks / 2).toFixed(1);
const bare = (text: string): string => text.replace('.', '').replace(/^0+/, '');

/** Checksum of a book as each venue publishes it, if it does. */
function sumOf(venue: string, bids: Row[], asks: Row[]): { c?: number } {
  const turns = (count: number): string =>
    Array.from({ length: count }, (_, i) =>
      [bids[i], asks[i]].filter((row) => row !== undefined).map((row) => row.join(':')),
    )
      .flat()
      .join(':');
  if (venue === 'ftx') return { c: crc32(turns(100)) };
  if (venue === 'okx') return { c: crc32(turns(25)) | 0 };
  if (venue === 'kraken')
    return { c: crc32([...asks.slice(0, 10), ...bids.slice(0, 10)].map((row) => row.map(bare).join('')).join('')) };
  return {};
}

/** `count` changes after a snapshot, with the venue's ids. */
export function madeTape(venue: string, market: string, count: number, seed: number): MadeTape {
  const random = seeded(seed);
  const book = new PlainBook();
  const amount = (): string =>
    (1 + Math.floor(random() * 9_999))
      .toString()
      .padStart(5, '0')
      .replace(/(\d{3})$/, '.$1')
      .replace(/^0+(?=\d)/, '');
  for (let i = 1; i <= 40; i += 1) {
    book.set('bids', MIDDLE - i, amount());
    book.set('asks', MIDDLE + i, amount());
  }
  const ids = (at: number): Record<string, number> => {
    const u = FIRST_ID + 10 * at;
    if (venue === 'binance') return market === 'spot' ? { U: u - 9, u } : { U: u - 8, u, pu: u - 10 };
    return venue === 'bybit' ? { u: FIRST_ID + at, seq: 9 * (FIRST_ID + at) } : {};
  };
  const snapshot = (at: number): Message => {
    const [bids, asks] = [book.rows('bids'), book.rows('asks')];
    return {
      t: FIRST_T + at * 20_000,
      k: 'snap',
      ...(venue === 'binance' ? { seq: FIRST_ID + 10 * at } : ids(at)),
      b: bids,
      a: asks,
      ...sumOf(venue, bids, asks),
    };
  };
  const messages = [snapshot(0)];
  for (let at = 1; at <= count; at += 1) {
    const change = (side: 'bids' | 'asks'): Row => {
      const away = 1 + Math.floor(random() * 60);
      const ticks = side === 'bids' ? MIDDLE - away : MIDDLE + away;
      return book.set(side, ticks, book[side].has(ticks) && random() < 0.3 ? '0' : amount());
    };
    const [b, a] = [[change('bids'), change('bids')], [change('asks')]];
    messages.push({
      t: FIRST_T + at * 20_000,
      k: 'd',
      ...ids(at),
      b,
      a,
      ...sumOf(venue, book.rows('bids'), book.rows('asks')),
    });
  }
  const header = {
    fmt: 'l2tape/1',
    venue,
    market,
    sym: 'BTCUSD',
    t_unit: 'us',
    first_t: FIRST_T,
    last_t: messages.at(-1)!.t,
    events: messages.length,
  };
  return { header, messages, whole: snapshot(count), bids: book.rows('bids'), asks: book.rows('asks') };
}

/** Text of a tape. */
export function textOf({ header, messages }: Pick<MadeTape, 'header' | 'messages'>): string {
  return [header, ...messages].map((line) => `${JSON.stringify(line)}\n`).join('');
}
