// A seeded archive, and hashes of all that is written in it and made from it, whatever compressed it.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { HEAD_BYTES, columnsOf, readHead } from '../../../../core/market-data/archive-block.ts';
import { DEPTH_COLUMN_MS } from '../../../../core/market-data/depth-tile.ts';
import { FLOW_BAR_MS } from '../../../../core/market-data/flow-tile.ts';
import { TRADE_TILE_MS } from '../../../../core/market-data/trade-tile.ts';
import { MINUTE_MS } from '../../../../core/units/durations.ts';
import { ArchiveFiles } from '../../../../server/archive/archive-files.ts';
import { Archive } from '../../../../server/archive/archive.ts';
import { dayIndexesIn } from '../../../../server/archive/day-index.ts';
import { digestFilesIn } from '../../../../server/archive/tiles/digest-files.ts';
import { FullBook } from '../../../../server/feed/full-book.ts';
import { RecordedMarket } from '../recorded-market.ts';

const SEED = 11;
/** The recording: an end of a day, a restart and a lost book in it. */
const START = Date.UTC(2026, 10, 25, 23, 35);
const RESTART = START + 40 * MINUTE_MS;
const END = START + 95 * MINUTE_MS;
/** Changes are at most this far apart. */
const STEP_MS = 25_000;
/** Tiles are read a day later: nothing of them is open. */
const READ_MS = END + 24 * 60 * MINUTE_MS;
/** Heights of a level: the finest one, and one that joins. */
const LEVEL_TICKS = [1, 20];
/** Head of a digest's record, and where it has the bytes of its books and of its trades. */
const DIGEST_HEAD = { bytes: 24, booksAt: 16, tradesAt: 20 };
/** Where a block's head has what depends on the compression: the bytes of its columns, and the hash before. */
const BLOCK_HEAD_FIXED = 38;

/** Records; the caller deletes the market. */
export async function recordGolden(): Promise<RecordedMarket> {
  const market = new RecordedMarket(START, SEED);
  await market.open();
  await market.run(START + 15 * MINUTE_MS, STEP_MS);
  market.apply([{ kind: 'bookReset', coinInfoId: market.id }]);
  market.now += 30_000;
  await market.run(RESTART, STEP_MS);
  await market.stop();
  market.now += 7 * MINUTE_MS;
  await market.open();
  await market.run(END, STEP_MS);
  await market.archive.trim();
  await market.stop();
  return market;
}

export type Hashes = Record<string, string>;

/** Of the tiles of every kind and step, as they are before compression. */
export async function tileHashes(folder: string, coinInfoId: number): Promise<Hashes> {
  const archive = await Archive.open({
    store: new ArchiveFiles(folder),
    indexes: dayIndexesIn(folder),
    digests: digestFilesIn(folder),
    markets: [{ id: coinInfoId, book: new FullBook(), isBookLost: true }],
    limits: { maxBytes: Infinity, maxDays: 10_000 },
    now: () => READ_MS,
    onError: (error) => {
      throw error;
    },
  });
  const hashes: Hashes = {};
  for (const [kind, steps] of [
    ['flow', FLOW_BAR_MS],
    ['depth', DEPTH_COLUMN_MS],
    ['trades', [TRADE_TILE_MS]],
  ] as const)
    for (const stepMs of steps) {
      const tiles: Uint8Array[] = [];
      for (const levelTicks of LEVEL_TICKS) {
        const request = { coinInfoId, stepMs, levelTicks, fromMs: RESTART - 1_000 };
        const answer = await archive.tiles.read(kind, request, '192.0.2.1');
        if (answer.kind !== 'tile') throw new Error(`${answer.kind}: ${kind} of ${stepMs} ms`);
        tiles.push(gunzipSync(answer.bytes));
      }
      hashes[`${kind} ${stepMs}`] = hashOf(tiles);
    }
  await archive.close();
  return hashes;
}

/** Of the files of each kind: blocks without what depends on their compression, digests without it. */
export function fileHashes(folder: string, coinInfoId: number): Hashes {
  const own = join(folder, `${coinInfoId}`);
  const found: Record<string, Uint8Array[]> = {};
  for (const name of readdirSync(own).toSorted()) {
    const suffix = name.slice(name.indexOf('.') + 1);
    if (suffix === 'index') continue; // lengths of compressed blocks
    const bytes = readFileSync(join(own, name));
    (found[suffix] ??= []).push(...(suffix === 'blocks' ? blockParts(bytes) : digestParts(bytes)));
  }
  return Object.fromEntries(Object.entries(found).map(([suffix, parts]) => [suffix, hashOf(parts)]));
}

function blockParts(bytes: Buffer): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const block = bytes.subarray(at, at + readHead(bytes.subarray(at, at + HEAD_BYTES)).bytes);
    parts.push(block.subarray(0, BLOCK_HEAD_FIXED), inflateRawSync(columnsOf(block)));
    at += block.length;
  }
  return parts;
}

function digestParts(bytes: Buffer): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const booksAt = at + DIGEST_HEAD.bytes;
    const tradesAt = booksAt + bytes.readUInt32BE(at + DIGEST_HEAD.booksAt);
    const end = tradesAt + bytes.readUInt32BE(at + DIGEST_HEAD.tradesAt);
    parts.push(bytes.subarray(at, at + DIGEST_HEAD.booksAt));
    parts.push(gunzipSync(bytes.subarray(booksAt, tradesAt)), gunzipSync(bytes.subarray(tradesAt, end)));
    at = end;
  }
  return parts;
}

/** Each part with its length, so that none can take bytes of its neighbour. */
function hashOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex').slice(0, 16);
}
