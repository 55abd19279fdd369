// Stores of archive objects: PostgreSQL and S3 keep the same promises, and an S3 store is not believed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../../../server/archive/objects/object-store.ts';
import { PostgresObjects } from '../../../../server/archive/objects/postgres-objects.ts';
import { objectStoreOf } from '../../../../server/bootstrap/archive/open-archive.ts';
import { S3Objects, parseS3Address } from '../../../../server/archive/objects/s3-objects.ts';
import { type S3Server, startS3 } from './s3-server.ts';
import { freshDatabase, postgresForFile } from '../../../support/server/test-database.ts';

let s3: S3Server;
const postgres = postgresForFile();
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (content: Uint8Array | null): string | null => content && new TextDecoder().decode(content);

async function keepsPromises(store: ObjectStore): Promise<void> {
  try {
    const keys = Array.from({ length: 20 }, (_, n) => `segments/${String(n).padStart(3, '0')}`);
    for (const key of keys.toReversed()) expect(await store.write(key, bytes(`content of ${key}`))).toBe(true);
    await store.write('days/blocks/2/2026-11-25/1-0-last', bytes('day'));
    expect((await store.list('segments/')).map(({ key }) => key)).toEqual(keys);
    expect(await store.list('days/')).toEqual([{ key: 'days/blocks/2/2026-11-25/1-0-last', bytes: 3 }]);
    expect(textOf(await store.get(keys[4]!))).toBe('content of segments/004');
    expect(textOf(await store.get(keys[4]!, { from: 11, bytes: 5 }))).toBe('segme');
    expect(textOf(await store.get(keys[4]!, { from: 20, bytes: 500 }))).toBe('004');
    expect(textOf(await store.get(keys[4]!, { from: 500, bytes: 5 }))).toBe('');
    expect(await store.get('segments/999')).toBeNull();
    // What is written is never replaced.
    expect(await store.write(keys[4]!, bytes('another'))).toBe(false);
    expect(textOf(await store.get(keys[4]!))).toBe('content of segments/004');
    await store.delete(keys[4]!);
    await store.delete(keys[4]!);
    expect(await store.get(keys[4]!)).toBeNull();
  } finally {
    await store.close();
  }
}

describe('a store of archive objects', () => {
  it('is a bucket', () => keepsPromises(new S3Objects(parseS3Address(s3.url)!)));

  it('is a table of PostgreSQL', async () => {
    const url = postgres();
    if (url) await keepsPromises(new PostgresObjects((await freshDatabase(url)).where));
  });

  it('has the own market and each watched source apart, in a bucket and in a table', async () => {
    const url = postgres();
    for (const where of [s3.url, ...(url ? [(await freshDatabase(url)).where] : [])]) {
      const markets = ['sim', 'live:kraken', 'live:binance'];
      const sources = await Promise.all(markets.map((market) => objectStoreOf(where, market)));
      const own = sources[0]!;
      const before = await own.list('');
      for (const [n, source] of sources.entries())
        expect(await source.write('segments/000001000001', bytes(`of ${n}`))).toBe(true);
      for (const [n, source] of sources.entries()) {
        expect(textOf(await source.get('segments/000001000001', { from: 0, bytes: 9 }))).toBe(`of ${n}`);
        expect((await source.list('segments/000001')).map(({ key }) => key)).toEqual(['segments/000001000001']);
      }
      // Where the own market has always been.
      expect((await own.list('')).length).toBe(before.length + 3);
      for (const source of sources) await source.delete('segments/000001000001');
      expect(await own.list('')).toEqual(before);
      await Promise.all(sources.map((source) => source.close()));
    }
  });

  it('fails with a wrong secret, and where it is too slow', async () => {
    const address = parseS3Address(s3.url)!;
    const wrong = new S3Objects({ ...address, secretAccessKey: 'guess' });
    await expect(wrong.write('a', bytes('b'))).rejects.toThrow('answers 403');
    s3.mode = 'slow';
    await expect(new S3Objects(address, 50).get('a')).rejects.toThrow(/timeout|abort/i);
    s3.mode = 'honest';
  });

  it('waits for what moves over a slow connection, in both directions', async () => {
    const objects = new S3Objects(parseS3Address(s3.url)!, 1_000);
    const part = new Uint8Array(2 ** 20).fill(7);
    s3.mode = 'drips';
    expect(await objects.write('slow', part)).toBe(true);
    expect(Buffer.compare((await objects.get('slow'))!, part)).toBe(0);
    s3.mode = 'honest';
    await objects.delete('slow');
  });

  it('does not follow a list without an end, nor accept what is no list', async () => {
    const objects = new S3Objects(parseS3Address(s3.url)!, undefined, 500);
    for (const [mode, message] of [
      ['repeats', 'the object store lists without an end'],
      ['circles', 'the object store lists without an end'],
      ['promises', 'the object store lists without an end'],
      ['cuts', 'the object store names no next page'],
      ['invents', 'the object store lists more than 500 objects'],
      ['halves', 'the object store answers with no list'],
      ['portal', 'the object store answers with no list'],
    ] as const) {
      s3.mode = mode;
      await expect(objects.list(''), mode).rejects.toThrow(message);
    }
    s3.mode = 'honest';
  });

  it('has an address with a bucket and a secret', () => {
    expect(parseS3Address('s3://a:b%2Fc@host:9000/bucket/deep/er/?region=eu-1')).toMatchObject({
      accessKeyId: 'a',
      secretAccessKey: 'b/c',
      region: 'eu-1',
      folder: new URL('https://host:9000/bucket/deep/er'),
    });
    for (const text of [
      's3://host/bucket',
      's3://a:b@host',
      's3://a:b@host/',
      'http://a:b@host/c',
      's3://a:b@host/../x y',
    ])
      expect(parseS3Address(text), text).toBeNull();
  });
});
