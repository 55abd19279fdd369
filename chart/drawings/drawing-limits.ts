// Limits of drawings, and what happens at them.
import type { DrawingKind } from '../api.ts';

/**
 * Drawings of an instrument. At this number no tool can be activated until one is removed; more from a host are cut
 * off.
 */
export const MAX_DRAWINGS = 200;
/** Points of a brush stroke. A longer one is thinned until it fits. */
export const MAX_STROKE_POINTS = 500;
/** Steps that can be undone. The oldest is forgotten. */
export const MAX_UNDO_STEPS = 100;
/** Characters of a text. The rest is cut off. */
export const MAX_TEXT_CHARS = 200;

/** Anchors of a finished drawing; a brush has 2 to `MAX_STROKE_POINTS`. */
export const ANCHOR_COUNT: Record<Exclude<DrawingKind, 'brush'>, number> = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  channel: 3,
  rectangle: 2,
  fibonacci: 2,
  measure: 2,
  profile: 2,
  text: 1,
  long: 3,
  short: 3,
};
