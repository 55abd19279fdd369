// Bubbles painted once, by size and share of what was sold: a frame copies them instead of drawing arcs.
import { cssColor } from '../render/canvas2d/css-color.ts';
import type { Context2d } from '../render/context-2d.ts';
import { scratchCanvas } from '../render/scratch-canvas.ts';
import type { Palette } from '../scene/palette.ts';

/** Largest radius. */
export const LARGEST_CSS_PX = 9;
/** Shares of a bubble are shown in this many steps, 11 degrees each. */
const SHARES = 32;
const OPACITY = 0.8;
/** Room around a bubble for its line. */
const MARGIN_PX = 2;

/** Rows of the picture have one radius each, in whole device px; their cells one share each, from bought to sold. */
export class BubbleSprites {
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D | null;
  /** By radius and share. */
  readonly #painted = new Set<number>();
  readonly #palette: Palette;
  readonly #ratio: number;
  /** What the next `flush` draws: radius, share, and the middle in whole device px. */
  readonly #waiting: number[] = [];

  constructor(palette: Palette, ratio: number) {
    this.#palette = palette;
    this.#ratio = ratio;
    const most = Math.round(LARGEST_CSS_PX * ratio);
    this.#canvas = scratchCanvas((SHARES + 1) * sideOf(most), rowOf(most + 1));
    this.#context = this.#canvas.getContext('2d');
  }

  /** Charts of one look share a picture. */
  fits({ down, up, bg }: Palette, ratio: number): boolean {
    const own = this.#palette;
    return down === own.down && up === own.up && bg === own.bg && ratio === this.#ratio;
  }

  /** A bubble around a point, for `flush`; its radius is at most the largest. */
  add(x: number, y: number, radius: number, soldShare: number): void {
    const radiusPx = Math.max(1, Math.round(radius));
    // Only what is all bought or all sold looks so.
    const isMixed = soldShare > 0 && soldShare < 1;
    const share = isMixed ? Math.min(SHARES - 1, Math.max(1, Math.round(soldShare * SHARES))) : soldShare * SHARES;
    this.#waiting.push(radiusPx, share, Math.round(x), Math.round(y));
    const key = radiusPx * (SHARES + 1) + share;
    if (this.#painted.has(key)) return;
    this.#painted.add(key);
    this.#paint(radiusPx, share);
  }

  /** Draws all that were added. The picture is whole by then: painted between copies it would be copied each time. */
  flush(to: Context2d): void {
    const waiting = this.#waiting;
    for (let at = 0; at < waiting.length; at += 4) {
      const radius = waiting[at]!;
      const side = sideOf(radius);
      const [left, top] = [waiting[at + 2]! - side / 2, waiting[at + 3]! - side / 2];
      to.drawImage(this.#canvas, waiting[at + 1]! * side, rowOf(radius), side, side, left, top, side, side);
    }
    waiting.length = 0;
  }

  #paint(radius: number, share: number): void {
    const pen = this.#context;
    if (!pen) return;
    const side = sideOf(radius);
    const [x, y] = [(share + 0.5) * side, rowOf(radius) + side / 2];
    const soldShare = share / SHARES;
    const { down, up, bg } = this.#palette;
    pen.globalAlpha = OPACITY;
    pen.lineWidth = Math.max(1, 0.75 * this.#ratio);
    pen.strokeStyle = cssColor(bg);
    for (const [color, from, to] of [
      [down, 0, soldShare],
      [up, soldShare, 1],
    ] as const) {
      if (to <= from) continue;
      pen.beginPath();
      addSlice(pen, x, y, radius, from, to);
      pen.fillStyle = cssColor(color);
      pen.fill();
      pen.stroke();
    }
  }
}

/** Even, so that the middle of a bubble is between px. */
const sideOf = (radiusPx: number): number => 2 * (radiusPx + MARGIN_PX);
/** Where the row of a radius begins: below those of all smaller ones. */
const rowOf = (radiusPx: number): number => (radiusPx - 1) * (radiusPx + 2 * MARGIN_PX);

/** The part of a disc from one share to another, clockwise from the left. */
function addSlice(pen: Context2d, x: number, y: number, radius: number, from: number, to: number): void {
  const isWhole = to - from === 1;
  const start = Math.PI * (1 + 2 * from);
  pen.moveTo(isWhole ? x + radius * Math.cos(start) : x, isWhole ? y + radius * Math.sin(start) : y);
  pen.arc(x, y, radius, start, Math.PI * (1 + 2 * to));
  pen.closePath();
}
