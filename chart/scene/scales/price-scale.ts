// Price scale of one pane: value to device pixel, fitted to the visible range or set by the user.
import { chooseStep, decadeTicks, ticksWithin } from './price-ticks.ts';

/**
 * From this ratio of highest to lowest on, a log scale is labelled at 1-2-5 of each decade instead of at equal steps.
 */
const WIDE_RATIO = 5;
/** Finest step of a percent scale. */
const FINEST_PERCENT = 0.01;
/** The user may widen the range up to this many times its values, and narrow it down to the least span. */
const WIDEST = 1000;
/** Least span as a share of the values: doubles between its ends for a thousand px and more. */
const MIN_SPAN_SHARE = 2 ** -40;

/**
 * Values map to places: the value itself, or its natural logarithm on a log scale. Device px are linear in places, so
 * a shader that holds places needs only a factor and an offset.
 */
export class PriceScale {
  /** Device px of the top and bottom of the range. */
  topPx = 0;
  bottomPx = 1;
  /** The range, in places. */
  low = 0;
  high = 1;
  /** Whether nothing was in sight at the last fit: the range is of other values or none, and has no labels. */
  empty = true;
  /**
   * Distance between two labels (in percent where labels are percents); unchanged while it stays readable (see
   * `chooseStep`).
   */
  step = 0;
  log = false;
  /** Low prices on top. */
  inverted = false;
  /** Value that labels of a percent scale compare with; 0: labels are values. */
  percentBase = 0;
  /** Least distance of two labels in device px, and least span in places, as last fitted. */
  #labelGapPx = 1;
  #minSpan = 0;
  /** Largest value, by size, that the range was last fitted to. */
  #fitted = 0;

  /** Device px a place, upwards; negative when inverted. */
  get pxPerPlace(): number {
    const px = (this.bottomPx - this.topPx) / (this.high - this.low);
    return this.inverted ? -px : px;
  }

  /** Place of a value; on a log scale a value that is not above zero is far below all others. */
  placeOf(value: number): number {
    if (!this.log) return value;
    return value > 0 ? Math.log(value) : this.low - WIDEST * (this.high - this.low);
  }

  /** Device px of a place. */
  yAt(place: number): number {
    const px = this.pxPerPlace;
    return this.inverted ? this.topPx - (place - this.low) * px : this.bottomPx - (place - this.low) * px;
  }

  yOf(value: number): number {
    return this.yAt(this.placeOf(value));
  }

  valueAt(yPx: number): number {
    const place = this.low + ((this.inverted ? this.topPx : this.bottomPx) - yPx) / this.pxPerPlace;
    return this.log ? Math.exp(place) : place;
  }

  /** Places the range between two device px. */
  place(topPx: number, bottomPx: number): void {
    this.topPx = topPx;
    this.bottomPx = Math.max(topPx + 1, bottomPx);
  }

  /**
   * Turns to log or back; the range goes along. Returns whether it does: one with zero or less in it has no logarithm.
   */
  setLog(log: boolean): boolean {
    if (log === this.log) return true;
    const { low, high } = this;
    this.log = log;
    this.step = 0;
    this.low = log ? Math.log(Math.max(low, Number.MIN_VALUE)) : Math.exp(low);
    this.high = log ? Math.log(Math.max(high, Number.MIN_VALUE)) : Math.exp(high);
    if (!(this.high > this.low)) this.high = this.low + 1;
    return !log || low > 0;
  }

  /**
   * Fits to the lowest and highest value in sight (above zero on a log scale). A flat range gets half of `minSpan` on
   * both sides, one of values above zero nothing below it; nothing in sight (`low > high`) leaves the range that was,
   * for lines and drawings, but without labels. `labelGapPx` is the smallest distance of two labels.
   */
  fit(low: number, high: number, minSpan: number, labelGapPx: number): void {
    this.empty = !(low <= high);
    if (this.empty) return;
    this.#fitted = Math.max(Math.abs(low), Math.abs(high));
    this.low = this.placeOf(low);
    this.high = this.placeOf(high);
    const wantedSpan = Math.max(minSpan, this.#fitted * MIN_SPAN_SHARE);
    this.#minSpan = this.log ? wantedSpan / this.valueAt(this.bottomPx) : wantedSpan;
    const missing = Math.max(0, this.#minSpan - (this.high - this.low)) / 2;
    // Prices near zero are not shown with some below it.
    const below = low > 0 && !this.log ? Math.min(missing, this.low) : missing;
    this.low -= below;
    this.high += 2 * missing - below;
    this.chooseLabelStep(minSpan, labelGapPx);
  }

  /** Chooses the label step for the current range. */
  chooseLabelStep(minSpan: number, labelGapPx: number): void {
    this.#labelGapPx = labelGapPx;
    const gap = labelGapPx / Math.abs(this.pxPerPlace);
    // On a log scale the same step is narrowest at the top.
    const valueGap = this.log ? gap * Math.exp(this.high) : gap;
    if (this.percentBase > 0) this.step = chooseStep(this.step, (valueGap / this.percentBase) * 100, FINEST_PERCENT);
    else this.step = chooseStep(this.step, valueGap, minSpan);
  }

  /** Writes the label values between two device px, lowest first, and returns how many. */
  ticks(topPx: number, bottomPx: number, out: Float64Array): number {
    const { percentBase } = this;
    const from = this.valueAt(this.inverted ? topPx : bottomPx);
    const to = this.valueAt(this.inverted ? bottomPx : topPx);
    if (this.log && !(percentBase > 0) && to > from * WIDE_RATIO)
      return decadeTicks(from, to, this.#labelGapPx / Math.abs(this.pxPerPlace), out);
    if (!(percentBase > 0)) return ticksWithin(from, to, this.step, out);
    const count = ticksWithin((from / percentBase - 1) * 100, (to / percentBase - 1) * 100, this.step, out);
    for (let at = 0; at < count; at += 1) out[at] = percentBase * (1 + out[at]! / 100);
    return count;
  }

  /** Makes the range narrower (`factor` > 1) or wider; the value at `aroundPx` stays in place. */
  stretch(factor: number, aroundPx: number): void {
    const around = this.low + ((this.inverted ? this.topPx : this.bottomPx) - aroundPx) / this.pxPerPlace;
    const span = (this.high - this.low) / factor;
    const most = this.log ? Math.log(WIDEST) * 10 : WIDEST * this.#fitted;
    if (!(factor > 1 ? span >= this.#minSpan / 2 : span <= most)) return;
    this.low = around - (around - this.low) / factor;
    this.high = this.low + span;
  }

  /** Moves the picture down by device px. */
  shift(px: number): void {
    const places = px / this.pxPerPlace;
    this.low += places;
    this.high += places;
  }
}
