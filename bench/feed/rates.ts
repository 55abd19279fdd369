// A synthetic market at a rising rate, until the worker saturates: its load, and how long a message waits.
import { type Row, quantile } from '../harness/row.ts';
import type { Load } from './load.ts';
import { stand } from './worker-harness.ts';
import { processCpuMs } from '../harness/process-cpu.ts';

const RATES = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000];
const LONGEST_MS = 2_000;
/** A worker that finishes within this time after the last message was due is on time. */
const ON_TIME_MS = 50;

interface Run {
  busy: number;
  p99Ms: number;
  perSecond: number;
  onTime: boolean;
}

/**
 * Hands every message over when it is due, or as soon after as the worker is free: `texts` one by one, `joined` when
 * the last of its frames is due. `busy` is the CPU time of that by the time it was offered in: above 1 no machine keeps
 * up.
 */
async function play(load: Load, wire: 'texts' | 'joined', rate: number): Promise<Run> {
  const { socket } = await stand(load.tape);
  const messages: readonly (string | ArrayBuffer)[] = load[wire];
  const framesEach = load.count / messages.length;
  const count = Math.min(messages.length, Math.floor((rate * LONGEST_MS) / 1000 / framesEach));
  const perMs = rate / 1000 / framesEach;
  const waits: number[] = [];
  let workMs = 0;
  const start = performance.now();
  for (let i = 0; i < count;) {
    const due = Math.min(count, Math.floor((performance.now() - start) * perMs));
    const before = i < due ? processCpuMs() : 0;
    for (; i < due; i++) {
      if (wire === 'texts') socket.onText(messages[i] as string);
      else socket.onBytes(messages[i] as ArrayBuffer);
      if (i % 16 === 0) waits.push(performance.now() - start - i / perMs);
    }
    if (before > 0) workMs += processCpuMs() - before;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const tookMs = performance.now() - start;
  return {
    busy: workMs / (count / perMs),
    p99Ms: quantile(waits, 0.99),
    perSecond: (count * framesEach) / (tookMs / 1000),
    onTime: tookMs < count / perMs + ON_TIME_MS,
  };
}

/** Rates one after another on both wires; a rate that was not reached reports the achieved one. */
export async function rateRows(load: Load): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [wire, name] of [
    ['texts', 'JSON'],
    ['joined', 'msgpack'],
  ] as const) {
    await play(load, wire, 50_000);
    for (const rate of RATES) {
      const { busy, p99Ms, perSecond, onTime } = await play(load, wire, rate);
      const result = onTime
        ? `kept up, 99 % within ${p99Ms.toFixed(1)} ms`
        : `took ${Math.round(perSecond)}/s on this machine`;
      rows.push({ name: `worker share at ${rate} messages/s, ${name}`, value: busy * 100, unit: '%', against: result });
    }
  }
  return rows;
}
