// What a candles view reads of the order flow beside its candles.
import type { FlowBars } from '../../chart/order-flow/flow-bars.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { FlowLines } from './flow-lines.ts';
import type { FlowWriter } from './flow-writer.ts';

export interface FlowSource {
  /** Null before the first trade. */
  readonly bars: FlowBars | null;
  /** Loads what is missing of the bars from `fromMs` on. */
  cover(fromMs: EpochMs): void;
  /** The line of an indicator beside the candles; null for one that the chart makes of the bars. */
  lines(name: string): FlowLines | null;
  /** Writes the bars for one page that draws them itself. */
  createWriter(): FlowWriter;
}
