// Reordering rows by dragging: rows move aside, and the order changes on release.
import { type CSSProperties, type PointerEvent, useState } from 'react';

/** Row height in CSS px. */
const ROW_PX = 56;

interface Drag {
  from: number;
  startY: number;
  deltaPx: number;
}

export interface DragOrder {
  /** Handlers of the drag handle of the row at index `at`. */
  dragHandle: (at: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
  /** Style that moves the row at index `at` during a drag. */
  style: (at: number) => CSSProperties | undefined;
}

/** `onMove` is called when a row is released at another index. */
export function useDragOrder(count: number, onMove: (from: number, to: number) => void): DragOrder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const placeOf = ({ from, deltaPx }: Drag): number =>
    Math.min(count - 1, Math.max(0, from + Math.round(deltaPx / ROW_PX)));
  const drop = (): void => {
    setDrag(null);
    if (drag && placeOf(drag) !== drag.from) onMove(drag.from, placeOf(drag));
  };
  return {
    dragHandle: (at) => ({
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: at, startY: event.clientY, deltaPx: 0 });
      },
      onPointerMove: (event) => drag && setDrag({ ...drag, deltaPx: event.clientY - drag.startY }),
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
    }),
    style: (at) => {
      if (!drag) return undefined;
      if (at === drag.from)
        return { translate: `0 ${drag.deltaPx}px`, zIndex: 1, position: 'relative', transition: 'none' };
      const to = placeOf(drag);
      const passed = drag.from < at && at <= to ? -1 : to <= at && at < drag.from ? 1 : 0;
      return passed === 0 ? undefined : { translate: `0 ${passed * ROW_PX}px` };
    },
  };
}
