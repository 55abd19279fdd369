// How the chart looks, as the user wants it: kept by the browser, given to each chart, changed by the chart's own
// hands.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { ChartStyle } from '../../../../chart/api.ts';
import { resetItem, stored } from '../../../stores/device/storage.ts';
import type { ChartController } from './chart-controller.ts';
import { knownZone } from '../settings/time-zones.ts';

const kept = stored('fxproChartStyle');
const panes = stored('fxproChartPanes');
/** Not kept: a range of prices belongs to what is in sight. */
const autoScale = signal(true);

/** A style, and whether drawings snap to candles. */
export interface Look extends ChartStyle {
  magnet: boolean;
}

export const look: ReadonlySignal<Look> = computed(() => ({
  ...kept.value,
  timeZone: knownZone(kept.value.timeZone),
  autoScale: autoScale.value,
}));

function styleOf({ candles, axis, inverted, autoScale: auto, timeZone }: Look): ChartStyle {
  return { candles, axis, inverted, autoScale: auto, timeZone };
}

export function changeLook({ autoScale: auto, ...change }: Partial<Look>): void {
  if (auto !== undefined) autoScale.value = auto;
  if (Object.keys(change).length > 0) kept.value = { ...kept.peek(), ...change };
}

/** Everything as it is on the first visit, heights of panes too. */
export function resetLook(): void {
  autoScale.value = true;
  resetItem('fxproChartStyle');
  resetItem('fxproChartPanes');
}

/** What the drawings of a chart know of the magnet. */
interface Magnetic {
  readonly magnet: ReadonlySignal<boolean>;
  setMagnet(on: boolean): void;
}

/** Joins the kept magnet with the one of the drawings, whichever is changed. */
export function useMagnet(drawings: Magnetic | null): void {
  useEffect(() => {
    if (!drawings) return undefined;
    drawings.setMagnet(kept.peek().magnet);
    const stops = [
      drawings.magnet.subscribe((magnet) => {
        if (magnet !== kept.peek().magnet) changeLook({ magnet });
      }),
      look.subscribe(({ magnet }) => {
        if (magnet !== drawings.magnet.peek()) drawings.setMagnet(magnet);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [drawings]);
}

let fitted = '';

/** Other candles have other prices: a range that was held for those before is let go. */
function fitPrices(shown: string): void {
  if (shown !== fitted) changeLook({ autoScale: true });
  fitted = shown;
}

/**
 * Gives the chart its look and the heights of its panes, and keeps what the hand makes of them. `shown` names its
 * candles.
 */
export function useLook(controller: ChartController | null, shown: string): void {
  useEffect(() => fitPrices(shown), [shown]);
  useEffect(() => {
    if (!controller) return undefined;
    const stops = [
      look.subscribe((now) => controller.set('setStyle', styleOf(now))),
      panes.subscribe((shares) => controller.set('setPaneShares', shares)),
      controller.listen((event) => {
        if (event.kind === 'autoScale') autoScale.value = event.on;
        else if (event.kind === 'panes') panes.value = event.shares;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [controller]);
}
