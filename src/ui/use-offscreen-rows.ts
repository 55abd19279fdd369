// Tracks which rows are off screen: they are neither written nor laid out until they come near.
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Rows within this distance of the viewport are rendered, in px: what a finger scrolls in a frame or two. The bar at
 * its lower edge (`--foot` tall) is part of the margin.
 */
const MARGIN_PX = 52;

/**
 * Marks off-screen children of an element with `data-far` and calls `setOffscreen`, which must be referentially stable,
 * with their `data-row`.
 */
export function useOffscreenRows<E extends Element>(
  setOffscreen: (row: number, far: boolean) => void,
): RefObject<E | null> {
  const target = useRef<E>(null);
  useEffect(() => {
    const body = target.current;
    if (!body) return undefined;
    const bar = parseFloat(getComputedStyle(body).getPropertyValue('--foot')) || 0;
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target: row, isIntersecting } of entries) {
          row.toggleAttribute('data-far', !isIntersecting);
          setOffscreen(Number(row.getAttribute('data-row')), !isIntersecting);
        }
      },
      { rootMargin: `${MARGIN_PX}px 0px ${MARGIN_PX - bar}px` },
    );
    for (const row of body.children) watch.observe(row);
    return () => watch.disconnect();
  }, [setOffscreen]);
  return target;
}
