// What changes faster than anybody asked to see it: shown at the pace of its view, the newest at the end, and news of
// the book itself at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { levelChange } from '../../core/feed/checksum.ts';
import { BOOK_STATE, TICKER_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../../workers/pipeline.ts';
import { coin } from './coin.ts';
import { FakeScreen, FakeWorld, settled } from './fake-platform.ts';

const BID = 1;
let world: FakeWorld;
let screen: FakeScreen;
let painted: { state: number; seq: number; atMs: number }[];
let seq: number;
let lots: number;
let cs: number;

const book = (kind: 'snapshot' | 'delta', prevSeq: number, data: object): void =>
  world.socket.say({
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
  world.socket.say({
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
  world = new FakeWorld();
  screen = new FakeScreen(() => world.now);
  world.answer = (path) => (path === '/coin/infos' ? { list: [coin(2)] } : { list: [] });
  painted = [];
  screen.onBook = (_, shown) => painted.push({ state: shown.state, seq: shown.seq, atMs: world.now });
  const market = createMarketWorker(world);
  await market.start({ socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'en-US' }, screen);
  await market.instruments();
  world.socket.onOpen();
  await market.open(1, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 5 });
  await market.open(2, { kind: 'tickers' });
  [seq, lots, cs] = [1, 0, 0];
  book('snapshot', 1, { asks: [], bids: [], cs });
  await world.pass(500);
  painted = [];
});

describe('a book that an exchange says a thousand times a second', () => {
  it('is shown at the pace that was asked for, the newest at the end', async () => {
    for (let ms = 0; ms < 2_000; ms += 1) {
      delta();
      await world.pass(1);
    }
    expect(painted.length).toBeGreaterThanOrEqual(20);
    expect(painted.length).toBeLessThanOrEqual(28);
    await world.pass(100);
    expect(painted.at(-1)).toMatchObject({ state: BOOK_STATE.live, seq });
    const { length } = painted;
    await world.pass(1_000);
    expect(painted.length).toBe(length);
  });

  it('that fails says so in the next frame', async () => {
    for (let ms = 0; ms < 300; ms += 1) {
      delta();
      await world.pass(1);
    }
    seq += 5;
    delta();
    await world.pass(17);
    expect(painted.at(-1)!.state).toBe(BOOK_STATE.repairing);
  });

  it('is shown by the clock of the screen: a recording that is stepped through stands still in its own', async () => {
    let paintMs = 10_000;
    Object.assign(world, { paintMs: () => paintMs });
    for (let step = 0; step < 20; step += 1) {
      paintMs += 100;
      delta();
      await settled();
      expect(painted.at(-1)!.seq).toBe(seq);
    }
  });

  it('is told to a screen that paints slowly once a picture, the newest each time, and what becomes of it at once', async () => {
    screen.hold = true;
    for (let picture = 0; picture < 5; picture += 1) {
      for (let ms = 0; ms < 400; ms += 1) {
        delta();
        await world.pass(1);
      }
      expect(painted).toHaveLength(picture + 1);
      screen.sendHome();
      await settled();
      expect(painted.at(-1)!.seq).toBe(seq);
      expect(painted).toHaveLength(picture + 2);
    }
    expect(screen.held).toHaveLength(1);
    seq += 5;
    delta();
    await world.pass(34);
    expect(painted.at(-1)!.state).toBe(BOOK_STATE.repairing);
  });

  it('after a rest shows its first change in the next frame, and one that keeps its pace is never held up', async () => {
    for (let turn = 0; turn < 50; turn += 1) {
      // 100 ms, give or take 20.
      await world.pass(turn % 2 === 0 ? 80 : 120);
      delta();
      const said = seq;
      await world.pass(17);
      expect(painted.at(-1)!.seq).toBe(said);
    }
  });
});

it('prices of the markets change on the screen at most fourteen times a second, the newest at the end', async () => {
  const before = screen.frames;
  for (let ms = 0; ms < 2_000; ms += 1) {
    ticker(100 + ms);
    await world.pass(1);
  }
  // And the link once a second.
  expect(screen.frames - before).toBeLessThanOrEqual(31);
  await world.pass(100);
  expect(screen.tickers.get(2)![TICKER_FIELD.last]).toBe(2_099);
});

describe('a screen that shows a book and prices', () => {
  const told = (): { book: number; price: number } => ({
    book: painted.length,
    price: screen.tickers.get(2)?.[TICKER_FIELD.last] ?? 0,
  });
  const both = (): void => {
    delta();
    ticker(100 + seq);
  };

  it('is told one of them a picture, both of them at their pace, the newest at the end', async () => {
    let [together, books, prices] = [0, 0, 0];
    for (let ms = 0; ms < 2_000; ms += 1) {
      const before = told();
      both();
      await world.pass(1);
      const now = told();
      if (now.book > before.book) books += 1;
      if (now.price !== before.price) prices += 1;
      if (now.book > before.book && now.price !== before.price) together += 1;
    }
    expect(together).toBe(0);
    expect(books).toBeGreaterThanOrEqual(20);
    expect(prices).toBeGreaterThanOrEqual(20);
    await world.pass(100);
    expect(painted.at(-1)!.seq).toBe(seq);
    expect(told().price).toBe(100 + seq);
  });

  it('and paints slowly is told one and the other in turns', async () => {
    screen.hold = true;
    for (let picture = 0; picture < 10; picture += 1) {
      const before = told();
      screen.sendHome();
      for (let ms = 0; ms < 200; ms += 1) {
        both();
        await world.pass(1);
      }
      const after = told();
      expect(Number(after.book > before.book) + Number(after.price !== before.price)).toBe(1);
    }
    expect(painted.length).toBeGreaterThanOrEqual(5);
  });

  it('hears at once that the book fails', async () => {
    screen.hold = true;
    ticker(100);
    await world.pass(34);
    ticker(200);
    delta();
    await world.pass(34);
    expect(screen.held).toHaveLength(1);
    seq += 5;
    delta();
    await world.pass(17);
    expect(painted.at(-1)!.state).toBe(BOOK_STATE.repairing);
  });
});
