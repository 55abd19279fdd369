// What is known about the feed: its socket, how old the newest of it is, how long an answer takes, and whose clock is
// right.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { LINK, CONNECTION_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';

/** live: said lately, over an open socket. stale: shown greyed with an amber dot. old: hatched, with its age. */
export type Freshness = 'live' | 'stale' | 'old';

/** Age by the exchange's stamps from which prices are greyed, and from which they are hatched with it. */
const STALE_AFTER_MS = 2_000;
const OLD_AFTER_MS = 5_000;
/** A stamp from further ahead than this means that this device's clock was set back. */
const AHEAD_MS = 1_000;
/** How often ages are measured: well inside the second in which a closed socket must show. */
const WATCH_EVERY_MS = 250;

const state = signal<number>(LINK.idle);
const lastMessageMs = signal(NaN);
const latencyMs = signal(NaN);
const offsetMs = signal(0);
const resyncs = signal(0);
const sinceMs = signal(NaN);
const messages = signal(0);
const bytes = signal(0);
const malformed = signal(0);
const fresh = signal<Freshness>('stale');
const ageSeconds = signal(0);
const measuredMs = signal(NaN);

/** The link as signals. `state` is one of LINK; `ageSeconds` counts only while the data is not live. */
export const link: {
  state: ReadonlySignal<number>;
  /** When the newest that was heard was said, ms on this device's clock; NaN before the first word. */
  lastMessageMs: ReadonlySignal<number>;
  /** Round trip of the last ping in whole ms; NaN before the first answer. */
  latencyMs: ReadonlySignal<number>;
  /** Server clock minus this device's clock. */
  offsetMs: ReadonlySignal<number>;
  resyncs: ReadonlySignal<number>;
  /** When the socket came to its state, ms on this device's clock; NaN before it had one. */
  sinceMs: ReadonlySignal<number>;
  /** Counted since the page began: messages, their bytes, and those that were out of shape. */
  messages: ReadonlySignal<number>;
  bytes: ReadonlySignal<number>;
  malformed: ReadonlySignal<number>;
  fresh: ReadonlySignal<Freshness>;
  ageSeconds: ReadonlySignal<number>;
  /** When ages were last measured, ms on this device's clock. */
  measuredMs: ReadonlySignal<number>;
} = {
  state,
  lastMessageMs,
  latencyMs,
  offsetMs,
  resyncs,
  sinceMs,
  messages,
  bytes,
  malformed,
  fresh,
  ageSeconds,
  measuredMs,
};

/** Server time in ms. */
export function serverNow(): number {
  return Date.now() + offsetMs.peek();
}

/** What is shown was heard at `ms` of this device's clock, in an earlier visit. */
export function restoreLastMessage(ms: number): void {
  lastMessageMs.value = ms;
  measureAge(Date.now());
}

/** Reads a link section at `columns[at]`. `nowMs` is this device's clock. */
export function applyLink(columns: Float64Array, at: number, nowMs: number): void {
  state.value = columns[at + F.state] ?? LINK.idle;
  lastMessageMs.value = columns[at + F.lastReceived] || lastMessageMs.peek();
  latencyMs.value = Math.round(columns[at + F.rtt] ?? NaN);
  const offset = columns[at + F.offset] ?? NaN;
  if (!Number.isNaN(offset)) offsetMs.value = offset;
  resyncs.value = columns[at + F.resyncs] ?? 0;
  sinceMs.value = columns[at + F.since] || NaN;
  messages.value = columns[at + F.messages] ?? 0;
  bytes.value = columns[at + F.bytes] ?? 0;
  malformed.value = columns[at + F.malformed] ?? 0;
  measureAge(nowMs);
}

/** How what is `ageMs` old is shown; NaN where the age is not known, and no more is it where it comes from ahead. */
export function freshAt(ageMs: number): Freshness {
  return ageMs >= OLD_AFTER_MS ? 'old' : ageMs < STALE_AFTER_MS && ageMs > -AHEAD_MS ? 'live' : 'stale';
}

/**
 * Works out how fresh the data is at `nowMs`; a closed socket is stale at once, what was said two seconds ago after
 * them.
 */
export function measureAge(nowMs: number): void {
  const receivedMs = lastMessageMs.peek();
  const ageMs = Number.isNaN(receivedMs) ? Infinity : nowMs - receivedMs;
  const aged = freshAt(ageMs);
  measuredMs.value = nowMs;
  fresh.value = aged === 'live' && state.peek() !== LINK.open ? 'stale' : aged;
  ageSeconds.value = fresh.peek() === 'live' || ageMs === Infinity ? 0 : Math.max(0, Math.floor(ageMs / 1000));
}

/** The worker cannot be reached: nothing more will be heard. */
export function onWorkerLost(): void {
  state.value = LINK.closed;
  measureAge(Date.now());
}

/** Keeps the age running while nothing is heard; answers with the way to stop. */
export function watchAge(): () => void {
  const timer = setInterval(() => measureAge(Date.now()), WATCH_EVERY_MS);
  return () => clearInterval(timer);
}
