// Controls of a replay: play, step, speed, timeline and marks.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import type { ReplayInfo } from '../../../core/worker-protocol/replay-protocol.ts';
import { clockText, dayText } from '../../lib/date-format.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { MAX_MARKS, type TimelineMark, type ReplayController, SPEEDS } from './replay-controller.ts';
import styles from './replay.module.css';

export function ReplayControls({ controller, info }: { controller: ReplayController; info: ReplayInfo }) {
  const { t } = useTranslation();
  const playing = useSignalValue(controller.playing);
  const speed = useSignalValue(controller.speed);
  const ended = useSignalValue(useMemo(() => computed(() => controller.status.value.ended), [controller]));
  const full = useSignalValue(controller.ownMarks).length >= MAX_MARKS;
  return (
    <section className="card" aria-label={t('replay.controls')}>
      <Timeline controller={controller} info={info} />
      <div className={styles.buttons}>
        <Button kind="primary" onClick={() => controller.toggle()} data-testid="replay-play">
          {t(playing ? 'replay.pause' : 'replay.play')}
        </Button>
        <Button disabled={ended} onClick={() => void controller.step()} data-testid="replay-step">
          {t(ended ? 'replay.ended' : 'replay.step')}
        </Button>
        <Button disabled={full} onClick={() => controller.addMark()}>
          {t(full ? 'replay.marksFull' : 'replay.mark')}
        </Button>
      </div>
      <SelectField
        label={t('replay.speed')}
        testId="replay-speed"
        value={String(speed)}
        choices={SPEEDS.map((times) => ({ key: String(times), label: `${times}x` }))}
        onValue={(times) => controller.setSpeed(Number(times))}
      />
      <Marks controller={controller} info={info} />
    </section>
  );
}

/**
 * Length added to the timeline: a slider at the first of several messages of the same ms can still be
 * moved forward.
 */
const PAST_LAST_MS = 1;

function Timeline({ controller, info }: { controller: ReplayController; info: ReplayInfo }) {
  const { t } = useTranslation();
  const { firstMs, lastMs } = info;
  const slider = useSignalEffect<HTMLInputElement>(
    useCallback(
      (element) => {
        element.value = String(controller.status.value.atMs - firstMs);
        element.setAttribute('aria-valuetext', durationText(controller.status.value.atMs - firstMs));
      },
      [controller, firstMs],
    ),
  );
  const passed = useMemo(
    () => computed(() => `${durationText(controller.status.value.atMs - firstMs)} / ${durationText(lastMs - firstMs)}`),
    [controller, firstMs, lastMs],
  );
  const clock = useMemo(() => computed(() => exactMomentText(controller.status.value.atMs)), [controller]);
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
        onChange={(event) => void controller.seek(firstMs + Number(event.currentTarget.value))}
      />
    </div>
  );
}

function Marks({ controller, info }: { controller: ReplayController; info: ReplayInfo }) {
  const { t } = useTranslation();
  const marks = useSignalValue(controller.marks);
  if (marks.length === 0) return null;
  return (
    <div className={styles.marks} role="group" aria-label={t('replay.marks')}>
      {marks.map((mark) => (
        <Button key={`${mark.kind} ${mark.atMs}`} small onClick={() => void controller.seek(mark.atMs)}>
          {markText(mark, info.firstMs, t)}
        </Button>
      ))}
    </div>
  );
}

function markText({ kind, atMs }: TimelineMark, firstMs: number, t: Translate): string {
  return t(`replay.at.${kind}`, { time: durationText(atMs - firstMs) });
}

/** Minutes, seconds and tenths: "1:05.3". */
function durationText(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
}

/** Local date and time with milliseconds. */
function exactMomentText(ms: number): string {
  const date = new Date(ms);
  return `${dayText(date)} ${clockText(ms)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Live figures of the position. */
export function ReplayFigures({ controller }: { controller: ReplayController }) {
  const { t } = useTranslation();
  const rows: [string, ReadonlySignal<string>][] = useMemo(
    () => [
      [t('replay.played'), computed(() => String(controller.status.value.played))],
      [t('replay.hash'), computed(() => controller.status.value.hash || '--')],
    ],
    [controller, t],
  );
  return (
    <dl className="facts" data-testid="replay-figures">
      {rows.map(([name, text]) => (
        <Fact key={name} label={name}>
          <LiveText text={text} />
        </Fact>
      ))}
    </dl>
  );
}
