// The live index chart on a canvas.
// Redrawn at most once per frame, on a new tick, order, size or theme.
import { effect } from '@preact/signals-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ticksOf } from '../../../stores/market/index-ticks.ts';
import { stored } from '../../../stores/device/storage.ts';
import { priceText } from '../../../stores/market/figures.ts';
import { axisPriceText } from '../seconds-text.ts';
import styles from '../seconds.module.css';
import { type ChartLabels, drawTicks } from './draw-ticks.ts';
import { prepareCanvas } from './canvas-surface.ts';
import { tickScale } from './tick-scale.ts';

export interface TickChartProps {
  coinInfoId: number;
  pair: string;
  /** The running order whose lines are drawn. */
  order: SecondsOrder | null;
}

export function TickChart({ coinInfoId, pair, order }: TickChartProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const strike = order?.strikePrice ?? '';
  const labels = useMemo<ChartLabels>(
    () => ({
      strike: t('seconds.strikeAt', { price: priceText(strike, coinInfoId) }),
      expiry: t('seconds.expiry'),
      price: (price) => axisPriceText(price, coinInfoId),
    }),
    [t, strike, coinInfoId],
  );
  useLayoutEffect(() => {
    const element = canvas.current;
    return element ? redrawOnChanges(element, coinInfoId, order, labels) : undefined;
  }, [coinInfoId, order, labels]);
  return (
    <canvas
      ref={canvas}
      className={styles.chart}
      role="img"
      aria-label={t('seconds.chart', { pair })}
      data-testid="tick-chart"
    />
  );
}

/** Redraws on changes until the returned function is called. */
function redrawOnChanges(
  canvas: HTMLCanvasElement,
  coinInfoId: number,
  order: SecondsOrder | null,
  labels: ChartLabels,
): () => void {
  const ticks = ticksOf(coinInfoId);
  let frame = 0;
  const draw = (): void => {
    frame = 0;
    paint(canvas, ticks.peek(), order, labels);
  };
  const requestDraw = (): void => {
    frame ||= requestAnimationFrame(draw);
  };
  const stop = effect(() => {
    void [ticks.value, stored('fxproTheme').value, stored('fxproUpDown').value, stored('fxproPalette').value];
    requestDraw();
  });
  const sizes = new ResizeObserver(requestDraw);
  sizes.observe(canvas);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', requestDraw);
  return () => {
    stop();
    sizes.disconnect();
    dark.removeEventListener('change', requestDraw);
    cancelAnimationFrame(frame);
  };
}

function paint(
  canvas: HTMLCanvasElement,
  points: Parameters<typeof drawTicks>[1],
  order: SecondsOrder | null,
  labels: ChartLabels,
): void {
  const surface = prepareCanvas(canvas);
  const scale = surface && tickScale(points, order, surface.width, surface.height);
  if (surface && scale) drawTicks({ ...surface, scale }, points, order, labels);
}
