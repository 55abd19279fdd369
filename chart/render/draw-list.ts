// What to draw, as typed ranges: the only thing that layers write and backends read.
// All positions in whole device px from the top left.
import type { Context2d } from './context-2d.ts';
import type { SeriesRows } from '../scene/columns/data-window.ts';

/** Gap in a series; backends draw nothing at or above half of it. Finite, because shaders may not detect NaN. */
export const NO_VALUE = 1e37;

/** Opacity of pale bars. */
export const PALE = 0.45;

/** Colour packed as 0xAABBGGRR, so that its bytes in memory are r, g, b, a. */
export type Rgba = number;

/** Twice the room. Copied as integers: some colours read as NaN, and a float copy may change their bits. */
export function doubled(floats: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const wider = new Float32Array(floats.length * 2);
  new Uint32Array(wider.buffer).set(new Uint32Array(floats.buffer));
  return wider;
}

/**
 * Filled rectangles: x, y, width, height, corner radius, colour. A radius below zero is a dash: so many px filled and
 * as many free along the longer side.
 */
export class RectList {
  static readonly STRIDE = 6;
  count = 0;
  floats = new Float32Array(64 * RectList.STRIDE);
  colors = new Uint32Array(this.floats.buffer);

  clear(): void {
    this.count = 0;
  }

  add(x: number, y: number, width: number, height: number, color: Rgba, radius = 0): void {
    const at = this.count * RectList.STRIDE;
    if (at === this.floats.length) this.#grow();
    const { floats } = this;
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = width;
    floats[at + 3] = height;
    floats[at + 4] = radius;
    this.colors[at + 5] = color;
    this.count += 1;
  }

  /** A dashed hairline along the longer side, in whole px; it starts filled. */
  dashed(x: number, y: number, width: number, height: number, dashPx: number, color: Rgba): void {
    if (width > 0 && height > 0) this.add(x, y, width, height, color, -dashPx);
  }

  #grow(): void {
    this.floats = doubled(this.floats);
    this.colors = new Uint32Array(this.floats.buffer);
  }
}

/** Lines of text: left edge, baseline, colour. Backends turn them into glyphs. */
export class TextList {
  count = 0;
  /** This many of the first texts do not change until the revision increases. */
  still = 0;
  revision = 0;
  readonly texts: string[] = [];
  readonly x: number[] = [];
  readonly baseline: number[] = [];
  readonly colors: Rgba[] = [];

  /** Clears all but the first `count`. */
  clear(count = 0): void {
    this.count = count;
  }

  /** Marks the texts so far as static. */
  hold(): void {
    this.still = this.count;
    this.revision += 1;
  }

  add(text: string, x: number, baseline: number, color: Rgba): void {
    const at = this.count;
    this.texts[at] = text;
    this.x[at] = Math.round(x);
    this.baseline[at] = Math.round(baseline);
    this.colors[at] = color;
    this.count += 1;
  }
}

/**
 * Filled convex quadrilaterals and thick segments at any angle, clipped to one rectangle: drawings and lines of orders.
 */
export class ShapeList {
  static readonly QUAD = 9;
  static readonly SEGMENT = 7;
  clipLeft = 0;
  clipTop = 0;
  clipRight = 0;
  clipBottom = 0;
  quadCount = 0;
  segmentCount = 0;
  /** x1 y1 x2 y2 x3 y3 x4 y4 in drawing order around the edge, colour. Painted before the segments. */
  quads = new Float32Array(16 * ShapeList.QUAD);
  quadColors = new Uint32Array(this.quads.buffer);
  /** x1 y1 x2 y2, thickness, dash length (0: solid), colour. */
  segments = new Float32Array(64 * ShapeList.SEGMENT);
  segmentColors = new Uint32Array(this.segments.buffer);

  clear(): void {
    this.quadCount = 0;
    this.segmentCount = 0;
  }

  clip(left: number, top: number, right: number, bottom: number): void {
    this.clipLeft = left;
    this.clipTop = top;
    this.clipRight = right;
    this.clipBottom = bottom;
  }

  quad(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    x3: number,
    y3: number,
    x4: number,
    y4: number,
    color: Rgba,
  ): void {
    const at = this.quadCount * ShapeList.QUAD;
    if (at === this.quads.length) {
      this.quads = doubled(this.quads);
      this.quadColors = new Uint32Array(this.quads.buffer);
    }
    const { quads } = this;
    quads[at] = x1;
    quads[at + 1] = y1;
    quads[at + 2] = x2;
    quads[at + 3] = y2;
    quads[at + 4] = x3;
    quads[at + 5] = y3;
    quads[at + 6] = x4;
    quads[at + 7] = y4;
    this.quadColors[at + 8] = color;
    this.quadCount += 1;
  }

  rect(left: number, top: number, right: number, bottom: number, color: Rgba): void {
    this.quad(left, top, right, top, right, bottom, left, bottom, color);
  }

  segment(x1: number, y1: number, x2: number, y2: number, thicknessPx: number, color: Rgba, dashPx = 0): void {
    const at = this.segmentCount * ShapeList.SEGMENT;
    if (at === this.segments.length) {
      this.segments = doubled(this.segments);
      this.segmentColors = new Uint32Array(this.segments.buffer);
    }
    const { segments } = this;
    segments[at] = x1;
    segments[at + 1] = y1;
    segments[at + 2] = x2;
    segments[at + 3] = y2;
    segments[at + 4] = thicknessPx;
    segments[at + 5] = dashPx;
    this.segmentColors[at + 6] = color;
    this.segmentCount += 1;
  }
}

/**
 * Horizontal position of rows: centre of row r = `originPx + floor(fractionPx + r * stepPx + 0.5)`. Shared by all
 * panes.
 */
export interface AcrossTransform {
  originPx: number;
  fractionPx: number;
  stepPx: number;
  /** Width of a candle's body and of its wick; both odd or both even. */
  bodyPx: number;
  wickPx: number;
}

/** Vertical position of values: y = `baseY - float * pxPerValue` (negative when inverted), clipped to the pane. */
interface UpTransform {
  baseY: number;
  pxPerValue: number;
  clipTop: number;
  clipBottom: number;
}

/**
 * One series. Floats of a row, each less the base of the rows (values, or their logarithms):
 * `candles`, `hollow`, `ohlc`: open, high, low, close; rising ones in `colorUp`, hollow ones with an empty body when
 * they rise.
 * `bars`: value, look (above zero `colorUp`, below `colorDown`, 2 and -2 in `PALE` of it), drawn from `zero`.
 * `line`, `area` (down to the bottom of the pane): `pointsPerRow` values (2 when a row is a bucket: its minimum and
 * maximum).
 * `dots`: as lines, but value and side (as looks of bars; 0 is `colorUp` too) for each point.
 */
export interface SeriesDraw {
  kind: 'candles' | 'hollow' | 'ohlc' | 'bars' | 'line' | 'area' | 'dots';
  rows: SeriesRows;
  /** Rows in sight. */
  from: number;
  to: number;
  up: UpTransform;
  colorUp: Rgba;
  colorDown: Rgba;
  /** Thickness of a line, diameter of a dot. */
  thicknessPx: number;
  pointsPerRow: number;
  /** Value less base from which bars rise. */
  zero: number;
}

/**
 * A line, or the outline of a band: segments that run across at least as far as up or down, and where they are painted
 * apart, the steep ones. Null: there are none.
 */
export interface LinePaths {
  level: Path2D | null;
  steep: Path2D | null;
}

/** With what a tracer goes on from. */
export interface TracedLine extends LinePaths {
  /** The last point; NaN where there is none. */
  x: number;
  y: number;
  /** Whether the segment that ends there is steep; null where none does. */
  isSteep: boolean | null;
  /** The line before it: a path begins with a copy of its path. */
  head: LinePaths | null;
}

/** Traces rows [from, to) of a series; on to `line` where that was traced up to `from`. */
export type Tracer = (
  series: SeriesDraw,
  across: AcrossTransform,
  from: number,
  to: number,
  line?: TracedLine,
) => TracedLine;

/** Painters of a 2D context from the second frame on: shapes, which only tools draw, and caches between frames. */
export interface ExtraPainters {
  paintShapes(context: Context2d, shapes: ShapeList): void;
  /** The context is set to `font`. */
  paintTexts(context: Context2d, texts: TextList, font: string): void;
  /** The rows in sight; they must be painted `across.originPx - originPx` further to the right. */
  traced(series: SeriesDraw, across: AcrossTransform, trace: Tracer): LinePaths & { originPx: number };
  /** A rounded rectangle at the origin. */
  rounded(width: number, height: number, radius: number): Path2D;
}

/** Paints by itself, on a 2D context alone. */
export interface Picture {
  /** Between the background and everything else. */
  paintGround(context: Context2d): void;
  /** Over the series. */
  paintBubbles(context: Context2d): void;
}

/** A whole picture, painted in the order of its fields. */
export class DrawList {
  widthPx = 1;
  heightPx = 1;
  /** Right edge of the plot: series are clipped to [0, plotRightPx). */
  plotRightPx = 1;
  background: Rgba = 0xff000000;
  readonly under = new RectList();
  /** Over `under`, below the series. */
  readonly underTexts = new TextList();
  readonly across: AcrossTransform = { originPx: 0, fractionPx: 0, stepPx: 1, bodyPx: 1, wickPx: 1 };
  series: SeriesDraw[] = [];
  /** Grows when `series` was replaced. */
  seriesRevision = 0;
  readonly shapes = new ShapeList();
  readonly labels = new TextList();
  readonly over = new RectList();
  readonly tags = new TextList();
  /** Font of all text, as CSS in device px; changes with theme and pixel ratio. */
  font = '';
  fontPx = 11;
  extraPainters: ExtraPainters | null = null;
  picture: Picture | null = null;
}
