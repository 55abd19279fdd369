// How an indicator runs over candles: rows of columns, from committed ones on.
import type { Bars } from '../../candles/candle-series.ts';

/**
 * A formula with its parameters, as a loop over rows.
 *
 * Loops here stay machine code, shared by all who run them (so they are methods, not closures): rare branches only
 * choose between values that are there, as work never done before throws that code away; what chance decides is
 * reckoned with instead of branched on, as half of the guesses would be wrong; nothing imported is called. They are `do
 * while`, so that a tick, one row, does not come back to their head.
 */
export interface Pass {
  /**
   * Fills rows `[from, to)` of `lines`, one column a line; `from < to`, at most BLOCK rows. `from` is 0, for everything
   * anew, or the last row of the call before: that row may have changed, those before it have not. So what is kept from
   * call to call is the state before the last row, whose bar still forms. O(1) a row unless it says otherwise. Nothing
   * is allocated.
   * No infinity leaves: formulas end in `value + (value - value)`, which is NaN where the value is infinite.
   */
  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void;
}

/**
 * Rows that one pass fills before the next begins: few enough to stay in the nearest cache, and with a window on a
 * strip.
 */
const BLOCK = 256;

/** One indicator with its parameters, running. */
export class Calculation {
  private readonly pass: Pass;
  /** The pass's own method, looked up once: there are as many kinds of passes as indicators. */
  private readonly step: Pass['fill'];

  constructor(pass: Pass) {
    this.pass = pass;
    this.step = pass.fill;
  }

  /**
   * Fills rows `[from, to)` of `lines`, which have room for them: NaN is none, every other value is finite. `from` is
   * 0, for everything anew, or one less than the `to` of the call before: a tick on the last of n bars is `fill(bars, n
   * - 1, n, lines)`.
   */
  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const { pass, step } = this;
    let first = from;
    while (to - first > BLOCK) {
      step.call(pass, bars, first, first + BLOCK, lines);
      first += BLOCK - 1;
    }
    if (first < to) step.call(pass, bars, first, to, lines);
  }
}
