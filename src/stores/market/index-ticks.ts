// Recent index prices of markets with binary options, filled while a view subscribes to them.
import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals-react';
import * as v from 'valibot';
import { proofTickSchema } from '../../../core/proofs/proof.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { onThreadEvent } from './frame-receiver.ts';

/** A published index price. `value` is `price` as a number, for drawing only. */
export interface TickPoint {
  seq: number;
  /** Server time, ms. */
  ts: number;
  price: string;
  value: number;
}

/** Ticks retained per market: ten minutes at one a second. */
const MAX_TICKS = 600;

const rows = new Map<number, Signal<readonly TickPoint[]>>();
const schema = v.array(proofTickSchema);

/** Ticks of a market, oldest first; empty before the first one. */
export function ticksOf(coinInfoId: number): ReadonlySignal<readonly TickPoint[]> {
  return writable(coinInfoId);
}

/** The newest tick; null before the first one. */
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

/** Appends new ticks, each once, and drops the oldest. Returns the same array when nothing is new. */
export function appendTicks(known: readonly TickPoint[], incoming: readonly TickPoint[]): readonly TickPoint[] {
  const newest = known.at(-1)?.seq ?? 0;
  const fresh = incoming.filter(({ seq }) => seq > newest);
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-MAX_TICKS);
}

// Starts with the first page that imports this store.
onThreadEvent(handleTicksEvent);

/** Applies an event. Invalid data is logged and ignored. */
function handleTicksEvent(event: ThreadEvent): void {
  if (event.kind !== 'channel' || event.channel !== 'qtTicks') return;
  const read = v.safeParse(schema, event.data);
  if (!read.success) return console.warn('index ticks event invalid', read.issues[0].message);
  const ticks = writable(event.coinInfoId);
  // A snapshot after a gap: earlier ticks are dropped, as a line across the gap would be invented data.
  const known = event.snapshot && hasGap(ticks.peek(), read.output[0]?.seq ?? 0) ? [] : ticks.peek();
  ticks.value = appendTicks(
    known,
    read.output.map(({ seq, ts, price }) => ({ seq, ts, price, value: Number(price) })),
  );
}

function hasGap(known: readonly TickPoint[], firstSeq: number): boolean {
  const newest = known.at(-1);
  return newest !== undefined && firstSeq > newest.seq + 1;
}
