// How numbers are written in nine languages, beside Intl.NumberFormat; cuts and trims beside decimal.js.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutDecimal, numberStyleOf, trimDecimal, writeDecimal } from '../../core/units/number-style.ts';
import { LANGUAGES } from '../../src/locales/languages.ts';

const seed = Number(process.env['SEED'] ?? 20261124);
console.log(`number-style seed ${seed}`);
const runs = { seed, numRuns: 500 };
const languages = Object.keys(LANGUAGES);
const Exact = Decimal.clone({ precision: 60, toExpNeg: -40, toExpPos: 40 });

/** Plain decimals as the exchange sends them: at most 18 digits before and after the point. */
const decimals = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 18n - 1n), fc.option(fc.stringMatching(/^\d{1,18}$/), { nil: undefined }))
  .map(([negative, whole, rest]) => `${negative ? '-' : ''}${whole}${rest === undefined ? '' : `.${rest}`}`);

/** Direction marks stand around signs of Arabic text; the page isolates its numbers instead. */
const withoutMarks = (text: string): string => text.replace(/\u200e/g, '');

describe('writeDecimal', () => {
  it.each(languages)('writes what Intl.NumberFormat writes in %s', (language) => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        const digits = decimal.split('.')[1]?.length ?? 0;
        const twin = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
        const text = withoutMarks(twin.format(decimal as Intl.StringNumericLiteral));
        expect(writeDecimal(decimal, numberStyleOf(language))).toBe(text);
      }),
      runs,
    );
  });

  it.each(languages)('has the percent sign of %s', (language) => {
    const twin = new Intl.NumberFormat(language, { style: 'percent' });
    expect(`7${numberStyleOf(language).percent}`).toBe(withoutMarks(twin.format(0.07)));
  });
});

describe('cutDecimal', () => {
  it('cuts toward zero and fills up, as decimal.js does', () => {
    fc.assert(
      fc.property(decimals, fc.nat(10), (decimal, places) => {
        const twin = new Exact(decimal).toDecimalPlaces(places, Decimal.ROUND_DOWN);
        const cut = cutDecimal(decimal, places);
        if (twin.isZero() && !new Exact(decimal).isZero()) {
          const tiny = new Exact(decimal).toSignificantDigits(2, Decimal.ROUND_DOWN);
          expect(new Exact(cut).eq(tiny)).toBe(true);
        } else expect(cut).toBe(twin.isZero() ? new Exact(0).toFixed(places) : twin.toFixed(places));
      }),
      runs,
    );
  });
  it.each([
    ['66887.8153333', 2, '66887.81'],
    ['12.5', 2, '12.50'],
    ['12', 0, '12'],
    ['12.9', 0, '12'],
    ['0.0000285', 2, '0.000028'],
    ['-0.001', 2, '-0.001'],
    ['0.5', 0, '0.5'],
    ['-0.00', 2, '0.00'],
    ['0.009', 2, '0.009'],
  ])('%s to %d', (decimal, places, text) => expect(cutDecimal(decimal, places)).toBe(text));
});

it('trimDecimal leaves out zeros of the decimals alone', () => {
  fc.assert(
    fc.property(decimals, (decimal) => {
      const trimmed = trimDecimal(decimal);
      expect(new Exact(trimmed).eq(decimal)).toBe(true);
      expect(trimmed).not.toMatch(/\.(\d*0)?$/);
    }),
    runs,
  );
});
