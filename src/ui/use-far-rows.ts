// Rows that are far from sight are neither written nor laid out: what stands in them is made right when they come near.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Rows this near are drawn, px: what a finger scrolls in a frame or two. Those under the page's bar (`--bar` tall) are
 * as near.
 */
const NEAR = 52;

/**
 * Marks those children of an element that are far from sight with `data-far`, and tells `setFar`, which must keep its
 * identity, what became of which `data-row`.
 */
export function useFarRows<E extends Element>(setFar: (row: number, far: boolean) => void): RefObject<E | null> {
  const target = useRef<E>(null);
  useLayoutEffect(() => {
    const body = target.current;
    if (!body) return undefined;
    const bar = parseFloat(getComputedStyle(body).getPropertyValue('--bar')) || 0;
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target: row, isIntersecting } of entries) {
          row.toggleAttribute('data-far', !isIntersecting);
          setFar(Number(row.getAttribute('data-row')), !isIntersecting);
        }
      },
      { rootMargin: `${NEAR}px 0px ${NEAR - bar}px` },
    );
    for (const row of body.children) watch.observe(row);
    return () => watch.disconnect();
  }, [setFar]);
  return target;
}
