// Ratio of two sums over a window, for BRAR and CR.
import { WRAP, strip } from './column.ts';
import { fillPercent } from './percent.ts';
import { SlidingMean } from './sliding-mean.ts';

export class SumRatio {
  /** The two measures, as strips: write rows `[from, to)` before calling `fill` for them. */
  readonly rises = strip();
  readonly falls = strip();
  readonly #fallMeans = strip();
  readonly #riseMean: SlidingMean;
  readonly #fallMean: SlidingMean;

  constructor(period: number) {
    this.#riseMean = new SlidingMean(period, WRAP);
    this.#fallMean = new SlidingMean(period, WRAP, WRAP);
  }

  /** Rows `[from, to)` of `out`, as a Pass does, in percent; 0 where the sum of `falls` is 0. */
  fill(from: number, to: number, out: Float64Array): void {
    const fallMeans = this.#fallMeans;
    this.#riseMean.fill(this.rises, from, to, out);
    this.#fallMean.fill(this.falls, from, to, fallMeans);
    fillPercent(out, fallMeans, from, to, out, fallMeans.length - 1);
  }
}
