// @vitest-environment happy-dom
// Frames and the signals they write: only what changed is written.
import { setTimeout as pause } from 'node:timers/promises';
import { effect } from '@preact/signals-react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, LINK, type FrameAck } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { openView } from '../../../src/api/view-subscription.ts';
import { BookCells } from '../../../src/stores/market/book-rows.ts';
import { instrumentById, instruments, setInstruments } from '../../../src/stores/market/instruments.ts';
import { connection, measureAge } from '../../../src/stores/market/connection.ts';
import { onThreadEvent, receiveFrame, startReceiving } from '../../../src/stores/market/frame-receiver.ts';
import { announcePastRefusal, pastRefused } from '../../../src/stores/market/past-refusal.ts';
import { setTickerInstruments, tickerOf } from '../../../src/stores/market/tickers.ts';
import { TradeCells } from '../../../src/stores/market/trade-rows.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';
import { CONFIG, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';
import {
  bookSection,
  frameOf,
  linkSection,
  tickersSection,
  tradesSection,
} from '../../support/data/generated-frame.ts';

const btc = instrumentOf(btcInfo());
const market = fakeMarketWorker();
beforeAll(() => connectMarketWorker(market, CONFIG, receiveFrame));

/** Counts changes of a signal from now on. */
function changesOf(source: { value: unknown }): () => number {
  let count = -1;
  effect(() => {
    void source.value;
    count += 1;
  });
  return () => count;
}

describe('tickers', () => {
  const row = {
    id: 2,
    last: 6_741_235,
    open: 6_600_000,
    high: 6_812_000,
    low: 6_598_010,
    vol: 24_310,
    amount: 1.63e9,
    bid: 6_741_230,
    ask: 6_741_240,
    ts: 1,
  };

  it('have the precision of their market, also when that becomes known later', () => {
    receiveFrame(frameOf([tickersSection([row])]));
    const ticker = tickerOf(2);
    expect(ticker.last.peek()).toBe('--');
    setTickerInstruments([btc]);
    expect(
      [ticker.last, ticker.high, ticker.low, ticker.vol, ticker.amount, ticker.bid].map((cell) => cell.peek()),
    ).toEqual(['67,412.35', '68,120.00', '65,980.10', '24.31K', '1.63G', '67,412.30']);
    expect(ticker.change.peek()).toBe('+2.14%');
    expect(ticker.direction.peek()).toBe(1);
  });

  it('change only the cells whose value changed', () => {
    const ticker = tickerOf(2);
    const [last, high, vol, change] = [ticker.last, ticker.high, ticker.vol, ticker.change].map(changesOf);
    receiveFrame(frameOf([tickersSection([{ ...row, last: row.last - 1 }])]));
    expect([last?.(), high?.(), vol?.(), change?.()]).toEqual([1, 0, 0, 0]);
    expect(ticker.move.peek()).toBe(-1);
    receiveFrame(frameOf([tickersSection([{ ...row, last: row.last - 1 }])]));
    expect(last?.()).toBe(1);
  });

  it('show unknown instead of zero', () => {
    receiveFrame(frameOf([tickersSection([{ id: 77 }])]));
    expect([tickerOf(77).last.peek(), tickerOf(77).change.peek(), tickerOf(77).direction.peek()]).toEqual([
      '--',
      '--',
      0,
    ]);
  });
});

describe('a book', () => {
  const open = (rows: number): { id: number; book: BookCells; close(): void } => {
    const book = new BookCells(btc, rows);
    return { ...openView({ kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows }, book), book };
  };

  it('fills its fixed rows, best first, and clears those without a level', () => {
    const { id, book, close } = open(3);
    receiveFrame(
      frameOf([
        bookSection(
          id,
          BOOK_STATE.live,
          [
            [6_741_195, 20_640],
            [6_740_993, 159_380],
          ],
          [[6_741_212, 136_430]],
        ),
      ]),
    );
    expect(book.bids.map((row) => [row.price.peek(), row.amount.peek(), row.depth.peek()])).toEqual([
      ['67,411.95', '0.20640', 0.115],
      ['67,409.93', '1.59380', 1],
      ['', '', 0],
    ]);
    expect(book.asks[0]?.price.peek()).toBe('67,412.12');
    expect([book.bestBidTicks.peek(), book.bestAskTicks.peek(), book.bidPercent.peek()]).toEqual([
      6_741_195, 6_741_212, 57,
    ]);
    expect(book.priceTicksAt('bid', 1)).toBe(6_740_993);
    expect(book.priceTicksAt('ask', 2)).toBeNaN();
    receiveFrame(frameOf([bookSection(id, BOOK_STATE.repairing, [], [])]));
    expect([book.state.peek(), book.bids[0]?.price.peek()]).toEqual([BOOK_STATE.repairing, '']);
    close();
  });

  it('writes one cell when one amount changed', () => {
    const { id, book, close } = open(2);
    receiveFrame(
      frameOf([
        bookSection(
          id,
          BOOK_STATE.live,
          [
            [100, 5],
            [99, 5],
          ],
          [[101, 500]],
        ),
      ]),
    );
    const counts = book.bids.flatMap((row) => [changesOf(row.price), changesOf(row.amount)]);
    receiveFrame(
      frameOf([
        bookSection(
          id,
          BOOK_STATE.live,
          [
            [100, 5],
            [99, 6],
          ],
          [[101, 500]],
        ),
      ]),
    );
    expect(counts.map((count) => count())).toEqual([0, 0, 0, 1]);
    close();
  });

  it('does not write off-screen rows, tracks their levels all the same, and writes them when they come near', () => {
    const { id, book, close } = open(2);
    receiveFrame(
      frameOf([
        bookSection(
          id,
          BOOK_STATE.live,
          [
            [100, 5],
            [99, 5],
          ],
          [[101, 500]],
        ),
      ]),
    );
    book.setOffscreen('bid', 1, true);
    const [row] = [book.bids[1]!];
    const counts = [row.price, row.amount, row.depth].map(changesOf);
    receiveFrame(
      frameOf([
        bookSection(
          id,
          BOOK_STATE.live,
          [
            [100, 5],
            [98, 6],
          ],
          [[101, 500]],
        ),
      ]),
    );
    receiveFrame(
      frameOf([
        bookSection(
          id,
          BOOK_STATE.live,
          [
            [97, 40],
            [90, 10],
          ],
          [[101, 50]],
          10,
        ),
      ]),
    );
    expect(counts.map((count) => count())).toEqual([0, 0, 0]);
    expect([book.bids[0]?.price.peek(), book.priceTicksAt('bid', 1), book.lotsTo('bid', 1)]).toEqual(['0.9', 90, 50]);
    book.setOffscreen('bid', 1, false);
    expect([row.price.peek(), row.amount.peek(), row.depth.peek()]).toEqual(['0.9', '0.00010', 1]);
    receiveFrame(frameOf([bookSection(id, BOOK_STATE.live, [[97, 40]], [[101, 50]], 10)]));
    expect([row.price.peek(), row.amount.peek(), row.depth.peek()]).toEqual(['', '', 0]);
    close();
  });

  it('drops decimals when levels are grouped', () => {
    const { id, book, close } = open(1);
    receiveFrame(frameOf([bookSection(id, BOOK_STATE.live, [[6_741_000, 5]], [], 1000)]));
    expect(book.bids[0]?.price.peek()).toBe('67,410');
    close();
  });

  it('receives nothing after it was closed', () => {
    const { id, book, close } = open(1);
    close();
    receiveFrame(frameOf([bookSection(id, BOOK_STATE.live, [[1, 1]], [])]));
    expect(book.state.peek()).toBe(BOOK_STATE.loading);
  });

  it('reports why it cannot be served', () => {
    const { id, book, close } = open(1);
    receiveFrame(frameOf([], [{ kind: 'viewFailed', view: id, reason: 'no such market' }]));
    expect(book.failure.peek()).toBe('no such market');
    close();
  });
});

describe('recent trades', () => {
  it('shows the newest first and writes each trade once per row', () => {
    const tape = new TradeCells(btc, 2);
    const { id, close } = openView({ kind: 'trades', coinInfoId: 2, rows: 2 }, tape);
    receiveFrame(frameOf([tradesSection(id, [{ id: 2, price: 6_741_200, lots: 100_000, side: 2, ts: 0 }])]));
    expect([
      tape.rows[0]?.price.peek(),
      tape.rows[0]?.amount.peek(),
      tape.rows[0]?.side.peek(),
      tape.rows[1]?.side.peek(),
    ]).toEqual(['67,412.00', '1.00000', -1, 0]);
    const writes = changesOf(tape.rows[0]?.price ?? { value: 0 });
    receiveFrame(frameOf([tradesSection(id, [{ id: 2, price: 6_741_200, lots: 100_000, side: 2, ts: 0 }])]));
    expect(writes()).toBe(0);
    close();
  });

  it('marks the first trade fetched after a disconnect', () => {
    const tape = new TradeCells(btc, 4);
    const { id, close } = openView({ kind: 'trades', coinInfoId: 2, rows: 4 }, tape);
    const trades = (from: number) => [0, 1, 2, 3].map((i) => ({ id: from - i, price: 100, lots: 1, side: 1, ts: 0 }));
    const seams = (): boolean[] => tape.rows.map(({ seam }) => seam.peek());
    receiveFrame(frameOf([tradesSection(id, trades(10))]));
    expect(seams()).toEqual([false, false, false, false]);
    receiveFrame(frameOf([tradesSection(id, trades(10), 8)]));
    expect(seams()).toEqual([false, true, false, false]);
    receiveFrame(frameOf([tradesSection(id, trades(11), 8)]));
    expect(seams()).toEqual([false, false, true, false]);
    receiveFrame(frameOf([tradesSection(id, trades(40), 8)]));
    expect(seams()).toEqual([false, false, false, false]);
    close();
  });
});

describe('the connection', () => {
  it('is live while messages arrive, stale after 2 s, old after 5 s, and stale at once when closed', () => {
    const now = Date.now();
    receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: now, rtt: 14.4, offset: -30 })]));
    expect([connection.fresh.peek(), connection.latencyMs.peek(), connection.offsetMs.peek()]).toEqual([
      'live',
      14,
      -30,
    ]);
    const events = connection.lastMessageMs.peek();
    measureAge(events + 1999);
    expect(connection.fresh.peek()).toBe('live');
    measureAge(events + 2000);
    expect([connection.fresh.peek(), connection.ageSeconds.peek()]).toEqual(['stale', 2]);
    measureAge(events + 7500);
    expect([connection.fresh.peek(), connection.ageSeconds.peek()]).toEqual(['old', 7]);
    receiveFrame(frameOf([linkSection({ state: LINK.closed, lastReceived: Date.now() })]));
    expect(connection.fresh.peek()).toBe('stale');
  });
});

describe('frames', () => {
  it('deliver events to subscribers until they unsubscribe', () => {
    const events: string[] = [];
    const stop = onThreadEvent((event) => events.push(event.kind));
    receiveFrame(frameOf([], [{ kind: 'accountInvalidated' }, { kind: 'sessionEnded', token: 'old' }]));
    stop();
    receiveFrame(frameOf([], [{ kind: 'accountInvalidated' }]));
    expect(events).toEqual(['accountInvalidated', 'sessionEnded']);
  });

  it('with a malformed section are refused, without an endless loop', () => {
    expect(() => receiveFrame(frameOf([[2, 0, 0, 1]]))).toThrow('malformed section');
    expect(() => receiveFrame(frameOf([[2, 0, 99, 1]]))).toThrow('malformed section');
  });

  it('return their buffer with the next paint, on a hidden page after a second', async () => {
    const home: FrameAck[] = [];
    const port = market.port;
    if (!port) throw new Error('the market was not joined');
    port.addEventListener('message', (message: MessageEvent<FrameAck>) => home.push(message.data));
    port.start();
    let paint = (): void => {};
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
      paint = run;
      return 1;
    });
    // The test alone lets a second pass, however slow this machine is.
    let later = (): void => {};
    let laterMs = 0;
    vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
      [later, laterMs] = [run, ms];
      return 1;
    });
    const send = async (lastReceived: number): Promise<number> => {
      const frame = frameOf([linkSection({ state: LINK.open, lastReceived })]);
      port.postMessage(frame, [frame.columns.buffer]);
      await expect.poll(() => connection.lastMessageMs.peek()).toBe(lastReceived);
      return frame.used;
    };
    const used = await send(Date.now());
    await pause(50);
    expect(home).toHaveLength(0);
    paint();
    await expect.poll(() => home).toHaveLength(1);
    expect(home[0]?.columns.length).toBe(used + 7);
    await send(Date.now() + 1);
    expect(laterMs).toBe(1_000);
    later();
    await expect.poll(() => home).toHaveLength(2);
    vi.unstubAllGlobals();
    port.close();
  });
});

describe('instruments', () => {
  it('a changed market is a new object; the others stay identical, and an equal list changes nothing', () => {
    const list = [
      { ...btcInfo(), sort: 1 },
      { ...btcInfo(), id: 3, sort: 2 },
    ];
    setInstruments(list);
    const [before, changes] = [[2, 3].map(instrumentById), changesOf(instruments)];
    setInstruments(list.map((info) => ({ ...info })));
    expect(changes()).toBe(0);
    setInstruments([list[1]!, { ...list[0]!, status: 0, delistTime: 5 }]);
    expect(changes()).toBe(1);
    expect(instrumentById(2)?.info).toMatchObject({ status: 0, delistTime: 5 });
    expect(instrumentById(3)).toBe(before[1]);
  });
});

describe('the past', () => {
  it('is known to be refused at this address, until it is not', () => {
    for (const isRefused of [true, false]) {
      receiveFrame(frameOf([], [{ kind: 'past', isRefused }]));
      expect(pastRefused.value).toBe(isRefused);
    }
  });

  it('is announced once for each refusal, however often a chart is opened or has other words', () => {
    let announced = 0;
    const open = (): void => announcePastRefusal(() => (announced += 1));
    const receive = (isRefused: boolean): void => receiveFrame(frameOf([], [{ kind: 'past', isRefused }]));
    open();
    expect(announced).toBe(0);
    receive(true);
    open();
    receive(true);
    open();
    expect(announced).toBe(1);
    receive(false);
    open();
    receive(true);
    open();
    open();
    expect(announced).toBe(2);
    receive(false);
  });
});

describe('a page that was hidden', () => {
  it('knows the age of its prices before it is painted again', () => {
    vi.useFakeTimers();
    const stop = startReceiving(CONFIG, market);
    receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: Date.now() })]));
    expect(connection.fresh.peek()).toBe('live');
    // Its timers did not run.
    vi.setSystemTime(Date.now() + 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(connection.fresh.peek()).toBe('old');
    stop();
    vi.useRealTimers();
  });
});
