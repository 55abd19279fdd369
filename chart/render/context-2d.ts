// The 2D context that the chart paints with.

/** A 2D context of either kind of canvas, by what both can do. */
export type Context2d = Omit<OffscreenCanvasRenderingContext2D, 'canvas'>;
