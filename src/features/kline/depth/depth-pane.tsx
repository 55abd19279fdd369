// The depth of a market: the picture with its head and reading, and what a fill would cost below it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { FeedLight, FreshZone } from '../../../components/market/feed-status.tsx';
import { baseSymbol, quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useLive } from '../../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { DepthDesk, type ReadingCell } from './depth-controller.ts';
import { DepthEstimate } from './depth-estimate.tsx';
import styles from './depth.module.css';

export function DepthPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [desk, setDesk] = useState<DepthDesk | null>(null);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const made = new DepthDesk(canvas.current, instrument, t);
    setDesk(made);
    return () => made.destroy();
  }, [instrument, t]);
  return (
    <div className={styles.pane} data-testid="depth">
      {desk && <DepthHead desk={desk} />}
      <FreshZone className={styles.plot} {...(desk && { pane: desk.shown })}>
        <canvas ref={canvas} className={styles.canvas} role="img" tabIndex={0} />
        {desk && (
          <>
            <Summary desk={desk} />
            <Reading desk={desk} instrument={instrument} />
            <DepthState desk={desk} />
          </>
        )}
      </FreshZone>
      {desk && <DepthEstimate desk={desk} instrument={instrument} />}
    </div>
  );
}

function DepthHead({ desk }: { desk: DepthDesk }) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <FeedLight pane={desk.shown} quiet />
      <dl className={styles.figures}>
        <dt>{t('depth.mid')}</dt>
        <dd>
          <LiveText text={desk.mid} />
        </dd>
        <dt>{t('depth.spread')}</dt>
        <dd>
          <LiveText text={desk.spread} />
        </dd>
      </dl>
      <div className={styles.zoom} role="group" aria-label={t('depth.zoom')}>
        <IconButton label={t('depth.wider')} onClick={() => desk.zoomStep(false)}>
          <Icon name="minus" size={18} />
        </IconButton>
        <span className={styles.range}>
          ±<LiveText text={desk.range} />
        </span>
        <IconButton label={t('depth.narrower')} onClick={() => desk.zoomStep(true)}>
          <Icon name="plus" size={18} />
        </IconButton>
      </div>
    </div>
  );
}

/** The picture in words: on the canvas for those who come to it, and aloud when a key moved the crosshair. */
function Summary({ desk }: { desk: DepthDesk }) {
  const words = useLive<HTMLSpanElement>(
    useCallback(
      (element) => {
        element.parentElement?.querySelector('canvas')?.setAttribute('aria-label', desk.summary.value);
      },
      [desk],
    ),
  );
  return (
    <span ref={words} className="visually-hidden" role="status">
      <LiveText text={desk.spoken} ltr={false} />
    </span>
  );
}

function Reading({ desk, instrument }: { desk: DepthDesk; instrument: Instrument }) {
  const { t } = useTranslation();
  const box = useLive<HTMLDListElement>(
    useCallback(
      (element) => {
        element.hidden = desk.side.value === '';
        element.dataset['side'] = desk.side.value;
        element.dataset['place'] = desk.place.value;
      },
      [desk],
    ),
  );
  const rows: [ReadingCell, string][] = [
    ['price', t('depth.price')],
    ['base', t('depth.sum')],
    ['quote', t('depth.value')],
    ['average', t('depth.average')],
    ['slippage', t('depth.slippageIn', { coin: quoteSymbol(instrument.info) })],
  ];
  return (
    <dl
      ref={box}
      className={styles.reading}
      hidden
      data-testid="depth-reading"
      aria-label={t('depth.reading', { coin: baseSymbol(instrument.info) })}
    >
      {rows.map(([cell, label]) => (
        <div key={cell}>
          <dt>{label}</dt>
          <dd>
            <LiveText text={desk.cells[cell]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function DepthState({ desk }: { desk: DepthDesk }) {
  const { t } = useTranslation();
  const phase = useSignalValue(desk.phase);
  if (phase === 'live') return null;
  if (phase === 'loading')
    return (
      <div className={styles.state}>
        <Skeleton width="100%" height="100%" />
      </div>
    );
  return (
    <p className={styles.trouble} role="status" data-phase={phase}>
      {t(`book.${phase}`)}
    </p>
  );
}
