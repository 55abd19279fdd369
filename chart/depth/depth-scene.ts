// Scene of the depth chart: stepped outlines, axis labels and readings in device px, without a canvas.
import { scaleLinear } from 'd3-scale';
import { stepsToNumber } from '../../core/units/units.ts';
import { formatRound, inStyle } from '../scene/text/number-format.ts';
import { niceStep } from '../scene/scales/price-ticks.ts';
import { DepthBook, type DepthSide } from './depth-book.ts';
import { type DepthGrids, type FillCost, costOf, fillLots } from './depth-fill.ts';

/** Sizes in CSS px. */
const AXIS_CSS_PX = 22;
const PRICE_LABEL_CSS_PX = 76;
const SIZE_LABEL_CSS_PX = 44;
/** Room above the highest sum, as a share of it, and how small the highest may get before the scale follows. */
const HEADROOM = 0.15;
const LOWEST_FILL = 0.6;
/** Fewest ticks from the middle to an edge. */
const FEWEST_TICKS = 5;
/** Levels that the first view shows, as a share of all, and the widest range it starts with. */
const FIRST_LEVELS = 0.8;
const WIDEST_START = 0.1;
/** A label this far from a tick, in ticks, is between two; less is what binary fractions leave. */
const OFF_GRID = 1e-6;
/** Space behind the last level: the range is its distance times this. */
const BEHIND_LAST = 1.05;
/** The next round range differs from the current one by at least this share. */
const CLEARLY = 0.01;
/** Points that an outline has room for at first; the room doubles. */
const FIRST_POINTS = 128;

/** A stepped outline from the best price outwards; points `[0, count)` in device px. */
export class Outline {
  xsPx = new Int32Array(FIRST_POINTS);
  ysPx = new Int32Array(FIRST_POINTS);
  count = 0;

  add(xPx: number, yPx: number): void {
    if (this.count === this.xsPx.length) {
      this.xsPx = widen(this.xsPx);
      this.ysPx = widen(this.ysPx);
    }
    this.xsPx[this.count] = xPx;
    this.ysPx[this.count] = yPx;
    this.count += 1;
  }
}

function widen(column: Int32Array): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(column.length * 2);
  wider.set(column);
  return wider;
}

/** A label at a device px of its axis. */
export interface DepthLabel {
  atPx: number;
  text: string;
}

/**
 * Reading under the crosshair. `cost` is that of everything up to the price; null between the best prices and on an
 * empty side.
 */
export interface DepthReading {
  side: 'bid' | 'ask';
  priceTicks: number;
  cost: FillCost | null;
  xPx: number;
  yPx: number;
}

export class DepthScene {
  readonly book = new DepthBook();
  readonly bids = new Outline();
  readonly asks = new Outline();
  readonly priceLabels: DepthLabel[] = [];
  readonly sizeLabels: DepthLabel[] = [];
  reading: DepthReading | null = null;
  widthPx = 1;
  heightPx = 1;
  ratio = 1;
  /** Price range from the middle to an edge, as a share of the middle; NaN until there is a book. */
  share = NaN;
  /** The range that the user chose: the book may be too short or too thin for it now. */
  #wanted = NaN;
  /** Where the crosshair is: a price (`fixed`), or a distance from the middle, both in ticks. */
  pointer: { ticks: number; fixed: boolean } | null = null;
  /** Lots at the top of the plot. */
  #topLots = 0;
  /** Distance from the middle in ticks, and lots, to device px. */
  readonly #distances = scaleLinear();
  readonly #sizes = scaleLinear();
  readonly #grids: DepthGrids;

  constructor(grids: DepthGrids) {
    this.#grids = grids;
  }

  get plotBottomPx(): number {
    return this.heightPx - Math.round(AXIS_CSS_PX * this.ratio);
  }
  /** Half the range in ticks. */
  get halfTicks(): number {
    return this.book.midTicks * this.share;
  }

  xOf(ticks: number): number {
    return this.#distances(ticks - this.book.midTicks);
  }

  /** Price under a device px, in ticks and parts of them. */
  ticksAt(xPx: number): number {
    return this.book.midTicks + this.#distances.invert(xPx);
  }

  yOf(lots: number): number {
    return this.#sizes(lots);
  }

  /** `factor` above 1 zooms in. */
  zoomBy(factor: number): void {
    if (this.share > 0) this.#wanted = this.share = this.#bounded(this.share / factor);
  }

  /** To the next of 1, 2, 5 x 10^n: `inwards` to the narrower one. */
  zoomStep(inwards: boolean): void {
    const next = inwards ? narrowerStep(this.share) : niceStep(this.share * (1 + CLEARLY));
    this.zoomBy(this.share / next);
  }

  /** Moves the crosshair by levels, rightwards above 0; without one it starts at the best price of that side. */
  stepLevels(count: number): void {
    const { bids, asks } = this.book;
    const all = bids.count + asks.count;
    if (all === 0) return;
    const held = this.pointer && this.#pointerTicks();
    // Levels from the worst bid to the worst ask in one row.
    const at =
      held === null
        ? count > 0
          ? bids.count - 1
          : bids.count
        : held <= bids.bestTicks
          ? bids.count - bids.levelsTo(held)
          : bids.count + asks.levelsTo(held) - 1;
    const next = Math.min(all - 1, Math.max(0, at + count));
    this.pointer = {
      ticks: next < bids.count ? bids.priceTicks[bids.count - 1 - next]! : asks.priceTicks[next - bids.count]!,
      fixed: true,
    };
    const distanceTicks = Math.abs(this.pointer.ticks - this.book.midTicks);
    if (distanceTicks > this.halfTicks) this.zoomBy(this.halfTicks / (distanceTicks * BEHIND_LAST));
  }

  /** Recomputes the layout. */
  compose(): void {
    const { book } = this;
    this.bids.count = this.asks.count = this.priceLabels.length = this.sizeLabels.length = 0;
    this.reading = null;
    if (Number.isNaN(book.midTicks)) return;
    if (Number.isNaN(this.#wanted)) this.#wanted = this.#firstShare();
    this.share = this.#bounded(this.#wanted);
    this.#distances.domain([-this.halfTicks, this.halfTicks]).rangeRound([0, this.widthPx]);
    this.#fitSizes();
    this.#outline(book.bids, this.bids, 0);
    this.#outline(book.asks, this.asks, this.widthPx);
    this.#labelPrices();
    this.#labelSizes();
    if (this.pointer) this.reading = this.#read(this.#pointerTicks());
  }

  /** Narrowest and widest range that shows something, as shares of the middle. */
  get #limits(): { least: number; most: number } {
    const { bids, asks, midTicks } = this.book;
    const spreadTicks = bids.count > 0 && asks.count > 0 ? asks.bestTicks - bids.bestTicks : 0;
    const least = Math.max(FEWEST_TICKS, spreadTicks) / midTicks;
    const farTicks = Math.max(
      bids.count > 0 ? midTicks - bids.worstTicks : 0,
      asks.count > 0 ? asks.worstTicks - midTicks : 0,
    );
    return { least, most: Math.max(least, (farTicks * BEHIND_LAST) / midTicks) };
  }

  #bounded(share: number): number {
    const { least, most } = this.#limits;
    return Math.min(most, Math.max(least, share));
  }

  #firstShare(): number {
    const { midTicks, bids, asks } = this.book;
    const reach = ({ priceTicks, count }: DepthSide): number =>
      count > 0 ? Math.abs(priceTicks[Math.floor((count - 1) * FIRST_LEVELS)]! - midTicks) / midTicks : 0;
    return niceStep(Math.min(WIDEST_START, Math.max(reach(bids), reach(asks), FEWEST_TICKS / midTicks)));
  }

  /**
   * The scale stays while the highest sum in sight fills it well: small changes of the book must not move the picture.
   */
  #fitSizes(): void {
    const { bids, asks } = this.book;
    const highestLots = Math.max(1, bids.totalTo(this.ticksAt(0)), asks.totalTo(this.ticksAt(this.widthPx)));
    if (highestLots > this.#topLots || highestLots < this.#topLots * LOWEST_FILL)
      this.#topLots = highestLots * (1 + HEADROOM);
    this.#sizes.domain([0, this.#topLots]).rangeRound([this.plotBottomPx, 0]);
  }

  /** Levels that fall on one px are one step: the outline is the same, with as few points as there are px. */
  #outline(side: DepthSide, out: Outline, edgePx: number): void {
    if (side.count === 0) return;
    let yPx = this.plotBottomPx;
    for (let level = 0; level < side.count; level += 1) {
      const xPx = this.xOf(side.priceTicks[level]!);
      if ((xPx - edgePx) * side.way > 0) {
        out.add(edgePx, yPx);
        return;
      }
      const beforePx = yPx;
      yPx = this.yOf(side.totalLots[level]!);
      if (out.count > 0 && out.xsPx[out.count - 1] === xPx) out.ysPx[out.count - 1] = yPx;
      else {
        out.add(xPx, beforePx);
        out.add(xPx, yPx);
      }
    }
    // Beyond the last level the sum stays, unless the picture was cut there: what follows is not known.
    if (side.count >= side.levels) out.add(edgePx, yPx);
  }

  #labelPrices(): void {
    const unit = stepsToNumber(1, this.#grids.price);
    const axis = scaleLinear([this.ticksAt(0) * unit, this.ticksAt(this.widthPx) * unit], [0, this.widthPx]);
    const count = labelCount(this.widthPx, PRICE_LABEL_CSS_PX * this.ratio);
    const write = axis.tickFormat(count);
    for (const price of axis.ticks(count)) {
      const ticks = Math.round(price / unit);
      // No trade is possible at a price between two ticks.
      if (ticks > 0 && Math.abs(price / unit - ticks) < OFF_GRID)
        this.priceLabels.push({ atPx: this.xOf(ticks), text: inStyle(write(price)) });
    }
  }

  #labelSizes(): void {
    const unit = stepsToNumber(1, this.#grids.amount);
    const axis = scaleLinear([0, this.#topLots * unit], [this.plotBottomPx, 0]);
    for (const size of axis.ticks(labelCount(this.plotBottomPx, SIZE_LABEL_CSS_PX * this.ratio))) {
      const atPx = this.yOf(size / unit);
      if (size > 0 && atPx > (SIZE_LABEL_CSS_PX / 4) * this.ratio)
        this.sizeLabels.push({ atPx, text: formatRound(size) });
    }
  }

  #pointerTicks(): number {
    const { ticks, fixed } = this.pointer!;
    const at = Math.round(fixed ? ticks : this.book.midTicks + ticks);
    const half = this.halfTicks;
    return Math.min(Math.floor(this.book.midTicks + half), Math.max(Math.ceil(this.book.midTicks - half), at));
  }

  #read(pointed: number): DepthReading {
    const { book } = this;
    const side = pointed < book.midTicks ? book.bids : book.asks;
    // Nothing is known beyond a picture that was cut.
    const ticks = side.count < side.levels && (pointed - side.worstTicks) * side.way > 0 ? side.worstTicks : pointed;
    const lots = side.totalTo(ticks);
    const fill = fillLots(side, lots);
    return {
      side: ticks < book.midTicks ? 'bid' : 'ask',
      priceTicks: ticks,
      cost: fill && costOf(side, fill, this.#grids),
      xPx: this.xOf(ticks),
      yPx: this.yOf(lots),
    };
  }
}

/**
 * How many labels to request from d3: its 1-2-5 step may be narrower than requested by a factor of the root of 2, and
 * labels closer than `gapPx` overlap.
 */
function labelCount(lengthPx: number, gapPx: number): number {
  return Math.max(1, lengthPx / (gapPx * Math.SQRT2));
}

/** The largest of 1, 2, 5 x 10^n that is clearly below `share`. */
function narrowerStep(share: number): number {
  const below = share * (1 - CLEARLY);
  const power = 10 ** Math.floor(Math.log10(below));
  return below >= 5 * power ? 5 * power : below >= 2 * power ? 2 * power : power;
}
