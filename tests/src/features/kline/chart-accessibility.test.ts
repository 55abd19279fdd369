// @vitest-environment happy-dom
// What is said of a candle's time: by the zone of the axis, and of a day or longer by UTC, as the axis names it.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeLook } from '../../../../src/features/kline/chart/chart-style.ts';
import { timeText } from '../../../../src/features/kline/chart/chart-accessibility.tsx';
import { language } from '../../../../src/stores/device/language.ts';

const FRIDAY = Date.UTC(2026, 10, 20);

describe('the time of a candle that is said', () => {
  beforeAll(() => {
    language.value = 'en-US';
  });
  afterEach(() => changeLook({ timeZone: '' }));

  it.each(['America/New_York', 'Pacific/Kiritimati', 'UTC'])(
    'of a day, a week and a month is the day on which it begins by UTC, whatever the zone (%s)',
    (timeZone) => {
      changeLook({ timeZone });
      for (const interval of ['1d', '1w', '1M'] as const) expect(timeText(FRIDAY, interval)).toBe('Nov 20, 2026');
    },
  );

  it('of a shorter one is by the zone of the axis', () => {
    changeLook({ timeZone: 'America/New_York' });
    expect(timeText(FRIDAY, '12h')).toMatch(/^Nov 19, 2026, 7:00.PM$/);
    changeLook({ timeZone: 'UTC' });
    expect(timeText(FRIDAY, '1h')).toMatch(/^Nov 20, 2026, 12:00.AM$/);
  });
});
