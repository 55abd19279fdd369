// A canvas to draw on in CSS px: sized for its screen, cleared, with the colours of the page.
import type { Pen } from './draw-ticks.ts';

export interface Paper {
  ctx: CanvasRenderingContext2D;
  /** In CSS px. */
  width: number;
  height: number;
  pen: Pen;
}

/** Null where nothing can be drawn, or nothing would be seen. */
export function paperOf(canvas: HTMLCanvasElement): Paper | null {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio || 1;
  const ctx = canvas.getContext('2d');
  if (!ctx || width === 0) return null;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  const tokens = getComputedStyle(canvas);
  return { ctx, width, height, pen: (token) => tokens.getPropertyValue(token).trim() };
}
