// Keeps a chart in the size, the theme, the visibility and the freshness of its element on the page.
import { effect } from '@preact/signals-react';
import type { ChartTheme } from '../../../chart/api.ts';
import type { ViewFreshness } from '../../stores/market/view-freshness.ts';
import { followTheme } from './follow-theme.ts';

interface SyncedChart {
  resize(widthPx: number, heightPx: number, pixelRatio: number): void;
  setVisible(visible: boolean): void;
  setTheme(theme: ChartTheme): void;
  setStale(stale: boolean): void;
}

/** Returns the function that stops. */
export function syncChart(chart: SyncedChart, element: HTMLElement, freshness: ViewFreshness): () => void {
  const resize = (): void => chart.resize(element.clientWidth, element.clientHeight, window.devicePixelRatio);
  const sizes = new ResizeObserver(resize);
  sizes.observe(element);
  const listeners = new AbortController();
  window.addEventListener('resize', resize, { signal: listeners.signal });
  let inViewport = true;
  const updateVisibility = (): void => chart.setVisible(inViewport && document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', updateVisibility, { signal: listeners.signal });
  const viewport = new IntersectionObserver((entries) => {
    inViewport = entries.at(-1)?.isIntersecting ?? true;
    updateVisibility();
  });
  viewport.observe(element);
  resize();
  const stops = [
    followTheme((theme) => chart.setTheme(theme)),
    effect(() => chart.setStale(freshness.fresh.value !== 'live')),
  ];
  return () => {
    sizes.disconnect();
    viewport.disconnect();
    listeners.abort();
    for (const stop of stops) stop();
  };
}
