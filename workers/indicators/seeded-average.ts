// Exponential averages that start from a plain mean: EMA, the SMA of Tongdaxin and Wilder's smoothing are one, told apart by their weight.

/**
 * First value: mean of the first `period` values; then y = y' + weight * (x - y').
 * A value that is not finite is skipped and the state kept, so averages of averages start where their input does.
 */
export class SeededAverage {
  private readonly period: number;
  private readonly weight: number;
  private count = 0;
  private sum = 0;
  private average = 0;

  constructor(period: number, weight: number) {
    this.period = period;
    this.weight = weight;
  }

  reset(): void {
    this.count = this.sum = this.average = 0;
  }

  /** The average with `value` on top of the committed ones; NaN before `period` values are there. */
  value(value: number): number {
    if (this.count < this.period - 1 || !Number.isFinite(value)) return NaN;
    if (this.count < this.period) return (this.sum + value) / this.period;
    // At weight 1 the difference would lose the digits of a small value after a large one.
    return this.weight === 1 ? value : this.average + this.weight * (value - this.average);
  }

  commit(value: number): void {
    if (!Number.isFinite(value)) return;
    if (this.count >= this.period - 1) this.average = this.value(value);
    if (this.count < this.period) {
      this.sum += value;
      this.count++;
    }
  }
}

/** Weight 2 / (n + 1). */
export function seededEma(period: number): SeededAverage {
  return new SeededAverage(period, 2 / (period + 1));
}

/** Weight 1 / n. */
export function wilder(period: number): SeededAverage {
  return new SeededAverage(period, 1 / period);
}
