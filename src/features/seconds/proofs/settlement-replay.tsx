// An order drawn again from the ticks of its proof: its line as it went, with strike, win zone, expiry and what came of
// it.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { instrumentById } from '../../../stores/market/instruments.ts';
import type { TickPoint } from '../../../stores/market/index-ticks.ts';
import { Button } from '../../../ui/button.tsx';
import { type Labels, drawTicks } from '../chart/draw-ticks.ts';
import { paperOf } from '../chart/canvas.ts';
import type { ProofFile } from './proof-check.ts';
import { priceText } from '../seconds-text.ts';
import styles from '../seconds.module.css';
import { type Shown, scaleOf } from '../chart/tick-picture.ts';

/** The whole life of an order takes this long. */
const PLAY_MS = 6_000;

export function Replay({ file }: { file: ProofFile }) {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  const { order } = file;
  const { coinInfoId, strikePrice, executionPrice, result } = order;
  const labels = useMemo<Labels>(
    () => ({
      strike: t('seconds.strikeAt', { price: priceText(strikePrice, coinInfoId) }),
      expiry: t('seconds.expiry'),
    }),
    [t, strikePrice, coinInfoId],
  );
  return (
    <figure className={styles.replay} data-testid="replay">
      <Film
        key={turn}
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
        <Button small onClick={() => setTurn(turn + 1)}>
          {t('seconds.replayAgain')}
        </Button>
      </figcaption>
    </figure>
  );
}

/** Plays once. */
function Film({ file, labels, name }: { file: ProofFile; labels: Labels; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    return element ? play(element, file, labels) : undefined;
  }, [file, labels]);
  return <canvas ref={canvas} className={styles.chart} role="img" aria-label={name} />;
}

/** Ticks of a proof as points of the picture. */
export function pointsOf({ proof }: ProofFile): TickPoint[] {
  return proof.around.map(({ seq, ts, price }) => ({ seq, ts, price, value: Number(price) }));
}

/** The order as it was at `ms`: its strike is not known before its tick. */
export function shownAt({ order, proof }: ProofFile, ms: number): Shown {
  return {
    openTime: order.openTime,
    expirationTime: order.openTime + order.period * 1000,
    strikePrice: ms < proof.strike.ts ? '' : order.strikePrice,
    direction: order.direction,
  };
}

/** Plays until it is over or stopped; who wants less motion gets the end at once. */
function play(canvas: HTMLCanvasElement, file: ProofFile, labels: Labels): () => void {
  const points = pointsOf(file);
  const whole = shownAt(file, Infinity);
  const startStamp = matchMedia('(prefers-reduced-motion: reduce)').matches ? -Infinity : performance.now();
  let frame = 0;
  const draw = (): void => {
    const paper = paperOf(canvas);
    const scale = paper && scaleOf(points, whole, paper.width, paper.height);
    const share = Math.min(1, (performance.now() - startStamp) / PLAY_MS);
    if (share < 1) frame = requestAnimationFrame(draw);
    if (!paper || !scale) return;
    const nowMs = scale.fromMs + (scale.toMs - scale.fromMs) * share;
    drawTicks(
      paper.ctx,
      scale,
      share < 1 ? points.filter(({ ts }) => ts <= nowMs) : points,
      shownAt(file, share < 1 ? nowMs : Infinity),
      paper.pen,
      labels,
    );
  };
  frame = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(frame);
}
