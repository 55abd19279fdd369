// Horizontal alignment to whole device pixels.
import type { AcrossTransform } from '../draw-list.ts';

/** Left device pixel of an item `widthPx` wide, centred on a row. */
export function alignLeft(across: AcrossTransform, row: number, widthPx: number): number {
  return across.originPx + Math.floor(across.fractionPx + row * across.stepPx + 0.5) - (widthPx >> 1);
}
