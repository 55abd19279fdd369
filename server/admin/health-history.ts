// The last hour of the process: queue, sockets, memory, event loop lag and store, every ten seconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HealthSample } from '../../core/endpoints/operator-answers.ts';
import type { Store } from '../store/store.ts';

export interface HistoryDeps {
  store: Pick<Store, 'first'>;
  seq(): number;
  waiting(): number;
  sockets(): number;
  lastCommandTs(): number;
  now(): number;
}

const SAMPLE_MS = 10_000;
/** One hour; older samples are dropped. They are in memory: they begin with the process. */
const MAX_SAMPLES = 360;
/** Sampling interval of the event loop; a later sample is lag. */
const LOOP_SAMPLE_MS = 20;

export function startHealthHistory(deps: HistoryDeps): { samples(): readonly HealthSample[]; close(): void } {
  const samples: HealthSample[] = [];
  const delay = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  delay.enable();
  let lastSeq = deps.seq();
  let lastMs = deps.now();
  const sample = async (): Promise<void> => {
    const ts = deps.now();
    const seq = deps.seq();
    const seconds = Math.max(0.001, (ts - lastMs) / 1000);
    const commandsPerS = round((seq - lastSeq) / seconds);
    [lastSeq, lastMs] = [seq, ts];
    const loopLagMs = round(Math.max(0, delay.max / 1e6 - LOOP_SAMPLE_MS));
    delay.reset();
    samples.push({
      ts,
      waitingCommands: deps.waiting(),
      commandsPerS,
      sockets: deps.sockets(),
      memoryMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
      loopLagMs,
      storeReadMs: await readMs(deps.store).catch(() => null),
      commitAgeMs: Math.max(0, ts - deps.lastCommandTs()),
    });
    if (samples.length > MAX_SAMPLES) samples.shift();
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  timer.unref();
  return {
    samples: () => samples,
    close: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/** Time of a read of the store, in ms. */
export async function readMs(store: Pick<Store, 'first'>): Promise<number> {
  const startedAtMs = performance.now();
  await store.first('SELECT 1 AS one');
  return round(performance.now() - startedAtMs);
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
