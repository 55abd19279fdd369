// Latency of a frame's oldest message: exchange, network, worker.
import { SECTION, LATENCY_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { ServerClock } from '../connection/server-clock.ts';
import type { FrameWriter } from './frame-writer.ts';

export class FrameLatency {
  readonly #clock: ServerClock;
  #exchangeMs = 0;
  #wireMs = NaN;
  #receivedStamp = NaN;

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** Whether the current frame has no message yet. */
  get empty(): boolean {
    return Number.isNaN(this.#receivedStamp);
  }

  /**
   * Records the frame's first message: stamped by the engine at `engineMs`, published at `publishedMs` (ms by the
   * exchange's clock), received at `receivedStamp` (monotonic ms).
   */
  start(engineMs: number, publishedMs: number, receivedStamp: number): void {
    this.#exchangeMs = publishedMs - engineMs;
    this.#wireMs = this.#clock.transitMs(publishedMs, receivedStamp);
    this.#receivedStamp = receivedStamp;
  }

  /** Writes the section if the frame has a message, then resets. */
  write(writer: FrameWriter, stampMs: number, nowMs: number): void {
    if (this.empty) return;
    const at = writer.open(SECTION.latency, 0, LATENCY_FIELD.size);
    const { columns } = writer;
    columns[at + LATENCY_FIELD.exchange] = this.#exchangeMs;
    columns[at + LATENCY_FIELD.wire] = this.#wireMs;
    columns[at + LATENCY_FIELD.worker] = stampMs - this.#receivedStamp;
    columns[at + LATENCY_FIELD.sent] = nowMs;
    writer.close(at + LATENCY_FIELD.size);
    this.#receivedStamp = NaN;
  }
}
