// A value as it was some bars ago.

/** The value `bars` bars before the forming one; NaN while there is none. */
export class Delay {
  private readonly ring: Float64Array;
  private at = 0;

  constructor(bars: number) {
    this.ring = new Float64Array(bars).fill(NaN);
  }

  reset(): void {
    this.ring.fill(NaN);
    this.at = 0;
  }

  value(current: number): number {
    return this.ring.length === 0 ? current : this.ring[this.at]!;
  }

  commit(value: number): void {
    if (this.ring.length === 0) return;
    this.ring[this.at] = value;
    this.at = this.at + 1 === this.ring.length ? 0 : this.at + 1;
  }
}
