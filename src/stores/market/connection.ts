// State of the feed: socket, age of the newest message, round-trip time, clock offset.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { isLiveAge } from '../../../core/worker-protocol/freshness.ts';
import { LINK, CONNECTION_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';

/**
 * live: recent, over an open socket. stale: shown greyed with an amber dot. old: hatched, with its age. cold: of an
 * earlier visit, shown dimmed while the page connects.
 */
export type Freshness = 'live' | 'stale' | 'old' | 'cold';

/** Age by the exchange's timestamps from which prices are hatched with the age. */
const OLD_AFTER_MS = 5_000;
/** Time for a page to connect before what it shows of an earlier visit is old. */
const COLD_MS = 2_000;
/** Interval of age checks: well below the second within which a closed socket must be visible. */
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
/** What a replay adds to this device's clock, ms. */
let skewMs = 0;
/** Until when restored data is cold; NaN without any, and from the first message on. */
let coldUntilMs = NaN;

/** The connection as signals. `state` is one of LINK; `ageSeconds` is 0 while the data is live. */
export const connection: {
  state: ReadonlySignal<number>;
  /** Time of the newest message, in ms on this device's clock; NaN before the first message. */
  lastMessageMs: ReadonlySignal<number>;
  /** Round-trip time of the last ping in whole ms; NaN before the first pong. */
  latencyMs: ReadonlySignal<number>;
  /** Server clock minus this device's clock, in ms. */
  offsetMs: ReadonlySignal<number>;
  resyncs: ReadonlySignal<number>;
  /** When the socket entered its state, in ms on this device's clock; NaN before the first state. */
  sinceMs: ReadonlySignal<number>;
  /** Counts since the page was loaded: messages, their bytes, and malformed ones. */
  messages: ReadonlySignal<number>;
  bytes: ReadonlySignal<number>;
  malformed: ReadonlySignal<number>;
  fresh: ReadonlySignal<Freshness>;
  ageSeconds: ReadonlySignal<number>;
  /** When ages were last measured, in ms on this device's clock. */
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

/** Whether a connection was there and is gone; false until the first message. */
export const connectionLost: ReadonlySignal<boolean> = computed(() => state.value !== LINK.open && messages.value > 0);

/** Server clock minus this device's clock in whole minutes: jitter of pings is no change. */
export const offsetMinutes: ReadonlySignal<number> = computed(() => Math.round(offsetMs.value / 60_000));

/** Server time in ms. */
export function serverNow(): number {
  return Date.now() + offsetMs.peek();
}

/** Sets how far the time of a replay is from this device's clock, ms. */
export function setClockSkew(ms: number): void {
  skewMs = ms;
  offsetMs.value = ms;
}

/** Sets the time of the last message, restored from an earlier visit. */
export function restoreLastMessage(ms: number): void {
  lastMessageMs.value = ms;
  coldUntilMs = Date.now() + COLD_MS;
  measureAge(Date.now());
}

/** Applies a connection section at `columns[at]`. `nowMs` is this device's clock. */
export function applyConnection(columns: Float64Array, at: number, nowMs: number): void {
  state.value = columns[at + F.state] ?? LINK.idle;
  lastMessageMs.value = columns[at + F.lastReceived] || lastMessageMs.peek();
  if (columns[at + F.lastReceived]) coldUntilMs = NaN;
  latencyMs.value = Math.round(columns[at + F.rtt] ?? NaN);
  const offset = columns[at + F.offset] ?? NaN;
  if (!Number.isNaN(offset)) offsetMs.value = offset + skewMs;
  resyncs.value = columns[at + F.resyncs] ?? 0;
  sinceMs.value = columns[at + F.since] || NaN;
  messages.value = columns[at + F.messages] ?? 0;
  bytes.value = columns[at + F.bytes] ?? 0;
  malformed.value = columns[at + F.malformed] ?? 0;
  measureAge(nowMs);
}

/** Freshness of data that is `ageMs` old; stale when the age is NaN or too far in the future. */
export function freshnessOf(ageMs: number): Freshness {
  return ageMs >= OLD_AFTER_MS ? 'old' : isLiveAge(ageMs) ? 'live' : 'stale';
}

/**
 * Updates the freshness at `nowMs`. A closed socket is stale at once, an open one after two seconds without a message.
 */
export function measureAge(nowMs: number): void {
  const receivedMs = lastMessageMs.peek();
  const ageMs = Number.isNaN(receivedMs) ? Infinity : nowMs - receivedMs;
  const aged = nowMs < coldUntilMs ? 'cold' : freshnessOf(ageMs);
  measuredMs.value = nowMs;
  fresh.value = aged === 'live' && state.peek() !== LINK.open ? 'stale' : aged;
  ageSeconds.value = fresh.peek() === 'live' || ageMs === Infinity ? 0 : Math.max(0, Math.floor(ageMs / 1000));
}

/** Whether the worker failed. One that threw may go on: then it sets the state of its socket again. */
export const workerFailed = signal(false);

/** The worker failed: no more messages will arrive. */
export function markWorkerLost(): void {
  workerFailed.value = true;
  state.value = LINK.closed;
  measureAge(Date.now());
}

/**
 * Measures the age periodically, and before the first paint of a page that was hidden: its timers ran once a minute, if
 * at all. Returns a function that stops it.
 */
export function watchAge(): () => void {
  const measure = (): void => measureAge(Date.now());
  const timer = setInterval(measure, WATCH_EVERY_MS);
  document.addEventListener('visibilitychange', measure);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', measure);
  };
}
