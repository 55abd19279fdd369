// What the archive writes and what tiles hold stays the same, and an older version's files are read.
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchiveFiles } from '../../../../server/archive/archive-files.ts';
import { verifyArchive } from '../../../../server/archive/verify-archive.ts';
import type { RecordedMarket } from '../recorded-market.ts';
import { type Hashes, fileHashes, recordGolden, tileHashes } from './golden-archive.ts';

/** A change of these is a change of the format: the layout has a new version, and the old files stay readable. */
const FILES: Hashes = {
  m15: '987c14afb516caf9',
  h4: '98b429472f6f8778',
  d1: '3d5894001a323fdd',
  blocks: 'ad1cda141ba3601f',
  h1: '67a7ce001a9d25a5',
  m1: '2c0340ad194f77a2',
  m5: '97192a9ec9701ce1',
  s5: 'aefa4e9bae254762',
};
const TILES: Hashes = {
  'flow 1000': '1c01d5bbe21be2ce',
  'flow 60000': 'c173d34029201c17',
  'flow 180000': '739a109a3de51332',
  'flow 300000': '40cd647f2827c930',
  'flow 900000': '897ead20a8ae5419',
  'flow 1800000': '6c5ad9bfe29ecae7',
  'flow 3600000': '87b30259a5dc52d1',
  'flow 7200000': 'b1420a6f0a97f93f',
  'flow 14400000': 'de20b0054cd63962',
  'flow 21600000': '61274e4b5ea26240',
  'flow 43200000': '79f45e7c8bbd1f19',
  'flow 86400000': 'abeebdf1f1a90825',
  'flow 604800000': 'a1dd1945d89c9325',
  'depth 100': '55710e70d896aa81',
  'depth 1000': '4c31596326b4a973',
  'depth 5000': '79baefd029a8a1df',
  'depth 15000': 'f48166cc4d0e79c1',
  'depth 60000': 'bc7396d66255d170',
  'depth 300000': 'f486049bb7d902cd',
  'depth 900000': '0f55bcce7397e232',
  'depth 3600000': 'bdbad3866bed51ca',
  'depth 14400000': '510947c2348ee732',
  'depth 86400000': 'f6fb3e2a87b53ec0',
  'depth 604800000': '345c8d5a65463043',
  'trades 3600000': '7a34e1d1c10e1cd4',
};

/** The same recording as the first version wrote it: the name of each file and its content, as JSON. */
const VERSION_1 = join(import.meta.dirname, 'version-1.json.gz');

let market: RecordedMarket;
let old: string;
beforeAll(async () => {
  market = await recordGolden();
  old = mkdtempSync(join(tmpdir(), 'defi-golden-'));
  mkdirSync(join(old, `${market.id}`));
  const files = JSON.parse(gunzipSync(readFileSync(VERSION_1)).toString()) as Record<string, string>;
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(old, `${market.id}`, name), Buffer.from(content, 'base64'));
});
afterAll(async () => {
  await market.delete();
  rmSync(old, { recursive: true });
});

/** The hashes of a copy: reading adds to an archive. */
async function tilesOf(folder: string): Promise<Hashes> {
  const copy = mkdtempSync(join(tmpdir(), 'defi-golden-'));
  cpSync(folder, copy, { recursive: true });
  const hashes = await tileHashes(copy, market.id);
  rmSync(copy, { recursive: true });
  return hashes;
}

describe('a seeded archive', () => {
  it('has the blocks and digests that it had before', () => {
    expect(market.errors).toEqual([]);
    expect(fileHashes(market.folder, market.id)).toEqual(FILES);
  });

  it('makes the tiles that it made before', async () => {
    expect(await tilesOf(market.folder)).toEqual(TILES);
  });
});

describe('an archive that the first version wrote', () => {
  it('is whole, and has the blocks and digests of today', async () => {
    expect(await verifyArchive(new ArchiveFiles(old))).toMatchObject({ markets: 1, faults: [] });
    const { blocks, ...digests } = fileHashes(old, market.id);
    expect(blocks).toBe(FILES['blocks']);
    expect(FILES).toMatchObject(digests);
  });

  it('makes the tiles of today', async () => {
    expect(await tilesOf(old)).toEqual(TILES);
  });
});
