// The time axis on the night on which clocks are put forward.
import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../core/units/durations.ts';
import { type TimeTick, timeTicks } from '../../../chart/scene/scales/time-ticks.ts';
import { zoneOf } from '../../../chart/scene/scales/time-zone.ts';

it('goes on after the hour that the clocks skip, at labels closer than that hour', () => {
  const startMs = Date.UTC(2023, 2, 26);
  const rows = 180;
  const time = Float64Array.from({ length: rows }, (_, row) => startMs + row * MINUTE_MS);
  const out: TimeTick[] = [];
  const count = timeTicks({ time, from: 0, to: rows, minRows: 20, zone: zoneOf('Europe/Dublin') }, MINUTE_MS, out);
  const texts = out.slice(0, count).map(({ text }) => text);
  expect(texts).toEqual(['03-26', '00:30', '02:00', '02:30', '03:00', '03:30']);
  expect(time[out[2]!.row]).toBe(startMs + HOUR_MS);
});
