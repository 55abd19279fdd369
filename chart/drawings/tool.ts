// The shape of a tool on the shelf: how many places it takes, how it is painted, and how near a point is to it.
import type { Anchor, Drawing, DrawingKind } from '../api.ts';
import type { Rgba } from '../render/draw-list.ts';
import type { View } from '../scene/view.ts';
import type { DrawingPainter } from './drawing-painter.ts';

/**
 * A drawing as it stands on the picture. `xy` and `extra` are written anew for each frame, everything else when it
 * changes.
 */
export interface Shape {
  drawing: Drawing;
  tool: DrawingTool;
  /** Logical index of each anchor, the least and the greatest of them. */
  logical: Float64Array;
  from: number;
  to: number;
  /** x and y of each anchor in turn, device px. */
  xy: Float64Array;
  /** What `project` of the tool found out, device px. */
  extra: Float64Array;
  texts: readonly string[];
  /** Device px of each text, and of the longest. */
  widths: readonly number[];
  widestPx: number;
  color: Rgba;
  /** The same colour, faint: for fills. */
  soft: Rgba;
}

/** Which anchor lends a handle its time, and which its price. */
type HandlePair = readonly [time: number, price: number];

export interface DrawingTool {
  readonly kind: DrawingKind;
  /** Places that a hand puts down one after another; 'free': one stroke. */
  readonly anchors: number | 'free';
  readonly handles: readonly HandlePair[];
  /** Goes on beyond its anchors, so that it may be in sight wherever one looks. */
  readonly endless?: true;
  /** Keeps places between candles as they are; other tools stand on candles. */
  readonly between?: true;
  /** Numbers in `extra`. */
  readonly extras?: number;
  /** Anchors as they are kept, from those a hand put down or dragged: completes and orders them. */
  settle?(anchors: Anchor[], precision: number): Anchor[];
  /** What is written on it; asked when the drawing or the candles changed. */
  texts?(drawing: Drawing, view: View, logical: Float64Array): string[];
  /** Fills `extra` for a frame. */
  project?(shape: Shape, view: View): void;
  paint(pen: DrawingPainter, shape: Shape): void;
  /** Device px from a point to what a hand would aim at. */
  distance(shape: Shape, x: number, y: number): number;
  /** Whether a point lies in its area: there a selected drawing may be dragged too. */
  inside?(shape: Shape, x: number, y: number): boolean;
}
