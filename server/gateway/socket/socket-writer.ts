// Writes to one client: frames shared by all readers, one write per event loop turn, limits for slow readers.
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { EpochMs } from '../../../core/units/time.ts';
import type { TopicMessage } from '../../feed/topics/topic-message.ts';
import type { SocketCounts } from './socket-counts.ts';
import type { Reader, Topic } from '../../feed/topics/topic.ts';

/** Unsent bytes above which book deltas are skipped until the buffer has drained; a snapshot then follows. */
const SKIP_BYTES = 1024 * 1024;
/** Unsent bytes above which the client is closed with 1013 (try again later). */
const CUT_BYTES = 4 * 1024 * 1024;
/** Unsent bytes below which the buffer counts as drained. */
const DRAINED_BYTES = 64 * 1024;
/**
 * Frames of one event loop turn are copied into one of up to this many bytes while the connection keeps up: cheaper
 * than a list of buffers for the system (48 frames, 26 KB: 12 us of CPU instead of 18). Beyond that, and behind a slow
 * reader, clients share their bytes.
 */
const COPIED_BYTES = 64 * 1024;
/** Time to answer the close frame before the connection is destroyed. */
const CLOSE_TIMEOUT_MS = 2_000;

/** A client without its snapshots for this long is closed with 1013: it does not read. */
const MAX_BEHIND_MS = 20_000;

/** First byte of an unfragmented WebSocket frame: text, and binary. */
const TEXT = 0x81;
const BINARY = 0x82;

let framedText = '';
let framed: Buffer = Buffer.alloc(0);

/** The WebSocket frame of a text; the last frame is cached, so that many readers share its bytes. */
function frameOf(text: string): Buffer {
  if (text === framedText) return framed;
  const bytes = Buffer.byteLength(text);
  const headBytes = headSize(bytes);
  const frame = Buffer.allocUnsafe(headBytes + bytes);
  writeHead(frame, TEXT, bytes);
  frame.write(text, headBytes);
  framedText = text;
  framed = frame;
  return frame;
}

function headSize(bytes: number): number {
  return bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10;
}

/** Header of an unmasked, unfragmented WebSocket frame. */
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
  readonly #counts: SocketCounts;
  /** Topics whose next snapshot is owed to the client. */
  readonly #owed = new Set<Topic>();
  /** Since when snapshots are owed without a break; 0: none is. */
  #behindSince: EpochMs = 0;
  /** Frames of this event loop turn, written together. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Packed frames that become one message, so that the client wakes once for all of them; they follow `#pending`. */
  #joined: Buffer[] = [];
  #joinedBytes = 0;
  #closed = false;

  /** `packed`: the client negotiated the packed protocol. */
  constructor(socket: WebSocket, raw: Duplex, packed: boolean, counts: SocketCounts) {
    this.#counts = counts;
    this.#socket = socket;
    this.#raw = raw;
    this.#packed = packed;
  }

  receive(message: TopicMessage, topic: Topic, kind: 'snapshot' | 'delta'): void {
    if (topic.canDropDeltas) {
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

  /** Whether bytes are unsent: a heartbeat would only add to them. */
  get isBehind(): boolean {
    return this.#unreadBytes() > 0;
  }

  /** Whether changes of the topic are skipped until its next snapshot. */
  owes(topic: Topic): boolean {
    return this.#owed.has(topic);
  }

  /** The client has unsubscribed from the topic. */
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

  /** Writes this turn's frames to the connection, in one system call. */
  flush(): void {
    this.#join();
    const frames = this.#pending;
    this.#pending = [];
    const bytes = this.#pendingBytes;
    this.#pendingBytes = 0;
    if (!this.#raw.writable || this.#socket.readyState !== this.#socket.OPEN) return;
    if (frames.length > 1 && bytes <= COPIED_BYTES && this.#raw.writableLength === 0) {
      this.#raw.write(Buffer.concat(frames));
      return;
    }
    if (frames.length > 1) this.#raw.cork();
    for (const frame of frames) this.#raw.write(frame);
    if (frames.length > 1) this.#raw.uncork();
  }

  /** Sends owed snapshots once the buffer has drained; closes a client that never reads. */
  drain(now: EpochMs): void {
    if (this.#owed.size === 0) this.#behindSince = 0;
    else this.#behindSince ||= now;
    if (this.#behindSince > 0 && now - this.#behindSince > MAX_BEHIND_MS) this.close(1013, 'too slow');
    if (this.#owed.size === 0 || this.#unreadBytes() > DRAINED_BYTES) return;
    for (const topic of this.#owed) {
      const snapshot = topic.snapshot();
      this.#owed.delete(topic);
      if (snapshot !== null) {
        this.#counts.resyncs += 1;
        this.receive(snapshot, topic, 'snapshot');
      }
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

  /** Bytes that the client has not received. */
  #unreadBytes(): number {
    return this.#raw.writableLength + this.#pendingBytes;
  }

  /** Whether the client is connected; if so, schedules a flush at the end of this event loop turn. */
  #canWrite(): boolean {
    if (this.#closed || this.#socket.readyState !== this.#socket.OPEN) return false;
    if (this.#unreadBytes() > CUT_BYTES) {
      this.close(1013, 'too slow');
      return false;
    }
    this.#counts.sent += 1;
    if (this.#pendingBytes === 0) {
      if (due.length === 0) setImmediate(flushDue);
      due.push(this);
    }
    return true;
  }

  /** Appends the joined frames as one binary message. */
  #join(): void {
    if (this.#joinedBytes === 0) return;
    const head = Buffer.allocUnsafe(headSize(this.#joinedBytes));
    writeHead(head, BINARY, this.#joinedBytes);
    this.#pending.push(head, ...this.#joined);
    this.#joined = [];
    this.#joinedBytes = 0;
  }
}
