// Runs an indicator's formula over candles, block by block.
import type { Bars } from '../../candles/candle-series.ts';

/**
 * A formula with its parameters, as a loop over rows.
 * Rules that keep these loops fast: they are methods, so that all instances share one machine code. Rare branches only
 * choose between values that exist, as code that runs for the first time would deoptimise the loop. Values that depend
 * on chance are selected by arithmetic instead of branches, as half of the predictions would fail. No imported function
 * is called. They are `do while`, so that a tick, which is one row, does not evaluate the loop condition first.
 * `#private` numbers have an initial value, so that the engine knows they are numbers (ADR 14).
 */
export interface Pass {
  /**
   * Fills rows `[from, to)` of `lines`, one column per line; `from < to`, at most BLOCK rows. `from` is 0 for a full
   * calculation, or the last row of the call before: that row may have changed, those before it have not. So the state
   * to store between calls is the one before the last row, whose bar is still forming. O(1) per row unless stated
   * otherwise; allocates nothing.
   * No infinity is written: formulas end in `value + (value - value)`, which is NaN where the value is infinite.
   */
  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void;
}

/**
 * Rows that one pass fills before the next begins: few enough for the first-level cache, and for a strip together with
 * the longest window.
 */
const BLOCK = 256;

/** A running indicator with its parameters. */
export class Calculation {
  readonly #pass: Pass;
  /** The pass's `fill`, looked up once: there are as many kinds of passes as indicators. */
  readonly #step: Pass['fill'];

  constructor(pass: Pass) {
    this.#pass = pass;
    this.#step = pass.fill;
  }

  /**
   * Fills rows `[from, to)` of `lines`, which must have the capacity: NaN is no value, every other value is finite.
   * `from` is 0 for a full calculation, or one less than the `to` of the call before: a tick on the last of n bars is
   * `fill(bars, n - 1, n, lines)`.
   */
  fill(bars: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const pass = this.#pass;
    const step = this.#step;
    let first = from;
    while (to - first > BLOCK) {
      step.call(pass, bars, first, first + BLOCK, lines);
      first += BLOCK - 1;
    }
    if (first < to) step.call(pass, bars, first, to, lines);
  }
}
