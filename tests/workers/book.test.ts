// The book against a naive twin, its synchronisation, and the gaps and duplicates of recordings.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTape } from '../../bench/harness/recorded-tape.ts';
import { ASK, BID, levelChange } from '../../core/feed/checksum.ts';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE, LEVEL_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { OrderBook } from '../../workers/book/order-book.ts';
import { writeGrouped } from '../../workers/book/grouping.ts';
import { BookSync, RESYNC_TIMEOUT_MS } from '../../workers/book/book-sync.ts';
import { JsonDecoder } from '../../workers/decode/json-decoder.ts';
import type { BookEvent } from '../../workers/decode/decoded-event.ts';
import { Rows } from '../../workers/decode/rows.ts';
import { sharedFile } from '../support/data/shared-file.ts';
import { seeded } from '../support/data/seeded-random.ts';

function rowsOf(levels: readonly (readonly [number, number])[]): Rows {
  const rows = new Rows(2, Math.max(1, levels.length));
  for (const [price, lots] of levels) rows.data.set([price, lots], rows.add());
  return rows;
}

/** The naive book: two maps, sorted when read, with the checksum calculated from scratch. */
class Twin {
  readonly bids = new Map<number, number>();
  readonly asks = new Map<number, number>();
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  apply(bids: readonly (readonly [number, number])[], asks: readonly (readonly [number, number])[]): void {
    for (const [side, levels, order] of [
      [this.bids, bids, -1],
      [this.asks, asks, 1],
    ] as const) {
      for (const [price, lots] of levels) {
        if (lots === 0) side.delete(price);
        else side.set(price, lots);
      }
      for (let extra = this.#depth > 0 ? side.size - this.#depth : 0; extra > 0; extra -= 1) {
        let worst = -order * Infinity;
        for (const price of side.keys()) if (order * price > order * worst) worst = price;
        side.delete(worst);
      }
    }
  }

  sorted(side: 'bids' | 'asks'): [number, number][] {
    return [...this[side]].sort((a, b) => (side === 'bids' ? b[0] - a[0] : a[0] - b[0]));
  }

  get checksum(): number {
    let sum = 0;
    for (const [price, lots] of this.bids) sum = (sum + levelChange(BID, price, 0, lots)) >>> 0;
    for (const [price, lots] of this.asks) sum = (sum + levelChange(ASK, price, 0, lots)) >>> 0;
    return sum;
  }
}

function levelsOf(book: OrderBook, side: 'bids' | 'asks'): [number, number][] {
  return Array.from({ length: book[side].length }, (_, i) => [book[side].priceAt(i), book[side].lotsAt(i)]);
}

describe('book', () => {
  it.each([
    [0, 1],
    [20, 2],
    [50, 3],
    [1000, 4],
    [0, 5],
  ])('depth %d equals the naive twin (seed %d)', (depth, seed) => {
    const random = seeded(seed);
    const book = new OrderBook(depth);
    const twin = new Twin(depth);
    const level = (around: number): [number, number] => {
      const far = random() < 0.2 ? 3_000 : 40;
      return [
        around + Math.floor((random() - 0.5) * far),
        random() < 0.45 ? 0 : random() < 0.1 ? 2 ** 40 + 1 : 1 + Math.floor(random() * 1e6),
      ];
    };
    let around = 100_000;
    for (let step = 0; step < 3_000; step++) {
      if (random() < 0.02) around += Math.floor((random() - 0.5) * 500);
      const bids = Array.from({ length: Math.floor(random() * 12) }, () => level(around));
      const asks = Array.from({ length: Math.floor(random() * 12) }, () => level(around + 30));
      twin.apply(bids, asks);
      expect(
        book.apply({ seq: step, ts: step, cs: twin.checksum, bids: rowsOf(bids), asks: rowsOf(asks) }),
        `seed ${seed} step ${step}`,
      ).toBe(true);
      if (step % 50 === 0)
        for (const side of ['bids', 'asks'] as const) expect(levelsOf(book, side)).toEqual(twin.sorted(side));
    }
    expect(book.bids.length).toBeGreaterThan(10);
  });

  it('joins levels: bids down, asks up, totals run', () => {
    const book = new OrderBook(0);
    book.apply({
      seq: 1,
      ts: 1,
      cs: 0,
      bids: rowsOf([
        [101, 1],
        [100, 2],
        [99, 4],
        [90, 8],
      ]),
      asks: rowsOf([
        [102, 1],
        [110, 2],
        [111, 4],
        [125, 8],
      ]),
    });
    const grouped = (side: 'bids' | 'asks', group: number, rows: number): number[][] => {
      const out = new Float64Array(rows * LEVEL_FIELD.size);
      const count = writeGrouped(book[side], group, rows, out, 0);
      return Array.from({ length: count }, (_, i) => [...out.subarray(i * 3, i * 3 + 3)]);
    };
    expect(grouped('bids', 10, 9)).toEqual([
      [100, 3, 3],
      [90, 12, 15],
    ]);
    expect(grouped('asks', 10, 9)).toEqual([
      [110, 3, 3],
      [120, 4, 7],
      [130, 8, 15],
    ]);
    expect(grouped('asks', 10, 2)).toEqual([
      [110, 3, 3],
      [120, 4, 7],
    ]);
    expect(grouped('bids', 1, 2)).toEqual([
      [101, 1, 1],
      [100, 2, 3],
    ]);
  });
});

describe('book synchronisation', () => {
  let asked = 0;
  let twin: Twin;
  let sync: BookSync;

  beforeEach(() => {
    asked = 0;
    twin = new Twin(0);
    sync = new BookSync(0, () => {
      asked++;
    });
  });

  const event = (
    snapshot: boolean,
    seq: number,
    prevSeq: number,
    bids: [number, number][],
    cs = twin.checksum,
  ): BookEvent => ({
    kind: 'book',
    coinInfoId: 2,
    depth: 0,
    interval: 0,
    snapshot,
    seq,
    prevSeq,
    ts: seq,
    pts: seq,
    cs,
    lost: false,
    bids: rowsOf(bids),
    asks: rowsOf([]),
  });
  const snapshot = (seq: number): BookEvent => event(true, seq, -1, twin.sorted('bids'));
  const delta = (seq: number, prevSeq: number, price: number, lots: number): BookEvent => {
    twin.apply([[price, lots]], []);
    return event(false, seq, prevSeq, [[price, lots]]);
  };

  it('a gap invalidates at once, requests one snapshot, queues deltas and applies them after it', () => {
    twin.apply([[100, 5]], []);
    sync.accept(snapshot(10), 0);
    sync.accept(delta(11, 10, 99, 1), 0);
    delta(12, 11, 98, 1);
    const lateSnapshot = snapshot(12);
    sync.accept(delta(13, 12, 97, 1), 0);
    expect([sync.state, asked, sync.book.seq]).toEqual([BOOK_STATE.repairing, 1, 11]);
    sync.accept(delta(14, 13, 96, 1), 0);
    sync.accept(delta(15, 14, 97, 0), 0);
    expect([asked, sync.book.seq]).toEqual([1, 11]);
    sync.accept(lateSnapshot, 0);
    expect([sync.state, asked, sync.book.seq, sync.gaps]).toEqual([BOOK_STATE.live, 1, 15, 1]);
    expect(levelsOf(sync.book, 'bids')).toEqual(twin.sorted('bids'));
  });

  it('repeated deltas are dropped without a resync, also those from before the snapshot', () => {
    twin.apply([[100, 5]], []);
    sync.accept(snapshot(10), 0);
    const again = delta(11, 10, 99, 1);
    sync.accept(again, 0);
    sync.accept(again, 0);
    expect([sync.state, asked, sync.book.seq]).toEqual([BOOK_STATE.live, 0, 11]);
    sync.accept(snapshot(12), 0);
    sync.accept(again, 0);
    expect([sync.state, asked, sync.book.seq]).toEqual([BOOK_STATE.live, 0, 12]);
    expect(levelsOf(sync.book, 'bids')).toEqual(twin.sorted('bids'));
  });

  it('an older delta that was never applied invalidates: a sequence number was wrong', () => {
    sync.accept(snapshot(10), 0);
    const next = delta(11, 10, 99, 1);
    sync.accept({ ...next, seq: 500 }, 0);
    expect([sync.state, sync.book.seq]).toEqual([BOOK_STATE.live, 500]);
    sync.accept(delta(12, 11, 98, 1), 0);
    expect([sync.state, asked]).toEqual([BOOK_STATE.repairing, 1]);
    sync.accept({ ...snapshot(12), seq: 900 }, 0);
    sync.accept(delta(13, 12, 97, 1), 0);
    expect([sync.state, asked]).toEqual([BOOK_STATE.repairing, 2]);
  });

  it('a wrong checksum invalidates and requests one snapshot', () => {
    sync.accept(snapshot(10), 0);
    sync.accept(event(false, 11, 10, [[99, 1]], 12345), 0);
    expect([sync.state, asked]).toEqual([BOOK_STATE.repairing, 1]);
    twin.apply([[99, 1]], []);
    sync.accept(snapshot(11), 0);
    expect(sync.state).toBe(BOOK_STATE.live);
  });

  it('a crossed book with a matching checksum is not verified', () => {
    twin.apply([[100, 5]], [[101, 3]]);
    sync.accept({ ...snapshot(10), asks: rowsOf(twin.sorted('asks')) }, 0);
    expect([sync.state, sync.isConsistent]).toEqual([BOOK_STATE.live, true]);
    sync.accept(delta(11, 10, 101, 1), 0);
    expect([sync.state, sync.isConsistent, asked]).toEqual([BOOK_STATE.repairing, false, 1]);
    sync.accept({ ...snapshot(11), asks: rowsOf(twin.sorted('asks')) }, 0);
    expect([sync.state, sync.isConsistent, asked]).toEqual([BOOK_STATE.repairing, false, 1]);
    sync.check(RESYNC_TIMEOUT_MS);
    expect(asked).toBe(2);
    twin.apply([[101, 0]], []);
    sync.accept({ ...snapshot(12), asks: rowsOf(twin.sorted('asks')) }, 0);
    expect([sync.state, sync.isConsistent]).toEqual([BOOK_STATE.live, true]);
  });

  it('a book that the exchange lost keeps its last state, unverified, and is requested until it exists again', () => {
    twin.apply([[100, 5]], []);
    sync.accept(snapshot(10), 0);
    sync.accept({ ...event(true, 11, 11, [], 0), lost: true }, 0);
    expect([sync.state, sync.isConsistent, asked, sync.gaps]).toEqual([BOOK_STATE.repairing, true, 0, 0]);
    expect(levelsOf(sync.book, 'bids')).toEqual([[100, 5]]);
    sync.check(RESYNC_TIMEOUT_MS);
    expect(asked).toBe(1);
    sync.accept({ ...event(true, 11, 11, [], 0), lost: true }, RESYNC_TIMEOUT_MS);
    expect(sync.state).toBe(BOOK_STATE.repairing);
    sync.accept(snapshot(12), RESYNC_TIMEOUT_MS);
    expect(sync.state).toBe(BOOK_STATE.live);
  });

  it('a book that never existed is empty and not verified', () => {
    sync.onSubscribed(0);
    sync.accept({ ...event(true, 1, 1, [], 0), lost: true }, 0);
    expect(sync.state).toBe(BOOK_STATE.loading);
  });

  it('a snapshot with a wrong checksum is requested again after the time-out, not at once', () => {
    sync.onSubscribed(0);
    sync.accept(event(true, 10, -1, [[99, 1]], 1), 0);
    expect([sync.state, asked]).toEqual([BOOK_STATE.repairing, 0]);
    sync.check(RESYNC_TIMEOUT_MS - 1);
    expect(asked).toBe(0);
    sync.check(RESYNC_TIMEOUT_MS);
    sync.check(RESYNC_TIMEOUT_MS + 1);
    expect(asked).toBe(1);
  });

  it.each([
    ['after 250 ms, twice that each time, then every 5 s', 0, [300, 800, 1_800, 3_800, 7_800, 12_800, 17_800]],
    ['on a slow line after what an answer takes there', 900, [900, 2_700, 6_300, 11_300, 16_300]],
  ] as const)('a lost snapshot is requested again while deltas arrive: %s', (_, slowMs, when) => {
    sync = new BookSync(
      0,
      () => {
        asked++;
      },
      () => slowMs,
    );
    sync.accept(snapshot(10), 0);
    sync.accept(delta(12, 11, 99, 1), 0);
    expect([sync.state, asked]).toEqual([BOOK_STATE.repairing, 1]);
    const at: number[] = [];
    for (let ms = 100, seq = 13; ms <= 18_000; ms += 100, seq++) {
      const before = asked;
      sync.accept(delta(seq, seq - 1, 98, seq), ms);
      if (asked > before) at.push(ms);
    }
    expect(at).toEqual(when);
    sync.accept(snapshot(200), 18_000);
    sync.accept(delta(202, 201, 97, 1), 18_000);
    sync.accept(delta(203, 202, 97, 2), 19_000);
    expect([sync.state, asked]).toEqual([BOOK_STATE.repairing, when.length + 3]);
  });

  it('a late snapshot does not undo later deltas', () => {
    const late = snapshot(10);
    sync.accept(late, 0);
    sync.accept(delta(11, 10, 99, 1), 0);
    sync.accept(late, 0);
    expect([sync.state, sync.book.seq]).toEqual([BOOK_STATE.live, 11]);
    sync.accept(delta(12, 11, 98, 1), 0);
    expect([sync.state, sync.book.seq, sync.gaps, asked]).toEqual([BOOK_STATE.live, 12, 0, 0]);
  });

  it('a missing snapshot is requested every 5 s; deltas before the first one are queued', () => {
    sync.onSubscribed(0);
    const early = [delta(11, 10, 99, 1), delta(12, 11, 98, 1)];
    for (const one of early) sync.accept(one, 0);
    for (let ms = 0; ms <= 10_000; ms += 1_000) sync.check(ms);
    expect([sync.state, asked]).toEqual([BOOK_STATE.loading, 2]);
    sync.accept(event(true, 11, -1, [[99, 1]], levelChange(BID, 99, 0, 1) >>> 0), 10_000);
    expect([sync.state, sync.book.seq]).toEqual([BOOK_STATE.live, 12]);
  });

  it('after a reconnect only a snapshot makes it live again', () => {
    twin.apply([[100, 5]], []);
    sync.accept(snapshot(10), 0);
    sync.onDisconnected();
    sync.onSubscribed(0);
    sync.accept(delta(11, 10, 99, 1), 0);
    expect(sync.state).toBe(BOOK_STATE.repairing);
    sync.accept(snapshot(11), 0);
    expect([sync.state, asked]).toEqual([BOOK_STATE.live, 0]);
  });
});

interface VectorCase {
  recording: string;
  gap_injection?: { drop_delta_with_u: number; gap_must_be_detected_at: { u: number }; last_good_u: number }[];
  duplicate_injection?: { repeat_delta_with_u: number };
}

const vectors = sharedFile('recordings/vectors/sync-and-gap-cases.json');
const cases =
  vectors === null
    ? []
    : (JSON.parse(readFileSync(vectors, 'utf8')) as { cases: VectorCase[] }).cases.filter((one) => one.gap_injection);

/** The last gap is a quarter into its recording. Recordings are played to their end in `tapes.test.ts`. */
const LINES = 30_000;

/** Time of receipt of these deltas of a recording, by their last update ids. */
function timesOf(path: string, ids: readonly number[]): Map<number, number> {
  const lines = gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n', LINES)
    .filter((line) => ids.some((id) => line.includes(`"u":${id}`)))
    .map((line) => JSON.parse(line) as { k?: string; u: number; t: number });
  return new Map(lines.flatMap(({ k, u, t }) => (k === 'd' ? [[u, t] as const] : [])));
}

describe.skipIf(vectors === null).each(cases)(
  'recorded gaps: $recording',
  ({ recording, gap_injection: gaps, duplicate_injection: duplicate }) => {
    const path = sharedFile(`recordings/l2/${recording}`);
    it.skipIf(path === null)('are detected exactly there, and repeated deltas are not', () => {
      const tape = readTape(path!, { tickers: false }, LINES);
      const decoder = new JsonDecoder();
      decoder.setInstruments(new Map(tape.infos.map((info) => [info.id, instrumentOf(info)])));
      // The player numbers frames, one per delta with a change: a frame has the time of its delta.
      const times = timesOf(path!, [
        ...gaps!.flatMap(({ drop_delta_with_u, gap_must_be_detected_at: { u }, last_good_u }) => [
          drop_delta_with_u,
          u,
          last_good_u,
        ]),
        ...(duplicate ? [duplicate.repeat_delta_with_u] : []),
      ]);
      const seqAt = (id: number): number =>
        (JSON.parse(tape.frames.find(({ t }) => t >= times.get(id)!)!.text) as { seq: number }).seq;
      const dropped = new Set(gaps!.map(({ drop_delta_with_u: u }) => seqAt(u)));
      const repeatedSeq = duplicate ? seqAt(duplicate.repeat_delta_with_u) : null;
      const wrong: number[] = [];
      const detected: [number, number][] = [];
      let lastSeq = 0;
      let repeated = 0;
      let healthy = new OrderBook(tape.depth);
      const sync = new BookSync(tape.depth, () => detected.push([sync.book.seq, lastSeq]));
      for (const { text } of tape.frames) {
        const event = decoder.decode(text);
        if (event.kind !== 'book') continue;
        lastSeq = event.seq;
        if (event.snapshot) healthy.replace(event);
        else healthy.apply(event);
        if (!dropped.has(event.seq)) sync.accept(event, 0);
        if (event.seq === repeatedSeq) {
          sync.accept(event, 0);
          repeated++;
        }
        // The exchange's answer: the book after the delta that revealed the gap.
        if (sync.state === BOOK_STATE.repairing) {
          const levels = (side: 'bids' | 'asks'): Rows => rowsOf(levelsOf(healthy, side));
          sync.accept(
            { ...event, snapshot: true, cs: healthy.checksum, bids: levels('bids'), asks: levels('asks') },
            0,
          );
        }
        if (sync.book.checksum !== healthy.checksum && !dropped.has(event.seq)) wrong.push(event.seq);
      }
      expect(wrong).toEqual([]);
      expect(detected).toEqual(
        gaps!.map(({ last_good_u: good, gap_must_be_detected_at: { u } }) => [seqAt(good), seqAt(u)]),
      );
      expect(repeated).toBe(duplicate ? 1 : 0);
      expect(sync.state).toBe(BOOK_STATE.live);
      healthy = sync.book;
      expect(healthy.bids.length).toBeGreaterThan(10);
    });
  },
);
