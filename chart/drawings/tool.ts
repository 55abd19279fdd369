// Interface of a drawing tool: how many anchors it has, how it is painted and hit-tested.
import type { Anchor, Drawing, DrawingKind } from '../api.ts';
import type { Rgba } from '../render/draw-list.ts';
import type { View } from '../scene/view.ts';
import type { DrawingPainter } from './drawing-painter.ts';

/** A drawing prepared for painting. `xy` and `extra` are rewritten in each frame, everything else when it changes. */
export interface Shape {
  drawing: Drawing;
  tool: DrawingTool;
  /** Logical index of each anchor, the least and the greatest of them. */
  logical: Float64Array;
  from: number;
  to: number;
  /** x and y of each anchor in turn, device px. */
  xy: Float64Array;
  /** Values computed by the tool's `project`, device px. */
  extra: Float64Array;
  texts: readonly string[];
  /** Device px of each text, and of the longest. */
  widths: readonly number[];
  widestPx: number;
  color: Rgba;
  /** The same colour, translucent: for fills. */
  soft: Rgba;
}

/** Which anchor gives a handle its time, and which its price. */
type HandlePair = readonly [time: number, price: number];

export interface DrawingTool {
  readonly kind: DrawingKind;
  /** Number of anchors that the user places one after another; 'free': one stroke. */
  readonly anchors: number | 'free';
  readonly handles: readonly HandlePair[];
  /** Extends beyond its anchors, so that it may be visible anywhere. */
  readonly endless?: true;
  /** Allows anchors between candles; other tools snap to candles. */
  readonly between?: true;
  /** Numbers in `extra`. */
  readonly extras?: number;
  /** Completes and orders the anchors that the user placed or dragged. */
  completeAnchors?(anchors: Anchor[], precision: number): Anchor[];
  /** Texts of the drawing; computed when the drawing or the candles change. */
  texts?(drawing: Drawing, view: View, logical: Float64Array): string[];
  /** Fills `extra` for a frame. */
  project?(shape: Shape, view: View): void;
  paint(pen: DrawingPainter, shape: Shape): void;
  /** Distance from a point to the outline, device px. */
  distance(shape: Shape, x: number, y: number): number;
  /** Whether a point lies in its area: there a selected drawing may be dragged too. */
  inside?(shape: Shape, x: number, y: number): boolean;
}
