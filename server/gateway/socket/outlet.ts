// The way out to one client: writes joined per turn of the loop, and what happens when the client reads too slowly.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Reader, Topic } from '../../feed/topic.ts';

/** More than this waiting to be read: book deltas are left out until it has drained, then a snapshot makes good. */
export const SKIP_BYTES = 1024 * 1024;
/** More than this waiting: the client is closed with 1013 (try again later). */
export const CUT_BYTES = 4 * 1024 * 1024;
/** Less than this waiting counts as drained. */
const DRAINED_BYTES = 64 * 1024;
/** A closed client has this long to say goodbye before its connection is destroyed. */
const GOODBYE_MS = 2_000;

let encodedText = '';
let encoded: Buffer = Buffer.alloc(0);

/** The bytes of a message; a message told to many readers is encoded once. */
function encode(message: string): Buffer {
  if (message === encodedText) return encoded;
  encodedText = message;
  encoded = Buffer.from(message);
  return encoded;
}

export class Outlet implements Reader {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  /** Topics that owe the client a snapshot. */
  readonly #lost = new Set<Topic>();
  #corked = false;
  #closed = false;

  constructor(socket: WebSocket, raw: Duplex) {
    this.#socket = socket;
    this.#raw = raw;
  }

  take(message: string, topic: Topic, kind: 'snapshot' | 'delta'): void {
    if (topic.skippable) {
      const behind = this.#socket.bufferedAmount > SKIP_BYTES;
      if (behind || (kind === 'delta' && this.#lost.has(topic))) {
        this.#lost.add(topic);
        return;
      }
      if (kind === 'snapshot') this.#lost.delete(topic);
    }
    this.write(message);
  }

  /** The client no longer reads the topic. */
  forget(topic: Topic): void {
    this.#lost.delete(topic);
  }

  write(message: string): void {
    if (this.#closed) return;
    if (this.#socket.bufferedAmount > CUT_BYTES) {
      this.close(1013, 'too slow');
      return;
    }
    this.#cork();
    this.#socket.send(encode(message), { binary: false });
  }

  /** Sends the snapshots that are owed, once the client has read what was waiting. */
  drain(): void {
    if (this.#lost.size === 0 || this.#socket.bufferedAmount > DRAINED_BYTES) return;
    for (const topic of this.#lost) {
      const snapshot = topic.snapshot();
      this.#lost.delete(topic);
      if (snapshot !== null) this.take(snapshot, topic, 'snapshot');
      if (this.#socket.bufferedAmount > SKIP_BYTES) return;
    }
  }

  close(code: number, reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
  }

  /** What is written in one turn of the loop leaves in one system call. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#raw.cork();
    setImmediate(() => {
      this.#corked = false;
      this.#raw.uncork();
    });
  }
}
