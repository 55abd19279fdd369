// Greatest or least of the last n values: O(1) to look, O(1) amortised to commit.

/**
 * Monotonic queue over the last `period - 1` committed values: each is greater (for `sign` -1: less) than those after it,
 * so the first is the peak. Values must be finite.
 */
export class WindowPeak {
  private readonly keep: number;
  private readonly sign: 1 | -1;
  /** Values times sign, descending from `head`, and the bar each came with. */
  private readonly values: Float64Array;
  private readonly bars: Float64Array;
  private head = 0;
  private size = 0;
  private bar = 0;

  constructor(period: number, sign: 1 | -1) {
    this.keep = period - 1;
    this.sign = sign;
    this.values = new Float64Array(period);
    this.bars = new Float64Array(period);
  }

  reset(): void {
    this.head = this.size = this.bar = 0;
  }

  /** The peak of the window and `value`. */
  peak(value: number): number {
    if (this.size === 0) return value;
    const own = value * this.sign;
    const first = this.values[this.head]!;
    return (own > first ? own : first) * this.sign;
  }

  commit(value: number): void {
    if (this.keep === 0) return;
    const room = this.values.length;
    const own = value * this.sign;
    while (this.size > 0 && this.values[(this.head + this.size - 1) % room]! <= own) this.size--;
    const at = (this.head + this.size) % room;
    this.values[at] = own;
    this.bars[at] = this.bar++;
    this.size++;
    if (this.bars[this.head]! < this.bar - this.keep) {
      this.head = (this.head + 1) % room;
      this.size--;
    }
  }
}
