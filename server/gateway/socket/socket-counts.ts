// Counts over all sockets since the start, for the figures of the process.
export interface SocketCounts {
  /** Messages sent. */
  sent: number;
  /** Calls received. */
  calls: number;
  /** Snapshots that replaced changes which a client missed or that a slow one was spared. */
  resyncs: number;
}
