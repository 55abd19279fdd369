// Mean over the last n values, without the residue that plain running sums keep after a large value has left.

/**
 * Window of the last `period - 1` committed values; a forming one is added by `mean`. The sum carries Neumaier's error term.
 * A value that is not finite makes the mean NaN while it is in the window.
 */
export class SlidingMean {
  readonly period: number;
  private readonly window: Float64Array;
  private at = 0;
  private count = 0;
  private sum = 0;
  private error = 0;
  /** Values in the window that are not 0: at none the sum is 0 exactly, whatever rounding left. */
  private nonZero = 0;
  private notFinite = 0;

  constructor(period: number) {
    this.period = period;
    this.window = new Float64Array(Math.max(1, period - 1));
  }

  reset(): void {
    this.at = this.count = this.sum = this.error = this.nonZero = this.notFinite = 0;
  }

  /** Mean of the window and `value`; NaN before `period` values are there. */
  mean(value: number): number {
    if (this.count < this.period - 1 || this.notFinite > 0 || !Number.isFinite(value)) return NaN;
    if (this.nonZero === 0) return value / this.period;
    const sum = this.sum + value;
    const lost = Math.abs(this.sum) >= Math.abs(value) ? this.sum - sum + value : value - sum + this.sum;
    return (sum + (this.error + lost)) / this.period;
  }

  commit(value: number): void {
    if (this.period === 1) return;
    if (this.count === this.period - 1) this.leave(this.window[this.at]!);
    else this.count++;
    this.window[this.at] = value;
    this.at = this.at + 1 === this.window.length ? 0 : this.at + 1;
    if (!Number.isFinite(value)) this.notFinite++;
    else if (value !== 0) {
      this.nonZero++;
      this.add(value);
    }
  }

  private leave(value: number): void {
    if (!Number.isFinite(value)) this.notFinite--;
    else if (value !== 0) {
      this.nonZero--;
      this.add(-value);
    }
    if (this.nonZero === 0) this.sum = this.error = 0;
  }

  private add(value: number): void {
    const sum = this.sum + value;
    this.error += Math.abs(this.sum) >= Math.abs(value) ? this.sum - sum + value : value - sum + this.sum;
    this.sum = sum;
  }
}
