// Index prices of markets with seconds contracts: the newest ticks of each, filled while some page follows them.
import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { proofTickSchema } from '../../../core/proofs/proof.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { onThreadEvent } from './frame-receiver.ts';

/** A published index price. `price` is as published, `value` the same for drawing. */
export interface TickPoint {
  seq: number;
  /** Server clock, ms. */
  ts: number;
  price: string;
  value: number;
}

/** Ticks kept of a market: ten minutes at one a second. */
const MAX_TICKS = 600;

const rows = new Map<number, Signal<readonly TickPoint[]>>();
const schema = v.array(proofTickSchema);

/** Ticks of a market, oldest first; empty before the first. */
export function ticksOf(coinInfoId: number): ReadonlySignal<readonly TickPoint[]> {
  return writable(coinInfoId);
}

/** The newest tick as it comes; null before the first. */
export function newestTick(coinInfoId: number): ReadonlySignal<TickPoint | null> {
  const ticks = writable(coinInfoId);
  return computed(() => ticks.value.at(-1) ?? null);
}

function writable(coinInfoId: number): Signal<readonly TickPoint[]> {
  const known = rows.get(coinInfoId);
  if (known) return known;
  const fresh = signal<readonly TickPoint[]>([]);
  rows.set(coinInfoId, fresh);
  return fresh;
}

/**
 * Ticks in their order, each once: what is known and what came, the oldest dropped. The same array where nothing is
 * new.
 */
export function joinTicks(known: readonly TickPoint[], came: readonly TickPoint[]): readonly TickPoint[] {
  const newest = known.at(-1)?.seq ?? 0;
  const fresh = came.filter(({ seq }) => seq > newest);
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-MAX_TICKS);
}

// Ticks are heard from the first page on that shows them.
onThreadEvent(onTicksEvent);

/** What frames say of index prices. What is out of shape is told to the console and left out. */
function onTicksEvent(event: ThreadEvent): void {
  if (event.kind !== 'channel' || event.channel !== 'qtTicks') return;
  const read = v.safeParse(schema, event.data);
  if (!read.success) return console.warn('index ticks could not be read', read.issues[0].message);
  const ticks = writable(event.coinInfoId);
  // A snapshot after a pause: what lies between is not known, and a line across the gap would be an invention.
  const known = event.snapshot && hasGap(ticks.peek(), read.output[0]?.seq ?? 0) ? [] : ticks.peek();
  ticks.value = joinTicks(
    known,
    read.output.map(({ seq, ts, price }) => ({ seq, ts, price, value: Number(price) })),
  );
}

function hasGap(known: readonly TickPoint[], firstSeq: number): boolean {
  const newest = known.at(-1);
  return newest !== undefined && firstSeq > newest.seq + 1;
}
