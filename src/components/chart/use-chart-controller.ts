// A chart in an element of the page: its controller, and the name that screen readers give its canvas.
import { type RefCallback, type RefObject, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { vibrate } from '../../lib/haptics.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ChartController, type ShownChart } from './chart-controller.ts';

export interface HostedChart {
  /** Null before the chart is mounted. */
  controller: ChartController | null;
  host: RefObject<HTMLElement | null>;
  /** Ref of the element that the chart fills. */
  mount: RefCallback<HTMLElement>;
}

/** Shows a chart in the element of `mount`. `indicators` must keep its identity until it changes. */
export function useChartController({ instrument, interval, indicators, beginText = '' }: ShownChart): HostedChart {
  const [controller, setController] = useState<ChartController | null>(null);
  const host = useRef<HTMLElement | null>(null);
  const mount = useCallback((element: HTMLElement) => {
    const created = new ChartController(element);
    created.onEvent((event) => event.kind === 'haptic' && vibrate());
    host.current = element;
    // In a task of its own: the page is painted before the chart is built.
    startTransition(() => setController(created));
    return () => {
      host.current = null;
      created.dispose();
    };
  }, []);
  useEffect(
    () => controller?.show({ instrument, interval, indicators, beginText }),
    [controller, instrument, interval, indicators, beginText],
  );
  return { controller, host, mount };
}

/**
 * Keeps role, name and description on the canvas in `host`, which is replaced when drawing moves to another thread.
 * `helpId`: element that describes the keys.
 */
export function useCanvasLabel(host: RefObject<HTMLElement | null>, name: string, helpId?: string): void {
  const { t } = useTranslation();
  const kind = t('chart.kind');
  useEffect(() => {
    const { current } = host;
    if (!current) return undefined;
    const attributes = {
      role: 'application',
      'aria-roledescription': kind,
      'aria-label': name,
      ...(helpId !== undefined && { 'aria-describedby': helpId }),
    };
    const setAttributes = (): void => {
      const canvas = current.querySelector('canvas');
      for (const [attribute, value] of Object.entries(attributes)) canvas?.setAttribute(attribute, value);
    };
    const changes = new MutationObserver(setAttributes);
    changes.observe(current, { childList: true });
    setAttributes();
    return () => changes.disconnect();
  }, [host, kind, name, helpId]);
}
