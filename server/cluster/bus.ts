// Messages between the nodes of a cluster: publish, subscribe, request. NATS is behind it.

/** Removes a subscription. */
export type Dispose = () => void;

/** No answer came in time: it is unknown whether the request was carried out. */
export class NoAnswerError extends Error {}

/**
 * Delivery is at most once and may be out of order: readers number what must be complete. A message is any value of the
 * structured clone algorithm, bigints and bytes included, and may be larger than one message of the transport.
 */
export interface Bus {
  /** Messages to one subject within one turn of the event loop travel together. */
  publish(subject: string, message: unknown): void;
  /** Sends what is queued at once: before work that would hold this turn up. */
  flush(): void;
  subscribe(subject: string, listener: (message: unknown) => void): Dispose;
  /** Rejects with NoAnswerError after `timeoutMs`, or with the Error that the responder threw. */
  request(subject: string, message: unknown, timeoutMs: number): Promise<unknown>;
  respond(subject: string, responder: (message: unknown) => unknown): Dispose;
  /** Whether a server is connected now. */
  readonly isConnected: boolean;
  /** How long no server has been connected, ms; 0 while one is. */
  disconnectedMs(): number;
  /** Sends what is queued and disconnects. */
  close(): Promise<void>;
}
