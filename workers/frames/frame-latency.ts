// Where the oldest word of a frame spent its time, from the exchange's engine to leaving this thread.
import { SECTION, TIMES_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { ServerClock } from '../connection/server-clock.ts';
import type { FrameWriter } from './frame-writer.ts';

export class FrameTimes {
  private readonly clock: ServerClock;
  private exchangeMs = 0;
  private wireMs = NaN;
  private heardStamp = NaN;

  constructor(clock: ServerClock) {
    this.clock = clock;
  }

  /** Whether the frame under way has heard nothing yet. */
  get empty(): boolean {
    return Number.isNaN(this.heardStamp);
  }

  /**
   * The frame's first message: stamped by the engine, published, heard here. ms by the exchange's clock, then by the
   * steady one.
   */
  heard(engineMs: number, publishedMs: number, heardStamp: number): void {
    this.exchangeMs = publishedMs - engineMs;
    this.wireMs = this.clock.underWayMs(publishedMs, heardStamp);
    this.heardStamp = heardStamp;
  }

  /** Writes the section where the frame carries data, and begins anew. */
  write(writer: FrameWriter, stampMs: number, nowMs: number): void {
    if (this.empty) return;
    const at = writer.open(SECTION.times, 0, TIMES_FIELD.size);
    const { columns } = writer;
    columns[at + TIMES_FIELD.exchange] = this.exchangeMs;
    columns[at + TIMES_FIELD.wire] = this.wireMs;
    columns[at + TIMES_FIELD.worker] = stampMs - this.heardStamp;
    columns[at + TIMES_FIELD.sent] = nowMs;
    writer.close(at + TIMES_FIELD.size);
    this.heardStamp = NaN;
  }
}
