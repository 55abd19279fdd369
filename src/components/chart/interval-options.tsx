// Options of a select of chart intervals: those of time, and the bars made of trades that are shown.
import { intervalName } from '../../../core/units/bar-interval.ts';
import { type ChartInterval, TIME_INTERVALS, isBarInterval } from '../../../core/units/time.ts';

export function IntervalOptions({ value }: { value: ChartInterval }) {
  const intervals: readonly ChartInterval[] = isBarInterval(value) ? [...TIME_INTERVALS, value] : TIME_INTERVALS;
  return intervals.map((interval) => (
    <option key={interval} value={interval}>
      {intervalName(interval)}
    </option>
  ));
}
