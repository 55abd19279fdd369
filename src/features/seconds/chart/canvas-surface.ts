// A canvas prepared for drawing in CSS px: sized for the screen, cleared, with the page's font and colours.

/** Room of the axes beside the plot, in CSS px. */
export const PRICE_AXIS_PX = 64;
const TIME_AXIS_PX = 20;

/** Resolves a colour token to a CSS colour. */
type ColorOf = (token: string) => string;

export interface CanvasSurface {
  ctx: CanvasRenderingContext2D;
  /** Of the plot beside its axes, in CSS px. */
  width: number;
  height: number;
  colorOf: ColorOf;
}

/** Sizes and clears a canvas; null without a 2D context or for a canvas without width. */
export function prepareCanvas(canvas: HTMLCanvasElement): CanvasSurface | null {
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
  ctx.font = `11px ${tokens.fontFamily}`;
  return {
    ctx,
    width: width - PRICE_AXIS_PX,
    height: height - TIME_AXIS_PX,
    colorOf: (token) => tokens.getPropertyValue(token).trim(),
  };
}
