// The heat map of a day with a million events: what an event and a look at the whole day cost, in CPU time.
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { DAY_MS, MINUTE_MS } from '../../core/units/durations.ts';
import { seeded } from '../../tests/support/data/seeded-random.ts';
import { coin } from '../../tests/support/feed/coin.ts';
import { OrderBook } from '../../workers/book/order-book.ts';
import { type BookEvent, bookEvent } from '../../workers/decode/decoded-event.ts';
import { DepthRecorder } from '../../workers/depth-history/depth-recorder.ts';
import { formed } from '../harness/quick.ts';
import { type Row, median } from '../harness/row.ts';
import { cpuMsOf } from '../harness/process-cpu.ts';

const SEED = 6;
const START = Date.UTC(2026, 0, 5);
const EVENTS = formed(1_000_000, 100_000);
/** Changes of a message, all at one time. */
const BATCH = 4;
const MESSAGES = EVENTS / BATCH;
const SIDE_LEVELS = 500;
const MIDDLE_TICKS = 120_000;
const ROUNDS = formed(3, 1);
/** Messages at each end whose cost is compared. */
const END = MESSAGES / 10;
const LIVE_FRAMES = 200;

/** Changes of levels near the best prices more often than of others; bids have negative distances. */
interface Changes {
  distance: Int16Array;
  lots: Float64Array;
}

function madeChanges(): Changes {
  const random = seeded(SEED);
  const distance = Int16Array.from({ length: EVENTS }, () => {
    const ticks = 1 + Math.floor(random() ** 2 * SIDE_LEVELS);
    return random() < 0.5 ? -ticks : ticks;
  });
  return { distance, lots: Float64Array.from({ length: EVENTS }, () => 1 + Math.floor(random() * 500_000)) };
}

function setLevel({ bids, asks }: BookEvent, distance: number, lots: number): void {
  const rows = distance < 0 ? bids : asks;
  const at = rows.add();
  rows.data[at] = MIDDLE_TICKS + distance;
  rows.data[at + 1] = lots;
}

function firstBook(): OrderBook {
  const event = bookEvent();
  for (let ticks = 1; ticks <= SIDE_LEVELS; ticks++) for (const sign of [-1, 1]) setLevel(event, sign * ticks, ticks);
  const book = new OrderBook(0);
  book.replace(event);
  return book;
}

/** Applies messages [from, to) to a book and, before it, to its recorder. */
function apply(
  { distance, lots }: Changes,
  book: OrderBook,
  recorder: DepthRecorder | null,
  from: number,
  to: number,
): void {
  const event = bookEvent();
  for (let message = from; message < to; message++) {
    event.ts = START + Math.floor((message * DAY_MS) / MESSAGES);
    event.bids.count = event.asks.count = 0;
    for (let at = message * BATCH; at < (message + 1) * BATCH; at++) setLevel(event, distance[at]!, lots[at]!);
    recorder?.beforeChange(event.ts);
    book.apply(event);
  }
}

/** Milliseconds of the first and the last tenth, and of all, with a recorder or of the book alone. */
function followed(changes: Changes, book: OrderBook, recorder: DepthRecorder | null): [number, number, number] {
  const first = cpuMsOf(() => apply(changes, book, recorder, 0, END));
  const middle = cpuMsOf(() => apply(changes, book, recorder, END, MESSAGES - END));
  const last = cpuMsOf(() => apply(changes, book, recorder, MESSAGES - END, MESSAGES));
  return [first, last, first + middle + last];
}

export function heatMapRows(): Row[] {
  const changes = madeChanges();
  const events: number[] = [];
  const grown: number[] = [];
  const looks: number[] = [];
  const frames: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [, , alone] = followed(changes, firstBook(), null);
    const book = firstBook();
    const recorder = new DepthRecorder(instrumentOf(coin(2)), { book }, null);
    recorder.onLive(START);
    const [first, last, all] = followed(changes, book, recorder);
    events.push((1e6 * (all - alone)) / EVENTS);
    grown.push(last / first);
    const minutes = recorder.columnMs.indexOf(MINUTE_MS);
    const look = (): void => {
      if (recorder.tilesAt(minutes, START, START + DAY_MS).length === 0) throw new Error('the map is empty');
    };
    looks.push(cpuMsOf(look));
    const ms = cpuMsOf(() => {
      for (let frame = 0; frame < LIVE_FRAMES; frame++) {
        apply(changes, book, recorder, MESSAGES - 1, MESSAGES);
        look();
      }
    });
    frames.push((1000 * ms) / LIVE_FRAMES);
  }
  const what = `heat map of a day, ${2 * SIDE_LEVELS} levels, ${EVENTS} events`;
  return [
    { name: `${what}: an event, all resolutions, beside its book`, value: median(events), unit: 'ns' },
    { name: `${what}: a message of the last tenth, to one of the first`, value: median(grown), unit: 'times' },
    { name: `${what}: tiles of all minutes, read once`, value: median(looks), unit: 'ms' },
    { name: `${what}: the same after a further message`, value: median(frames), unit: 'us' },
  ];
}
