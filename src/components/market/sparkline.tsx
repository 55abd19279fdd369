// Sparkline of a market's last 24 hours in the colour of its change; written by signals.
import { useCallback } from 'react';
import { sparks } from '../../stores/market/sparks.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { toneOf } from '../../ui/tone.ts';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { sparkPath } from './spark-path.ts';
import styles from './sparkline.module.css';

const WIDTH = 52;
const HEIGHT = 26;

export function Sparkline({ coinInfoId }: { coinInfoId: number }) {
  const write = useCallback(
    (path: SVGPathElement) => {
      path.setAttribute('d', sparkPath(sparks.value.get(coinInfoId) ?? [], WIDTH, HEIGHT));
    },
    [coinInfoId],
  );
  const colour = useCallback(
    (svg: SVGSVGElement) => {
      svg.dataset['tone'] = toneOf(tickerOf(coinInfoId).direction.value);
    },
    [coinInfoId],
  );
  return (
    <svg
      ref={useSignalEffect(colour)}
      className={styles.spark}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`}
      aria-hidden="true"
    >
      <path ref={useSignalEffect(write)} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  );
}
