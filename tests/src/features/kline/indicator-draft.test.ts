// Indicator editor: validation by field, adding and removing lines, colours; and time zones.
import { describe, expect, it } from 'vitest';
import { INDICATOR_PARAMS, type IndicatorName, paramObjection } from '../../../../core/market-data/indicator-params.ts';
import { lineColors, defaultIndicator } from '../../../../src/features/kline/selected-indicators.ts';
import {
  type IndicatorDraft,
  paramCount,
  draftOf,
  paramField,
  isLinePerParam,
  validateDraft,
  withColor,
  withLine,
  withoutLine,
} from '../../../../src/features/kline/settings/indicator-draft.ts';
import { TIME_ZONES, utcOffsetText } from '../../../../src/lib/time-zones.ts';

const ALL = Object.keys(INDICATOR_PARAMS) as IndicatorName[];
const draft = (...texts: string[]): IndicatorDraft => ({ texts, colors: [] });
const codes = (name: IndicatorName, given: IndicatorDraft): string => {
  const { fields, combination, params } = validateDraft(name, given);
  return `${fields.map((objection) => objection?.code ?? 'ok').join()} ${combination?.code ?? 'ok'} ${params ? params.join() : 'none'}`;
};

describe('validateDraft', () => {
  it.each(ALL)('accepts the defaults of %s', (name) => {
    const { params, fields, combination } = validateDraft(name, draftOf(defaultIndicator(name)));
    expect(params).toEqual([...defaultIndicator(name).params]);
    expect(fields.every((objection) => objection === null)).toBe(true);
    expect(combination).toBeNull();
  });

  it.each([
    ['MA', draft('5', '0', '30'), 'ok,range,ok ok none'],
    ['MA', draft('5', '', '1001'), 'ok,range,range ok none'],
    ['MA', draft('5', '5'), 'ok,ok duplicate none'],
    ['BBI', draft('3', '3'), 'ok,ok ok 3,3'],
    ['BBI', draft('3'), 'ok count none'],
    ['BOLL', draft('1', '0.1'), 'range,ok ok none'],
    ['BOLL', draft('2', '0.1'), 'ok,ok ok 2,0.1'],
    ['SAR', draft('5', '2', '4.9'), 'ok,ok,ok order none'],
    ['SMA', draft('2', '3'), 'ok,ok order none'],
    ['MACD', draft('12', '26', 'x'), 'ok,ok,range ok none'],
    ['PVT', draft(), ' ok '],
  ] as const)('%s %j', (name, given, expected) => {
    expect(codes(name, given)).toBe(expected);
  });

  it('never returns invalid parameters (each field at and beyond the ends of its range)', () => {
    for (const name of ALL) {
      const { texts } = draftOf(defaultIndicator(name));
      for (const [at] of texts.entries()) {
        const { min, max, step } = paramField(name, at);
        for (const value of [min - step, min, min + step, max - step, max, max + step, NaN, 2.55]) {
          const { params } = validateDraft(name, { texts: texts.with(at, String(value)), colors: [] });
          if (params) expect(paramObjection(name, params), `${name} ${params}`).toBeNull();
        }
      }
    }
  });
});

describe('lines', () => {
  it('a new line is valid at once, up to the limit', () => {
    for (const name of ALL.filter(isLinePerParam)) {
      let now = draftOf(defaultIndicator(name));
      while (now.texts.length < paramCount(name).most) {
        now = withLine(name, now);
        expect(validateDraft(name, now).params, `${name} ${now.texts}`).not.toBeNull();
      }
    }
  });

  it('a new line has an unused period when the longest is at the maximum', () => {
    expect(withLine('MA', draft('1000', '999')).texts.at(-1)).toBe('998');
    expect(withLine('MA', draft('')).texts.at(-1)).toBe('2');
  });

  it('the remaining lines keep their colours', () => {
    const colored: IndicatorDraft = { texts: ['5', '10', '30'], colors: [9, 8, 7] };
    expect(withoutLine(colored, 1, [9, 8, 7])).toEqual({ texts: ['5', '30'], colors: [9, 7] });
    expect(withoutLine(draft('5', '10'), 0, [1, 2])).toEqual({ texts: ['10'], colors: [] });
    const shown = lineColors([defaultIndicator('MA')], 'main')[0] ?? [];
    expect(withColor(draftOf(defaultIndicator('MA')), 2, 6, shown).colors).toEqual([1, 2, 6, 4]);
  });
});

describe('time zones', () => {
  it('are all supported, with offsets in winter and summer', () => {
    const winter = Date.UTC(2026, 0, 15);
    const summer = Date.UTC(2026, 6, 15);
    expect(utcOffsetText('America/New_York', winter)).toBe('UTC-05:00');
    expect(utcOffsetText('America/New_York', summer)).toBe('UTC-04:00');
    expect(utcOffsetText('Asia/Kolkata', summer)).toBe('UTC+05:30');
    for (const zone of TIME_ZONES) expect(utcOffsetText(zone, winter)).toMatch(/^UTC([+-]\d\d:\d\d)?$/);
  });

  it('that the browser does not know are shown as UTC', () => {
    expect(utcOffsetText('Mars/Olympus', 0)).toBe('UTC');
  });
});
