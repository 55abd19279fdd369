// Lists of files, and the content of a listed file in chunks, compared with its list while it is read.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as v from 'valibot';

const dayFileEntry = v.object({
  coinInfoId: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999_999)),
  day: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  name: v.pipe(v.string(), v.regex(/^[a-z]{1,20}\.(csv\.gz|parquet)$/)),
  rows: v.pipe(v.number(), v.safeInteger()),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type DayFileEntry = v.InferOutput<typeof dayFileEntry>;
const dayFileList = v.array(dayFileEntry);

/** Null for content that is no list of the files of the day that is meant. */
export function entriesOf(content: Uint8Array, isMeant: (entry: DayFileEntry) => boolean): DayFileEntry[] | null {
  try {
    const list = v.parse(dayFileList, JSON.parse(Buffer.from(content).toString()));
    return list.every(isMeant) ? list : null;
  } catch {
    return null; // the caller reports it
  }
}

/** Bytes that are read at once, and of which a download has two in memory. */
const CHUNK_BYTES = 256 * 1024;

/** `read` returns at most `bytes` bytes, null without a file. The last chunk is handed over when all are as listed. */
export async function* checkedChunks(
  { day, name, bytes: total, sha256 }: DayFileEntry,
  read: (at: number, bytes: number) => Promise<Uint8Array | null>,
): AsyncGenerator<Uint8Array, undefined> {
  const hash = createHash('sha256');
  const differs = (): Error => new Error(`${day}.${name} is not as it was listed`);
  let last: Uint8Array | null = null;
  for (let at = 0; at < total; at += CHUNK_BYTES) {
    if (last) yield last;
    const bytes = Math.min(CHUNK_BYTES, total - at);
    last = await read(at, bytes);
    if (last?.length !== bytes) throw differs();
    hash.update(last);
  }
  if (hash.digest('hex') !== sha256) throw differs();
  if (last) yield last;
}

/** Rejects with what reading the first chunk throws. */
export async function streamOf(chunks: AsyncGenerator<Uint8Array, undefined>): Promise<Readable> {
  const first = await chunks.next();
  const all = async function* (): AsyncGenerator<Uint8Array> {
    if (!first.done) yield first.value;
    yield* chunks;
  };
  const stream = Readable.from(all(), { objectMode: false, highWaterMark: CHUNK_BYTES });
  // A stream that is left before it was read has not begun its generator.
  stream.once('close', () => void chunks.return(undefined).catch(() => undefined));
  return stream;
}
