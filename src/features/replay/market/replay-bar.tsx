// The banner with the moment that is shown, and the controls that move it.
import { computed } from '@preact/signals-react';
import { useEffect, useMemo, useState } from 'react';
import { isTimeInterval } from '../../../../core/units/time.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { pastRefused } from '../../../stores/market/past-refusal.ts';
import { languageCode } from '../../../stores/device/language.ts';
import { stored } from '../../../stores/device/storage.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { Stroke } from '../../../ui/stroke.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { JumpSheet } from './jump-sheet.tsx';
import { momentText } from './moment-text.ts';
import { type PastPlayer, SPEEDS } from './past-player.ts';
import styles from './replay-bar.module.css';

const ICON = {
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  event: 'M6 5v14l9-7zM19 5v14',
  bar: 'M4 5v14l7-7zM11 5v14l7-7zM20 5v14',
  jump: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
} as const;

export interface ReplayBarProps {
  player: PastPlayer;
  pair: string;
  onLeave: () => void;
  /** Called before a jump; false: the jump is not offered. */
  mayJump: () => boolean;
}

export function ReplayBar({ player, pair, onLeave, mayJump }: ReplayBarProps) {
  const { t } = useTranslation();
  const [jumping, setJumping] = useState(false);
  useReplayKeys(player);
  return (
    <section className={styles.bar} aria-label={t('past.controls')} data-testid="replay-bar">
      <Banner key={languageCode()} player={player} pair={pair} />
      <div className={styles.controls}>
        <Steps player={player} />
        <Speed player={player} />
        <IconButton
          label={t('past.jump')}
          aria-haspopup="dialog"
          onClick={() => mayJump() && setJumping(true)}
          data-testid="past-jump"
        >
          <Stroke path={ICON.jump} size={22} />
        </IconButton>
        <span className={styles.leave}>
          <Button small onClick={onLeave} data-testid="past-leave">
            {t('past.leave')}
          </Button>
        </span>
      </div>
      <Knowledge player={player} />
      <JumpSheet open={jumping} onClose={() => setJumping(false)} player={player} />
    </section>
  );
}

/** Plays, or goes one event or one bar further. */
function Steps({ player }: { player: PastPlayer }) {
  const { t } = useTranslation();
  const playing = useSignalValue(player.playing);
  const phase = useSignalValue(player.phase);
  const ended = useSignalValue(useMemo(() => computed(() => player.status.value?.ended ?? false), [player]));
  const interval = useSignalValue(stored('fxproInterval'));
  const shown = useSignalValue(useMemo(() => computed(() => player.status.value !== null), [player]));
  // A jump that was refused leaves the moment that was shown.
  const disabled = !shown || phase === 'loading' || ended;
  return (
    <>
      <IconButton
        label={t(playing ? 'replay.pause' : 'replay.play')}
        disabled={disabled}
        onClick={() => player.toggle()}
        data-testid="past-play"
      >
        <Stroke path={playing ? ICON.pause : ICON.play} size={22} />
      </IconButton>
      <IconButton
        label={t('past.event')}
        disabled={disabled}
        onClick={() => void player.stepEvent()}
        data-testid="past-event"
      >
        <Stroke path={ICON.event} size={22} />
      </IconButton>
      {isTimeInterval(interval) && (
        <IconButton
          label={t('past.bar', { interval })}
          disabled={disabled}
          onClick={() => void player.stepBar(interval)}
          data-testid="past-bar"
        >
          <Stroke path={ICON.bar} size={22} />
        </IconButton>
      )}
    </>
  );
}

function Speed({ player }: { player: PastPlayer }) {
  const { t } = useTranslation();
  const speed = useSignalValue(player.speed);
  return (
    <Select
      className={styles.speed}
      aria-label={t('replay.speed')}
      value={String(speed)}
      data-testid="past-speed"
      onChoose={(times) => player.setSpeed(Number(times))}
    >
      {SPEEDS.map((times) => (
        <option key={times} value={times}>{`×${times}`}</option>
      ))}
    </Select>
  );
}

/** The moment as text nodes: it changes with every frame. */
function Banner({ player, pair }: { player: PastPlayer; pair: string }) {
  const { t } = useTranslation();
  const moment = useMemo(() => computed(() => momentText(player.atMs.value)), [player]);
  const speed = useMemo(() => computed(() => `×${player.speed.value}`), [player]);
  return (
    <h1 className={styles.banner}>
      <strong>{t('past.banner')}</strong>
      <b className="num">{pair}</b>
      <bdi data-testid="past-moment-text">
        <LiveText text={moment} ltr={false} />
      </bdi>
      <LiveText text={speed} />
    </h1>
  );
}

/** What the moment is known from, and what went wrong. */
function Knowledge({ player }: { player: PastPlayer }) {
  const { t } = useTranslation();
  const phase = useSignalValue(player.phase);
  const text = useSignalValue(
    useMemo(
      () =>
        computed(() => {
          const status = player.status.value;
          if (!status) return '';
          const gap = status.gap && { from: momentText(status.gap[0]), to: momentText(status.gap[1]) };
          if (gap) return t('past.gap', gap);
          if (status.ended) return t('past.ended');
          if (status.known === 'candles')
            return Number.isNaN(status.recordedFromMs)
              ? t('past.candlesOnly')
              : t('past.candles', { time: momentText(status.recordedFromMs) });
          return status.known === 'gap' ? t('past.noBook') : '';
        }),
      [player, t],
    ),
  );
  const isPastRefused = useSignalValue(pastRefused);
  const trouble = phase === 'ready' ? '' : t(`past.phase.${phase}`);
  return (
    <p className={styles.note} role="status" data-trouble={trouble === '' ? undefined : ''}>
      {trouble || text || (isPastRefused && t('kline.pastRefused'))}
    </p>
  );
}

/** Space plays and pauses, "." plays the next event, ">" the next candle, where no control has the focus. */
function useReplayKeys(player: PastPlayer): void {
  useEffect(() => {
    const off = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        const target = event.target as HTMLElement;
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (target.closest('input, select, textarea, button, a, dialog')) return;
        if (event.key === ' ') player.toggle();
        else if (event.key === '.') void player.stepEvent();
        else if (event.key === '>') void player.stepBar(stored('fxproInterval').peek());
        else return;
        event.preventDefault();
      },
      { signal: off.signal },
    );
    return () => off.abort();
  }, [player]);
}
