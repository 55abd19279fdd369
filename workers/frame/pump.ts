// Decides when a frame leaves: at most one a display tick, at most MAX_FRAMES_IN_FLIGHT unanswered, none without news.
import { type FrameHome, MAX_FRAMES_IN_FLIGHT, type ThreadEvent } from '../../contract/thread.ts';
import type { FramePort } from '../world.ts';
import { FrameWriter } from './frame-writer.ts';

/** A display tick at 60 Hz, ms: a frame sent between ticks comes no sooner than this after the last. */
export const FRAME_MS = 16;
/** At a tick the last frame must only be older than this, so that two never meet the same tick and the clock's jitter skips none. */
export const TICK_MS = 8;

export class FramePump {
  private readonly port: FramePort;
  private readonly writer = new FrameWriter();
  /** Writes the sections of everything that changed since it was last called. */
  private readonly fill: (writer: FrameWriter) => void;
  private events: ThreadEvent[] = [];
  private inFlight = 0;
  private no = 0;
  private dirty = false;
  private sentStamp = -Infinity;

  constructor(port: FramePort, fill: (writer: FrameWriter) => void) {
    this.port = port;
    this.fill = fill;
  }

  /** The screen has read a frame: its buffer is ours again. */
  home({ columns }: FrameHome): void {
    this.inFlight = Math.max(0, this.inFlight - 1);
    this.writer.giveBack(columns);
  }

  /** Whether something waits to be told. */
  get waiting(): boolean {
    return this.dirty;
  }

  mark(): void {
    this.dirty = true;
  }

  event(event: ThreadEvent): void {
    this.events.push(event);
    this.dirty = true;
  }

  /** Whether too many frames are unanswered: the next one waits for a buffer to come home. */
  get full(): boolean {
    return this.inFlight >= MAX_FRAMES_IN_FLIGHT;
  }

  /** Sends what changed when the last frame is at least `leastMs` old and not too many are unanswered. Returns whether it did. */
  flush(stampMs: number, leastMs: number): boolean {
    if (!this.dirty || this.full || stampMs - this.sentStamp < leastMs) return false;
    this.dirty = false;
    this.writer.begin();
    this.fill(this.writer);
    const { used } = this.writer;
    const columns = this.writer.release();
    if (used === 0 && this.events.length === 0) {
      this.writer.giveBack(columns);
      return false;
    }
    const events = this.events;
    this.events = [];
    this.inFlight++;
    this.sentStamp = stampMs;
    this.port.post({ no: ++this.no, columns, used, events });
    return true;
  }
}
