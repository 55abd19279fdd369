// Keyboard control of the chart.
import type { GestureTarget } from './gestures.ts';

/** Calls that keys make beyond those of gestures. */
export interface KeyTarget extends GestureTarget {
  panBars(bars: number): void;
  /** Zooms around the middle of the plot. */
  zoomMiddle(factor: number): void;
  toOldest(): void;
  toNewest(): void;
  /** Moves the crosshair by candles and by CSS px; without one it appears on the newest candle. */
  stepCrosshair(bars: number, upPx: number): void;
}

/**
 * Handles a key; false when the chart does not use it. Left and right pan; up and down show the crosshair, then all
 * four move it. Shift: ten candles.
 */
export function actOnKey(key: string, shift: boolean, target: KeyTarget): boolean {
  const bars = shift ? 10 : 1;
  const step = (by: number): void => {
    if (target.hasCrosshair()) target.stepCrosshair(-by, 0);
    else target.panBars(by);
  };
  if (key === 'ArrowLeft') step(bars);
  else if (key === 'ArrowRight') step(-bars);
  else if (key === 'ArrowUp') target.stepCrosshair(0, 8);
  else if (key === 'ArrowDown') target.stepCrosshair(0, -8);
  else if (key === '+' || key === '=') target.zoomMiddle(1.25);
  else if (key === '-' || key === '_') target.zoomMiddle(0.8);
  else if (key === 'Home') target.toOldest();
  else if (key === 'End') target.toNewest();
  else if (key === 'Escape' && target.hasCrosshair()) target.crosshairOff();
  else return false;
  return true;
}
