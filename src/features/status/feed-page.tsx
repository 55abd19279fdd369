// Feed status: connection, latencies, age of prices, device load; saved as JSON on request.
import { useEffect, useMemo } from 'react';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { TimePlot } from '../../components/plot/time-plot.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { clockText } from '../../lib/date-format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useTickers } from '../../hooks/use-tickers.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { feedLog, feedLogVersion, perSecond, quantile, countFrames } from '../../stores/market/feed-log.ts';
import { markets } from '../../stores/market/instruments.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { STAGES, latenciesOf, latencySeries, latencyTimes } from '../../stores/market/latency.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { saving } from '../../stores/device/power-saving.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { SaveRecording } from './save-recording.tsx';
import styles from './status.module.css';

const STATE_NAMES = {
  [LINK.idle]: 'idle',
  [LINK.connecting]: 'connecting',
  [LINK.open]: 'open',
  [LINK.closed]: 'closed',
} as const;
const KIB = 1_024;
/** Window of the average rates. */
const WINDOW_S = 60;
/** Number of markets with the oldest prices that are listed. */
const OLDEST_COUNT = 8;

export function FeedPage() {
  const { t } = useTranslation();
  useTickers();
  useSignalValue(feedLogVersion);
  useEffect(() => countFrames(), []);
  const empty = feedLog().length === 0;
  const save = (): void =>
    saveFile(
      `feed-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`,
      JSON.stringify({ agent: navigator.userAgent, samples: feedLog() }),
      'application/json',
    );
  return (
    <>
      <PageHeader title={t('title.feed')} />
      <main className="rows" data-testid="feed-status">
        <SocketCard />
        <Plots />
        <Latencies t={t} />
        <Figures title={t('status.channels')} rows={ageRows(t)} />
        <Figures title={t('status.device')} rows={deviceRows(t)} />
        <Button kind="primary" wide disabled={empty} onClick={save}>
          {t(empty ? 'status.saveEmpty' : 'status.save')}
        </Button>
        <SaveRecording />
      </main>
    </>
  );
}

/** Rendered with the page, and at once when the connection changes. */
export function SocketCard() {
  const { t } = useTranslation();
  useSignalValue(connection.state);
  return <Figures title={t('status.socket')} rows={socketRows(t)} />;
}

const STAGE_TONES = { exchange: 'neutral', wire: 'accent', worker: 'warn', paint: 'green' } as const;

/** The last frames by stage, and the last ten minutes of the log. */
function Plots() {
  const { t } = useTranslation();
  const version = useSignalValue(feedLogVersion);
  const data = useMemo(() => plotData(t, version), [t, version]);
  const ms = (count: number): string => t('status.ms', { count: Math.round(count * 10) / 10 });
  const common = { formatTime: clockText, texts: { time: t('plot.time'), table: t('plot.table') } };
  const minutes = { ...common, times: data.times, zero: true, empty: t('plot.few') };
  return (
    <section className={styles.plots} data-testid="feed-plots">
      <div className={styles.card} data-wide="">
        <TimePlot
          {...common}
          kind="stack"
          label={t('status.way')}
          times={data.frameTimes}
          series={data.stages}
          format={ms}
          empty={t('plot.few')}
        />
      </div>
      <div className={styles.card}>
        <TimePlot {...minutes} whole kind="line" label={t('status.messages')} series={data.messages} format={String} />
      </div>
      <div className={styles.card}>
        <TimePlot {...minutes} kind="line" label={t('status.heard')} series={data.ages} format={ms} />
      </div>
      <div className={styles.card}>
        <TimePlot {...minutes} kind="line" label={t('status.latency')} series={data.latencies} format={ms} />
      </div>
      <div className={styles.card}>
        <TimePlot {...minutes} whole kind="line" label={t('status.resyncs')} series={data.resyncs} format={String} />
      </div>
    </section>
  );
}

/** Series of the log's `version`; counters as their growth from sample to sample. */
function plotData(t: Translate, _version: number) {
  const log = feedLog();
  const growth = (name: 'messages' | 'resyncs'): number[] =>
    log.map((sample, at) => (at === 0 ? NaN : Math.max(0, sample[name] - log[at - 1]![name])));
  return {
    frameTimes: latencyTimes(),
    stages: STAGES.slice(0, -1).map((stage) => ({
      label: t(`status.stage.${stage}`),
      values: latencySeries(stage),
      tone: STAGE_TONES[stage as keyof typeof STAGE_TONES],
    })),
    times: log.map(({ at }) => at),
    messages: [{ label: t('status.messages'), values: growth('messages') }],
    ages: [{ label: t('status.heard'), values: log.map(({ ageMs }) => ageMs ?? NaN) }],
    latencies: [{ label: t('status.latency'), values: log.map(({ latencyMs }) => latencyMs ?? NaN) }],
    resyncs: [{ label: t('status.resyncs'), values: growth('resyncs'), tone: 'warn' as const }],
  };
}

const SHARES = [0.5, 0.95, 0.99] as const;

/** Latency of each stage and in total, of the oldest message of each recent frame. */
function Latencies({ t }: { t: Translate }) {
  return (
    <section className={styles.card}>
      <h2 className={styles.head} id="latencies">
        {t('status.way')}
      </h2>
      <table className={styles.table} aria-labelledby="latencies" data-testid="latencies">
        <thead>
          <tr>
            <th scope="col">{t('status.stage')}</th>
            {SHARES.map((share) => (
              <th key={share} scope="col">{`p${share * 100}`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {STAGES.map((stage) => {
            const times = latenciesOf(stage);
            return (
              <tr key={stage}>
                <th scope="row">{t(`status.stage.${stage}`)}</th>
                {SHARES.map((share) => (
                  <td key={share}>
                    {valueText(quantile(times, share), (ms) => t('status.ms', { count: Math.round(ms * 10) / 10 }))}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Figures({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section className={styles.card}>
      <h2 className={styles.head}>{title}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            {/* A figure of another length is another element: one that is aligned at its end would move. */}
            <dd key={value}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const valueText = (value: number | null | undefined, format: (count: number) => string): string =>
  value === null || value === undefined || Number.isNaN(value) ? UNKNOWN : format(value);

function socketRows(t: Translate): [string, string][] {
  const log = feedLog();
  const ms = (value: number | null): string =>
    valueText(value, (count) => t('status.ms', { count: Math.round(count) }));
  const seconds = (value: number): string =>
    valueText(value, (count) => t('status.seconds', { count: Math.max(0, Math.round(count / 1_000)) }));
  const latencies = log.flatMap(({ latencyMs }) => latencyMs ?? []);
  return [
    [t('status.socket'), t(`status.${STATE_NAMES[connection.state.peek() as keyof typeof STATE_NAMES]}`)],
    [t('status.since'), seconds(Date.now() - connection.sinceMs.peek())],
    [t('status.heard'), ms(Date.now() - connection.lastMessageMs.peek())],
    [t('status.latency'), ms(connection.latencyMs.peek())],
    [t('status.p50'), ms(quantile(latencies, 0.5))],
    [t('status.p95'), ms(quantile(latencies, 0.95))],
    [t('status.offset'), ms(connection.offsetMs.peek())],
    [t('status.messages'), separate(perSecond(log, 'messages', WINDOW_S).toFixed(1))],
    [t('status.bytes'), t('status.kib', { count: Math.round((perSecond(log, 'bytes', WINDOW_S) * 60) / KIB) })],
    [t('status.saving'), t(saving.peek() ? 'status.yes' : 'status.no')],
    [t('status.resyncs'), String(connection.resyncs.peek())],
    [t('status.malformed'), String(connection.malformed.peek())],
  ];
}

/** Age of the ticker channel (its newest price) and of the oldest prices. */
function ageRows(t: Translate): [string, string][] {
  const now = serverNow();
  const ages = markets
    .peek()
    .map(({ info }) => [info.pair, tickerOf(info.id).ts.peek()] as const)
    .filter(([, ts]) => ts > 0)
    .map(([pair, ts]) => [pair, now - ts] as const);
  const format = (age: number): string => t('status.seconds', { count: Math.max(0, Math.round(age / 100) / 10) });
  const oldest = [...ages].sort((a, b) => b[1] - a[1]).slice(0, OLDEST_COUNT);
  const newest = Math.min(...ages.map(([, age]) => age));
  return [
    [t('status.markets'), Number.isFinite(newest) ? format(newest) : UNKNOWN],
    ...oldest.map(([pair, age]): [string, string] => [pair, format(age)]),
  ];
}

function deviceRows(t: Translate): [string, string][] {
  const last = feedLog().at(-1);
  return [
    [t('status.fps'), valueText(last?.fps, String)],
    [t('status.longTasks'), last && last.longTasks === null ? t('status.notTold') : valueText(last?.longTasks, String)],
    [t('status.longestTask'), valueText(last?.longestTaskMs, (count) => t('status.ms', { count: Math.round(count) }))],
    [
      t('status.heap'),
      last && last.heapBytes === null
        ? t('status.notTold')
        : valueText(last?.heapBytes, (bytes) => t('status.mib', { count: Math.round(bytes / KIB / KIB) })),
    ],
  ];
}
