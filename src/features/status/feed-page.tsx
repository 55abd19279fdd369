// The feed's status: its socket, how old the prices are, how fast answers come, what the device does; saved as a file
// on request.
import { useEffect } from 'react';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { useTickers } from '../../hooks/use-tickers.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { feedLog, feedLogged, perSecond, quantile, watchFrames } from '../../stores/market/feed-log.ts';
import { markets } from '../../stores/market/instruments.ts';
import { STAGES, timesOf } from '../../stores/market/latency.ts';
import { link, serverNow } from '../../stores/market/connection.ts';
import { saving } from '../../stores/device/power-saving.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { SaveRaw } from './save-raw.tsx';
import styles from './status.module.css';

const STATES = {
  [LINK.idle]: 'idle',
  [LINK.connecting]: 'connecting',
  [LINK.open]: 'open',
  [LINK.closed]: 'closed',
} as const;
const KIB = 1_024;
/** Rates are taken over this many seconds. */
const WINDOW_S = 60;
/** The markets whose prices are oldest. */
const OLDEST = 8;

export function FeedPage() {
  const { t } = useTranslation();
  useTickers();
  useSignalValue(feedLogged);
  useEffect(() => watchFrames(), []);
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
      <main className={styles.page} data-testid="feed-status">
        <SocketCard />
        <Latencies t={t} />
        <Figures title={t('status.channels')} rows={ageRows(t)} />
        <Figures title={t('status.device')} rows={deviceRows(t)} />
        <Button kind="primary" disabled={empty} onClick={save}>
          {t(empty ? 'status.saveEmpty' : 'status.save')}
        </Button>
        <SaveRaw />
      </main>
    </>
  );
}

/** Written anew with the page, and at once when the socket comes to another state. */
export function SocketCard() {
  const { t } = useTranslation();
  useSignalValue(link.state);
  return <Figures title={t('status.socket')} rows={socketRows(t)} />;
}

const SHARES = [0.5, 0.95, 0.99] as const;

/** Each stage of the way by itself, and the whole of it, of the oldest word of each of the last frames. */
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
            const times = timesOf(stage);
            return (
              <tr key={stage}>
                <th scope="row">{t(`status.stage.${stage}`)}</th>
                {SHARES.map((share) => (
                  <td key={share}>
                    {shown(quantile(times, share), (ms) => t('status.ms', { count: Math.round(ms * 10) / 10 }))}
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
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const UNKNOWN = '--';
const shown = (value: number | null | undefined, say: (count: number) => string): string =>
  value === null || value === undefined || Number.isNaN(value) ? UNKNOWN : say(value);

function socketRows(t: Translate): [string, string][] {
  const log = feedLog();
  const ms = (value: number | null): string => shown(value, (count) => t('status.ms', { count: Math.round(count) }));
  const seconds = (value: number): string =>
    shown(value, (count) => t('status.seconds', { count: Math.max(0, Math.round(count / 1_000)) }));
  const latencies = log.flatMap(({ latencyMs }) => latencyMs ?? []);
  return [
    [t('status.socket'), t(`status.${STATES[link.state.peek() as keyof typeof STATES]}`)],
    [t('status.since'), seconds(Date.now() - link.sinceMs.peek())],
    [t('status.heard'), ms(Date.now() - link.lastMessageMs.peek())],
    [t('status.latency'), ms(link.latencyMs.peek())],
    [t('status.p50'), ms(quantile(latencies, 0.5))],
    [t('status.p95'), ms(quantile(latencies, 0.95))],
    [t('status.offset'), ms(link.offsetMs.peek())],
    [t('status.messages'), perSecond(log, 'messages', WINDOW_S).toFixed(1)],
    [t('status.bytes'), t('status.kib', { count: Math.round((perSecond(log, 'bytes', WINDOW_S) * 60) / KIB) })],
    [t('status.saving'), t(saving.peek() ? 'status.yes' : 'status.no')],
    [t('status.resyncs'), String(link.resyncs.peek())],
    [t('status.malformed'), String(link.malformed.peek())],
  ];
}

/**
 * All prices come over one channel: its age is that of the newest, and below it stand the markets that said nothing for
 * longest.
 */
function ageRows(t: Translate): [string, string][] {
  const now = serverNow();
  const ages = markets
    .peek()
    .map(({ info }) => [info.pair, tickerOf(info.id).ts.peek()] as const)
    .filter(([, ts]) => ts > 0)
    .map(([pair, ts]) => [pair, now - ts] as const);
  const say = (age: number): string => t('status.seconds', { count: Math.max(0, Math.round(age / 100) / 10) });
  const oldest = [...ages].sort((a, b) => b[1] - a[1]).slice(0, OLDEST);
  const newest = Math.min(...ages.map(([, age]) => age));
  return [
    [t('status.markets'), Number.isFinite(newest) ? say(newest) : UNKNOWN],
    ...oldest.map(([pair, age]): [string, string] => [pair, say(age)]),
  ];
}

function deviceRows(t: Translate): [string, string][] {
  const last = feedLog().at(-1);
  return [
    [t('status.fps'), shown(last?.fps, String)],
    [t('status.longTasks'), last && last.longTasks === null ? t('status.notTold') : shown(last?.longTasks, String)],
    [t('status.longestTask'), shown(last?.longestTaskMs, (count) => t('status.ms', { count: Math.round(count) }))],
    [
      t('status.heap'),
      last && last.heapBytes === null
        ? t('status.notTold')
        : shown(last?.heapBytes, (bytes) => t('status.mib', { count: Math.round(bytes / KIB / KIB) })),
    ],
  ];
}
