// An indicator being edited: what is wrong is known by its field, nothing typed is lost, lines keep their colours.
import { describe, expect, it } from 'vitest';
import { INDICATOR_PARAMS, type IndicatorName, paramObjection } from '../../../../core/market-data/indicator-params.ts';
import { lineColors, usual } from '../../../../src/features/kline/chosen-indicators.ts';
import {
  type Draft,
  countOf,
  draftOf,
  fieldOf,
  isLinePerParam,
  validateDraft,
  withColor,
  withLine,
  withoutLine,
} from '../../../../src/features/kline/settings/indicator-draft.ts';
import { ZONES, offsetText } from '../../../../src/features/kline/settings/time-zones.ts';

const ALL = Object.keys(INDICATOR_PARAMS) as IndicatorName[];
const draft = (...texts: string[]): Draft => ({ texts, colors: [] });
const codes = (name: IndicatorName, given: Draft): string => {
  const { fields, whole, params } = validateDraft(name, given);
  return `${fields.map((objection) => objection?.code ?? 'ok').join()} ${whole?.code ?? 'ok'} ${params ? params.join() : 'none'}`;
};

describe('judgeDraft', () => {
  it.each(ALL)('takes %s as it is usually', (name) => {
    const { params, fields, whole } = validateDraft(name, draftOf(usual(name)));
    expect(params).toEqual([...usual(name).params]);
    expect(fields.every((objection) => objection === null)).toBe(true);
    expect(whole).toBeNull();
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
  ] as const)('%s %j', (name, given, said) => {
    expect(codes(name, given)).toBe(said);
  });

  it('never gives parameters that the shelf would refuse (each field at and past the ends of its range)', () => {
    for (const name of ALL) {
      const { texts } = draftOf(usual(name));
      for (const [at] of texts.entries()) {
        const { min, max, step } = fieldOf(name, at);
        for (const value of [min - step, min, min + step, max - step, max, max + step, NaN, 2.55]) {
          const { params } = validateDraft(name, { texts: texts.with(at, String(value)), colors: [] });
          if (params) expect(paramObjection(name, params), `${name} ${params}`).toBeNull();
        }
      }
    }
  });
});

describe('lines', () => {
  it('a new one is right at once, up to as many as there may be', () => {
    for (const name of ALL.filter(isLinePerParam)) {
      let now = draftOf(usual(name));
      while (now.texts.length < countOf(name).most) {
        now = withLine(name, now);
        expect(validateDraft(name, now).params, `${name} ${now.texts}`).not.toBeNull();
      }
    }
  });

  it('a new one is free where the longest is as long as can be', () => {
    expect(withLine('MA', draft('1000', '999')).texts.at(-1)).toBe('998');
    expect(withLine('MA', draft('')).texts.at(-1)).toBe('2');
  });

  it('those that stay keep their colours', () => {
    const colored: Draft = { texts: ['5', '10', '30'], colors: [9, 8, 7] };
    expect(withoutLine(colored, 1, [9, 8, 7])).toEqual({ texts: ['5', '30'], colors: [9, 7] });
    expect(withoutLine(draft('5', '10'), 0, [1, 2])).toEqual({ texts: ['10'], colors: [] });
    const shown = lineColors([usual('MA')], 'main')[0] ?? [];
    expect(withColor(draftOf(usual('MA')), 2, 6, shown).colors).toEqual([1, 2, 6, 4]);
  });
});

describe('time zones', () => {
  it('are all known here, and say their offset in winter and in summer', () => {
    const winter = Date.UTC(2026, 0, 15);
    const summer = Date.UTC(2026, 6, 15);
    expect(offsetText('America/New_York', winter)).toBe('UTC-05:00');
    expect(offsetText('America/New_York', summer)).toBe('UTC-04:00');
    expect(offsetText('Asia/Kolkata', summer)).toBe('UTC+05:30');
    for (const zone of ZONES) expect(offsetText(zone, winter)).toMatch(/^UTC([+-]\d\d:\d\d)?$/);
  });

  it('that the browser does not know are said to be UTC', () => {
    expect(offsetText('Mars/Olympus', 0)).toBe('UTC');
  });
});
