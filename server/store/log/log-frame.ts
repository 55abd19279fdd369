// A frame of the log: a number and bytes, with a checksum that a torn one does not match.
import { crc32 } from 'node:zlib';

/**
 * Layout, numbers in big-endian order:
 *   0  u32  bytes of the content; 0 where nothing was written yet
 *   4  u32  CRC-32 of all bytes after it
 *   8  u64  number of the frame
 *  16       content
 */
export const FRAME_HEAD_BYTES = 16;
const CHECKED_FROM = 8;

export interface LogFrame {
  number: number;
  bytes: Uint8Array;
}

export function encodeFrame({ number, bytes }: LogFrame): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + bytes.length);
  frame.writeUInt32BE(bytes.length, 0);
  frame.writeBigUInt64BE(BigInt(number), 8);
  frame.set(bytes, FRAME_HEAD_BYTES);
  frame.writeUInt32BE(crc32(frame.subarray(CHECKED_FROM)), 4);
  return frame;
}

/** Bytes of the frame that begins at `at`, with its head; 0 where none does. */
export function frameBytesAt(bytes: Buffer, at: number): number {
  if (at + FRAME_HEAD_BYTES > bytes.length) return 0;
  const length = bytes.readUInt32BE(at);
  return length === 0 ? 0 : FRAME_HEAD_BYTES + length;
}

/** Null where no whole frame begins at `at`. */
export function frameAt(bytes: Buffer, at: number): LogFrame | null {
  const end = at + frameBytesAt(bytes, at);
  if (end === at || end > bytes.length) return null;
  if (crc32(bytes.subarray(at + CHECKED_FROM, end)) !== bytes.readUInt32BE(at + 4)) return null;
  return { number: Number(bytes.readBigUInt64BE(at + 8)), bytes: bytes.subarray(at + FRAME_HEAD_BYTES, end) };
}
