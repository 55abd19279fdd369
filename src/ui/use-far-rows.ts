// Rows that are far from sight are neither written nor laid out: what stands in them is made right when they come near.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Rows this near are drawn: two of them, and those under a bar at the edge: what a finger scrolls in a frame or two. */
const NEAR = '52px';

/** Marks those children of an element that have a `data-row`, and are far from sight, with `data-far`, and tells `setFar`, which must keep its identity, what became of which row. */
export function useFarRows<E extends Element>(setFar: (row: number, far: boolean) => void): RefObject<E | null> {
  const target = useRef<E>(null);
  useLayoutEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      for (const { target: row, isIntersecting } of entries) {
        row.toggleAttribute('data-far', !isIntersecting);
        setFar(Number(row.getAttribute('data-row')), !isIntersecting);
      }
    }, { rootMargin: `${NEAR} 0px` });
    for (const row of target.current?.children ?? []) watch.observe(row);
    return () => watch.disconnect();
  }, [setFar]);
  return target;
}
