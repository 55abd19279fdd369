// @vitest-environment happy-dom
// Prices on screen: React renders the rows once; frames write text nodes, and only those whose text changed.
import { Profiler, StrictMode, act } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { BOOK_STATE, LINK, SECTION, SECTION_HEAD, type View } from '../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../src/api/market-worker.ts';
import { MarketHead } from '../../../src/features/kline/market-head.tsx';
import { MarketViews } from '../../../src/features/kline/market-views.tsx';
import { LiveBook } from '../../../src/components/market/live-book.tsx';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { measureAge } from '../../../src/stores/market/connection.ts';
import { applyOrder } from '../../../src/stores/account/spot-orders.ts';
import { tickersFreshness } from '../../../src/stores/market/view-freshness.ts';
import { receiveFrame } from '../../../src/stores/market/frame-receiver.ts';
import { setTickerInstruments } from '../../../src/stores/market/tickers.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { CONFIG, fakeMarketWorker } from '../../support/feed/fake-market-worker.ts';
import { bookSection, frameOf, linkSection, tickersSection } from '../../support/data/generated-frame.ts';
import { btcInfo } from '../../support/feed/btc-market.ts';

const FRAMES = 1000;
const btc = instrumentOf(btcInfo());
const market = fakeMarketWorker();
const place = reactRoot();
let commits = 0;

beforeAll(async () => {
  connectMarketWorker(market, CONFIG, receiveFrame);
  setTickerInstruments([btc]);
  await startI18n('en-US');
  await loadNamespaces(['market']);
});

async function show(element: React.ReactNode): Promise<void> {
  await act(async () =>
    place.root.render(
      <StrictMode>
        <Profiler
          id="page"
          onRender={() => {
            commits += 1;
          }}
        >
          {element}
        </Profiler>
      </StrictMode>,
    ),
  );
}
/** An own limit buy order in BTC. */
const restingOrder = (price: string): SpotOrder => ({
  id: 1,
  orderNo: '1',
  clientNo: 'a',
  coinInfoId: 2,
  symbol: 'BTC',
  side: 'buy',
  orderType: 'limit',
  price,
  amount: '0.01',
  total: '500',
  dealAmount: '0',
  dealTotal: '0',
  avgPrice: '0',
  fee: '0',
  feeCoinId: 2,
  status: 1,
  createTime: 100,
  updateTime: 100,
});
function viewId(kind: View['kind']): number {
  for (const [id, view] of market.views) if (view.kind === kind) return id;
  throw new Error(`no ${kind} view is open`);
}
const ticker = (last: number): number[] =>
  tickersSection([
    {
      id: 2,
      last,
      open: 6_600_000,
      high: 6_812_000,
      low: 6_598_010,
      vol: 10,
      amount: 20,
      bid: last - 1,
      ask: last + 1,
      ts: 0,
    },
  ]);

describe('prices', () => {
  it(`${FRAMES} frames into head, book and depth bars: no React commit, one write for each changed text`, async () => {
    await show(
      <>
        <MarketHead instrument={btc} />
        <MarketViews instrument={btc} />
      </>,
    );
    const book = viewId('book');
    const frame = (i: number): void =>
      receiveFrame(
        frameOf([
          linkSection({ state: LINK.open, lastReceived: Date.now(), rtt: 12 }),
          ticker(6_741_235 + i),
          bookSection(
            book,
            BOOK_STATE.live,
            [
              [6_741_195, 20_640 + i],
              [6_740_993, 159_380],
            ],
            [[6_741_212, 136_430]],
          ),
        ]),
      );
    await act(async () => frame(0));
    expect(commits, 'the profiler counts').toBeGreaterThan(0);
    commits = 0;
    let textWrites = 0;
    const seen = new MutationObserver((records) => {
      textWrites += records.filter(({ type }) => type === 'characterData').length;
    });
    seen.observe(place.host, { characterData: true, subtree: true });
    for (let i = 1; i <= FRAMES; i += 1) frame(i);
    textWrites += seen.takeRecords().filter(({ type }) => type === 'characterData').length;
    seen.disconnect();
    expect(commits).toBe(0);
    // Per frame: last price, its worth in dollars, one amount of the book. The 24 h change turns over
    // every 66 ticks.
    expect(textWrites).toBeGreaterThanOrEqual(3 * FRAMES);
    expect(textWrites).toBeLessThan(3.1 * FRAMES);
    expect(place.host.querySelector('#last-price')?.textContent).toBe('67,422.35');
    expect(place.host.textContent).toContain('0.21640');
  });

  it('a frame without changes writes nothing', async () => {
    await show(<MarketHead instrument={btc} />);
    receiveFrame(frameOf([ticker(6_741_235)]));
    let writes = 0;
    const seen = new MutationObserver((records) => {
      writes += records.length;
    });
    seen.observe(place.host, { characterData: true, attributes: true, childList: true, subtree: true });
    for (let i = 0; i < 50; i += 1) receiveFrame(frameOf([ticker(6_741_235)]));
    writes += seen.takeRecords().length;
    expect(writes).toBe(0);
  });

  it('stale prices are greyed and hatched without a render', async () => {
    await show(<MarketHead instrument={btc} />);
    commits = 0;
    const zone = place.host.querySelector('[data-fresh]');
    receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: Date.now() })]));
    // An open connection is not enough: prices are live with their own snapshot.
    expect(zone?.getAttribute('data-fresh')).toBe('stale');
    tickersFreshness.update(BOOK_STATE.live, Date.now());
    expect(zone?.getAttribute('data-fresh')).toBe('live');
    tickersFreshness.update(BOOK_STATE.repairing, Date.now());
    expect(zone?.getAttribute('data-fresh')).toBe('live');
    receiveFrame(frameOf([linkSection({ state: LINK.open, lastReceived: Date.now() + 5_000 })]));
    measureAge(Date.now() + 5_000);
    expect(zone?.getAttribute('data-fresh')).not.toBe('live');
    tickersFreshness.update(BOOK_STATE.live, Date.now());
    receiveFrame(frameOf([linkSection({ state: LINK.closed, lastReceived: Date.now() - 6000 })]));
    expect(zone?.getAttribute('data-fresh')).toBe('old');
    expect(commits).toBe(0);
  });
});

describe('the book beside the ticket', () => {
  it('greys the last price while the tickers are not live, though the book is', async () => {
    await show(<LiveBook instrument={btc} onPick={() => undefined} />);
    const freshOf = (element: Element | null | undefined): unknown =>
      element?.closest<HTMLElement>('[data-fresh]')?.dataset['fresh'];
    const [bids] = place.host.querySelectorAll('[data-testid="book-bids"]');
    await act(async () => {
      const book = viewId('book');
      receiveFrame(
        frameOf([
          linkSection({ state: LINK.open, lastReceived: Date.now() }),
          ticker(6_741_000),
          bookSection(book, BOOK_STATE.live, [[100, 5]], [[101, 5]]),
          [SECTION.viewStatus, 0, SECTION_HEAD + 3, book, BOOK_STATE.live, Date.now()],
        ]),
      );
      tickersFreshness.update(BOOK_STATE.repairing, Date.now() - 10_000);
    });
    const last = [...place.host.querySelectorAll('span')].find(({ textContent }) => textContent?.startsWith('67,410'));
    expect([freshOf(bids), freshOf(last)]).toEqual(['live', 'stale']);
    await act(async () => tickersFreshness.update(BOOK_STATE.live, Date.now()));
    expect([freshOf(bids), freshOf(last)]).toEqual(['live', 'live']);
  });

  it('reports the price of the tapped level, with the best ask at the bottom', async () => {
    const picked: number[] = [];
    await show(<LiveBook instrument={btc} onPick={({ priceTicks }) => picked.push(priceTicks)} />);
    await act(async () =>
      receiveFrame(
        frameOf([
          bookSection(
            viewId('book'),
            BOOK_STATE.live,
            [
              [100, 5],
              [99, 5],
            ],
            [
              [101, 5],
              [102, 5],
            ],
          ),
        ]),
      ),
    );
    const rows = (side: string): HTMLElement[] => [
      ...place.host.querySelectorAll<HTMLElement>(`[data-testid="book-${side}s"] [data-row]`),
    ];
    rows('ask').at(-1)?.click();
    rows('bid')[1]?.click();
    rows('bid').at(-1)?.click();
    expect(picked).toEqual([101, 99]);
  });

  it('is focusable at the best levels, moves by arrow keys and picks with Enter', async () => {
    const picked: number[] = [];
    await show(<LiveBook instrument={btc} onPick={({ priceTicks }) => picked.push(priceTicks)} />);
    await act(async () =>
      receiveFrame(
        frameOf([
          bookSection(
            viewId('book'),
            BOOK_STATE.live,
            [
              [100, 5],
              [99, 5],
            ],
            [
              [101, 5],
              [102, 5],
            ],
          ),
        ]),
      ),
    );
    const stops = [...place.host.querySelectorAll<HTMLElement>('[data-row][tabindex="0"]')];
    expect(stops.map(({ dataset }) => dataset['row'])).toEqual(['0', '0']);
    const press = (key: string): unknown =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    stops[0]?.focus();
    press('ArrowUp');
    press('Enter');
    stops[1]?.focus();
    press('ArrowUp');
    press('Enter');
    expect(picked).toEqual([102, 100]);
  });

  it('fills the amount down to a level by long press, Shift+Enter, or any tap where enabled', async () => {
    vi.useFakeTimers();
    const picked: (number | null)[][] = [];
    await show(<LiveBook instrument={btc} onPick={({ priceTicks, lotsTo }) => picked.push([priceTicks, lotsTo])} />);
    await act(async () =>
      receiveFrame(
        frameOf([
          bookSection(
            viewId('book'),
            BOOK_STATE.live,
            [
              [100, 5],
              [99, 7],
            ],
            [
              [101, 5],
              [102, 6],
              [103, 1],
            ],
          ),
        ]),
      ),
    );
    const rows = (side: string): HTMLElement[] => [
      ...place.host.querySelectorAll<HTMLElement>(`[data-testid="book-${side}s"] [data-row]`),
    ];
    const pointer = (row: HTMLElement | undefined, kind: string, at = 0): unknown =>
      row?.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, clientX: at, clientY: 0 }));
    const second = rows('ask').at(-2);
    pointer(second, 'pointerdown');
    vi.advanceTimersByTime(600);
    pointer(second, 'pointerup');
    second?.click();
    // A scrolling finger, and one lifted early, are no long press.
    pointer(rows('bid')[0], 'pointerdown');
    pointer(rows('bid')[0], 'pointermove', 40);
    vi.advanceTimersByTime(600);
    pointer(rows('bid')[0], 'pointerdown');
    pointer(rows('bid')[0], 'pointerup');
    vi.advanceTimersByTime(600);
    expect(picked).toEqual([[102, 11]]);
    rows('bid')[1]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }));
    await act(async () => place.host.querySelector<HTMLElement>('[data-testid="book-with-amount"]')?.click());
    rows('ask').at(-3)?.click();
    expect(picked.slice(1)).toEqual([
      [99, 12],
      [103, 12],
    ]);
    vi.useRealTimers();
  });

  it('marks and labels the levels of own orders, also when grouped', async () => {
    await show(<LiveBook instrument={btc} onPick={() => undefined} />);
    const levels = (group: number) =>
      bookSection(
        viewId('book'),
        BOOK_STATE.live,
        group === 1
          ? [
              [5_000_007, 5],
              [4_999_990, 5],
            ]
          : [
              [5_000_000, 5],
              [4_999_990, 5],
            ],
        [[5_000_010, 6]],
        group,
      );
    await act(async () => receiveFrame(frameOf([levels(1)])));
    const marked = (): (string | null | undefined)[] =>
      [...place.host.querySelectorAll<HTMLElement>('[data-testid="own-level"]')]
        .filter(({ hidden }) => !hidden)
        .map((mark) => mark.parentElement?.textContent);
    expect(marked()).toEqual([]);
    await act(async () => applyOrder(restingOrder('50000.07')));
    expect(marked()).toEqual(['50,000.070.00005']);
    expect(place.host.querySelector('[data-testid="own-level"]:not([hidden])')?.getAttribute('aria-label')).toBe(
      'your order',
    );
    await act(async () => receiveFrame(frameOf([levels(10)])));
    expect(marked()).toEqual(['50,000.00.00005']);
    await act(async () => applyOrder({ ...restingOrder('50000.07'), status: 4, updateTime: 200 }));
    expect(marked()).toEqual([]);
  });

  it('opens its view once and closes it on unmount', async () => {
    await show(<LiveBook instrument={btc} onPick={() => undefined} />);
    expect([...market.views.values()].filter(({ kind }) => kind === 'book')).toHaveLength(1);
    await act(async () => place.root.render(null));
    expect([...market.views.values()].filter(({ kind }) => kind === 'book')).toHaveLength(0);
  });
});
