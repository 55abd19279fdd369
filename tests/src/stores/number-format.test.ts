// @vitest-environment happy-dom
// Number formatting against the exact printer of core.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { gridOf, parseMoney, printSteps } from '../../../core/units/units.ts';
import { changeLanguage, startI18n } from '../../../src/locales/i18n.ts';
import { LANGUAGES, type LanguageCode } from '../../../src/locales/languages.ts';
import { coinFigure, coinText, priceFigure, priceText } from '../../../src/stores/market/figures.ts';
import { setInstruments } from '../../../src/stores/market/instruments.ts';
import {
  UNKNOWN,
  amountText,
  bigText,
  cutPercentText,
  moneyText,
  percentText,
  rateText,
  separate,
  signedMoney,
  stepsText,
} from '../../../src/stores/market/number-format.ts';
import { coin } from '../../support/feed/coin.ts';

describe('stepsText', () => {
  it('prints what core prints, with separators', () => {
    for (const step of ['1', '0.5', '0.01', '0.05', '0.00000001', '25']) {
      const grid = gridOf(step);
      for (const count of [0, 1, 7, 99, 1000, 123_456, 6_741_235, 90_071_992_547, Number.MAX_SAFE_INTEGER]) {
        expect(stepsText(count, grid)).toBe(separate(printSteps(count, grid)));
        expect(stepsText(count, grid, grid.decimals + 2)).toBe(separate(printSteps(count, grid, grid.decimals + 2)));
      }
    }
  });
  it.each([NaN, Infinity, -Infinity, 1.5])('prints %d, no whole number, as unknown', (count) => {
    expect(stepsText(count, gridOf('0.01'))).toBe('--');
    expect(amountText(count, gridOf('0.01'), 8)).toBe('--');
  });
});

describe('separate', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1000', '-1,000'],
    ['-100', '-100'],
    ['1234567.8901', '1,234,567.8901'],
  ])('%s', (a, b) => expect(separate(a)).toBe(b));
});

describe('amountText', () => {
  const grid = gridOf('0.00001');
  it.each([
    [20_640, '0.20640'],
    [12_345_678, '123.4567'],
    [123_456_789_012, '1234567'],
    [1_234_567_890_123_45, '1.23G'],
    [NaN, '--'],
  ])('%d lots', (lots, text) => expect(amountText(lots, grid, 8)).toBe(text));
});

describe('bigText and rateText', () => {
  it.each([
    [0, '0.00'],
    [999.999, '999.99'],
    [24_310, '24.31K'],
    [1.63e9, '1.63G'],
    [NaN, '--'],
    [-1500, '-1.50K'],
    [1e21, '1000.00E'],
  ])('%d', (value, text) => expect(bigText(value)).toBe(text));
  it.each([
    [0.0184, '+1.84%'],
    [-0.0062, '-0.62%'],
    [0, '0.00%'],
    [-0.00001, '0.00%'],
    [0.00001, '0.00%'],
    [NaN, '--'],
  ])('%d', (rate, text) => expect(rateText(rate)).toBe(text));
});

const seed = Number(process.env['SEED'] ?? 20261124);
console.log(`number-format seed ${seed}`);

describe('figures beside decimal.js and Intl.NumberFormat', () => {
  const BTC = 2;
  setInstruments([coin(1), { ...coin(BTC), priceTick: '0.01', pricePrecision: 2, amountStep: '0.00001' }]);
  afterAll(() => changeLanguage('en-US'));

  /** Digits cut to `decimals` by decimal.js, written by Intl; direction marks of Arabic left out. */
  const twin = (language: string, decimal: string, decimals: number, padded: boolean): string => {
    const cut = new Decimal(decimal).toDecimalPlaces(decimals, Decimal.ROUND_DOWN);
    const shown = cut.isZero() ? new Decimal(decimal).toSignificantDigits(2, Decimal.ROUND_DOWN) : cut;
    const format = new Intl.NumberFormat(language, {
      minimumFractionDigits: padded && (!cut.isZero() || shown.isZero()) ? decimals : 0,
      maximumFractionDigits: 8,
    });
    return format.format(shown.toFixed() as Intl.StringNumericLiteral).replace(/\u200e/g, '');
  };
  /** A price rounded half up; one that would be 0 is cut as above. */
  const priceTwin = (language: string, decimal: string): string => {
    const near = new Decimal(decimal).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    return twin(language, near.isZero() ? decimal : near.toFixed(), 2, true);
  };
  const amounts = fc.stringMatching(/^-?(0|[1-9]\d{0,11})(\.\d{1,8})?$/);

  it.each(Object.keys(LANGUAGES) as LanguageCode[])('money, coins, prices and percentages in %s', async (language) => {
    await startI18n(language);
    fc.assert(
      fc.property(amounts, (decimal) => {
        const own = new Decimal(decimal).isZero() ? '0' : decimal;
        expect(moneyText(decimal)).toBe(twin(language, own, 2, true));
        expect(moneyText(parseMoney(decimal)!)).toBe(twin(language, own, 2, true));
        expect(signedMoney(decimal)).toBe((Number(decimal) > 0 ? '+' : '') + twin(language, own, 2, true));
        expect(coinText(decimal, 1)).toBe(twin(language, own, 2, true));
        expect(coinText(decimal, BTC)).toBe(twin(language, own, 5, false));
        expect(priceText(decimal, BTC)).toBe(Number(decimal) > 0 ? priceTwin(language, own) : UNKNOWN);
      }),
      { seed, numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (units) => {
        const percent = { style: 'percent', minimumFractionDigits: 2 } as const;
        const text = new Intl.NumberFormat(language, percent).format(units === 0 ? 0 : units / 10_000);
        expect(percentText(units / 10_000)).toBe(text.replace(/\u200e/g, ''));
        expect(cutPercentText(String(new Decimal(units).div(10_000).toFixed()))).toBe(text.replace(/\u200e/g, ''));
      }),
      { seed, numRuns: 300 },
    );
  });

  it('has every digit where the text lacks some', async () => {
    await startI18n('de-DE');
    expect(coinFigure('7500.4958404', 1, 'USDT')).toEqual({ text: '7.500,49 USDT', exact: '7.500,4958404 USDT' });
    expect(coinFigure('7500.40000000', 1).exact).toBe(undefined);
    expect(coinFigure('0.02849000', BTC)).toEqual({ text: '0,02849', exact: undefined });
    expect(coinFigure('0.028491', BTC).exact).toBe('0,028491');
    expect(coinFigure('0.00000012', BTC)).toEqual({ text: '0,00000012', exact: undefined });
    expect(coinFigure(-15_000_000n, 1)).toEqual({ text: '-0,15', exact: undefined });
    expect(priceFigure('66887.81533333', BTC)).toEqual({ text: '66.887,82', exact: '66.887,81533333' });
    expect(priceFigure('', BTC)).toEqual({ text: UNKNOWN, exact: undefined });
  });
});
