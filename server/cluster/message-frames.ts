// Messages of the bus as frames below the transport's limit, and their reassembly.
import { deserialize, serialize } from 'node:v8';

/**
 * Head of a frame, big-endian: u64 random number of the sender, u32 number of its batch, u16 place of the frame in the
 * batch, u16 frames in it.
 */
const HEAD_BYTES = 16;
/** Bytes of a frame: NATS refuses messages above 1 MiB, or above the limit that it is set to. */
const FRAME_BYTES = 768 * 1024;
/** Batches of which frames are awaited; the oldest is forgotten at the limit, and counts as lost. */
const MAX_INCOMPLETE = 64;

/**
 * Frames of messages that travel together; `sender` and `batch` name the batch, `mostBytes` is the transport's limit.
 */
export function framesOf(
  messages: readonly unknown[],
  sender: bigint,
  batch: number,
  mostBytes = Infinity,
): Uint8Array[] {
  const body = serialize(messages);
  const partBytes = Math.min(FRAME_BYTES, mostBytes - HEAD_BYTES);
  const count = Math.max(1, Math.ceil(body.length / partBytes));
  return Array.from({ length: count }, (_, at) => {
    const part = body.subarray(at * partBytes, (at + 1) * partBytes);
    const frame = Buffer.allocUnsafe(HEAD_BYTES + part.length);
    frame.writeBigUInt64BE(sender, 0);
    frame.writeUInt32BE(batch, 8);
    frame.writeUInt16BE(at, 12);
    frame.writeUInt16BE(count, 14);
    frame.set(part, HEAD_BYTES);
    return frame;
  });
}

/** Joins frames of one subject to messages. */
export class FrameAssembler {
  readonly #incomplete = new Map<string, { parts: (Uint8Array | undefined)[]; missing: number }>();

  /** The messages that this frame completes; none while others of its batch are missing. Throws Error on bad bytes. */
  add(bytes: Uint8Array): unknown[] {
    const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (frame.length < HEAD_BYTES) throw new Error('a frame without a head');
    const at = frame.readUInt16BE(12);
    const count = frame.readUInt16BE(14);
    const part = frame.subarray(HEAD_BYTES);
    if (count === 1) return deserialize(part) as unknown[];
    const key = frame.toString('latin1', 0, 12);
    const known = this.#incomplete.get(key) ?? { parts: Array<Uint8Array | undefined>(count), missing: count };
    if (at >= known.parts.length) throw new Error('a frame outside its batch');
    this.#incomplete.set(key, known);
    if (known.parts[at] === undefined) {
      known.parts[at] = Uint8Array.from(part);
      known.missing -= 1;
    }
    if (known.missing > 0) {
      if (this.#incomplete.size > MAX_INCOMPLETE) this.#incomplete.delete(this.#incomplete.keys().next().value!);
      return [];
    }
    this.#incomplete.delete(key);
    return deserialize(Buffer.concat(known.parts as Uint8Array[])) as unknown[];
  }
}
