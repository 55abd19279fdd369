// Sends frames: at most one a display tick, at most MAX_FRAMES_IN_FLIGHT unacknowledged, only changes.
import { type FrameAck, MAX_FRAMES_IN_FLIGHT, type ThreadEvent } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort, Platform } from '../platform.ts';
import { FrameWriter } from './frame-writer.ts';

/** Least age of the last frame for one sent between display ticks, ms: a tick at 60 Hz. */
const FRAME_MS = 16;
/**
 * Least age of the last frame at a display tick, ms: above 0 so that two frames never meet the same tick, below a tick
 * so that the clock's jitter skips none.
 */
const TICK_MS = 8;
/** Time between frames while power and data are saved, ms. */
const SAVING_MS = 250;

/**
 * Writes the sections of everything that changed since its last call. `paintMs` is the page's paint clock. Returns
 * whether a change waits for a later frame.
 */
export type FillFrame = (writer: FrameWriter, paintMs: number) => boolean;

/** What paces the frames of a page. */
export type FrameClock = Pick<Platform, 'stampMs' | 'paintMs' | 'after' | 'onDisplayTick'>;

export class FrameScheduler {
  /** Saves power and data: at most four frames a second. */
  saving = false;
  readonly #clock: FrameClock;
  readonly #port: FramePort;
  readonly #fill: FillFrame;
  readonly #writer = new FrameWriter();
  #events: ThreadEvent[] = [];
  #frameNo = 0;
  #isDirty = false;
  #sentStamp = -Infinity;
  /** When each frame in flight was sent, ms. */
  readonly #sentStamps = new Map<number, number>();
  /**
   * The page's paint clock, ms: it stops while sent frames are not painted, so that a slow page gets no data that it
   * would never show. A painted frame moves it to when that frame was sent, also while later ones are in flight.
   */
  #paintMs = 0;
  #isTickPending = false;

  constructor(clock: FrameClock, port: FramePort, fill: FillFrame) {
    this.#clock = clock;
    this.#port = port;
    this.#fill = fill;
    port.onReturn = (ack) => this.#onReturn(ack);
  }

  /** Something changed and needs a frame. */
  markDirty(): void {
    this.#isDirty = true;
    this.#schedule();
  }

  /** Adds an event to the next frame. */
  addEvent(event: ThreadEvent): void {
    this.#events.push(event);
    this.#isDirty = true;
  }

  /** Sends changes without a display tick: a hidden page has none. */
  flushHidden(): void {
    this.#flush(FRAME_MS);
  }

  /** Whether the next frame must wait for a returned buffer. */
  get #isFull(): boolean {
    return this.#sentStamps.size >= MAX_FRAMES_IN_FLIGHT;
  }

  /** Sends what changed when the last frame is at least `leastMs` old and not too many are in flight. */
  #flush(leastMs: number): void {
    const stampMs = this.#clock.paintMs?.() ?? this.#clock.stampMs();
    if (!this.#isDirty || this.#isFull || stampMs - this.#sentStamp < leastMs) return;
    if (this.#sentStamps.size === 0) this.#paintMs = stampMs;
    const writer = this.#writer;
    writer.begin();
    this.#isDirty = this.#fill(writer, this.#paintMs);
    const { used } = writer;
    const columns = writer.release();
    if (used === 0 && this.#events.length === 0) return writer.recycle(columns);
    const events = this.#events;
    this.#events = [];
    this.#sentStamp = stampMs;
    this.#sentStamps.set(++this.#frameNo, stampMs);
    this.#port.post({ no: this.#frameNo, columns, used, events });
  }

  /** Sends a frame when one is due, else tries at the next display tick. */
  #schedule(): void {
    const { saving } = this;
    this.#flush(saving ? SAVING_MS : FRAME_MS);
    if (!this.#isDirty || this.#isFull || this.#isTickPending) return;
    this.#isTickPending = true;
    if (saving) this.#clock.after(SAVING_MS, this.#onTick);
    else this.#clock.onDisplayTick(this.#onTick);
  }

  readonly #onTick = (): void => {
    this.#isTickPending = false;
    this.#flush(TICK_MS);
    this.#schedule();
  };

  /** The page painted a frame: its buffer is reused, and a frame that waited for it is sent. */
  #onReturn({ no, columns }: FrameAck): void {
    this.#paintMs = Math.max(this.#paintMs, this.#sentStamps.get(no) ?? 0);
    this.#sentStamps.delete(no);
    this.#writer.recycle(columns);
    this.#schedule();
  }
}
