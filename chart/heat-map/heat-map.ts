// The heat map under the candles: what rested at each price over time, and the trades as bubbles over them.
import type { CanvasPoint, Overlay } from '../input/drag-target.ts';
import type { Context2d } from '../render/context-2d.ts';
import type { DrawList, Picture } from '../render/draw-list.ts';
import type { View } from '../scene/view.ts';
import { paintBubbles } from './bubbles.ts';
import { drawHeatLegend } from './heat-legend.ts';
import { HeatScale } from './heat-scale.ts';
import type { HeatSource, HeatTile } from './heat-tiles.ts';
import { paintSeams } from './seams.ts';
import { TileImage } from './tile-image.ts';
import { pxOfSpan, timeAtX, xOfTime } from './time-places.ts';

/** Columns and levels have at least this size, and at least a device px. */
const MIN_CSS_PX = 0.75;
/** Pictures that stay beside those in sight, so that panning back paints nothing. */
const SPARE_IMAGES = 24;
/** The colours are fitted to what is in sight at most this often while only the market changes. */
const FIT_MS = 2000;
/** Pieces of a tile on a log scale are straight to this many px. */
const STRAIGHT_PX = 0.5;
/** Once a frame has painted this many cells into pictures, the rest waits for the next: one MiB to upload. */
const FRAME_CELLS = 1 << 18;

/** Colours of one resolution, so that they and the pictures are still there on the way back to it. */
class Fitted {
  readonly scale = new HeatScale();
  atMs = -Infinity;
  shown = '';
}

/** A tile and what it looks like: columns and levels are px of the canvas. */
interface TilePicture {
  source: HeatSource;
  tile: HeatTile;
  canvas: OffscreenCanvas;
}

export class HeatMap implements Picture, Overlay {
  source: HeatSource | null = null;
  /** Percentage of sizes that stay faint. */
  contrast = 50;
  /** Bubbles of smaller trades are left out; in quote units. */
  smallestTrade = 0;
  readonly #view: View;
  readonly #list: DrawList;
  readonly #pointer: () => Pick<CanvasPoint, 'xPx' | 'yPx'> | null;
  readonly #repaint: () => void;
  #fitted: Fitted[] = [];
  readonly #images = new Map<HeatTile, TileImage>();
  #tiles: readonly HeatTile[] = [];
  /** Whose tiles they are, and at which resolution. */
  #shown: HeatSource | null = null;
  #resolution = 0;
  #frame = 0;

  /** `repaint` is called when a frame had no time for all pictures. */
  constructor(view: View, list: DrawList, pointer: () => Pick<CanvasPoint, 'xPx' | 'yPx'> | null, repaint: () => void) {
    this.#view = view;
    this.#list = list;
    this.#pointer = pointer;
    this.#repaint = repaint;
  }

  /** The legend, over the candles. */
  draw(): void {
    const { source } = this;
    const tiles = this.#tiles;
    if (!source || tiles.length === 0) return;
    const { scale } = this.#fitted[this.#resolution]!;
    drawHeatLegend(this.#view, this.#list, { source, scale, tiles, pointer: this.#pointer() });
  }

  paintGround(context: Context2d): void {
    const view = this.#view;
    const { source } = this;
    if (!source || source !== this.#shown || view.data.columns.length === 0) {
      this.#tiles = [];
      this.#fitted = [];
    }
    this.#shown = source;
    if (!source || view.data.columns.length === 0) return;
    const resolution = this.#finest(source);
    const tiles = source.tilesAt(resolution, timeAtX(view, 0), timeAtX(view, view.plotRightPx));
    this.#frame++;
    const isFirst = this.#tiles.length === 0;
    const arePainted = this.#paintImages(tiles, this.#fit(source, resolution, tiles), isFirst ? Infinity : FRAME_CELLS);
    // Another resolution is shown once all of it can be.
    if ((arePainted && tiles.length > 0) || isFirst || resolution === this.#resolution) {
      this.#tiles = tiles;
      this.#resolution = resolution;
    }
    const pane = view.panes[0]!;
    context.save();
    context.beginPath();
    context.rect(0, pane.topPx, view.plotRightPx, pane.bottomPx - pane.topPx);
    context.clip();
    paintSeams(context, view, tiles);
    context.imageSmoothingEnabled = this.#isFiner(source, this.#resolution);
    for (const tile of this.#tiles) this.#paintTile(context, source, tile);
    context.restore();
    this.#forgetImages();
  }

  paintBubbles(context: Context2d): void {
    if (this.source) paintBubbles(context, this.#view, this.source, this.#tiles, this.smallestTrade);
  }

  /** The finest resolution whose columns and levels can be seen. */
  #finest(source: HeatSource): number {
    const view = this.#view;
    const { scale } = view.panes[0]!;
    const leastPx = Math.max(1, MIN_CSS_PX * view.ratio);
    const middle = scale.valueAt((scale.topPx + scale.bottomPx) / 2);
    const found = source.columnMs.findIndex((ms, at) => {
      const levelPx = Math.abs(scale.yOf(middle) - scale.yOf(middle + source.levelTicksAt(at) * source.tickPrice));
      return pxOfSpan(view, ms) >= leastPx && levelPx >= leastPx;
    });
    return found < 0 ? source.columnMs.length - 1 : found;
  }

  /** Whether cells are smaller than pixels: they are averaged then. */
  #isFiner(source: HeatSource, resolution: number): boolean {
    return pxOfSpan(this.#view, source.columnMs[resolution]!) < 1;
  }

  #fit(source: HeatSource, resolution: number, tiles: readonly HeatTile[]): HeatScale {
    const fitted = (this.#fitted[resolution] ??= new Fitted());
    const nowMs = performance.now();
    const { palette } = this.#view;
    const { scale, topPx, bottomPx } = this.#view.panes[0]!;
    const edges = [scale.valueAt(topPx), scale.valueAt(bottomPx)].map((price) => price / source.tickPrice);
    const [low, high] = [Math.min(...edges), Math.max(...edges)];
    // A new fit at each eighth of the range that the prices moved by.
    const step = (high - low) / 8;
    const place = `${Math.round(low / step)} ${Math.round(Math.log2(step) * 4)}`;
    const shown = `${tiles[0]?.fromMs} ${tiles.length} ${place} ${this.contrast} ${palette.bg}`;
    if (shown === fitted.shown && nowMs - fitted.atMs < FIT_MS) return fitted.scale;
    fitted.shown = shown;
    fitted.atMs = nowMs;
    fitted.scale.fit(tiles, low, high, this.contrast, palette);
    return fitted.scale;
  }

  /** Brings pictures up to date until `mostCells` are painted. Returns whether all tiles have one, of any colours. */
  #paintImages(tiles: readonly HeatTile[], scale: HeatScale, mostCells: number): boolean {
    let cells = 0;
    let isLate = false;
    let arePainted = true;
    for (const tile of tiles) {
      let image = this.#images.get(tile);
      if (!image) this.#images.set(tile, (image = new TileImage()));
      image.shownAt = this.#frame;
      const isWhole = image.canWait(tile, scale);
      if (isWhole && cells >= mostCells) {
        isLate = true;
        arePainted &&= image.canvas !== null;
        continue;
      }
      if (isWhole) cells += tile.columns * tile.levels;
      image.sync(tile, scale);
    }
    if (isLate) this.#repaint();
    return arePainted;
  }

  #paintTile(context: Context2d, source: HeatSource, tile: HeatTile): void {
    const image = this.#images.get(tile);
    if (!image?.canvas) return;
    image.shownAt = this.#frame;
    this.#paintColumns(context, { source, tile, canvas: image.canvas }, 0, tile.columns);
  }

  /** Columns `[from, to)`; in pieces where candles are missing between them. */
  #paintColumns(context: Context2d, picture: TilePicture, from: number, to: number): void {
    const view = this.#view;
    const { tile } = picture;
    const left = xOfTime(view, tile.fromMs + from * tile.columnMs);
    const isRunning = to === tile.columns && tile.finalColumns < to;
    const right = xOfTime(view, tile.fromMs + to * tile.columnMs);
    if (right <= 0 || left >= view.plotRightPx || right <= left) return;
    const isWhole = Math.abs(pxOfSpan(view, (to - from) * tile.columnMs) - (right - left)) <= 2;
    if (!isWhole && to - from > 1) {
      const middle = (from + to) >> 1;
      this.#paintColumns(context, picture, from, middle);
      this.#paintColumns(context, picture, middle, to);
      return;
    }
    // What has not happened yet is not painted.
    const nowPx = isRunning ? Math.max(left + 1, Math.min(right, xOfTime(view, view.nowMs))) : right;
    if (nowPx < right) {
      context.save();
      context.beginPath();
      context.rect(left, 0, nowPx - left, view.heightPx);
      context.clip();
    }
    this.#paintLevels(context, picture, { from, to, left, right }, 0, tile.levels);
    if (nowPx < right) context.restore();
  }

  /** Rows `[top, bottom)` of the picture, the highest price first; in pieces where the scale is not straight. */
  #paintLevels(
    context: Context2d,
    picture: TilePicture,
    across: { from: number; to: number; left: number; right: number },
    top: number,
    bottom: number,
  ): void {
    const view = this.#view;
    const pane = view.panes[0]!;
    const { source, tile, canvas } = picture;
    const yOf = (row: number): number => pane.scale.yOf(edgePrice(source, tile, tile.lowLevel + tile.levels - row));
    const [y1, y2] = [yOf(top), yOf(bottom)];
    if (Math.max(y1, y2) <= pane.topPx || Math.min(y1, y2) >= pane.bottomPx) return;
    const middle = (top + bottom) >> 1;
    const straight = y1 + ((middle - top) / (bottom - top)) * (y2 - y1);
    const isLarge = Math.abs(y2 - y1) > 4 * (pane.bottomPx - pane.topPx);
    if (bottom - top > 1 && (isLarge || Math.abs(yOf(middle) - straight) > STRAIGHT_PX)) {
      this.#paintLevels(context, picture, across, top, middle);
      this.#paintLevels(context, picture, across, middle, bottom);
      return;
    }
    const { from, to, left, right } = across;
    if (y2 >= y1)
      context.drawImage(canvas, from, top, to - from, bottom - top, left, y1, right - left, Math.max(1, y2 - y1));
    else {
      // Low prices are on top.
      context.save();
      context.transform(1, 0, 0, -1, 0, y1 + y2);
      context.drawImage(canvas, from, top, to - from, bottom - top, left, y2, right - left, Math.max(1, y1 - y2));
      context.restore();
    }
  }

  #forgetImages(): void {
    if (this.#images.size <= this.#tiles.length + SPARE_IMAGES) return;
    const oldest = [...this.#images].toSorted(([, one], [, other]) => one.shownAt - other.shownAt);
    for (const [tile] of oldest.slice(0, this.#images.size - this.#tiles.length - SPARE_IMAGES))
      this.#images.delete(tile);
  }
}

/** Price at the lower edge of a level: half a tick below its first price, which so is in the middle of its px. */
function edgePrice({ tickPrice }: HeatSource, { levelTicks }: HeatTile, level: number): number {
  return (level * levelTicks - 0.5) * tickPrice;
}
