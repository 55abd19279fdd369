// @vitest-environment happy-dom
// The sounds of a chart and their texts: extremes, steps, comparison, a book that is live or not.
import { signal } from '@preact/signals-react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CandleSpan } from '../../../../../chart/api.ts';
import { instrumentOf } from '../../../../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../../../../core/worker-protocol/worker-protocol.ts';
import { ChartListener } from '../../../../../src/features/kline/listen/chart-listener.ts';
import type { Tone } from '../../../../../src/features/kline/listen/tones.ts';
import { loadNamespaces, startI18n } from '../../../../../src/locales/i18n.ts';
import { translate } from '../../../../../src/locales/use-translation.ts';
import type { BookCells } from '../../../../../src/stores/market/book-rows.ts';
import { btcInfo } from '../../../../support/feed/btc-market.ts';

const SPAN: CandleSpan = {
  time: Float64Array.of(1, 2, 3, 4).map((day) => day * 86_400_000),
  open: Float64Array.of(100, 110, 105, 120),
  high: Float64Array.of(112, 130, 125, 122),
  low: Float64Array.of(99, 108, 90, 110),
  close: Float64Array.of(110, 120, 100, 115),
  volume: Float64Array.of(1, 2, 3, 4),
};

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['chart']);
});

function listener(candles: () => Promise<CandleSpan> | null = () => Promise.resolve(SPAN)) {
  const texts: string[] = [];
  const played: (readonly Tone[])[] = [];
  const made = new ChartListener(
    {
      instrument: instrumentOf(btcInfo()),
      interval: '1d',
      candles,
      t: translate(),
      announce: (text) => texts.push(text),
    },
    { play: (tones) => played.push(tones), stop: () => played.push([]), dispose: () => undefined },
  );
  return { made, texts, played };
}

describe('the sounds of a chart', () => {
  it('the extremes are those of the candles, with their day', async () => {
    const { made, texts, played } = listener();
    await made.extreme('high');
    await made.extreme('low');
    expect(texts).toEqual(['Highest 130.00, Jan 3, 1970', 'Lowest 90.00, Jan 4, 1970']);
    expect(played[0]![0]!.hz).toBeGreaterThan(played[1]![0]!.hz);
  });

  it('steps begin with the newest candle, go back and forth, and stop at the ends', async () => {
    const { made, texts } = listener();
    for (const by of [-1, -1, 1, 1, 1] as const) await made.step(by);
    expect(texts.map((text) => /close ([\d.]+)/.exec(text)![1])).toEqual([
      '115.00',
      '100.00',
      '115.00',
      '115.00',
      '115.00',
    ]);
  });

  it('a comparison plays the marked candle and the newest, with the change between them', async () => {
    const { made, texts, played } = listener();
    await made.extreme('high');
    await made.compare();
    expect(texts[1]).toBe('Jan 3, 1970: 120.00, now 115.00, -4.17%');
    expect(played[1]).toHaveLength(3);
  });

  it('a sweep has a tone for each candle', async () => {
    const { made, texts, played } = listener();
    await made.sweep();
    expect([played[0]!.length, texts[0]]).toEqual([4, '4 candles, from 100.00 to 115.00, +15.00%']);
  });

  it('plays nothing of a book that is not live, or without candles', async () => {
    const { made, texts, played } = listener(() => Promise.reject(new Error('the chart is gone')));
    const book = (state: number): BookCells =>
      ({ state: signal(state), bidPercent: signal(60) }) as unknown as BookCells;
    made.book(book(BOOK_STATE.repairing));
    await made.sweep();
    expect(played).toEqual([]);
    expect(texts).toEqual(['Not live: waiting for the connection', 'No candles yet']);
    made.book(book(BOOK_STATE.live));
    expect(texts[2]).toBe('Bids 60%, asks 40%');
    expect(played).toHaveLength(1);
  });
});
