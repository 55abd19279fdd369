// Removes everything but the picture from a JPEG, and refuses malformed files.
import { BadImageError, type PictureSize, inBounds } from './picture-limits.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DHT = 0xc4;
const DRI = 0xdd;
const APP14 = 0xee;
/** Baseline, extended and progressive Huffman: what browsers and cameras write. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Largest number of scans; more would overload a decoder. */
const MAX_SCANS = 100;
const ADOBE = Uint8Array.from([0x41, 0x64, 0x6f, 0x62, 0x65]);

/**
 * Rewrites a JPEG from its tables, frame and scans. Data behind the end of the picture is dropped. Throws
 * BadImageError.
 */
export function stripJpeg(bytes: Uint8Array): { bytes: Uint8Array; size: PictureSize } {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) throw new BadImageError('no JPEG');
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: PictureSize | null = null;
  let scans = 0;
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    if (marker === EOI) break;
    const end = segmentEnd(bytes, at);
    const segment = bytes.subarray(at, end);
    if (FRAMES.has(marker)) {
      if (size) throw new BadImageError('two frames');
      size = frameSize(segment);
      parts.push(segment);
    } else if (marker === SOS) {
      scans += 1;
      if (!size || scans > MAX_SCANS) throw new BadImageError('scan');
      const scanEnd = entropyEnd(bytes, end);
      parts.push(bytes.subarray(at, scanEnd));
      at = scanEnd;
      continue;
    } else if (marker === DQT || marker === DHT || marker === DRI) {
      parts.push(segment);
    } else if (marker === APP14 && isAdobe(segment)) {
      parts.push(segment);
    } else if (!isMetadata(marker)) {
      throw new BadImageError(`marker ${marker.toString(16)}`);
    }
    at = end;
  }
  if (!size || scans === 0) throw new BadImageError('no picture');
  parts.push(Uint8Array.from([0xff, EOI]));
  return { bytes: Buffer.concat(parts), size };
}

/** Code of the marker at an offset. Throws BadImageError when there is none. */
function markerAt(bytes: Uint8Array, at: number): number {
  const marker = bytes[at + 1];
  if (bytes[at] !== 0xff || marker === undefined || marker === 0xff) throw new BadImageError('no marker');
  return marker;
}

function segmentEnd(bytes: Uint8Array, at: number): number {
  const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  const end = at + 2 + length;
  if (length < 2 || end > bytes.length) throw new BadImageError('segment');
  return end;
}

/** Application data and comments: author, place, device, and thumbnails of the uncropped picture. */
function isMetadata(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** Adobe's segment, which defines the colour coding; accepted only in its exact form. */
function isAdobe(segment: Uint8Array): boolean {
  return segment.length === 16 && ADOBE.every((byte, at) => segment[4 + at] === byte);
}

function frameSize(segment: Uint8Array): PictureSize {
  const [, , , , precision, h1 = 0, h0 = 0, w1 = 0, w0 = 0, components = 0] = segment;
  const size = { widthPx: (w1 << 8) | w0, heightPx: (h1 << 8) | h0 };
  if (
    precision !== 8 ||
    (components !== 1 && components !== 3) ||
    segment.length !== 10 + 3 * components ||
    !inBounds(size)
  )
    throw new BadImageError('frame');
  return size;
}

/** Offset of the end of a scan's coded data: the next marker that is neither a stuffed byte nor a restart. */
function entropyEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0xff;
    if (next === 0xff) throw new BadImageError('cut off');
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new BadImageError('cut off');
}
