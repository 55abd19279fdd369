// Replays a recording of the flight recorder through the market data pipeline. Needs no account.
import { type DragEvent, useEffect, useMemo, useState } from 'react';
import type { ReplayInfo, ReplayProblem } from '../../../core/worker-protocol/replay-protocol.ts';
import { marketWorker } from '../../api/market-worker.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { replayInChart } from '../../stores/device/handed-recording.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/fields/file-button.tsx';
import { Working } from '../../ui/fields/working.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { PastChoice } from './past-choice.tsx';
import { ReplayControls, ReplayFigures } from './replay-controls.tsx';
import { ReplayController } from './replay-controller.ts';
import { ReplayMarket, recordedMarkets } from './replay-market.tsx';
import styles from './replay.module.css';

/** Most problems shown at once. */
const MAX_PROBLEMS = 5;

export function ReplayPage() {
  const { t } = useTranslation();
  const [controller] = useState(() => new ReplayController());
  const phase = useSignalValue(controller.phase);
  const info = useSignalValue(controller.info);
  useEffect(() => controller.enter(), [controller]);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void controller.load(file);
  };
  return (
    <>
      <PageHeader title={t('title.replay')} />
      <main className={styles.page} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {info === null && <PastChoice />}
        <RecordingChoice controller={controller} busy={phase === 'loading'} first={info === null} />
        {info && <ReplayPlayer key={`${info.firstMs} ${info.count}`} controller={controller} info={info} />}
      </main>
    </>
  );
}

/** Chooses a recording: a file, or what the recorder of this page holds. */
function RecordingChoice({ controller, busy, first }: { controller: ReplayController; busy: boolean; first: boolean }) {
  const { t } = useTranslation();
  const phase = useSignalValue(controller.phase);
  const refusal = useSignalValue(controller.refusal);
  const [emptyRecording, setEmptyRecording] = useState(false);
  const playPageRecording = async (): Promise<void> => {
    setEmptyRecording(false);
    try {
      await controller.load(new Blob([await marketWorker().recording()]));
    } catch (cause) {
      console.warn('recording unavailable', cause);
      setEmptyRecording(true);
    }
  };
  return (
    <section className="card">
      {first && <p className={styles.about}>{t('replay.about')}</p>}
      <div className={styles.buttons}>
        <Working busy={busy} label={t('replay.loading')}>
          <FileButton accept=".feed,.gz,.ndjson" testId="replay-file" onFile={(file) => void controller.load(file)}>
            {t('replay.open')}
          </FileButton>
        </Working>
        <Button busy={busy} onClick={() => void playPageRecording()}>
          {t('replay.own')}
        </Button>
      </div>
      {busy && (
        <p className={styles.about} role="status">
          {t('replay.loading')}
        </p>
      )}
      {emptyRecording && (
        <p className={styles.trouble} role="alert">
          {t('replay.nothing')}
        </p>
      )}
      {phase === 'refused' && refusal !== '' && (
        <p className={styles.trouble} role="alert">
          {t(`replay.refused.${refusal}`)}
        </p>
      )}
      {phase === 'died' && (
        <p className={styles.trouble} role="alert">
          {t('replay.died')}
        </p>
      )}
    </section>
  );
}

function ReplayPlayer({ controller, info }: { controller: ReplayController; info: ReplayInfo }) {
  const { t } = useTranslation();
  const markets = useMemo(() => recordedMarkets(info), [info]);
  const [id, setId] = useState(markets[0]?.info.id ?? 0);
  const shown = markets.find(({ info: { id: own } }) => own === id);
  const showInChart = (): void => {
    const { file } = controller;
    if (!file) return;
    replayInChart(file).catch((cause: unknown) => {
      console.warn('recording not handed over', cause);
      showToast(t('replay.inChartFailed'), 'error');
    });
  };
  return (
    <>
      <ReplayControls controller={controller} info={info} />
      {info.cut && (
        <p className={styles.trouble} role="status">
          {t('replay.cut')}
        </p>
      )}
      {info.problems.length > 0 && <Problems problems={info.problems} />}
      {markets.length > 1 && (
        <SelectField
          label={t('replay.market')}
          testId="replay-market"
          value={String(id)}
          onValue={(key) => setId(Number(key))}
          choices={markets.map(({ info: { id: own, pair } }) => ({ key: String(own), label: pair }))}
        />
      )}
      {shown && <ReplayMarket key={id} controller={controller} info={info} instrument={shown} />}
      <div className={styles.buttons}>
        <Button onClick={showInChart} data-testid="recording-in-chart">
          {t('replay.inChart')}
        </Button>
      </div>
      <ReplayFigures controller={controller} />
    </>
  );
}

/** The first problems of the recording, with their lines. */
function Problems({ problems }: { problems: readonly ReplayProblem[] }) {
  const { t } = useTranslation();
  const more = problems.length - MAX_PROBLEMS;
  return (
    <section className="card" aria-label={t('replay.problems')} data-testid="replay-problems">
      {problems.slice(0, MAX_PROBLEMS).map(({ kind, line, symbol }) => (
        <p key={`${kind} ${line} ${symbol}`} className={styles.trouble}>
          {t(`replay.problem.${kind}`, { line, symbol })}
        </p>
      ))}
      {more > 0 && <p className={styles.trouble}>{t('replay.problems.more', { count: more })}</p>}
    </section>
  );
}
