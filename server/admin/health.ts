// Health of the process: queues, store, sockets, event loop lag, and the sum of each coin.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ArchiveState, HealthFigures, LedgerCheck } from '../../core/endpoints/operator-answers.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import { MAX_CONNECTIONS } from '../gateway/socket/feed-socket-server.ts';
import type { Store } from '../store/store.ts';
import { type AuditLog } from './audit-log.ts';
import { coinSums } from './coin-sums.ts';
import { readMs, round, startHealthHistory } from './health-history.ts';
import { QUEUES, type ReviewQueues } from './review-queues.ts';

export interface HealthDeps {
  store: Store;
  machine: MachineQueries;
  queues: ReviewQueues;
  audit: AuditLog;
  seq(): number;
  /** Time of the last command. */
  lastCommandTs(): number;
  waiting(): number;
  mostWaiting: number;
  sockets(): number;
  /** Null where nothing is recorded. */
  archive: (() => ArchiveState) | null;
  now(): number;
}

export interface Health {
  /** Reads all figures, including the whole audit log: slow, not meant for automatic polling. */
  read(): Promise<HealthFigures>;
  close(): void;
}

/**
 * A command beyond `waitingCommands` is answered 1500, a socket beyond `sockets` 503. The others are where users begin
 * to notice: prices older than 2 s are shown as old, and messages of the feed leave later by the lag.
 */
const LIMITS = {
  sockets: MAX_CONNECTIONS,
  loopLagMs: 50,
  storeReadMs: 50,
  commitAgeMs: 2_000,
  indexAgeMs: 2_000,
} as const;

/** Sampling interval; a later sample is lag. */
const SAMPLE_MS = 20;

/** Only accounts with a smaller uid may have a negative balance. */
const FIRST_NON_NEGATIVE_UID = 3;

function checkLedger(machine: Pick<MachineQueries, 'allBalances'>): LedgerCheck {
  const sums = new Map<number, bigint>();
  const balances = machine.allBalances();
  for (const { coinId, available, frozen } of balances) sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
  return {
    coins: sums.size,
    accounts: balances.length,
    unbalanced: [...sums].filter(([, sum]) => sum !== 0n).map(([coinId]) => coinId),
    negative: balances.filter(
      ({ uid, available, frozen }) => frozen < 0n || (available < 0n && uid >= FIRST_NON_NEGATIVE_UID),
    ).length,
  };
}

export function createHealth(deps: HealthDeps): Health {
  const { store, machine, queues, audit } = deps;
  const startedAt = deps.now();
  const history = startHealthHistory(deps);
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  return {
    async read() {
      const storeReadMs = await readMs(store);
      const lagMs = (ns: number): number => round(Math.max(0, ns / 1e6 - SAMPLE_MS));
      const loopLagMs = { p50: lagMs(delay.percentile(50)), p99: lagMs(delay.percentile(99)), max: lagMs(delay.max) };
      delay.reset();
      const ledger = checkLedger(machine);
      const auditCheck = await audit.verify();
      return {
        ok: ledger.unbalanced.length === 0 && ledger.negative === 0 && auditCheck.brokenAt === null,
        uptimeS: Math.floor((deps.now() - startedAt) / 1000),
        seq: deps.seq(),
        waitingCommands: deps.waiting(),
        sockets: deps.sockets(),
        memoryMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
        loopLagMs,
        store: { kind: store.kind, readMs: storeReadMs },
        commitAgeMs: Math.max(0, deps.now() - deps.lastCommandTs()),
        feed: feedFigures(machine, deps.now()),
        archive: deps.archive?.() ?? null,
        queues: Object.fromEntries(
          await Promise.all(QUEUES.map(async (name) => [name, (await queues.ids(name)).length] as const)),
        ),
        ledger,
        audit: auditCheck,
        coins: await coinSums(store, machine),
        limits: { waitingCommands: deps.mostWaiting, ...LIMITS },
        history: history.samples(),
      };
    },
    close: () => {
      history.close();
      delay.disable();
    },
  };
}

function feedFigures(machine: Pick<MachineQueries, 'indexes'>, now: number): HealthFigures['feed'] {
  const stamps = machine.indexes().flatMap(({ ts }) => (ts > 0 ? [ts] : []));
  return { markets: stamps.length, indexAgeMs: stamps.length === 0 ? null : Math.max(0, now - Math.max(...stamps)) };
}
