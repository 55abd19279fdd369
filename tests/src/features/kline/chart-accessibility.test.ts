// @vitest-environment happy-dom
// Announced candle times: in the time zone of the axis, and by UTC day for long intervals.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { updateChartStyle } from '../../../../src/components/chart/chart-style.ts';
import { candleTimeText } from '../../../../src/features/kline/chart/chart-accessibility.tsx';
import { language } from '../../../../src/stores/device/language.ts';

const FRIDAY = Date.UTC(2026, 10, 20);

describe('candleTimeText', () => {
  beforeAll(() => {
    language.value = 'en-US';
  });
  afterEach(() => updateChartStyle({ timeZone: '' }));

  it.each(['America/New_York', 'Pacific/Kiritimati', 'UTC'])(
    'of a day, a week and a month is the day on which it begins by UTC, whatever the zone (%s)',
    (timeZone) => {
      updateChartStyle({ timeZone });
      for (const interval of ['1d', '1w', '1M'] as const) expect(candleTimeText(FRIDAY, interval)).toBe('Nov 20, 2026');
    },
  );

  it('names shorter candles in the time zone of the axis', () => {
    updateChartStyle({ timeZone: 'America/New_York' });
    expect(candleTimeText(FRIDAY, '12h')).toMatch(/^Nov 19, 2026, 7:00.PM$/);
    updateChartStyle({ timeZone: 'UTC' });
    expect(candleTimeText(FRIDAY, '1h')).toMatch(/^Nov 20, 2026, 12:00.AM$/);
  });
});
