// Removes everything but the picture from a WebP; refuses animations and malformed files.
import { BadImageError, type PictureSize, inBounds } from './picture-limits.ts';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Bits of the VP8X flags: alpha may stay; profile, EXIF, XMP and animation are removed or refused. */
const ALPHA = 0x10;
const ANIMATION = 0x02;
const METADATA = new Set(['ICCP', 'EXIF', 'XMP ']);

interface Chunk {
  name: string;
  body: Buffer;
}

/** Rewrites a WebP from its picture chunks. Throws BadImageError. */
export function stripWebp(bytes: Uint8Array): { bytes: Uint8Array; size: PictureSize } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (
    file.length < HEADER_BYTES ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WEBP'
  )
    throw new BadImageError('no WebP');
  if (file.readUInt32LE(4) !== file.length - 8) throw new BadImageError('length');
  const chunks = chunksOf(file).filter(({ name }) => !METADATA.has(name));
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [picture] = pictures;
  if (!picture || pictures.length > 1) throw new BadImageError('not one picture');
  const size = picture.name === 'VP8L' ? losslessSize(picture.body) : lossySize(picture.body);
  const extended = chunks[0]?.name === 'VP8X' ? canvas(chunks[0].body, size) : null;
  const alpha = extended ? chunks.filter(({ name }) => name === 'ALPH') : [];
  const allowed = [...(extended ? [{ name: 'VP8X', body: extended }] : []), ...alpha, picture];
  if (alpha.length > 1 || chunks.length !== allowed.length) throw new BadImageError('chunk');
  return { bytes: written(allowed), size };
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let at = HEADER_BYTES;
  while (at < file.length) {
    if (at + CHUNK_HEADER_BYTES > file.length) throw new BadImageError('cut off');
    const length = file.readUInt32LE(at + 4);
    const end = at + CHUNK_HEADER_BYTES + length;
    const padded = end + (length & 1);
    if (padded > file.length || (padded > end && file[end] !== 0)) throw new BadImageError('chunk length');
    chunks.push({ name: file.toString('latin1', at, at + 4), body: file.subarray(at + CHUNK_HEADER_BYTES, end) });
    at = padded;
  }
  return chunks;
}

/** The extended header, with no flag but alpha. */
function canvas(body: Buffer, size: PictureSize): Buffer {
  const flags = body[0] ?? 0;
  if (body.length !== 10 || (flags & ANIMATION) !== 0) throw new BadImageError('extended');
  if (body.readUIntLE(4, 3) + 1 !== size.widthPx || body.readUIntLE(7, 3) + 1 !== size.heightPx)
    throw new BadImageError('canvas');
  return Buffer.concat([Buffer.from([flags & ALPHA, 0, 0, 0]), body.subarray(4)]);
}

function lossySize(body: Buffer): PictureSize {
  // A key frame, its start code, then 14 bits of width and of height.
  if (body.length < 10 || ((body[0] ?? 1) & 1) !== 0 || body.readUIntBE(3, 3) !== 0x9d012a)
    throw new BadImageError('VP8');
  return bounded({ widthPx: body.readUInt16LE(6) & 0x3fff, heightPx: body.readUInt16LE(8) & 0x3fff });
}

function losslessSize(body: Buffer): PictureSize {
  if (body.length < 5 || body[0] !== 0x2f || (body[4] ?? 0xff) >> 5 !== 0) throw new BadImageError('VP8L');
  const bits = body.readUInt32LE(1);
  return bounded({ widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 });
}

function bounded(size: PictureSize): PictureSize {
  if (!inBounds(size)) throw new BadImageError('size');
  return size;
}

function written(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ name, body }) => {
    const header = Buffer.alloc(CHUNK_HEADER_BYTES);
    header.write(name, 'latin1');
    header.writeUInt32LE(body.length, 4);
    return [header, body, Buffer.alloc(body.length & 1)];
  });
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts]);
  const header = Buffer.alloc(8);
  header.write('RIFF', 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}
