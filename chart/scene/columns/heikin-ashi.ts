// Heikin-Ashi candles as columns of their own: made from the real ones, a step a tick.
import type { CandleColumns } from '../../api.ts';

export class HeikinAshi {
  open = new Float64Array(0);
  high = new Float64Array(0);
  low = new Float64Array(0);
  close = new Float64Array(0);

  /**
   * Recomputes rows from `fromRow` on; every row depends on the one before it, so rows inserted in front require all
   * (`fromRow` 0). Returns whether the arrays were replaced by larger ones.
   */
  update(columns: CandleColumns, fromRow: number): boolean {
    const grown = this.#reserve(columns.length);
    const { open, high, low, close } = this;
    for (let row = fromRow; row < columns.length; row += 1) {
      const realOpen = columns.open[row]!;
      const realClose = columns.close[row]!;
      const mean = (realOpen + columns.high[row]! + columns.low[row]! + realClose) / 4;
      const start = row === 0 ? (realOpen + realClose) / 2 : (open[row - 1]! + close[row - 1]!) / 2;
      open[row] = start;
      close[row] = mean;
      high[row] = Math.max(columns.high[row]!, start, mean);
      low[row] = Math.min(columns.low[row]!, start, mean);
    }
    return grown;
  }

  #reserve(rows: number): boolean {
    if (this.open.length >= rows) return false;
    const size = Math.max(1024, 2 ** Math.ceil(Math.log2(rows + 1)));
    const wider = (before: Float64Array): Float64Array<ArrayBuffer> => {
      const after = new Float64Array(size);
      after.set(before);
      return after;
    };
    this.open = wider(this.open);
    this.high = wider(this.high);
    this.low = wider(this.low);
    this.close = wider(this.close);
    return true;
  }
}
