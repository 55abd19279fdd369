// The live line of the index on a canvas of its own: drawn when a tick, the order, the size or the theme changes, at
// most once a frame.
import { effect } from '@preact/signals-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ticksOf } from '../../../stores/market/index-ticks.ts';
import { stored } from '../../../stores/device/storage.ts';
import { type Labels, drawTicks } from './draw-ticks.ts';
import { paperOf } from './canvas.ts';
import { priceText } from '../seconds-text.ts';
import styles from '../seconds.module.css';
import { scaleOf } from './tick-picture.ts';

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
  const labels = useMemo<Labels>(
    () => ({ strike: t('seconds.strikeAt', { price: priceText(strike, coinInfoId) }), expiry: t('seconds.expiry') }),
    [t, strike, coinInfoId],
  );
  useLayoutEffect(() => {
    const element = canvas.current;
    return element ? follow(element, coinInfoId, order, labels) : undefined;
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

/** Draws until it is stopped. */
function follow(canvas: HTMLCanvasElement, coinInfoId: number, order: SecondsOrder | null, labels: Labels): () => void {
  const ticks = ticksOf(coinInfoId);
  let frame = 0;
  const draw = (): void => {
    frame = 0;
    paint(canvas, ticks.peek(), order, labels);
  };
  const ask = (): void => {
    frame ||= requestAnimationFrame(draw);
  };
  const stop = effect(() => {
    void [ticks.value, stored('fxproTheme').value, stored('fxproUpDown').value, stored('fxproPalette').value];
    ask();
  });
  const sizes = new ResizeObserver(ask);
  sizes.observe(canvas);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', ask);
  return () => {
    stop();
    sizes.disconnect();
    dark.removeEventListener('change', ask);
    cancelAnimationFrame(frame);
  };
}

function paint(
  canvas: HTMLCanvasElement,
  points: Parameters<typeof drawTicks>[2],
  order: SecondsOrder | null,
  labels: Labels,
): void {
  const paper = paperOf(canvas);
  const scale = paper && scaleOf(points, order, paper.width, paper.height);
  if (paper && scale) drawTicks(paper.ctx, scale, points, order, paper.pen, labels);
}
