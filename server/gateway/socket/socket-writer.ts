// Writes to one client: frames shared by all readers, one write per event loop turn, limits for slow readers.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Message } from '../../feed/topics/topic-message.ts';
import type { Reader, Topic } from '../../feed/topics/topic.ts';

/** More than this waiting to be read: book deltas are left out until it has drained, then a snapshot makes good. */
const SKIP_BYTES = 1024 * 1024;
/** More than this waiting: the client is closed with 1013 (try again later). */
const CUT_BYTES = 4 * 1024 * 1024;
/** Less than this waiting counts as drained. */
const DRAINED_BYTES = 64 * 1024;
/** A closed client has this long to answer the close frame before its connection is destroyed. */
const CLOSE_TIMEOUT_MS = 2_000;

/** A client that has owed snapshots for this long without a break is closed with 1013: it does not read. */
const LONGEST_BEHIND_MS = 20_000;

/** First byte of a WebSocket frame that is the whole of a text, and of a binary message. */
const TEXT = 0x81;
const BINARY = 0x82;

let framedText = '';
let framed: Buffer = Buffer.alloc(0);

/** The WebSocket frame of a text; the frame of the last text is cached, so that many readers share its bytes. */
function frameOf(text: string): Buffer {
  if (text === framedText) return framed;
  const bytes = Buffer.byteLength(text);
  const headBytes = headSize(bytes);
  const frame = Buffer.allocUnsafeSlow(headBytes + bytes);
  writeHead(frame, TEXT, bytes);
  frame.write(text, headBytes);
  framedText = text;
  framed = frame;
  return frame;
}

function headSize(bytes: number): number {
  return bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10;
}

/** Head of an unmasked, unbroken WebSocket frame. */
function writeHead(frame: Buffer, kind: number, bytes: number): void {
  const size = headSize(bytes);
  frame[0] = kind;
  frame[1] = size === 2 ? bytes : size === 4 ? 126 : 127;
  if (size === 4) frame.writeUInt16BE(bytes, 2);
  if (size === 10) frame.writeBigUInt64BE(BigInt(bytes), 2);
}

/** Writers with pending bytes, flushed together at the end of this event loop turn. */
let due: SocketWriter[] = [];

function flushDue(): void {
  const writers = due;
  due = [];
  for (const writer of writers) writer.flush();
}

export class SocketWriter implements Reader {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #packed: boolean;
  /** Topics that owe the client a snapshot. */
  readonly #owed = new Set<Topic>();
  /** Since when it owes without a break; 0: it does not. */
  #behindSince: EpochMs = 0;
  /** What this turn of the loop has to send: it leaves together. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /**
   * Frames of the packed wire that will be one message, so that the client wakes once for all of them; the last of what
   * is pending.
   */
  #joined: Buffer[] = [];
  #joinedBytes = 0;
  #closed = false;

  /** `packed`: the client negotiated the packed protocol. */
  constructor(socket: WebSocket, raw: Duplex, packed: boolean) {
    this.#socket = socket;
    this.#raw = raw;
    this.#packed = packed;
  }

  /** Bytes that the client has not taken. */
  #unreadBytes(): number {
    return this.#raw.writableLength + this.#pendingBytes;
  }

  receive(message: Message, topic: Topic, kind: 'snapshot' | 'delta'): void {
    if (topic.skippable) {
      const behind = this.#unreadBytes() > SKIP_BYTES;
      if (behind || (kind === 'delta' && this.#owed.has(topic))) {
        this.#owed.add(topic);
        return;
      }
      if (kind === 'snapshot') this.#owed.delete(topic);
    }
    const frame = this.#packed ? message.packed : null;
    if (frame === null) this.write(message.text);
    else if (this.#canWrite()) {
      this.#joined.push(frame);
      this.#joinedBytes += frame.length;
      this.#pendingBytes += frame.length;
    }
  }

  /**
   * Whether there are bytes that the client's line has not taken: a heartbeat behind them would only make them more.
   */
  get isBehind(): boolean {
    return this.#unreadBytes() > 0;
  }

  /** Whether the client misses changes of the topic, until its next snapshot. */
  owes(topic: Topic): boolean {
    return this.#owed.has(topic);
  }

  /** The client no longer reads the topic. */
  forget(topic: Topic): void {
    this.#owed.delete(topic);
  }

  write(text: string): void {
    if (!this.#canWrite()) return;
    this.#join();
    const frame = frameOf(text);
    this.#pending.push(frame);
    this.#pendingBytes += frame.length;
  }

  /** Whether the client is connected; if so, schedules a flush at the end of this event loop turn. */
  #canWrite(): boolean {
    if (this.#closed || this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#unreadBytes() > CUT_BYTES) {
      this.close(1013, 'too slow');
      return false;
    }
    if (this.#pendingBytes === 0) {
      if (due.length === 0) setImmediate(flushDue);
      due.push(this);
    }
    return true;
  }

  /** Puts the joined frames in line as one binary message. */
  #join(): void {
    if (this.#joinedBytes === 0) return;
    const head = Buffer.allocUnsafe(headSize(this.#joinedBytes));
    writeHead(head, BINARY, this.#joinedBytes);
    this.#pending.push(head, ...this.#joined);
    this.#joined = [];
    this.#joinedBytes = 0;
  }

  /** Hands this turn's frames to the connection, in one system call. */
  flush(): void {
    this.#join();
    const frames = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (!this.#raw.writable || this.#socket.readyState !== this.#socket.OPEN) return;
    if (frames.length > 1) this.#raw.cork();
    for (const frame of frames) this.#raw.write(frame);
    if (frames.length > 1) this.#raw.uncork();
  }

  /** Sends the snapshots that are owed, once the client has read what was waiting; one that never does is closed. */
  drain(now: EpochMs): void {
    if (this.#owed.size === 0) this.#behindSince = 0;
    else this.#behindSince ||= now;
    if (this.#behindSince > 0 && now - this.#behindSince > LONGEST_BEHIND_MS) this.close(1013, 'too slow');
    if (this.#owed.size === 0 || this.#unreadBytes() > DRAINED_BYTES) return;
    for (const topic of this.#owed) {
      const snapshot = topic.snapshot();
      this.#owed.delete(topic);
      if (snapshot !== null) this.receive(snapshot, topic, 'snapshot');
      if (this.#unreadBytes() > SKIP_BYTES) return;
    }
  }

  close(code: number, reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.flush();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }
}
