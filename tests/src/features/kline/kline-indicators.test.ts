// The kept lists of indicators: what is read, what is dropped, what comes back as it was written.
import { describe, expect, it } from 'vitest';
import { MAIN_INDICATORS, SUB_INDICATORS, linesOf } from '../../../../chart/indicators/indicator-looks.ts';
import { INDICATOR_PARAMS, type IndicatorName, paramObjection } from '../../../../core/market-data/indicator-params.ts';
import {
  type Chosen,
  INDICATORS_OF,
  LINE_COLORS,
  MOST_INDICATORS,
  changed,
  indicatorSpecs,
  lineColors,
  moved,
  parseIndicators,
  printIndicators,
  toggled,
  usual,
} from '../../../../src/features/kline/chosen-indicators.ts';

const names = (chosen: readonly Chosen[]): string => chosen.map(({ name }) => name).join();

describe('what is on offer', () => {
  it('is every indicator of the shelf, once', () => {
    expect([...INDICATORS_OF.main, ...INDICATORS_OF.sub]).toEqual([...MAIN_INDICATORS, ...SUB_INDICATORS]);
    expect(new Set([...INDICATORS_OF.main, ...INDICATORS_OF.sub])).toEqual(new Set(Object.keys(INDICATOR_PARAMS)));
  });
});

describe('parseIndicators', () => {
  it.each([
    ['MA', 'main', 'MA', [5, 10, 30, 60]],
    ['VOL', 'sub', 'VOL', [5, 10, 20]],
    ['MA(7,25)', 'main', 'MA', [7, 25]],
    ['BOLL(20,2.5)', 'main', 'BOLL', [20, 2.5]],
    ['PVT()', 'sub', 'PVT', []],
  ] as const)('reads %s', (text, place, name, params) => {
    expect(parseIndicators(text, place)).toEqual([{ name, params: [...params], colors: [] }]);
  });

  it('keeps the order, and commas inside brackets do not part', () => {
    const chosen = parseIndicators('BOLL,MA(5,10;3,1),EMA', 'main');
    expect(names(chosen)).toBe('BOLL,MA,EMA');
    expect(chosen[1]).toEqual({ name: 'MA', params: [5, 10], colors: [3, 1] });
  });

  it.each(['', 'NONE', 'toString', '__proto__', 'VOL', 'MA(5', ',,,', 'MA)5(', '((((', 'ma'])(
    'drops what is not on offer: %j',
    (text) => {
      expect(parseIndicators(text, 'main')).toEqual([]);
    },
  );

  it('drops a second one of a name, and what stands elsewhere', () => {
    expect(names(parseIndicators('MA(5),VOL,MA(7),BOLL,MACD', 'main'))).toBe('MA,BOLL');
    expect(parseIndicators('MA(5),MA(7)', 'main')[0]?.params).toEqual([5]);
  });

  it.each(['MA(0)', 'MA(5,5)', 'MA(2.5)', 'MA(1001)', 'MA()', 'MA(1,2,3,4,5,6,7,8,9,10,11)', 'MA(1e3)', 'MA(--5)'])(
    'takes usual parameters for those of %s',
    (text) => {
      const [one] = parseIndicators(text, 'main');
      // Text that is no list at all is dropped, never half read.
      if (one) expect(one.params).toEqual([5, 10, 30, 60]);
      for (const { name, params } of parseIndicators(text, 'main')) expect(paramObjection(name, params)).toBeNull();
    },
  );

  it('stops at the first colour that does not exist', () => {
    expect(parseIndicators('MA(5,10,20;2,11,3)', 'main')[0]?.colors).toEqual([2]);
    expect(parseIndicators('MA(5,10;0,3)', 'main')[0]?.colors).toEqual([]);
  });
});

describe('printIndicators', () => {
  it('leaves out what is usual, so that the kept default stays the default', () => {
    expect(printIndicators([usual('MA')])).toBe('MA');
    expect(printIndicators([usual('MA'), { ...usual('BOLL'), params: [20, 2.5] }])).toBe('MA,BOLL(20,2.5)');
    expect(printIndicators([{ ...usual('MA'), colors: [3] }])).toBe('MA(5,10,30,60;3)');
    expect(printIndicators([])).toBe('');
  });

  it('is read back as it was, for every indicator with any colours', () => {
    for (const place of ['main', 'sub'] as const) {
      for (const [at, name] of INDICATORS_OF[place].entries()) {
        const chosen: Chosen[] = [
          { ...usual(name), colors: at % 2 === 0 ? [] : [(at % LINE_COLORS) + 1] },
          usual(INDICATORS_OF[place][at === 0 ? 1 : 0]!),
        ];
        expect(parseIndicators(printIndicators(chosen), place)).toEqual(chosen);
      }
    }
  });
});

describe('the list', () => {
  const list = parseIndicators('MA(7),BOLL,EMA', 'main');

  it('toggles, moves and changes one, and leaves the others', () => {
    expect(names(toggled(list, 'BOLL')!)).toBe('MA,EMA');
    expect(names(toggled(list, 'SAR')!)).toBe('MA,BOLL,EMA,SAR');
    expect(names(moved(list, 0, 2))).toBe('BOLL,EMA,MA');
    expect(names(moved(list, 2, 0))).toBe('EMA,MA,BOLL');
    expect(changed(list, { name: 'BOLL', params: [10, 1], colors: [4] })[1]).toEqual({
      name: 'BOLL',
      params: [10, 1],
      colors: [4],
    });
    expect(list[0]?.params).toEqual([7]);
  });
});

describe('the room of a place', () => {
  it('is limited: more in a kept list are dropped, and one more is refused, while one that is on can always go', () => {
    const full = parseIndicators(INDICATORS_OF.sub.join(), 'sub');
    expect(full.map(({ name }) => name)).toEqual(INDICATORS_OF.sub.slice(0, MOST_INDICATORS));
    expect(toggled(full, INDICATORS_OF.sub[MOST_INDICATORS]!)).toBeNull();
    expect(toggled(full, full[0]!.name)).toHaveLength(MOST_INDICATORS - 1);
  });
});

describe('lineColors', () => {
  it('go on from one indicator to the next over the candles, and start anew in each pane below', () => {
    expect(lineColors(parseIndicators('MA,BOLL', 'main'), 'main')).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    expect(lineColors(parseIndicators('VOL,MACD', 'sub'), 'sub')).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
  });

  it('are the chosen ones where there are any', () => {
    expect(lineColors(parseIndicators('MA(5,10,30;9,8)', 'main'), 'main')).toEqual([[9, 8, 1]]);
  });

  it('exist for every line, whatever is on', () => {
    for (const place of ['main', 'sub'] as const) {
      const all = INDICATORS_OF[place].map((name) => usual(name));
      for (const color of lineColors(all, place).flat()) expect(color).toBeGreaterThanOrEqual(1);
      expect(Math.max(...lineColors(all, place).flat())).toBeLessThanOrEqual(LINE_COLORS);
    }
  });
});

describe('indicatorSpecs', () => {
  it('are main first, with parameters the shelf takes and a colour for each line', () => {
    const specs = indicatorSpecs(parseIndicators('MA(7),BOLL', 'main'), parseIndicators('MACD', 'sub'));
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
