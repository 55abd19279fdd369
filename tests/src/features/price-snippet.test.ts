// Price line around an order: its candles, line and marks.
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../core/market-data/market-data.ts';
import { INTERVAL_MS } from '../../../core/units/time.ts';
import { priceSnippet, snippetRange } from '../../../src/features/orders/price-snippet.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const candle = (startMs: number, close: string): Candle => [startMs / 1000, '0', '0', '0', close, '0', '0', 1];

describe('snippetRange', () => {
  it('adds a margin on both sides and uses the shortest interval that fits', () => {
    expect(snippetRange(HOUR, HOUR)).toEqual({ fromMs: 45 * MINUTE, toMs: 75 * MINUTE, period: '1m' });
    expect(snippetRange(0, 8 * HOUR)).toEqual({ fromMs: -2 * HOUR, toMs: 10 * HOUR, period: '5m' });
    for (const hours of [1, 10, 100, 1000, 10_000]) {
      const { fromMs, toMs, period } = snippetRange(0, hours * HOUR);
      expect((toMs - fromMs) / INTERVAL_MS[period], `${hours} h`).toBeLessThanOrEqual(150);
    }
  });
});

describe('priceSnippet', () => {
  const stretch = { fromMs: 0, toMs: 4 * MINUTE, period: '1m' } as const;

  it('covers closes and marks, newest at the right, highest at the top', () => {
    const shown = priceSnippet([candle(0, '10'), candle(MINUTE, '12'), candle(3 * MINUTE, '11')], stretch, [
      { ts: 3 * MINUTE, price: 14, tone: 'up' },
    ]);
    expect(shown).toEqual({
      path: 'M0.00 100.00L33.33 50.00L100.00 75.00',
      low: 10,
      high: 14,
      marks: [{ x: (2 / 3) * 100, y: 0, tone: 'up' }],
    });
  });

  it('omits candles outside the range; a constant price is centred; one candle is null', () => {
    const far = candle(100 * MINUTE, '99');
    expect(priceSnippet([candle(0, '5'), candle(MINUTE, '5'), far], stretch, [])).toMatchObject({
      path: 'M0.00 50.00L100.00 50.00',
      low: 5,
      high: 5,
    });
    expect(priceSnippet([candle(0, '5'), far], stretch, [])).toBeNull();
  });
});
