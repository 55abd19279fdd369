// Replays an order from the ticks of its proof, with strike price, win zone, expiry and result.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { instrumentById } from '../../../stores/market/instruments.ts';
import type { TickPoint } from '../../../stores/market/index-ticks.ts';
import { Button } from '../../../ui/button.tsx';
import { type ChartLabels, drawTicks } from '../chart/draw-ticks.ts';
import { prepareCanvas } from '../chart/canvas-surface.ts';
import { priceText } from '../../../stores/market/figures.ts';
import { axisPriceText } from '../seconds-text.ts';
import styles from '../seconds.module.css';
import { type ChartedOrder, tickScale } from '../chart/tick-scale.ts';
import type { ProofFile } from './proof-check.ts';

/** Duration of the animation, whatever the order's period. */
const PLAY_MS = 6_000;

export function SettlementReplay({ file }: { file: ProofFile }) {
  const { t } = useTranslation();
  const [playCount, setPlayCount] = useState(0);
  const { order } = file;
  const { coinInfoId, strikePrice, executionPrice, result } = order;
  const labels = useMemo<ChartLabels>(
    () => ({
      strike: t('seconds.strikeAt', { price: priceText(strikePrice, coinInfoId) }),
      expiry: t('seconds.expiry'),
      price: (price) => axisPriceText(price, coinInfoId),
    }),
    [t, strikePrice, coinInfoId],
  );
  return (
    <figure className={styles.replay} data-testid="replay">
      <ReplayCanvas
        key={playCount}
        file={file}
        labels={labels}
        name={t('seconds.replayLabel', { pair: instrumentById(coinInfoId)?.info.pair ?? '' })}
      />
      <figcaption>
        <span>
          <b data-tone={result === 'win' ? 'up' : result === 'lose' ? 'down' : undefined}>
            {result !== '' && t(`seconds.result.${result}`)}
          </b>{' '}
          <span className="num">{priceText(executionPrice, coinInfoId)}</span>
        </span>
        <Button small onClick={() => setPlayCount(playCount + 1)}>
          {t('seconds.replayAgain')}
        </Button>
      </figcaption>
    </figure>
  );
}

/** Plays the animation once. */
function ReplayCanvas({ file, labels, name }: { file: ProofFile; labels: ChartLabels; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    return element ? play(element, file, labels) : undefined;
  }, [file, labels]);
  return <canvas ref={canvas} className={styles.chart} role="img" aria-label={name} />;
}

/** The ticks of a proof as points of the chart. */
export function proofPoints({ proof }: ProofFile): TickPoint[] {
  return proof.around.map(({ seq, ts, price }) => ({ seq, ts, price, value: Number(price) }));
}

/** The order at time `ms`: without strike price before its tick. */
export function orderAt({ order, proof }: ProofFile, ms: number): ChartedOrder {
  return {
    openTime: order.openTime,
    expirationTime: order.openTime + order.period * 1000,
    strikePrice: ms < proof.strike.ts ? '' : order.strikePrice,
    direction: order.direction,
  };
}

/**
 * Plays until the end or until the returned function is called. With reduced motion the end is drawn
 * at once.
 */
function play(canvas: HTMLCanvasElement, file: ProofFile, labels: ChartLabels): () => void {
  const points = proofPoints(file);
  const fullOrder = orderAt(file, Infinity);
  const startStamp = matchMedia('(prefers-reduced-motion: reduce)').matches ? -Infinity : performance.now();
  let frame = 0;
  const draw = (): void => {
    const surface = prepareCanvas(canvas);
    const scale = surface && tickScale(points, fullOrder, surface.width, surface.height);
    const share = Math.min(1, (performance.now() - startStamp) / PLAY_MS);
    if (share < 1) frame = requestAnimationFrame(draw);
    if (!surface || !scale) return;
    const nowMs = scale.fromMs + (scale.toMs - scale.fromMs) * share;
    drawTicks(
      { ...surface, scale },
      share < 1 ? points.filter(({ ts }) => ts <= nowMs) : points,
      orderAt(file, share < 1 ? nowMs : Infinity),
      labels,
    );
  };
  frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}
