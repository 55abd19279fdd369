// Bodies and answers that wait for their clients in memory, by network: a slow one holds all of its own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/**
 * Bytes that may wait for one network. It may have 500 connections, and an answer has up to some MB (a file of 10 000
 * lines, an hour of trades): a client that takes a byte now and then would hold each of them for hours.
 */
const MAX_BYTES = 32 * 2 ** 20;
/** What the system stores of a connection: less does not wait in this process. */
const MIN_BYTES = 16 * 2 ** 10;

export class HeldBytes {
  readonly #networks = new Map<string, number>();
  readonly #maxBytes: number;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Whether a network has to send and take what it has begun before anything else. */
  isFull(networkOf: () => string): boolean {
    return this.#networks.size > 0 && (this.#networks.get(networkOf()) ?? 0) >= this.#maxBytes;
  }

  /** Counts a body until it is received, an answer until it is sent, and neither after its connection has ended. */
  add(bytes: number, message: IncomingMessage | ServerResponse, networkOf: () => string): void {
    if (bytes < MIN_BYTES) return;
    const network = networkOf();
    this.#change(network, bytes);
    finished(message, () => this.#change(network, -bytes));
  }

  #change(network: string, bytes: number): void {
    const held = (this.#networks.get(network) ?? 0) + bytes;
    if (held > 0) this.#networks.set(network, held);
    else this.#networks.delete(network);
  }
}
