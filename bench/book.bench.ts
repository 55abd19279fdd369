// Deltas a second into a book: ours, beside a plain Map that is sorted after every delta, beside sorted arrays in the
// manner of ccxt, and beside the npm package orderbooks.
import { OrderBook, type OrderBookLevelState } from 'orderbooks';
import { type Instrument, instrumentOf } from '../core/instruments/instrument.ts';
import { OrderBook as OwnBook } from '../workers/book/order-book.ts';
import { JsonDecoder } from '../workers/decode/json-decoder.ts';
import type { Rows } from '../workers/decode/rows.ts';
import { sharedFile } from '../tests/support/data/shared-file.ts';
import { formed } from './harness/quick.ts';
import { type Row, median } from './harness/row.ts';
import { readTape } from './harness/recorded-tape.ts';

const TAPES = ['binance-coinm-BTCUSD_PERP-20240808', 'binance-usdm-BTCUSDT-20240808'] as const;
/** Deltas that every book takes; the two others would need minutes for a whole tape. */
const DELTAS = 3_000;
const ROUNDS = formed(3, 1);

interface Change {
  seq: number;
  ts: number;
  cs: number;
  bids: Rows;
  asks: Rows;
}

/** Snapshot and the deltas after it, read once: what is measured is the book alone. */
function changesOf(path: string): { snapshot: Change; deltas: Change[] } {
  const tape = readTape(path, { tickers: false });
  const decoder = new JsonDecoder();
  decoder.setInstruments(new Map<number, Instrument>(tape.infos.map((info) => [info.id, instrumentOf(info)])));
  const changes: Change[] = [];
  for (const { text } of tape.frames) {
    const event = decoder.decode(text);
    if (event.kind === 'book')
      changes.push({ seq: event.seq, ts: event.ts, cs: event.cs, bids: event.bids.copy(), asks: event.asks.copy() });
  }
  const [snapshot, ...deltas] = changes;
  if (!snapshot) throw new Error('a tape without a snapshot');
  return { snapshot, deltas };
}

/** One delta into a book, and the best bid and ask read after it, as a screen would. */
interface Subject {
  take(change: Change): number;
}

function ours(snapshot: Change): Subject {
  const book = new OwnBook(0);
  book.replace(snapshot);
  return {
    take: (change) => {
      if (!book.apply(change)) throw new Error('a checksum that does not agree');
      return book.bids.priceAt(0) + book.asks.priceAt(0);
    },
  };
}

function plain(snapshot: Change): Subject {
  const sides = [new Map<number, number>(), new Map<number, number>()] as const;
  const merge = (side: Map<number, number>, { data, count }: Rows): void => {
    for (let i = 0; i < count; i++) {
      if (data[i * 2 + 1] === 0) side.delete(data[i * 2]!);
      else side.set(data[i * 2]!, data[i * 2 + 1]!);
    }
  };
  const take = (change: Change): number => {
    merge(sides[0], change.bids);
    merge(sides[1], change.asks);
    const bids = [...sides[0]].sort((a, b) => b[0] - a[0]);
    const asks = [...sides[1]].sort((a, b) => a[0] - b[0]);
    return (bids[0]?.[0] ?? 0) + (asks[0]?.[0] ?? 0);
  };
  take(snapshot);
  return { take };
}

/**
 * A side as ccxt documents its own: an array of [price, amount] sorted beside an index of its prices, bisected,
 * spliced. Reimplemented from that description.
 */
class SortedSide {
  readonly levels: [number, number][] = [];
  readonly #index: number[] = [];
  readonly #descends: boolean;

  constructor(descends: boolean) {
    this.#descends = descends;
  }

  store(price: number, lots: number): void {
    const wanted = this.#descends ? -price : price;
    let low = 0;
    let high = this.#index.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#index[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    const found = this.#index[low] === wanted;
    if (lots === 0 && found) {
      this.#index.splice(low, 1);
      this.levels.splice(low, 1);
    } else if (found) this.levels[low]![1] = lots;
    else if (lots !== 0) {
      this.#index.splice(low, 0, wanted);
      this.levels.splice(low, 0, [price, lots]);
    }
  }
}

function bisected(snapshot: Change): Subject {
  const bids = new SortedSide(true);
  const asks = new SortedSide(false);
  const merge = (side: SortedSide, { data, count }: Rows): void => {
    for (let i = 0; i < count; i++) side.store(data[i * 2]!, data[i * 2 + 1]!);
  };
  const take = (change: Change): number => {
    merge(bids, change.bids);
    merge(asks, change.asks);
    return (bids.levels[0]?.[0] ?? 0) + (asks.levels[0]?.[0] ?? 0);
  };
  take(snapshot);
  return { take };
}

/** Finds levels by price alone, so a removal on one side can take a level of the other: its result is not compared. */
function packaged(snapshot: Change): Subject {
  const book = new OrderBook('X', { maxDepth: 1_000_000 });
  const levels = (
    side: 'Buy' | 'Sell',
    { data, count }: Rows,
    keep: (lots: number) => boolean,
  ): OrderBookLevelState[] =>
    Array.from({ length: count }, (_, i): OrderBookLevelState => ['X', data[i * 2]!, side, data[i * 2 + 1]!]).filter(
      ([, , , lots]) => keep(lots),
    );
  const both = ({ bids, asks }: Change, keep: (lots: number) => boolean): OrderBookLevelState[] => [
    ...levels('Buy', bids, keep),
    ...levels('Sell', asks, keep),
  ];
  book.handleSnapshot(both(snapshot, (lots) => lots > 0));
  return {
    take: (change) => {
      book.handleDelta(
        both(change, (lots) => lots === 0),
        both(change, (lots) => lots > 0),
      );
      return (book.getBestBid() ?? 0) + (book.getBestAsk() ?? 0);
    },
  };
}

/** ms for the deltas, and the sum of all that was read. */
function timed(
  make: (snapshot: Change) => Subject,
  snapshot: Change,
  deltas: readonly Change[],
): { ms: number; sum: number } {
  const subject = make(snapshot);
  let sum = 0;
  const start = performance.now();
  for (const delta of deltas) sum += subject.take(delta);
  return { ms: performance.now() - start, sum };
}

function compare(name: string, path: string): Row[] {
  const { snapshot, deltas } = changesOf(path);
  const some = deltas.slice(0, DELTAS);
  const times: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  timed(ours, snapshot, deltas);
  for (let round = 0; round < ROUNDS; round++) {
    const runs = [
      timed(ours, snapshot, some),
      timed(plain, snapshot, some),
      timed(packaged, snapshot, some),
      timed(ours, snapshot, deltas),
      timed(bisected, snapshot, deltas),
    ];
    runs.forEach(({ ms }, i) => times[i]!.push(ms));
    if (runs[0]!.sum !== runs[1]!.sum || runs[3]!.sum !== runs[4]!.sum)
      throw new Error('ours and a plain book disagree');
  }
  const [own, naive, other, whole, sorted] = times.map(median) as [number, number, number, number, number];
  const value = (some.length / own) * 1000;
  const rate = (ms: number): string => `${Math.round((some.length / ms) * 1000)}/s`;
  return [
    {
      name: `${name}: first ${some.length} deltas`,
      value,
      unit: 'deltas/s',
      against: `Map and sort ${rate(naive)}`,
      ratio: naive / own,
    },
    {
      name: `${name}: first ${some.length} deltas`,
      value,
      unit: 'deltas/s',
      against: `orderbooks 1.1 ${rate(other)}`,
      ratio: other / own,
    },
    {
      name: `${name}: all ${deltas.length} deltas`,
      value: (deltas.length / whole) * 1000,
      unit: 'deltas/s',
      against: `ccxt-style, without a checksum, ${Math.round((deltas.length / sorted) * 1000)}/s`,
      ratio: sorted / whole,
    },
  ];
}

/** What merging alone takes, beside each peer. */
export function mergeRows(tapes: readonly string[] = TAPES): Row[] {
  return tapes.flatMap((name) => {
    const path = sharedFile(`recordings/l2/${name}.ndjson.gz`);
    return path === null ? [] : compare(name, path);
  });
}

export async function run(): Promise<Row[]> {
  return mergeRows();
}
