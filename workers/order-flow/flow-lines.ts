// Delta and cumulative delta beside the candles, from the order flow.
import { flowRowFrom } from '../../chart/order-flow/flow-columns.ts';
import type { Bars } from '../candles/candle-series.ts';
import { withCapacity } from '../indicators/kit/column.ts';
import type { FlowBars } from '../../chart/order-flow/flow-bars.ts';

/** Bought less sold lots of a bar. */
function deltaOf(flow: FlowBars, row: number): number {
  const first = flow.firstCell[row]!;
  let delta = 0;
  for (let cell = first; cell < first + flow.levelCount[row]!; cell++) delta += flow.bought[cell]! - flow.sold[cell]!;
  return delta;
}

/** Row of the bar that starts at `time`; -1 without one. */
function rowAt(flow: FlowBars, time: number): number {
  const row = flowRowFrom(flow, time);
  return row < flow.length && flow.time[row] === time ? row : -1;
}

/** The line of an indicator beside the candles; null for one that the chart makes of the bars. */
export function flowLinesOf(name: string, flow: () => FlowBars | null): FlowLines | null {
  return name === 'DELTA' || name === 'CVD' ? new FlowLines(name === 'CVD', flow) : null;
}

/**
 * One line, in base coins: the delta of each candle's bar, or its sum since the last bar of which trades are missing.
 * NaN where trades were not recorded; a candle without a trade has 0.
 */
export class FlowLines {
  readonly count = 1;
  readonly isOfFlow = true;
  columns: Float64Array[] = [new Float64Array(0)];
  readonly #isSum: boolean;
  readonly #flow: () => FlowBars | null;
  /** Sum of lots before the last row. */
  #sum = 0;
  #length = 0;

  constructor(isSum: boolean, flow: () => FlowBars | null) {
    this.#isSum = isSum;
    this.#flow = flow;
  }

  /** Calculates all rows. */
  recompute(bars: Bars): void {
    this.#fill(bars, 0);
  }

  /** Updates from the last row on: as many steps as its bars have levels. */
  update(bars: Bars): void {
    this.#fill(bars, Math.max(0, this.#length - 1));
  }

  #fill(bars: Bars, from: number): void {
    const flow = this.#flow();
    const { length, time, volume } = bars;
    if (length > this.columns[0]!.length) this.columns = [withCapacity(this.columns[0]!, length)];
    const out = this.columns[0]!;
    this.#length = length;
    let sum = from === 0 ? 0 : this.#sum;
    for (let at = from; at < length; at++) {
      if (at === length - 1) this.#sum = sum;
      const row = flow === null ? -1 : rowAt(flow, time[at]!);
      const delta = flow !== null && row >= 0 ? deltaOf(flow, row) : volume[at] === 0 && flow !== null ? 0 : NaN;
      // What came before missing trades is not known any more.
      const isCut = Number.isNaN(delta) || (flow !== null && row >= 0 && flow.part[row] === 1);
      if (isCut) sum = 0;
      out[at] = (this.#isSum ? sum + delta : delta) * (flow?.lotCoins ?? NaN);
      if (!Number.isNaN(delta)) sum += delta;
    }
  }
}
