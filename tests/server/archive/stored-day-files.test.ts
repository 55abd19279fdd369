// Files of finished days in an object store: streamed from there as they were listed, or not at all.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DayFileEntry } from '../../../server/archive/files/checked-chunks.ts';
import { DayFiles } from '../../../server/archive/files/day-files.ts';
import { StoredDayFiles } from '../../../server/archive/files/stored-day-files.ts';
import type { ObjectStore } from '../../../server/archive/objects/object-store.ts';
import { S3Objects, parseS3Address } from '../../../server/archive/objects/s3-objects.ts';
import { archiveCommand } from '../../../server/cli/archive-command.ts';
import { type S3Server, startS3 } from './objects/s3-server.ts';

const [BTC, DAY] = [2, '2026-11-25'];
/** Of two parts. */
const CONTENT = randomBytes(5 * 1024 * 1024);
const ENTRY: DayFileEntry = {
  coinInfoId: BTC,
  day: DAY,
  name: 'trades.csv.gz',
  rows: 7,
  bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
};

let s3: S3Server;
let folder: string;
let errors: unknown[];
beforeEach(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'defi-stored-files-'));
  errors = [];
  mkdirSync(join(folder, `${BTC}`));
  writeFileSync(join(folder, `${BTC}`, `${DAY}.${ENTRY.name}`), CONTENT);
  writeFileSync(join(folder, `${BTC}`, `${DAY}.files.json`), JSON.stringify([ENTRY]));
});
afterEach(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

const objects = (answerMs?: number): ObjectStore => new S3Objects(parseS3Address(s3.url)!, answerMs);
const filesOf = (store: ObjectStore, local: DayFiles | null): StoredDayFiles =>
  new StoredDayFiles({ objects: store, local, onError: (error) => errors.push(error) });

/** Stores what was made on this machine; what there is to make is made already. */
async function stored(): Promise<StoredDayFiles> {
  const files = filesOf(objects(), new DayFiles(folder));
  const grid = { decimals: 1, step: 1 };
  await files.make({
    coinInfoId: BTC,
    day: DAY,
    grids: { price: grid, amount: grid },
    blocks: (async function* () {})(),
    pause: async () => undefined,
  });
  return files;
}

async function read(files: StoredDayFiles, entry = ENTRY): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await files.open(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('files of finished days in an object store', () => {
  it('are whole in the store, and removed from the local disk', async () => {
    const own = await stored();
    expect(existsSync(join(folder, `${BTC}`, `${DAY}.${ENTRY.name}`))).toBe(false);
    for (const files of [own, filesOf(objects(), null)]) {
      expect(await files.list()).toEqual([ENTRY]);
      expect(await files.entries(BTC, DAY)).toEqual([ENTRY]);
      expect(await files.entries(BTC, '2026-11-26')).toEqual([]);
      expect((await read(files)).equals(CONTENT)).toBe(true);
    }
    const env = { DATA_DIR: folder, ARCHIVE_URL: s3.url };
    expect((await archiveCommand(['verify'], env)).at(-1)).toBe('1 files of finished days: as they were listed');
    expect(await own.deleteDay(BTC, DAY)).toBe(CONTENT.length);
    expect([s3.objects.size, await own.list()]).toEqual([0, []]);
  });

  it('are listed and read from the local disk while the store is away, and stored when it is back', async () => {
    s3.mode = 'away';
    await expect(stored()).rejects.toThrow('503');
    expect(existsSync(join(folder, `${BTC}`, `${DAY}.${ENTRY.name}`))).toBe(true);
    s3.mode = 'forgets';
    await expect(stored()).rejects.toThrow('does not have it');
    s3.mode = 'honest';
    const waiting = filesOf(objects(), new DayFiles(folder));
    expect([await waiting.list(), await waiting.isMade(BTC, DAY)]).toEqual([[ENTRY], false]);
    expect((await read(waiting)).equals(CONTENT)).toBe(true);
    expect(await (await stored()).isMade(BTC, DAY)).toBe(true);
  });

  it('are not sent to their end by a store that lies, is cut, slow, or dies on the way', async () => {
    const files = await stored();
    const [key, part] = [...s3.objects].find(([name]) => name.endsWith('000001'))!;
    s3.objects.set(key, Buffer.from(part.map((byte, at) => (at === 9_000 ? byte ^ 1 : byte))));
    await expect(read(files)).rejects.toThrow('is not as it was listed');
    await expect(archiveCommand(['verify'], { DATA_DIR: folder, ARCHIVE_URL: s3.url })).rejects.toThrow(
      `market 2: ${DAY}.trades.csv.gz is not as it was listed`,
    );
    s3.objects.set(key, part.subarray(0, 1_000));
    await expect(read(files)).rejects.toThrow('is not as it was listed');
    s3.objects.set(key, part);
    const content = await files.open(ENTRY);
    s3.mode = 'away';
    let bytes = 0;
    const download = async (): Promise<void> => {
      for await (const chunk of content) bytes += (chunk as Buffer).length;
    };
    await expect(download()).rejects.toThrow('503');
    expect(bytes).toBeLessThan(1024 * 1024);
    // Before the first byte it is a refusal.
    await expect(files.open(ENTRY)).rejects.toThrow('503');
    s3.mode = 'slow';
    await expect(filesOf(objects(200), null).open(ENTRY)).rejects.toThrow(/timeout|aborted/);
    s3.mode = 'honest';
    expect((await read(files)).equals(CONTENT)).toBe(true);
  });

  it('take two chunks of memory for each of 100 clients that do not read on', async () => {
    await stored();
    const store = objects();
    let reads = 0;
    const counting: ObjectStore = Object.assign(Object.create(store) as ObjectStore, {
      list: (prefix: string) => store.list(prefix),
      get: (key: string, range?: { from: number; bytes: number }) => {
        if (range) reads += 1;
        return range ? Promise.resolve(CONTENT.subarray(range.from, range.from + range.bytes)) : store.get(key);
      },
    });
    const files = filesOf(counting, null);
    const [entry] = await files.list();
    const streams = await Promise.all(Array.from({ length: 100 }, () => files.open(entry!)));
    for (const stream of streams) stream.read(1);
    for (let n = 0; n < 20; n++) await turn();
    expect(reads).toBeLessThanOrEqual(300);
    for (const stream of streams) stream.destroy();
  });

  it('are never what a forged list in the store names', async () => {
    await stored();
    const [list] = [...s3.objects.keys()].filter((key) => key.includes('/lists/'));
    for (const entry of [{ ...ENTRY, name: '../../private/operator.token' }, { ...ENTRY, coinInfoId: 3 }, {}, null])
      for (const text of [JSON.stringify([entry]), JSON.stringify(entry), 'no list']) {
        s3.objects.set(list!, Buffer.from(text));
        const files = filesOf(objects(), null);
        expect(await files.list(), text).toEqual([]);
        expect(await files.entries(BTC, DAY)).toEqual([]);
      }
    expect(errors.length).toBe(12);
  });
});
