// Numbers as the chart writes them, against the platform's own formatter.
import { afterEach, describe, expect, test } from 'vitest';
import {
  foldZeros,
  formatFixed,
  formatCountdown,
  formatDigits,
  formatMoment,
  formatPercent,
  formatQuantity,
  formatRound,
  PriceFormat,
  setNumberStyle,
} from '../../../chart/scene/text/number-format.ts';
import { numberStyleOf } from '../../../core/units/number-style.ts';
import { PriceScale } from '../../../chart/scene/scales/price-scale.ts';
import { seeded } from '../../support/data/seeded-random.ts';

describe('in the style of a language', () => {
  // Files of this folder share a thread.
  afterEach(() => setNumberStyle());

  test.each(['de-DE', 'fr-FR', 'ru-RU', 'vi', 'en-US'])('%s: prices are written as Intl writes them', (language) => {
    const prices = new PriceFormat(2);
    expect(prices.format(67_412.35)).toBe('67,412.35');
    setNumberStyle(numberStyleOf(language));
    const intl = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const price of [0, 0.5, 999.99, 1_000, 67_412.35, -1_234_567.8])
      expect(prices.format(price)).toBe(intl.format(price));
    setNumberStyle();
    expect(prices.format(67_412.35)).toBe('67,412.35');
  });

  test('quantities, round numbers, percentages and values of indicators follow it', () => {
    expect(formatRound(2.5e6)).toBe('2.5M');
    setNumberStyle(numberStyleOf('de-DE'));
    const prices = new PriceFormat(2);
    expect([
      formatQuantity(24_310),
      formatRound(2.5e6),
      formatPercent(1.25),
      formatPercent(-0.4),
      formatDigits(70.5, 1, prices),
      formatDigits(1_234.5, 'price', prices),
      formatFixed(2, 2),
      new PriceFormat(8).format(0.00000123),
    ]).toEqual(['24,31K', '2,5M', '+1,25\u00a0%', '-0,40\u00a0%', '70,5', '1.234,50', '2,00', '0,0₅123']);
  });
});

describe('numbers', () => {
  test('a negative value that is written as 0 has no sign', () => {
    const prices = new PriceFormat(2);
    const texts = [formatDigits(-1e-14, 4, prices), formatDigits(-0.001, 'price', prices), formatFixed(-0.001, 2)];
    expect([...texts, formatQuantity(-1e-25)]).toEqual(['0.0000', '0.00', '0.00', (0).toFixed(20)]);
    expect(formatDigits(-0.00006, 4, prices)).toBe('-0.0001');
  });

  test('prices are written as Intl writes them', () => {
    const seed = 5;
    const random = seeded(seed);
    for (const precision of [0, 1, 2, 5, 8]) {
      const prices = new PriceFormat(precision);
      const intl = new Intl.NumberFormat('en-US', {
        minimumFractionDigits: precision,
        maximumFractionDigits: precision,
      });
      for (let round = 0; round < 500; round += 1) {
        const units = Math.round(10 ** (random() * 11) * (random() < 0.2 ? -1 : 1));
        const price = units / 10 ** precision;
        expect(prices.format(price), `seed ${seed} ${price}`).toBe(foldZeros(intl.format(price)));
        expect(prices.format(price)).toBe(prices.format(price));
      }
    }
  });

  test('a missing value is a dash, and numbers beyond safe integers are written', () => {
    const prices = new PriceFormat(8);
    expect(prices.format(NaN)).toBe('-');
    expect(prices.format(1e9)).toBe('1000000000.00000000');
  });

  test('the cache is cleared at its limit', () => {
    const prices = new PriceFormat(2);
    for (let at = 0; at < 10_000; at += 1) prices.format(at / 100);
    expect(prices.format(12.34)).toBe('12.34');
  });

  test('quantities are shortened', () => {
    expect([241.3, 24_310, 1_630_000, 2.1e9, 0, 12.345, 0.01234, NaN].map(formatQuantity)).toEqual([
      '241.3',
      '24.31K',
      '1.63M',
      '2.10B',
      '0.00',
      '12.35',
      '0.0123',
      '-',
    ]);
    expect([200, 20_000, 2.5e6, 0.5, 0, 10, 100_000].map(formatRound)).toEqual([
      '200',
      '20K',
      '2.5M',
      '0.5',
      '0',
      '10',
      '100K',
    ]);
  });

  test('labels of an axis differ from each other, however near they are for their size', () => {
    const random = seeded(8);
    const scale = new PriceScale();
    scale.place(0, 300);
    const ticks = new Float64Array(32);
    for (let round = 0; round < 5000; round += 1) {
      const size = (1 + 9 * random()) * 10 ** Math.floor(-4 + 15 * random());
      const span = size * 10 ** (-3 * random());
      scale.fit(size - span, size, Math.max(1e-9, size * 1e-3), 32);
      const texts = Array.from(ticks.subarray(0, scale.ticks(0, 300, ticks)), formatRound);
      expect(new Set(texts).size, texts.join(' ')).toBe(texts.length);
    }
  });

  test('zeros of tiny prices are counted from four on', () => {
    const prices = new PriceFormat(10);
    expect(
      [0.00000123, -0.0000987, 0.000123, 0, 1.00000001, 0.0000000009].map((price) => prices.format(price)),
    ).toEqual(['0.0₅12300', '-0.0₄987000', '0.0001230000', '0.0000000000', '1.0000000100', '0.0₉9']);
    expect(foldZeros('0.00000000000012')).toBe('0.0₁₂12');
    expect(foldZeros('10.000001')).toBe('10.000001');
  });

  test('small quantities keep three digits and never an exponent', () => {
    const seed = 6;
    const random = seeded(seed);
    for (let round = 0; round < 1000; round += 1) {
      const value = 10 ** (-6 * random()) * (random() < 0.5 ? -1 : 1);
      if (Math.abs(value) < 1)
        expect(formatQuantity(value), `seed ${seed} ${value}`).toBe(foldZeros(value.toPrecision(3)));
    }
    expect([1.234e-7, -5e-9, 0.00002, 1e-30].map(formatQuantity)).toEqual([
      '0.0₆123',
      '-0.0₈500',
      '0.0₄200',
      '0.00000000000000000000',
    ]);
    expect([0.00002, 5e-7].map(formatRound)).toEqual(['0.0₄2', '0.0₆5']);
    expect(formatDigits(0.0000012345, 11, new PriceFormat(10))).toBe('0.0₅123450');
  });

  test('indicators have the digits of their kind, and changes have two', () => {
    const prices = new PriceFormat(2);
    expect([
      formatDigits(12.345678, 4, prices),
      formatDigits(12.345678, 'price', prices),
      formatDigits(1_234_567, 'quantity', prices),
      formatDigits(NaN, 4, prices),
      formatDigits(Infinity, 'price', prices),
    ]).toEqual(['12.3457', '12.35', '1.23M', '-', '-']);
    expect([1.254, -0.4, 0, 0.001, NaN].map(formatPercent)).toEqual(['+1.25%', '-0.40%', '0.00%', '0.00%', '-']);
  });

  test('times have the precision of their interval', () => {
    const wall = { year: 2024, month: 12, day: 5, hour: 9, minute: 15, second: 7 };
    expect([1000, 60_000, 86_400_000, 0].map((intervalMs) => formatMoment(wall, intervalMs))).toEqual([
      '12-05 09:15:07',
      '12-05 09:15',
      '2024-12-05',
      '2024-12-05',
    ]);
  });

  test('the countdown shows hours only when there are some', () => {
    expect([252_000, 251_001, 251_000, 59_001, 1, 0, -5, 3_600_000, 90_061_000].map(formatCountdown)).toEqual([
      '04:12',
      '04:12',
      '04:11',
      '01:00',
      '00:01',
      '00:00',
      '00:00',
      '01:00:00',
      '25:01:01',
    ]);
  });
});
