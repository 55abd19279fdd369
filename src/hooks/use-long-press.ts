// Long press: reported once, and the click that ends it is suppressed.
import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** A press is long after this time without moving further than MAX_PX. */
const HOLD_MS = 450;
const MAX_MOVE_PX = 10;

export interface LongPress<E extends Element> {
  onPointerDown: (event: PointerEvent<E>) => void;
  onPointerMove: (event: PointerEvent<E>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onPointerLeave: () => void;
  onContextMenu: (event: MouseEvent<E>) => void;
  onClickCapture: (event: MouseEvent<E>) => void;
}

/** Handlers for an element; `onHold` receives the pressed target. */
export function useLongPress<E extends Element>(onHold: (target: EventTarget) => void): LongPress<E> {
  const press = useRef({ timer: 0, x: 0, y: 0, held: false });
  const end = (): void => window.clearTimeout(press.current.timer);
  return {
    onPointerDown: ({ button, clientX: x, clientY: y, target }) => {
      end();
      if (button !== 0) return;
      const timer = window.setTimeout(() => {
        press.current.held = true;
        onHold(target);
      }, HOLD_MS);
      press.current = { timer, x, y, held: false };
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > MAX_MOVE_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    // A long touch opens the browser's context menu, which would cancel the press.
    onContextMenu: (event) => event.preventDefault(),
    onClickCapture: (event) => {
      if (press.current.held) event.stopPropagation();
      press.current.held = false;
    },
  };
}
