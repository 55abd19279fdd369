// Files of finished days: every event is in them exactly, in both forms; their list finds each changed byte.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveCommand } from '../../../server/cli/archive-command.ts';
import { DayFiles } from '../../../server/archive/files/day-files.ts';
import { checksumOf } from '../../../server/archive/book-copy.ts';
import { FullBook } from '../../../server/feed/full-book.ts';
import { RecordedMarket } from './recorded-market.ts';

const SEED = 20_265;
const DAY = '2026-11-25';
const MIDNIGHT = Date.UTC(2026, 10, 26);

let market: RecordedMarket;
beforeEach(async () => {
  market = new RecordedMarket(MIDNIGHT - 20 * 60_000, SEED);
  await market.open();
});
afterEach(() => market.delete());

const pathOf = (name: string): string => join(market.folder, `${market.id}`, `${DAY}.${name}`);

function csv(name: string): Record<string, string>[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(pathOf(name)))
    .toString()
    .trimEnd()
    .split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, at) => [names[at], text])));
}

async function parquet(name: string): Promise<Record<string, unknown>[]> {
  const bytes = readFileSync(pathOf(name));
  return parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
}

/** A price is five tenths, an amount a hundred-thousandth. */
const priceOf = (ticks: number): string => (ticks / 2).toFixed(1);
const amountOf = (lots: number): string => (lots / 100_000).toFixed(5);

describe('files of a finished day', () => {
  it('have every trade and every book change as they were, as CSV and as Parquet', async () => {
    await market.run(MIDNIGHT - 10 * 60_000, 200);
    await market.stop();
    market.now += 30_000;
    await market.open();
    await market.run(MIDNIGHT + 5 * 60_000, 200);
    await market.archive.flush();
    await market.archive.makeFiles();
    expect(market.errors).toEqual([]);
    const names = ['trades.csv.gz', 'trades.parquet', 'book.csv.gz', 'book.parquet'];
    expect((await new DayFiles(market.folder).list()).map(({ day, name }) => [day, name])).toEqual(
      names.map((name) => [DAY, name]),
    );
    const trades = market.past.events.flatMap(({ event }) =>
      event.kind === 'trade' && event.ts < MIDNIGHT ? [event] : [],
    );
    expect(trades.length).toBeGreaterThan(1_000);
    const found = csv('trades.csv.gz');
    // A block may go on for some seconds into the next day.
    expect(found.slice(0, trades.length)).toEqual(
      trades.map(({ id, ts, side, priceTicks, lots }) => ({
        id: `${id}`,
        time: `${ts}`,
        side,
        price: priceOf(priceTicks),
        amount: amountOf(lots),
      })),
    );
    const rows = await parquet('trades.parquet');
    expect(
      rows.map(({ id, time, side, price, amount }) => ({
        id: `${id as bigint}`,
        time: `${(time as Date).getTime()}`,
        side,
        price: (price as number).toFixed(1),
        amount: (amount as number).toFixed(5),
      })),
    ).toEqual(found);
    // The book that the file leads to at the end of the first run is the one that was live.
    const changes = csv('book.csv.gz');
    const [, second] = market.past.recorded;
    const seamAt = changes.findIndex(({ time, event }) => event === 'book' && Number(time) >= second![0]);
    const book = new FullBook();
    for (const { side, price, amount } of changes.slice(0, seamAt))
      book.set(side === 'bid' ? 1 : 2, Math.round(Number(price) * 2), Math.round(Number(amount) * 100_000));
    const live = new FullBook();
    for (const { event, ts } of market.past.events)
      if (ts < second![0] && event.kind === 'level') live.set(event.side, event.priceTicks, event.lots);
    expect(checksumOf(book)).toBe(checksumOf(live));
    expect(await parquet('book.parquet')).toHaveLength(changes.length);
  });

  it('say that there is no book, where recording goes on without one', async () => {
    await market.run(MIDNIGHT - 10 * 60_000, 200);
    await market.stop();
    market.now += 30_000;
    market.book = new FullBook();
    market.isBookLost = true;
    await market.open();
    const reopened = market.now;
    await market.run(MIDNIGHT - 60_000, 200);
    const live = checksumOf(market.book);
    market.now = MIDNIGHT + 5 * 60_000;
    await market.archive.flush();
    await market.archive.makeFiles();
    expect(market.errors).toEqual([]);
    const book = new FullBook();
    const changes = csv('book.csv.gz');
    for (const [at, { event, side, price, amount }] of changes.entries()) {
      if (event === 'reset' || (event === 'book' && changes[at - 1]?.['event'] !== 'book')) book.clear();
      if (event !== 'reset')
        book.set(side === 'bid' ? 1 : 2, Math.round(Number(price) * 2), Math.round(Number(amount) * 100_000));
    }
    expect(checksumOf(book)).toBe(live);
    const resets = changes.filter(({ event }) => event === 'reset');
    // Before the first run there was no book either.
    expect(resets).toHaveLength(2);
    expect(Number(resets[1]!['time'])).toBe(reopened);
  });

  it('are not made again, go with their day, and are checked by the command', async () => {
    await market.run(MIDNIGHT + 2 * 60_000, 2_000);
    await market.archive.flush();
    await market.archive.makeFiles();
    const before = readFileSync(pathOf('files.json'), 'utf8');
    await market.archive.makeFiles();
    expect(readFileSync(pathOf('files.json'), 'utf8')).toBe(before);
    const days = new DayFiles(market.folder);
    expect(await days.verify()).toEqual({ files: 4, faults: [] });
    const bytes = readFileSync(pathOf('trades.parquet'));
    bytes[40]! ^= 1;
    writeFileSync(pathOf('trades.parquet'), bytes);
    expect((await days.verify()).faults).toEqual([expect.stringContaining('trades.parquet is not as it was listed')]);
    const [entry] = (await days.list()).filter(({ name }) => name === 'trades.parquet');
    const download = async () => (await days.open(entry!)).toArray();
    await expect(download()).rejects.toThrow('is not as it was listed');
    writeFileSync(pathOf('trades.parquet'), bytes.subarray(0, 20));
    await expect(download()).rejects.toThrow('is not as it was listed');
    bytes[40]! ^= 1;
    writeFileSync(pathOf('trades.parquet'), Buffer.concat([bytes, Buffer.from('more')]));
    expect(Buffer.concat(await download())).toEqual(bytes);
    expect(await days.deleteDay(market.id, DAY)).toBeGreaterThan(1_000);
    expect(readdirSync(join(market.folder, `${market.id}`)).filter((name) => /csv|parquet|json/.test(name))).toEqual(
      [],
    );
  });

  it('with a damaged list hide no others, stop nothing, and are made again', async () => {
    await market.run(MIDNIGHT + 2 * 60_000, 2_000);
    await market.archive.flush();
    await market.archive.makeFiles();
    const days = new DayFiles(market.folder);
    const other = { ...(await days.list())[0]!, day: '2026-11-24' };
    writeFileSync(pathOf('files.json').replace(DAY, other.day), JSON.stringify([other]));
    const whole = readFileSync(pathOf('files.json'), 'utf8');
    const evil = JSON.stringify([{ ...other, day: DAY, name: '../../../etc/passwd' }]);
    for (const damaged of [
      '',
      'null',
      '{}',
      '[7]',
      '[null]',
      whole.slice(0, -9),
      whole.replace(DAY, other.day),
      evil,
    ]) {
      writeFileSync(pathOf('files.json'), damaged);
      expect(await days.list(), damaged).toEqual([other]);
      expect(await days.entries(market.id, DAY)).toEqual([]);
      expect((await days.verify()).faults).toContain(`market 2: ${DAY}.files.json is no list of files`);
      await market.archive.trim();
    }
    await market.archive.makeFiles();
    expect(market.errors).toEqual([]);
    expect(readFileSync(pathOf('files.json'), 'utf8')).toBe(whole);
    writeFileSync(pathOf('files.json'), evil);
    expect(await days.deleteDay(market.id, DAY)).toBeGreaterThan(1_000);
    expect(readdirSync(join(market.folder, `${market.id}`)).filter((name) => /csv|parquet/.test(name))).toEqual([]);
  });

  it('are not listed when the disk fails', async () => {
    await market.run(MIDNIGHT + 2 * 60_000, 2_000);
    const days = new DayFiles(market.folder);
    const fails = async function* () {
      yield* [] as never[];
      throw new Error('EIO');
    };
    const grid = { decimals: 0, step: 1 };
    const grids = { price: grid, amount: grid };
    await expect(
      days.make({ coinInfoId: market.id, day: DAY, grids, blocks: fails(), pause: async () => undefined }),
    ).rejects.toThrow('EIO');
    expect(await days.list()).toEqual([]);
    expect(readdirSync(join(market.folder, `${market.id}`)).filter((name) => name.endsWith('.part'))).toEqual([]);
    await expect(archiveCommand(['other'], {})).rejects.toThrow('How to');
  });
});
