// The user's chart style: stored by the browser, applied to every chart, updated by chart gestures.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { useEffect } from 'react';
import type { ChartStyle } from '../../../chart/api.ts';
import { resetItem, stored } from '../../stores/device/storage.ts';
import { supportedTimeZone } from '../../lib/time-zones.ts';
import type { ChartController } from './chart-controller.ts';

const storedStyle = stored('fxproChartStyle');
const storedPaneShares = stored('fxproChartPanes');
/** Not stored: a manual price range belongs to the visible candles. */
const autoScale = signal(true);

/** The chart's style, and whether drawings snap to candles. */
export interface UserChartStyle extends ChartStyle {
  magnet: boolean;
}

export const userChartStyle: ReadonlySignal<UserChartStyle> = computed(() => ({
  ...storedStyle.value,
  timeZone: supportedTimeZone(storedStyle.value.timeZone),
  autoScale: autoScale.value,
}));

function styleOf({ candles, axis, inverted, autoScale: auto, timeZone }: UserChartStyle): ChartStyle {
  return { candles, axis, inverted, autoScale: auto, timeZone };
}

export function updateChartStyle({ autoScale: auto, ...change }: Partial<UserChartStyle>): void {
  if (auto !== undefined) autoScale.value = auto;
  if (Object.keys(change).length > 0) storedStyle.value = { ...storedStyle.peek(), ...change };
}

/** Restores the defaults of the style and of the pane heights. */
export function resetChartStyle(): void {
  autoScale.value = true;
  resetItem('fxproChartStyle');
  resetItem('fxproChartPanes');
}

/** The magnet setting of a drawing session. */
interface MagnetSetting {
  readonly magnet: ReadonlySignal<boolean>;
  setMagnet(on: boolean): void;
}

/** Keeps the stored magnet setting and that of the drawings equal, in both directions. */
export function useMagnet(drawings: MagnetSetting | null): void {
  useEffect(() => {
    if (!drawings) return undefined;
    drawings.setMagnet(storedStyle.peek().magnet);
    const stops = [
      drawings.magnet.subscribe((magnet) => {
        if (magnet !== storedStyle.peek().magnet) updateChartStyle({ magnet });
      }),
      userChartStyle.subscribe(({ magnet }) => {
        if (magnet !== drawings.magnet.peek()) drawings.setMagnet(magnet);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [drawings]);
}

let scaledChart = '';

/** Turns automatic scaling on when other candles are shown: a manual range does not fit their prices. */
function resetScaleFor(shown: string): void {
  if (shown !== scaledChart) updateChartStyle({ autoScale: true });
  scaledChart = shown;
}

/**
 * Applies style and pane heights to the chart, and stores what gestures change. `shown` identifies
 * market and interval.
 */
export function useChartStyle(controller: ChartController | null, shown: string): void {
  useEffect(() => resetScaleFor(shown), [shown]);
  useEffect(() => {
    if (!controller) return undefined;
    const stops = [
      userChartStyle.subscribe((now) => controller.set('setStyle', styleOf(now))),
      storedPaneShares.subscribe((shares) => controller.set('setPaneShares', shares)),
      controller.onEvent((event) => {
        if (event.kind === 'autoScale') autoScale.value = event.on;
        else if (event.kind === 'panes') storedPaneShares.value = event.shares;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [controller]);
}
