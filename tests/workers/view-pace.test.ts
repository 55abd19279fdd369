// Pace of views: fast changes are merged at the requested interval, failures are sent at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { levelChange } from '../../core/feed/checksum.ts';
import { BOOK_STATE, TICKER_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { FakeScreen, FakePlatform, settled } from '../support/feed/fake-platform.ts';
import { startedMarket } from '../support/feed/started-market.ts';

const BID = 1;
let platform: FakePlatform;
let screen: FakeScreen;
let painted: { state: number; seq: number; atMs: number }[];
let seq: number;
let lots: number;
let cs: number;

const book = (kind: 'snapshot' | 'delta', prevSeq: number, data: object): void =>
  platform.socket.receive({
    type: 'data',
    channel: 'books',
    coinInfoId: 2,
    depth: 50,
    interval: 100,
    kind,
    seq,
    prevSeq,
    ts: 1,
    pts: 1,
    data,
  });
function delta(): void {
  cs = (cs + levelChange(BID, 100, lots, ++lots)) >>> 0;
  seq += 1;
  book('delta', seq - 1, { a: [], b: [['1.00', (lots / 1_000).toFixed(3)]], cs });
}
function ticker(price: number): void {
  platform.socket.receive({
    type: 'data',
    channel: 'tickers',
    kind: 'delta',
    seq: price,
    prevSeq: price - 1,
    ts: 1,
    pts: 1,
    data: [{ coinInfoId: 2, last: (price / 100).toFixed(2) }],
  });
}

beforeEach(async () => {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  painted = [];
  screen.onBook = (_, shown) => painted.push({ state: shown.state, seq: shown.seq, atMs: platform.now });
  const market = await startedMarket(platform, screen);
  platform.socket.onOpen();
  await market.open(1, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 5 });
  await market.open(2, { kind: 'tickers' });
  [seq, lots, cs] = [1, 0, 0];
  book('snapshot', 1, { asks: [], bids: [], cs });
  await platform.pass(500);
  painted = [];
});

describe('a book that changes a thousand times a second', () => {
  it('is written at the requested interval, with the newest state at the end', async () => {
    for (let ms = 0; ms < 2_000; ms += 1) {
      delta();
      await platform.pass(1);
    }
    expect(painted.length).toBeGreaterThanOrEqual(20);
    expect(painted.length).toBeLessThanOrEqual(28);
    await platform.pass(100);
    expect(painted.at(-1)).toMatchObject({ state: BOOK_STATE.live, seq });
    const { length } = painted;
    await platform.pass(1_000);
    expect(painted.length).toBe(length);
  });

  it('reports a failure in the next frame', async () => {
    for (let ms = 0; ms < 300; ms += 1) {
      delta();
      await platform.pass(1);
    }
    seq += 5;
    delta();
    await platform.pass(17);
    expect(painted.at(-1)!.state).toBe(BOOK_STATE.repairing);
  });

  it("is paced by the page's paint clock, also while a recording is stepped through", async () => {
    let paintMs = 10_000;
    Object.assign(platform, { paintMs: () => paintMs });
    for (let step = 0; step < 20; step += 1) {
      paintMs += 100;
      delta();
      await settled();
      expect(painted.at(-1)!.seq).toBe(seq);
    }
  });

  it('is sent to a slow page once a paint with its newest state, and its failure at once', async () => {
    screen.hold = true;
    for (let picture = 0; picture < 5; picture += 1) {
      for (let ms = 0; ms < 400; ms += 1) {
        delta();
        await platform.pass(1);
      }
      expect(painted).toHaveLength(picture + 1);
      screen.returnFrames();
      await settled();
      expect(painted.at(-1)!.seq).toBe(seq);
      expect(painted).toHaveLength(picture + 2);
    }
    expect(screen.held).toHaveLength(1);
    seq += 5;
    delta();
    await platform.pass(34);
    expect(painted.at(-1)!.state).toBe(BOOK_STATE.repairing);
  });

  it('after a pause shows its first change in the next frame, and is never delayed at its own interval', async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      // 100 ms with a jitter of 20.
      await platform.pass(turn % 2 === 0 ? 80 : 120);
      delta();
      const sentSeq = seq;
      await platform.pass(17);
      expect(painted.at(-1)!.seq).toBe(sentSeq);
    }
  });
});

it('tickers are written at most fourteen times a second, with the newest at the end', async () => {
  const before = screen.frames;
  for (let ms = 0; ms < 2_000; ms += 1) {
    ticker(100 + ms);
    await platform.pass(1);
  }
  // And the connection section once a second.
  expect(screen.frames - before).toBeLessThanOrEqual(31);
  await platform.pass(100);
  expect(screen.tickers.get(2)![TICKER_FIELD.last]).toBe(2_099);
});

describe('a page with a book and tickers', () => {
  const shown = (): { book: number; price: number } => ({
    book: painted.length,
    price: screen.tickers.get(2)?.[TICKER_FIELD.last] ?? 0,
  });
  const both = (): void => {
    delta();
    ticker(100 + seq);
  };

  it('gets one of them per frame, both at their intervals, the newest at the end', async () => {
    let [together, books, prices] = [0, 0, 0];
    for (let ms = 0; ms < 2_000; ms += 1) {
      const before = shown();
      both();
      await platform.pass(1);
      const now = shown();
      if (now.book > before.book) books += 1;
      if (now.price !== before.price) prices += 1;
      if (now.book > before.book && now.price !== before.price) together += 1;
    }
    expect(together).toBe(0);
    expect(books).toBeGreaterThanOrEqual(20);
    expect(prices).toBeGreaterThanOrEqual(20);
    await platform.pass(100);
    expect(painted.at(-1)!.seq).toBe(seq);
    expect(shown().price).toBe(100 + seq);
  });

  it('that paints slowly gets them alternately', async () => {
    screen.hold = true;
    for (let picture = 0; picture < 10; picture += 1) {
      const before = shown();
      screen.returnFrames();
      for (let ms = 0; ms < 200; ms += 1) {
        both();
        await platform.pass(1);
      }
      const after = shown();
      expect(Number(after.book > before.book) + Number(after.price !== before.price)).toBe(1);
    }
    expect(painted.length).toBeGreaterThanOrEqual(5);
  });

  it('gets both while there is always a frame that it has not painted', async () => {
    screen.hold = true;
    for (let turn = 0; turn < 24; turn += 1) {
      both();
      // The connection section goes out every second, whatever waits for a paint.
      await platform.pass(500);
      if (screen.held.length >= 2) screen.returnOldestFrame();
      await settled();
      expect(screen.held.length).toBeGreaterThanOrEqual(1);
    }
    // A frame returns about once a second and contains one of them.
    expect(shown().price).toBeGreaterThan(100 + seq - 12);
    expect(painted.at(-1)!.seq).toBeGreaterThan(seq - 12);
  });

  it('gets the failure of the book at once', async () => {
    screen.hold = true;
    ticker(100);
    await platform.pass(34);
    ticker(200);
    delta();
    await platform.pass(34);
    expect(screen.held).toHaveLength(1);
    seq += 5;
    delta();
    await platform.pass(17);
    expect(painted.at(-1)!.state).toBe(BOOK_STATE.repairing);
  });
});
