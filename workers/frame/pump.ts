// Decides when a frame leaves: at most one a display tick, at most MAX_FRAMES_IN_FLIGHT unanswered, none without news.
import { type FrameHome, MAX_FRAMES_IN_FLIGHT, type ThreadEvent } from '../../contract/thread.ts';
import type { FramePort, World } from '../world.ts';
import { FrameWriter } from './frame-writer.ts';

/** A display tick at 60 Hz, ms: a frame sent between ticks comes no sooner than this after the last. */
const FRAME_MS = 16;
/** At a tick the last frame must only be older than this, so that two never meet the same tick and the clock's jitter skips none. */
const TICK_MS = 8;
/** Time between frames while power and data are saved. */
const SAVING_MS = 250;

export class FramePump {
  /** Saves power and data: at most four frames a second. */
  saving = false;
  private readonly world: World;
  private readonly port: FramePort;
  private readonly writer = new FrameWriter();
  /** Writes the sections of everything that changed since it was last called; true when a change waits for a later frame. `paintMs`: see below. */
  private readonly fill: (writer: FrameWriter, paintMs: number) => boolean;
  private events: ThreadEvent[] = [];
  private inFlight = 0;
  private no = 0;
  private dirty = false;
  private sentStamp = -Infinity;
  /** The screen's clock, ms: it stands still until what was sent is painted, or a slow screen would be told what it never shows. */
  private paintMs = 0;
  private tickAsked = false;

  constructor(world: World, port: FramePort, fill: (writer: FrameWriter, paintMs: number) => boolean) {
    this.world = world;
    this.port = port;
    this.fill = fill;
  }

  /** The screen has painted a frame: its buffer is ours again. */
  home({ columns }: FrameHome): void {
    this.inFlight = Math.max(0, this.inFlight - 1);
    this.writer.giveBack(columns);
    this.stir();
  }

  /** Something is to be told. */
  news(): void {
    this.dirty = true;
    this.stir();
  }

  event(event: ThreadEvent): void {
    this.events.push(event);
    this.dirty = true;
  }

  /** Sends what waits without a display tick: a hidden page has none. */
  flushHidden(): void {
    this.flush(FRAME_MS);
  }

  /** Whether too many frames are unanswered: the next one waits for a buffer to come home. */
  private get full(): boolean {
    return this.inFlight >= MAX_FRAMES_IN_FLIGHT;
  }

  /** Sends a frame when one is due, else comes back at the next display tick. A buffer that comes home stirs again too. */
  private stir(): void {
    const { saving, world } = this;
    this.flush(saving ? SAVING_MS : FRAME_MS);
    if (!this.dirty || this.full || this.tickAsked) return;
    this.tickAsked = true;
    const tick = (): void => {
      this.tickAsked = false;
      this.flush(TICK_MS);
      this.stir();
    };
    if (saving) world.after(SAVING_MS, tick);
    else world.onDisplayTick(tick);
  }

  /** Sends what changed when the last frame is at least `leastMs` old and not too many are unanswered. Returns whether it did. */
  private flush(leastMs: number): boolean {
    const stampMs = this.world.paintMs?.() ?? this.world.stampMs();
    if (!this.dirty || this.full || stampMs - this.sentStamp < leastMs) return false;
    if (this.inFlight === 0) this.paintMs = stampMs;
    this.writer.begin();
    this.dirty = this.fill(this.writer, this.paintMs);
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
