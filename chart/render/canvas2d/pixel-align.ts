// Where things stand across, in whole px.
import type { AcrossTransform } from '../draw-list.ts';

/** Left edge of a thing `widthPx` wide that stands on a row. */
export function alignLeft(across: AcrossTransform, row: number, widthPx: number): number {
  return across.originPx + Math.floor(across.fractionPx + row * across.stepPx + 0.5) - (widthPx >> 1);
}
