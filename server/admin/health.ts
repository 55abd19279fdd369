// How the process is: its queues, its store, its sockets, its pulse, and whether every coin still sums to zero.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MachineReads } from '../exchange/machine.ts';
import type { Store } from '../store/store.ts';
import { type Audit } from './audit-log.ts';
import { QUEUES, type Queues } from './review-queues.ts';

export interface HealthParts {
  store: Store;
  machine: MachineReads;
  queues: Queues;
  audit: Audit;
  seq(): number;
  waiting(): number;
  sockets(): number;
  now(): number;
}

export interface Health {
  /** All figures at once; reads the whole audit log, so it is asked for by people, not by machines every second. */
  read(): Promise<HealthFigures>;
  close(): void;
}

export interface HealthFigures {
  ok: boolean;
  uptimeS: number;
  seq: number;
  waitingCommands: number;
  sockets: number;
  memoryMb: number;
  /** Delay of the event loop since the last reading, in ms. */
  loopLagMs: { p50: number; p99: number; max: number };
  store: { kind: string; readMs: number };
  queues: Record<string, number>;
  ledger: LedgerCheck;
  audit: { entries: number; brokenAt: number | null; hash: string };
}

interface LedgerCheck {
  coins: number;
  accounts: number;
  /** Coins whose balances do not sum to 0, and accounts below 0 that may not be (L1, L2). */
  unbalanced: number[];
  negative: number;
}

/** The event loop is looked at this often; what it is late by is its lag. */
const SAMPLE_MS = 20;

/** Accounts from this uid on may owe nothing. */
const MAY_OWE_BELOW = 3;

function checkLedger(machine: Pick<MachineReads, 'allBalances'>): LedgerCheck {
  const sums = new Map<number, bigint>();
  const balances = machine.allBalances();
  for (const { coinId, available, frozen } of balances) sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
  return {
    coins: sums.size,
    accounts: balances.length,
    unbalanced: [...sums].filter(([, sum]) => sum !== 0n).map(([coinId]) => coinId),
    negative: balances.filter(({ uid, available, frozen }) => frozen < 0n || (available < 0n && uid >= MAY_OWE_BELOW))
      .length,
  };
}

export function createHealth(parts: HealthParts): Health {
  const { store, machine, queues, audit } = parts;
  const startedAt = parts.now();
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delay.enable();
  return {
    async read() {
      const began = performance.now();
      await store.first('SELECT 1 AS one');
      const readMs = round(performance.now() - began);
      const lagMs = (ns: number): number => round(Math.max(0, ns / 1e6 - SAMPLE_MS));
      const loopLagMs = { p50: lagMs(delay.percentile(50)), p99: lagMs(delay.percentile(99)), max: lagMs(delay.max) };
      delay.reset();
      const ledger = checkLedger(machine);
      const checked = await audit.verify();
      return {
        ok: ledger.unbalanced.length === 0 && ledger.negative === 0 && checked.brokenAt === null,
        uptimeS: Math.floor((parts.now() - startedAt) / 1000),
        seq: parts.seq(),
        waitingCommands: parts.waiting(),
        sockets: parts.sockets(),
        memoryMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
        loopLagMs,
        store: { kind: store.kind, readMs },
        queues: Object.fromEntries(
          await Promise.all(QUEUES.map(async (name) => [name, (await queues.ids(name)).length] as const)),
        ),
        ledger,
        audit: checked,
      };
    },
    close: () => delay.disable(),
  };
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
