// The price scale of one pane: which value stands at which device pixel, fitted to what is in sight.
import { chooseStep } from './price-ticks.ts';

export class PriceScale {
  /** Device px of the top and bottom of the fitted range. */
  topPx = 0;
  bottomPx = 1;
  /** Fitted range. */
  low = 0;
  high = 1;
  /** Distance between two labels; kept while it stays readable (see `chooseStep`). */
  step = 0;

  get pxPerValue(): number { return (this.bottomPx - this.topPx) / (this.high - this.low); }
  yOf(value: number): number { return this.bottomPx - (value - this.low) * this.pxPerValue; }
  valueAt(yPx: number): number { return this.low + (this.bottomPx - yPx) / this.pxPerValue; }

  /** Places the fitted range between two device px. */
  place(topPx: number, bottomPx: number): void {
    this.topPx = topPx;
    this.bottomPx = Math.max(topPx + 1, bottomPx);
  }

  /**
   * Fits to the lowest and highest value in sight. A flat range gets half of `minSpan` on both sides; nothing in sight
   * (`low > high`) keeps the range that was. `labelGapPx` is the smallest distance of two labels.
   */
  fit(low: number, high: number, minSpan: number, labelGapPx: number): void {
    if (low <= high) {
      const missing = Math.max(0, minSpan - (high - low)) / 2;
      this.low = low - missing;
      this.high = high + missing;
    }
    this.step = chooseStep(this.step, labelGapPx / this.pxPerValue, minSpan);
  }
}
