// The health of the process: figures over the last hour with their limits, queues, and who has how much of each coin.
import { useMemo } from 'react';
import type { HealthFigures, HealthSample } from '../../../../core/endpoints/operator-answers.ts';
import { LimitPlot } from '../../../components/plot/limit-plot.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../data-table.tsx';
import { FieldList } from '../field-list.tsx';
import type { OperatorApi } from '../operator-api.ts';
import { type ViewInput, useOperator } from '../operator-context.ts';
import styles from '../operator.module.css';
import { formatTime } from '../value-text.ts';
import { CoinBars } from './coin-bars.tsx';

/** Plots, in their order: a field of the samples, its name, its unit, and the field of the limits that it has. */
const PLOTS = [
  ['waitingCommands', 'Commands waiting', '', 'waitingCommands'],
  ['commandsPerS', 'Commands a second', '', null],
  ['commitAgeMs', 'Last commit', ' ms', 'commitAgeMs'],
  ['storeReadMs', 'Read of the store', ' ms', 'storeReadMs'],
  ['loopLagMs', 'Event loop lag', ' ms', 'loopLagMs'],
  ['sockets', 'Sockets', '', 'sockets'],
  ['memoryMb', 'Memory', ' MB', null],
] as const satisfies readonly (readonly [keyof HealthSample, string, string, keyof HealthFigures['limits'] | null])[];

const TEXTS = { time: 'Time (UTC)', table: 'Show as a table', limit: 'of' };

export async function showHealth(api: OperatorApi, { onHealth }: ViewInput) {
  const [health, markets] = await Promise.all([api.call('health'), api.list('markets')]);
  onHealth(health);
  return <HealthView health={health} names={new Map(markets.map(({ coinInfoId, name }) => [coinInfoId, name]))} />;
}

function HealthView({ health, names }: { health: HealthFigures; names: ReadonlyMap<number, string> }) {
  const { refresh, run } = useOperator();
  const { coins, history, limits, feed, queues, archive, ...figures } = health;
  const times = useMemo(() => history.map(({ ts }) => ts), [history]);
  const nameOf = (coinId: number): string => (coinId === 1 ? 'USDT' : (names.get(coinId) ?? `${coinId}`));
  const sums = coins.map(({ coinId, ...coin }) => ({ coin: nameOf(coinId), ...coin }));
  return (
    <>
      <div className={styles.row}>
        <Button onClick={() => run(refresh)}>Refresh</Button>
      </div>
      <h2>The last hour</h2>
      {history.length < 2 && <p>The first samples come 20 s after the start.</p>}
      <div className={styles.plots}>
        {PLOTS.map(([name, label, unit, limit]) => (
          <div key={name} className={styles.plotCard}>
            <LimitPlot
              label={label}
              times={times}
              values={history.map((sample) => sample[name] ?? NaN)}
              limit={limit === null ? null : limits[limit]}
              format={(value) => `${value}${unit}`}
              formatTime={(ms) => formatTime(ms).slice(11)}
              texts={TEXTS}
            />
          </div>
        ))}
      </div>
      <h2>Now</h2>
      <div className={styles.plots}>
        <Meter label="Newest index tick, ms old" value={feed.indexAgeMs ?? NaN} limit={limits.indexAgeMs} />
        {Object.entries(queues).map(([name, count]) => (
          <Meter key={name} label={`Queue ${name}`} value={count} limit={null} />
        ))}
      </div>
      {archive && <ArchiveFigures archive={archive} />}
      <h2>Money by coin</h2>
      <p className={styles.note}>
        Users, market makers, insurance, clearing and the exchange together have what was deposited less what was
        withdrawn: the sum of each coin is 0. Coins that only market makers hold have no bar.
      </p>
      <CoinBars sums={sums} />
      <DataTable rows={sums} />
      <h2>All figures</h2>
      <FieldList values={figures} />
    </>
  );
}

const MIB = 2 ** 20;

/** What is recorded of markets, and how far from its limits. */
function ArchiveFigures({ archive }: { archive: NonNullable<HealthFigures['archive']> }) {
  const { bytes, days, backlog, limits, oldestMs, seams, failures, lastError, remote } = archive;
  const rest = {
    oldest: oldestMs === null ? '--' : formatTime(oldestMs),
    seams,
    failedWrites: failures,
    lastError: lastError === null ? '--' : `${formatTime(lastError.ts)} ${lastError.text}`,
    ...(remote ? { store: remote.error ?? 'answers' } : {}),
  };
  return (
    <>
      <h2>Archive of markets</h2>
      <p className={styles.note}>
        The oldest day goes when one of the first two limits is passed. When more events wait for the disk than the
        third allows, further ones are lost and leave a seam.
      </p>
      <div className={styles.plots}>
        <Meter label="Size, MiB" value={Math.round(bytes / MIB)} limit={Math.round(limits.maxBytes / MIB)} />
        <Meter label="Days before today" value={Math.max(0, days - 1)} limit={limits.maxDays} />
        <Meter label="Events waiting for the disk" value={backlog} limit={limits.backlog} />
        {remote && (
          <Meter
            label="Waiting for the store, MiB"
            value={Math.round(remote.waitingBytes / MIB)}
            limit={Math.round(remote.maxWaitingBytes / MIB)}
          />
        )}
      </div>
      <FieldList values={rest} />
    </>
  );
}

/** A figure of now; with a limit its share of it as a bar. */
function Meter({ label, value, limit }: { label: string; value: number; limit: number | null }) {
  const text = Number.isNaN(value) ? '--' : String(value);
  const over = limit !== null && value > limit;
  return (
    <div className={styles.plotCard}>
      <p className={styles.meterLine}>
        <span>{label}</span>
        <b className={over ? styles.bad : undefined}>
          {text}
          {limit !== null && <small> of {limit}</small>}
        </b>
      </p>
      {limit !== null && (
        <svg
          className={styles.meter}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(limit, value || 0)}
        >
          <rect data-over={over ? '' : undefined} width={Math.min(100, (100 * (value || 0)) / limit)} height={1} />
        </svg>
      )}
    </div>
  );
}
