// Depth view of a market: chart, level under the crosshair, and a cost estimate.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { FeedStatus, FreshZone } from '../../../components/market/feed-status.tsx';
import { baseSymbol, quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { IN_REPLAY } from '../../../lib/replay-address.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSignalEffect } from '../../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { DepthController, type ReadingField } from './depth-controller.ts';
import { DepthEstimate } from './depth-estimate.tsx';
import styles from './depth.module.css';

export function DepthPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [controller, setController] = useState<DepthController | null>(null);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const created = new DepthController(canvas.current, instrument, t);
    setController(created);
    return () => created.dispose();
  }, [instrument, t]);
  return (
    <div className={styles.pane} data-testid="depth">
      {controller && <DepthHead controller={controller} />}
      <FreshZone className={styles.plot} {...(controller && { freshness: controller.freshness })}>
        <canvas ref={canvas} className={styles.canvas} role="img" tabIndex={0} />
        {controller && (
          <>
            <AccessibleSummary controller={controller} />
            <Reading controller={controller} instrument={instrument} />
            <DepthState controller={controller} />
          </>
        )}
      </FreshZone>
      {controller && <DepthEstimate controller={controller} instrument={instrument} />}
    </div>
  );
}

function DepthHead({ controller }: { controller: DepthController }) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <FeedStatus freshness={controller.freshness} quiet />
      <dl className={styles.figures}>
        <dt>{t('depth.mid')}</dt>
        <dd>
          <LiveText text={controller.mid} />
        </dd>
        <dt>{t('depth.spread')}</dt>
        <dd>
          <LiveText text={controller.spread} />
        </dd>
      </dl>
      <div className={styles.zoom} role="group" aria-label={t('depth.zoom')}>
        <IconButton label={t('depth.wider')} onClick={() => controller.zoomStep(false)}>
          <Icon name="minus" size={18} />
        </IconButton>
        <span className={styles.range}>
          ±<LiveText text={controller.range} />
        </span>
        <IconButton label={t('depth.narrower')} onClick={() => controller.zoomStep(true)}>
          <Icon name="plus" size={18} />
        </IconButton>
      </div>
    </div>
  );
}

/** The chart for screen readers: the canvas' label, and an announcement when a key moved the crosshair. */
function AccessibleSummary({ controller }: { controller: DepthController }) {
  const words = useSignalEffect<HTMLSpanElement>(
    useCallback(
      (element) => {
        element.parentElement?.querySelector('canvas')?.setAttribute('aria-label', controller.summary.value);
      },
      [controller],
    ),
  );
  return (
    <span ref={words} className="visually-hidden" role="status">
      <LiveText text={controller.announcement} ltr={false} />
    </span>
  );
}

function Reading({ controller, instrument }: { controller: DepthController; instrument: Instrument }) {
  const { t } = useTranslation();
  const box = useSignalEffect<HTMLDListElement>(
    useCallback(
      (element) => {
        element.hidden = controller.side.value === '';
        element.dataset['side'] = controller.side.value;
        element.dataset['place'] = controller.readingPlace.value;
      },
      [controller],
    ),
  );
  const rows: [ReadingField, string][] = [
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
        <Fact key={cell} label={label}>
          <LiveText text={controller.readingTexts[cell]} />
        </Fact>
      ))}
    </dl>
  );
}

function DepthState({ controller }: { controller: DepthController }) {
  const { t } = useTranslation();
  const phase = useSignalValue(controller.phase);
  if (phase === 'live') return null;
  if (phase === 'loading')
    return (
      <div className={styles.state}>
        <Skeleton width="100%" height="100%" />
      </div>
    );
  return (
    <p className={styles.trouble} role="status" data-phase={phase}>
      {t(IN_REPLAY && phase === 'empty' ? 'book.notRecorded' : `book.${phase}`)}
    </p>
  );
}
