// Rows that are far from sight are not laid out: what stands in them is right all the same, and drawn when they come near.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Rows this near are drawn: about four of them, what a finger scrolls in a frame or two. */
const NEAR = '104px';

/** Marks those of the first `count` children of an element that are far from sight with `data-far`. */
export function useFarRows<E extends Element>(count: number): RefObject<E | null> {
  const target = useRef<E>(null);
  useLayoutEffect(() => {
    const rows = [...target.current?.children ?? []].slice(0, count);
    const watch = new IntersectionObserver((entries) => {
      for (const { target: row, isIntersecting } of entries) row.toggleAttribute('data-far', !isIntersecting);
    }, { rootMargin: `${NEAR} 0px` });
    for (const row of rows) watch.observe(row);
    return () => watch.disconnect();
  }, [count]);
  return target;
}
