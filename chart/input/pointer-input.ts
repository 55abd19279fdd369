// Input on a canvas as calls that can cross a thread; positions in CSS px of the canvas.

/** Pointer, wheel and key input, as calls without return values. */
export interface PointerInput {
  /** Plain values, not an object: this crosses to a worker with every move. `touch`: a finger or pen. */
  pointer(
    kind: 'down' | 'move' | 'up' | 'cancel' | 'leave',
    id: number,
    xPx: number,
    yPx: number,
    timeMs: number,
    touch: boolean,
  ): void;
  /** Wheel or trackpad; deltas in px, `pinch` when the trackpad's fingers spread (ctrl is held). */
  wheel(deltaX: number, deltaY: number, xPx: number, yPx: number, pinch: boolean): void;
  key(key: string, shift: boolean): void;
}

/** State that the page's event listeners need synchronously. */
export interface GestureState {
  /** Fingers control the chart: the page must not scroll or open menus. */
  steering: boolean;
  pressing: boolean;
}

/** The same on the page, which learns it a little later where a worker draws. */
export interface PageGestureState extends GestureState {
  /** A finger that goes down may drag a drawing or place one: the chart has to decide first. */
  mayDrag: boolean;
  /** It has not decided yet: the page waits with scrolling, which would take the finger away. */
  undecided: boolean;
}

/** That of a chart without a finger on it. */
export const newGestureState = (): PageGestureState => ({
  steering: false,
  pressing: false,
  mayDrag: false,
  undecided: false,
});
