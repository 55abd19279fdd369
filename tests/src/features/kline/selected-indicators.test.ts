// Selected indicators: parsing and printing the stored list, editing it, and line colours.
import { describe, expect, it } from 'vitest';
import {
  MAIN_INDICATORS,
  MAX_INDICATORS,
  SUB_INDICATORS,
  linesOf,
} from '../../../../chart/indicators/indicator-looks.ts';
import { INDICATOR_PARAMS, type IndicatorName, paramObjection } from '../../../../core/market-data/indicator-params.ts';
import {
  type SelectedIndicator,
  INDICATORS_OF,
  LINE_COLOR_COUNT,
  withReplaced,
  indicatorSpecs,
  lineColors,
  withChanged,
  withMoved,
  parseSelectedIndicators,
  printSelectedIndicators,
  withToggled,
  defaultIndicator,
} from '../../../../src/features/kline/selected-indicators.ts';

const names = (chosen: readonly SelectedIndicator[]): string => chosen.map(({ name }) => name).join();

describe('INDICATORS_OF', () => {
  it('has every registered indicator once', () => {
    expect([...INDICATORS_OF.main, ...INDICATORS_OF.sub]).toEqual([...MAIN_INDICATORS, ...SUB_INDICATORS]);
    expect(new Set([...INDICATORS_OF.main, ...INDICATORS_OF.sub])).toEqual(new Set(Object.keys(INDICATOR_PARAMS)));
  });
});

describe('parseSelectedIndicators', () => {
  it.each([
    ['MA', 'main', 'MA', [5, 10, 30, 60]],
    ['VOL', 'sub', 'VOL', [5, 10, 20]],
    ['MA(7,25)', 'main', 'MA', [7, 25]],
    ['BOLL(20,2.5)', 'main', 'BOLL', [20, 2.5]],
    ['PVT()', 'sub', 'PVT', []],
  ] as const)('reads %s', (text, place, name, params) => {
    expect(parseSelectedIndicators(text, place)).toEqual([{ name, params: [...params], colors: [] }]);
  });

  it('keeps the order and does not split at commas inside parentheses', () => {
    const chosen = parseSelectedIndicators('BOLL,MA(5,10;3,1),EMA', 'main');
    expect(names(chosen)).toBe('BOLL,MA,EMA');
    expect(chosen[1]).toEqual({ name: 'MA', params: [5, 10], colors: [3, 1] });
  });

  it.each(['', 'NONE', 'toString', '__proto__', 'VOL', 'MA(5', ',,,', 'MA)5(', '((((', 'ma'])(
    'drops what is not on offer: %j',
    (text) => {
      expect(parseSelectedIndicators(text, 'main')).toEqual([]);
    },
  );

  it('drops repeated names and indicators of the other pane type', () => {
    expect(names(parseSelectedIndicators('MA(5),VOL,MA(7),BOLL,MACD', 'main'))).toBe('MA,BOLL');
    expect(parseSelectedIndicators('MA(5),MA(7)', 'main')[0]?.params).toEqual([5]);
  });

  it.each(['MA(0)', 'MA(5,5)', 'MA(2.5)', 'MA(1001)', 'MA()', 'MA(1,2,3,4,5,6,7,8,9,10,11)', 'MA(1e3)', 'MA(--5)'])(
    'takes usual parameters for those of %s',
    (text) => {
      const [one] = parseSelectedIndicators(text, 'main');
      // Malformed text is dropped as a whole.
      if (one) expect(one.params).toEqual([5, 10, 30, 60]);
      for (const { name, params } of parseSelectedIndicators(text, 'main'))
        expect(paramObjection(name, params)).toBeNull();
    },
  );

  it('ignores colours from the first invalid one on', () => {
    expect(parseSelectedIndicators('MA(5,10,20;2,11,3)', 'main')[0]?.colors).toEqual([2]);
    expect(parseSelectedIndicators('MA(5,10;0,3)', 'main')[0]?.colors).toEqual([]);
  });
});

describe('printSelectedIndicators', () => {
  it('omits default parameters, so that the stored text follows changed defaults', () => {
    expect(printSelectedIndicators([defaultIndicator('MA')])).toBe('MA');
    expect(printSelectedIndicators([defaultIndicator('MA'), { ...defaultIndicator('BOLL'), params: [20, 2.5] }])).toBe(
      'MA,BOLL(20,2.5)',
    );
    expect(printSelectedIndicators([{ ...defaultIndicator('MA'), colors: [3] }])).toBe('MA(5,10,30,60;3)');
    expect(printSelectedIndicators([])).toBe('');
  });

  it('is the inverse of parsing for every indicator and colour', () => {
    for (const place of ['main', 'sub'] as const) {
      for (const [at, name] of INDICATORS_OF[place].entries()) {
        const chosen: SelectedIndicator[] = [
          { ...defaultIndicator(name), colors: at % 2 === 0 ? [] : [(at % LINE_COLOR_COUNT) + 1] },
          defaultIndicator(INDICATORS_OF[place][at === 0 ? 1 : 0]!),
        ];
        expect(parseSelectedIndicators(printSelectedIndicators(chosen), place)).toEqual(chosen);
      }
    }
  });
});

describe('editing the list', () => {
  const list = parseSelectedIndicators('MA(7),BOLL,EMA', 'main');

  it('toggles, moves and replaces one indicator and leaves the others', () => {
    expect(names(withToggled(list, 'BOLL')!)).toBe('MA,EMA');
    expect(names(withToggled(list, 'SAR')!)).toBe('MA,BOLL,EMA,SAR');
    expect(names(withMoved(list, 0, 2))).toBe('BOLL,EMA,MA');
    expect(names(withMoved(list, 2, 0))).toBe('EMA,MA,BOLL');
    expect(withReplaced(list, { name: 'BOLL', params: [10, 1], colors: [4] })[1]).toEqual({
      name: 'BOLL',
      params: [10, 1],
      colors: [4],
    });
    expect(list[0]?.params).toEqual([7]);
  });
});

describe('the limit of a pane type', () => {
  it('drops excess stored indicators, refuses one more, and always allows removal', () => {
    const full = parseSelectedIndicators(INDICATORS_OF.sub.join(), 'sub');
    expect(full.map(({ name }) => name)).toEqual(INDICATORS_OF.sub.slice(0, MAX_INDICATORS));
    expect(withToggled(full, INDICATORS_OF.sub[MAX_INDICATORS]!)).toBeNull();
    expect(withToggled(full, full[0]!.name)).toHaveLength(MAX_INDICATORS - 1);
  });
});

describe('a hidden indicator', () => {
  it('is stored with its parameters and colours, shown again, and removed', () => {
    const [one] = parseSelectedIndicators('BOLL(10,3;4,5;off)', 'main');
    expect(one).toEqual({ name: 'BOLL', params: [10, 3], colors: [4, 5], hidden: true });
    expect(printSelectedIndicators([one!])).toBe('BOLL(10,3;4,5;off)');
    expect(printSelectedIndicators(withChanged([one!], 'BOLL', 'show'))).toBe('BOLL(10,3;4,5)');
    const hidden = withChanged(parseSelectedIndicators('MA,BOLL', 'main'), 'BOLL', 'hide');
    expect(printSelectedIndicators(hidden)).toBe('MA,BOLL(20,2;;off)');
    expect(parseSelectedIndicators(printSelectedIndicators(hidden), 'main')).toEqual(hidden);
    expect(indicatorSpecs(hidden, []).map((spec) => spec.hidden)).toEqual([undefined, true]);
    expect(printSelectedIndicators(withChanged(hidden, 'BOLL', 'remove'))).toBe('MA');
  });
});

describe('lineColors', () => {
  it('continue over the candles and restart in each sub pane', () => {
    expect(lineColors(parseSelectedIndicators('MA,BOLL', 'main'), 'main')).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    expect(lineColors(parseSelectedIndicators('VOL,MACD', 'sub'), 'sub')).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
  });

  it('are the selected colours where there are any, and the others avoid those', () => {
    expect(lineColors(parseSelectedIndicators('MA(5,10,30;9,8)', 'main'), 'main')).toEqual([[9, 8, 1]]);
    expect(lineColors(parseSelectedIndicators('BOLL(20,2;1,2,3),MA(5,10)', 'main'), 'main')).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('differ among all lines on the candles, however many there are', () => {
    const all = INDICATORS_OF.main.map((name) => defaultIndicator(name));
    const colors = lineColors(all, 'main').flat();
    expect(colors.length).toBeGreaterThan(LINE_COLOR_COUNT);
    expect(new Set(colors).size).toBe(colors.length);
  });
});

describe('indicatorSpecs', () => {
  it('are main first, with valid parameters and a colour per line', () => {
    const specs = indicatorSpecs(parseSelectedIndicators('MA(7),BOLL', 'main'), parseSelectedIndicators('MACD', 'sub'));
    expect(specs).toEqual([
      { name: 'MA', params: [7], colors: ['line-1'] },
      { name: 'BOLL', params: [20, 2], colors: ['line-2', 'line-3', 'line-4'] },
      { name: 'MACD', params: [12, 26, 9], colors: ['line-1', 'line-2'] },
    ]);
    for (const { name, params, colors = [] } of specs) {
      expect(paramObjection(name as IndicatorName, params)).toBeNull();
      expect(colors.length).toBe(linesOf(name, params).filter(({ type }) => type !== 'bar').length);
    }
  });
});
