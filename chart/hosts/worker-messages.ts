// Messages between a chart in a worker and its canvas on the page, both ways.
import type { BackendChoice } from '../render/backend.ts';
import type { CandleSpan, ChartControls, ChartEvent, ChartOptions } from '../api.ts';
import type { PointerInput, GestureState } from '../input/pointer-input.ts';

export type Controls = ChartControls & PointerInput;
type CallOf<Face, Name extends keyof Face> = Face[Name] extends (...args: infer Args) => void
  ? [name: Name, ...args: Args]
  : never;
/** A call by its name and arguments: ['resize', 390, 500, 3]. */
export type ControlCall = { [Name in keyof Controls]: CallOf<Controls, Name> }[keyof Controls];

/** Page to worker. `mount` is the first and comes once; the canvas is transferred. */
export type ToWorker =
  | { kind: 'mount'; canvas: OffscreenCanvas; options: ChartOptions; choice: BackendChoice }
  /** A call alone: the most frequent by far. */
  | ControlCall
  | { kind: 'spare'; canvas: OffscreenCanvas }
  /** Requests, which `answer` follows. */
  | { kind: 'snapshot' | 'candles'; no: number }
  | { kind: 'dispose' };

/** Worker to page. */
export type ToPage =
  | { kind: 'event'; event: ChartEvent }
  | { kind: 'gestureState'; gestureState: GestureState }
  | { kind: 'cursor'; css: string }
  /** A frame was drawn; sent for the first, and then at most once a second. */
  | { kind: 'drawn'; frames: number; backend: 'webgl' | 'canvas2d' }
  /** Requests another canvas, then shows it. */
  | { kind: 'wantSpare' }
  | { kind: 'showSpare' }
  | { kind: 'answer'; no: number; answer: Blob | CandleSpan | null; reason: string };
