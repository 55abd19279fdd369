// Input for our chart: how far to turn the wheel for a number of visible candles, and the way back to the newest.

import type { Chart } from '../../../chart/api.ts';

/**
 * Default zoom, CSS px a candle; what a px of the wheel does; the plot's width beside a price axis as wide as the
 * harness's prices.
 */
const BAR_PX = 6;
const ZOOM_PER_PX = 0.0018;
const PLOT_PX = 318;
/** Where the wheel turns: well within the plot, because over the price axis it would stretch the prices. */
const WHEEL_X_PX = 300;

export function wheelTo(canvas: HTMLElement, bars: number): void {
  const factor = PLOT_PX / bars / BAR_PX;
  canvas.dispatchEvent(
    new WheelEvent('wheel', {
      deltaY: -Math.log(factor) / ZOOM_PER_PX,
      clientX: WHEEL_X_PX,
      clientY: 100,
      cancelable: true,
    }),
  );
}

export function pressEnd(canvas: HTMLElement): void {
  canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', cancelable: true }));
}

/** The candles in sight, by the first one and how many there are. */
export async function spanInSight(chart: Pick<Chart, 'candles'>): Promise<string> {
  const { time } = await chart.candles();
  const seen = `${time[0]} ${time.length}`;
  // The copies of 100 000 candles would be collected while frames are measured.
  (globalThis as { gc?: () => void }).gc?.();
  return seen;
}
