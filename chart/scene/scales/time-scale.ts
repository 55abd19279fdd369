// Time scale: candle to device pixel. Zoom is px per bar, position the float index at the right edge.

/**
 * Rows are counted by a logical index that prepending does not change: row `i` of the columns is logical `i - origin`,
 * and `origin` is the number of rows ever put in front. So older history never moves the picture.
 */
export class TimeScale {
  /** Plot width in device px. */
  widthPx = 1;
  /** Device px per CSS px. */
  ratio = 1;
  /** Device px a bar. */
  barPx = 6;
  /** Logical index at the right edge of the plot (a bar's centre is its integer). */
  right = 0;
  /** Rows put in front since the last reset. */
  origin = 0;
  /** Rows in the columns. */
  length = 0;

  static readonly DEFAULT_BAR_CSS_PX = 6;
  static readonly MAX_BAR_CSS_PX = 48;
  /** Widest bar. */
  maxBarCssPx = TimeScale.MAX_BAR_CSS_PX;
  static readonly #RIGHT_MARGIN_CSS_PX = 10;

  get firstLogical(): number {
    return -this.origin;
  }
  get lastLogical(): number {
    return this.length - 1 - this.origin;
  }
  get visibleBars(): number {
    return this.widthPx / this.barPx;
  }
  /** Right edge that shows the newest candle with its margin. */
  get newestRight(): number {
    return this.lastLogical + 0.5 + (TimeScale.#RIGHT_MARGIN_CSS_PX * this.ratio) / this.barPx;
  }
  /** Whether the newest candle is at the right edge, so that new ones should scroll the view. */
  get atNewest(): boolean {
    return Math.abs(this.right - this.newestRight) * this.barPx <= 2 * this.ratio;
  }
  /** Whole device px by which absolute bar positions are shifted; whole, so that panning moves the picture rigidly. */
  get scrollPx(): number {
    return Math.round(this.right * this.barPx - this.widthPx);
  }

  /** Device px of the centre of a logical index (may be fractional). */
  xOf(logical: number): number {
    return Math.floor(logical * this.barPx + 0.5) - this.scrollPx;
  }
  /** Logical index (float) under a device px. */
  logicalAt(xPx: number): number {
    return this.right - (this.widthPx - xPx) / this.barPx;
  }
  /** Nearest existing row of the columns under a device px; -1 without rows. */
  rowAt(xPx: number): number {
    if (this.length === 0) return -1;
    const row = Math.round(this.logicalAt(xPx)) + this.origin;
    return Math.min(this.length - 1, Math.max(0, row));
  }
  /** First row that touches the plot, clamped to the columns. */
  get firstRow(): number {
    return Math.min(this.length, Math.max(0, Math.floor(this.logicalAt(0) - 0.5) + this.origin));
  }
  /** One past the last row that touches the plot. */
  get endRow(): number {
    return Math.min(this.length, Math.max(0, Math.ceil(this.right + 0.5) + this.origin + 1));
  }

  /** Smallest zoom: all rows in the plot, but never above half the default zoom. */
  get minBarPx(): number {
    const half = (TimeScale.DEFAULT_BAR_CSS_PX * this.ratio) / 2;
    const freePx = Math.max(1, this.widthPx - TimeScale.#RIGHT_MARGIN_CSS_PX * this.ratio);
    return Math.min(half, freePx / (this.length + 1));
  }

  reset(length: number): void {
    this.origin = 0;
    this.length = length;
    this.resetView();
  }

  /** Default zoom at the newest candle. */
  resetView(): void {
    this.barPx = TimeScale.DEFAULT_BAR_CSS_PX * this.ratio;
    this.right = this.newestRight;
  }

  /**
   * Rows were appended or the last one changed; follows the newest candle when it was followed. Returns whether it
   * moved.
   */
  grow(length: number): boolean {
    const follows = this.atNewest;
    const added = length - this.length;
    this.length = length;
    if (!follows || added === 0) return false;
    this.right += added;
    return true;
  }

  /** The same candles once more, perhaps with newer ones: the view stays where it is. Fewer than before are others. */
  refresh(length: number): void {
    if (this.length === 0 || length < this.length) this.reset(length);
    else this.grow(length);
  }

  prepend(added: number, length: number): void {
    this.origin += added;
    this.length = length;
  }

  /** New plot size: keeps the right edge and the zoom in CSS px. */
  resize(widthPx: number, ratio: number): void {
    const follows = this.atNewest;
    this.barPx *= ratio / this.ratio;
    this.ratio = ratio;
    this.widthPx = Math.max(1, widthPx);
    if (follows) this.right = this.newestRight;
    this.#clamp();
  }

  /** Moves the picture by device px (positive: to the right, into the past). */
  panBy(deltaPx: number): void {
    this.right -= deltaPx / this.barPx;
    this.#clamp();
  }

  /** Zooms by a factor, keeping the index under `xPx` where it is. */
  zoomAt(factor: number, xPx: number): void {
    const anchor = this.logicalAt(xPx);
    const max = this.maxBarCssPx * this.ratio;
    this.barPx = Math.min(max, Math.max(this.minBarPx, this.barPx * factor));
    this.right = anchor + (this.widthPx - xPx) / this.barPx;
    this.#clamp();
  }

  /** Shows the first row at the left edge. */
  toOldest(): void {
    this.right = this.firstLogical - 0.5 + this.visibleBars;
    this.#clamp();
  }

  toNewest(): void {
    this.right = this.newestRight;
  }

  /** At most half the plot stays empty beyond an end; where all candles fit, the newest is at its default position. */
  #clamp(): void {
    const { newestRight } = this;
    const half = this.visibleBars / 2;
    const fits = newestRight - this.firstLogical + 0.5 <= this.visibleBars;
    const max = fits ? newestRight : Math.max(newestRight, this.lastLogical + half);
    const min = fits ? newestRight : Math.min(newestRight, this.firstLogical + half);
    this.right = Math.min(max, Math.max(min, this.right));
  }
}
