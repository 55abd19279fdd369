// What moves a replay: play and pause, one message further, the speed, a line of time with marks on it.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import type { ReplayInfo } from '../../../core/worker-protocol/replay-protocol.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useLive } from '../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { MOST_MARKS, type PageMark, type ReplayDesk, SPEEDS } from './replay-controller.ts';
import styles from './replay.module.css';

export function ReplayControls({ desk, info }: { desk: ReplayDesk; info: ReplayInfo }) {
  const { t } = useTranslation();
  const playing = useSignalValue(desk.playing);
  const speed = useSignalValue(desk.speed);
  const ended = useSignalValue(useMemo(() => computed(() => desk.status.value.ended), [desk]));
  const full = useSignalValue(desk.own).length >= MOST_MARKS;
  return (
    <section className={styles.card} aria-label={t('replay.controls')}>
      <TimeLine desk={desk} info={info} />
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => desk.toggle()} data-testid="replay-play">
          {t(playing ? 'replay.pause' : 'replay.play')}
        </Button>
        <Button disabled={ended} onClick={() => void desk.step()} data-testid="replay-step">
          {t(ended ? 'replay.ended' : 'replay.step')}
        </Button>
        <Button disabled={full} onClick={() => desk.mark()}>
          {t(full ? 'replay.marksFull' : 'replay.mark')}
        </Button>
      </div>
      <SelectField
        label={t('replay.speed')}
        testId="replay-speed"
        value={String(speed)}
        choices={SPEEDS.map((times) => ({ key: String(times), label: `${times}x` }))}
        onValue={(times) => desk.setSpeed(Number(times))}
      />
      <Marks desk={desk} info={info} />
    </section>
  );
}

/**
 * The end of the line of time lies so far behind the last message: a slider that stands on the first of several in one
 * ms can still be moved on.
 */
const PAST_LAST_MS = 1;

function TimeLine({ desk, info }: { desk: ReplayDesk; info: ReplayInfo }) {
  const { t } = useTranslation();
  const { firstMs, lastMs } = info;
  const slider = useLive<HTMLInputElement>(
    useCallback(
      (element) => {
        element.value = String(desk.status.value.atMs - firstMs);
        element.setAttribute('aria-valuetext', spanText(desk.status.value.atMs - firstMs));
      },
      [desk, firstMs],
    ),
  );
  const passed = useMemo(
    () => computed(() => `${spanText(desk.status.value.atMs - firstMs)} / ${spanText(lastMs - firstMs)}`),
    [desk, firstMs, lastMs],
  );
  const clock = useMemo(() => computed(() => clockText(desk.status.value.atMs)), [desk]);
  return (
    <div>
      <p className={styles.time}>
        <LiveText text={clock} />
        <LiveText text={passed} />
      </p>
      <input
        ref={slider}
        className={styles.slider}
        type="range"
        min={0}
        max={lastMs - firstMs + PAST_LAST_MS}
        step="any"
        defaultValue={0}
        aria-label={t('replay.place')}
        data-testid="replay-place"
        onChange={(event) => void desk.seek(firstMs + Number(event.currentTarget.value))}
      />
    </div>
  );
}

function Marks({ desk, info }: { desk: ReplayDesk; info: ReplayInfo }) {
  const { t } = useTranslation();
  const marks = useSignalValue(desk.marks);
  if (marks.length === 0) return null;
  return (
    <div className={styles.marks} role="group" aria-label={t('replay.marks')}>
      {marks.map((mark) => (
        <Button key={`${mark.kind} ${mark.atMs}`} small onClick={() => void desk.seek(mark.atMs)}>
          {markText(mark, info.firstMs, t)}
        </Button>
      ))}
    </div>
  );
}

function markText({ kind, atMs }: PageMark, firstMs: number, t: Translate): string {
  return t(`replay.at.${kind}`, { time: spanText(atMs - firstMs) });
}

/** Minutes, seconds and tenths. */
function spanText(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
}

/** The moment as the device's calendar and clock have it, to the millisecond. */
function clockText(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Figures of where it is: written as they change. */
export function ReplayFigures({ desk }: { desk: ReplayDesk }) {
  const { t } = useTranslation();
  const rows: [string, ReadonlySignal<string>][] = useMemo(
    () => [
      [t('replay.played'), computed(() => String(desk.status.value.played))],
      [t('replay.hash'), computed(() => desk.status.value.hash || '--')],
    ],
    [desk, t],
  );
  return (
    <dl className={styles.card} data-testid="replay-figures">
      {rows.map(([name, text]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>
            <LiveText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
