// Sends frames: at most one a display tick, at most MAX_FRAMES_IN_FLIGHT unacknowledged, only changes.
import { type FrameAck, MAX_FRAMES_IN_FLIGHT, type ThreadEvent } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort, Platform } from '../platform.ts';
import { FrameWriter } from './frame-writer.ts';

/** A display tick at 60 Hz, ms: a frame sent between ticks comes no sooner than this after the last. */
const FRAME_MS = 16;
/**
 * At a tick the last frame must only be older than this, so that two never meet the same tick and the clock's jitter
 * skips none.
 */
const TICK_MS = 8;
/** Time between frames while power and data are saved. */
const SAVING_MS = 250;

export interface FrameScheduler {
  /** Saves power and data: at most four frames a second. */
  saving: boolean;
  /** Something changed and needs a frame. */
  markDirty(): void;
  /** Adds an event to the next frame. */
  event(event: ThreadEvent): void;
  /** Sends what waits without a display tick: a hidden page has none. */
  flushHidden(): void;
}

/**
 * `fill` writes the sections of everything that changed since it was last called; true when a change waits for a later
 * frame. `paintMs`: see below.
 */
export function createFrameScheduler(
  platform: Platform,
  port: FramePort,
  fill: (writer: FrameWriter, paintMs: number) => boolean,
): FrameScheduler {
  const writer = new FrameWriter();
  let events: ThreadEvent[] = [];
  let inFlight = 0;
  let frameNo = 0;
  let dirty = false;
  let sentStamp = -Infinity;
  /**
   * The page's paint clock, ms: it stops until sent frames are painted, or a slow page would get data it never shows.
   */
  let paintMs = 0;
  let tickPending = false;

  /** Whether the next frame must wait for a returned buffer. */
  const full = (): boolean => inFlight >= MAX_FRAMES_IN_FLIGHT;

  /** Sends what changed when the last frame is at least `minMs` old and fewer than the maximum are unacknowledged. */
  const flush = (leastMs: number): void => {
    const stampMs = platform.paintMs?.() ?? platform.stampMs();
    if (!dirty || full() || stampMs - sentStamp < leastMs) return;
    if (inFlight === 0) paintMs = stampMs;
    writer.begin();
    dirty = fill(writer, paintMs);
    const { used } = writer;
    const columns = writer.release();
    if (used === 0 && events.length === 0) return writer.recycle(columns);
    const sentEvents = events;
    events = [];
    inFlight++;
    sentStamp = stampMs;
    port.post({ no: ++frameNo, columns, used, events: sentEvents });
  };

  /** Sends a frame when one is due, else tries at the next display tick. A returned buffer calls it too. */
  const schedule = (): void => {
    const { saving } = scheduler;
    flush(saving ? SAVING_MS : FRAME_MS);
    if (!dirty || full() || tickPending) return;
    tickPending = true;
    const tick = (): void => {
      tickPending = false;
      flush(TICK_MS);
      schedule();
    };
    if (saving) platform.after(SAVING_MS, tick);
    else platform.onDisplayTick(tick);
  };

  // The page painted a frame: its buffer may be reused.
  port.onReturn = ({ columns }: FrameAck) => {
    inFlight = Math.max(0, inFlight - 1);
    writer.recycle(columns);
    schedule();
  };
  const scheduler: FrameScheduler = {
    saving: false,
    markDirty: () => {
      dirty = true;
      schedule();
    },
    event: (event) => {
      events.push(event);
      dirty = true;
    },
    flushHidden: () => flush(FRAME_MS),
  };
  return scheduler;
}
