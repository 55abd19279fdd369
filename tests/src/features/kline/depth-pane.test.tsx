// @vitest-environment happy-dom
// Depth pane: figures follow the book without React, estimates are exact, states have texts.
import { Profiler, StrictMode, act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { BOOK_STATE, LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { connectMarketWorker } from '../../../../src/api/market-worker.ts';
import { sinkOf } from '../../../../src/api/view-subscription.ts';
import { DepthPane } from '../../../../src/features/kline/depth/depth-pane.tsx';
import { averageText, midText, ppmText, rangeText } from '../../../../src/features/kline/depth/depth-text.ts';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { receiveFrame } from '../../../../src/stores/market/frame-receiver.ts';
import { CONFIG, fakeMarketWorker } from '../../../support/feed/fake-market-worker.ts';
import { bookSection, frameOf, linkSection } from '../../../support/data/generated-frame.ts';
import { btcInfo } from '../../../support/feed/btc-market.ts';
import { typeInto } from '../../../support/browser/react-root.ts';

const btc = instrumentOf(btcInfo());
const market = fakeMarketWorker();
const BIDS: [number, number][] = [
  [6_700_000, 100_000],
  [6_699_000, 200_000],
];
const ASKS: [number, number][] = [
  [6_700_101, 100_000],
  [6_701_101, 300_000],
];
let root: Root;
let host: HTMLElement;
let commits: number;
let frames: FrameRequestCallback[];

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  connectMarketWorker(market, CONFIG, receiveFrame);
  await startI18n('en-US');
  await loadNamespaces(['market']);
  const nothing = (): unknown => ({ width: 40 });
  HTMLCanvasElement.prototype.getContext = (() =>
    new Proxy({}, { get: () => nothing, set: () => true })) as unknown as HTMLCanvasElement['getContext'];
  Object.defineProperties(HTMLCanvasElement.prototype, {
    clientWidth: { get: () => 360 },
    clientHeight: { get: () => 240 },
  });
});
beforeEach(async () => {
  commits = 0;
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  await act(async () =>
    root.render(
      <StrictMode>
        <Profiler
          id="pane"
          onRender={() => {
            commits += 1;
          }}
        >
          <DepthPane instrument={btc} />
        </Profiler>
      </StrictMode>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

function viewId(): number {
  for (const [id, view] of market.views) if (view.kind === 'book') return id;
  throw new Error('no book view is open');
}
async function sendBook(
  bids: [number, number][] = BIDS,
  asks: [number, number][] = ASKS,
  state: number = BOOK_STATE.live,
): Promise<void> {
  await act(async () => {
    receiveFrame(
      frameOf([linkSection({ state: LINK.open, lastReceived: Date.now() }), bookSection(viewId(), state, bids, asks)]),
    );
    for (const run of frames.splice(0)) run(0);
  });
}
const canvas = (): HTMLCanvasElement => host.querySelector('canvas')!;
const costOf = (side: string): string[] =>
  [...host.querySelectorAll(`[data-testid="depth-cost-${side}"] dd`)].map((cell) => cell.textContent);
async function choose(label: string): Promise<void> {
  await act(async () =>
    [...host.querySelectorAll<HTMLElement>('[role=radio]')].find((each) => each.textContent === label)!.click(),
  );
}
const type = (text: string): Promise<void> => typeInto(host.querySelector('[data-testid=depth-given]')!, text);

describe('DepthPane', () => {
  it('subscribes to a deep ungrouped book and unsubscribes on unmount', async () => {
    expect([...market.views.values()]).toEqual([
      { kind: 'book', coinInfoId: 2, depth: 1000, interval: 250, groupTicks: 1, rows: 1000 },
    ]);
    await act(async () => root.unmount());
    expect(market.views.size).toBe(0);
    root = createRoot(host);
  });

  it('follows 500 books without one React commit', async () => {
    await sendBook();
    commits = 0;
    for (let i = 0; i < 500; i++) await sendBook([[6_700_000 - i, 100_000 + i]], [[6_700_101 + i, 5]]);
    expect(commits).toBe(0);
    expect(host.textContent).toContain('67,000.505');
    expect(host.textContent).toContain('10.99');
  });

  it('describes the chart for screen readers and announces the crosshair moved by keys', async () => {
    await sendBook();
    expect(canvas().getAttribute('role')).toBe('img');
    expect(canvas().tabIndex).toBe(0);
    const label = canvas().getAttribute('aria-label');
    for (const part of ['BTC/USDT', '67,000.505', '1.01']) expect(label).toContain(part);
    await act(async () => {
      canvas().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      for (const run of frames.splice(0)) run(0);
    });
    const reading = host.querySelector<HTMLElement>('[data-testid=depth-reading]')!;
    expect(reading.hidden).toBe(false);
    expect(reading.textContent).toContain('67,001.01');
    expect(host.querySelector('[role=status]')!.textContent).toMatch(
      /Asks up to 67,001\.01: 1\.00000 BTC, average 67,001\.01, slippage 0\.0000%/,
    );
  });

  it('has a text for a book that is being repaired, empty or failed', async () => {
    await sendBook(BIDS, ASKS, BOOK_STATE.repairing);
    expect(host.textContent).toContain('Checking the order book');
    await sendBook([], []);
    expect(host.textContent).toContain('The order book is empty');
    await act(async () => sinkOf(viewId())!.onFailed('no such depth'));
    expect(host.textContent).toContain('could not be loaded');
    await sendBook();
    expect(host.querySelector('[data-phase]')).toBeNull();
  });
});

describe('estimates', () => {
  it('of a size give exact average, value and slippage of both sides', async () => {
    await sendBook();
    // 1 at the best price and 1 at ten dollars more: an average loss of 5 USDT per coin.
    await type('2');
    expect(costOf('asks')).toEqual(['0.0075%', '67,006.01', '134,012.02 USDT', '10.00 USDT']);
    expect(costOf('bids')).toEqual(['0.0075%', '66,995.00', '133,990.00 USDT', '10.00 USDT']);
    await sendBook([[6_700_000, 100_000]], ASKS);
    expect(costOf('bids')).toEqual(['0.0000%', '67,000.00', '67,000.00 USDT', '0.00 USDT']);
    expect(host.querySelector('[data-testid=depth-cost-bids]')!.textContent).toContain(
      'The book holds only 1.00000 BTC',
    );
  });

  it('of a slippage give the largest amount within it', async () => {
    await sendBook();
    await choose('Slippage to amount');
    await type('0.0075');
    // 67,000 * 0.0075 % = 5.025 a coin: (lots - 100 000) * 10 <= 5.025 * lots.
    expect(costOf('bids')[0]).toBe('2.01005 BTC');
    await choose('Amount to slippage');
    await type('2.01005');
    expect(costOf('bids')[0]).toBe('0.0075%');
  });

  it('are empty for invalid input', async () => {
    await sendBook();
    for (const text of ['', '0']) {
      await type(text);
      expect(costOf('asks')).toEqual(['--', '--', '--', '--']);
    }
  });
});

describe('texts', () => {
  it('show a half tick of the mid price with one more decimal', () => {
    expect(midText(6_700_000, 6_700_101, btc)).toBe('67,000.505');
    expect(midText(6_700_000, 6_700_100, btc)).toBe('67,000.50');
  });

  it('show percentages and average prices', () => {
    expect([ppmText(123n), ppmText(12_345_678n), rangeText(0.002), rangeText(0.012345), rangeText(NaN)]).toEqual([
      '0.0123%',
      '1,234.5678%',
      '0.2%',
      '1.2%',
      '--',
    ]);
    expect(averageText({ averageScaled: 6_700_601n } as Parameters<typeof averageText>[0], btc)).toBe('67,006.01');
  });
});
