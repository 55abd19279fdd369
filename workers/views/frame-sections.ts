// Writes the sections of one frame: connection, view statuses, views, latency.
import type { ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { Connection } from '../connection/connection.ts';
import { writeConnection } from '../frames/connection-section.ts';
import type { FrameLatency } from '../frames/frame-latency.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { Platform } from '../platform.ts';
import { RoundRobin } from './round-robin.ts';
import type { RegisteredView } from './view-registry.ts';
import { ViewStatusWriter } from './view-status-writer.ts';

/** Counters of the connection section. */
interface Counters {
  resyncs(): number;
  malformed(): number;
}

export class FrameSections {
  readonly #platform: Platform;
  readonly #connection: Connection;
  readonly #latency: FrameLatency;
  readonly #counters: Counters;
  readonly #statusWriter: ViewStatusWriter;
  readonly #roundRobin = new RoundRobin();
  #hasConnectionChanged = true;

  constructor(platform: Platform, connection: Connection, latency: FrameLatency, counters: Counters) {
    this.#platform = platform;
    this.#connection = connection;
    this.#latency = latency;
    this.#counters = counters;
    this.#statusWriter = new ViewStatusWriter(
      (asOfMs) => connection.clock.ageMs(asOfMs, platform.stampMs()),
      () => platform.nowMs(),
    );
  }

  /** The next frame gets a connection section. */
  onConnectionChanged(): void {
    this.#hasConnectionChanged = true;
  }

  onViewClosed(id: ViewId): void {
    this.#statusWriter.remove(id);
  }

  /**
   * Writes what changed; `paintMs` is the page's paint clock. `writesAll`: all views in this frame instead of one by
   * one. Returns whether a change waits for a later frame.
   */
  write(writer: FrameWriter, views: Map<ViewId, RegisteredView>, paintMs: number, writesAll: boolean): boolean {
    const { resyncs, malformed } = this.#counters;
    if (this.#hasConnectionChanged) writeConnection(writer, this.#connection, resyncs(), malformed());
    this.#hasConnectionChanged = false;
    // A changed view status is written at once, and all views with it.
    const hasStatusChanged = this.#statusWriter.writeStates(writer, views);
    const isPending = this.#roundRobin.write(views, writer, paintMs, hasStatusChanged || writesAll);
    this.#statusWriter.writeTimes(writer, views);
    if (writer.used > 0) this.#latency.write(writer, this.#platform.stampMs(), this.#platform.nowMs());
    return isPending;
  }
}
