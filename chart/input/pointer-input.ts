// What a hand does on a canvas, as calls that can cross a thread; positions in CSS px of the canvas.

/** Everything a hand can do, as calls without answers. */
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

/** What the page must know at once while it listens. */
export interface GestureState {
  /** Fingers hold something of the chart: the page must not scroll or open menus. */
  steering: boolean;
  pressing: boolean;
}
