// The append-only log: what was appended is read again, a torn end is removed, damage before the end is refused.
import { copyFileSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LogCursor } from '../../../server/store/log/log-cursor.ts';
import { encodeFrame, type LogFrame } from '../../../server/store/log/log-frame.ts';
import { SEGMENT_BYTES } from '../../../server/store/log/log-segments.ts';
import { SegmentedLog } from '../../../server/store/log/segmented-log.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

const SEED = Number(process.env['LOG_SEED'] ?? Date.now() % 1_000_000);

function open(folder: string): SegmentedLog {
  const log = SegmentedLog.open(folder);
  onTestFinished(() => log.close());
  return log;
}

const frame = (number: number, bytes = 20): LogFrame => ({ number, bytes: Buffer.alloc(bytes, number % 251) });

function numbersIn(folder: string, after = 0, until = Infinity): number[] {
  const cursor = new LogCursor(folder, after);
  const numbers: number[] = [];
  for (let page = cursor.read(until); page.length > 0; page = cursor.read(until))
    for (const { number, bytes } of page) {
      expect(bytes.every((byte) => byte === number % 251)).toBe(true);
      numbers.push(number);
    }
  cursor.close();
  return numbers;
}

const segments = (folder: string): string[] => readdirSync(folder).sort();

describe('a log', () => {
  it('writes nothing before its first frame', () => {
    const folder = join(dataFolder(), 'journal');
    expect(open(folder).lastNumber).toBe(0);
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    expect(numbersIn(folder)).toEqual([]);
  });

  it(`has its frames again over segments and starts, of any size (seed ${SEED})`, async () => {
    const folder = dataFolder();
    const random = seeded(SEED);
    let log = open(folder);
    const numbers: number[] = [];
    let number = 0;
    for (let at = 0; at < 300; at += 1) {
      number += 1 + Math.floor(random() * 3);
      const bytes = random() < 0.02 ? SEGMENT_BYTES + 10_000 : 1 + Math.floor(random() * 30_000);
      await log.append([frame(number, bytes)]);
      numbers.push(number);
      if (random() < 0.05) {
        await log.close();
        log = open(folder);
        expect(log.lastNumber).toBe(number);
      }
    }
    expect(numbersIn(folder)).toEqual(numbers);
    expect(numbersIn(folder, numbers[150])).toEqual(numbers.slice(151));
    expect(numbersIn(folder, 0, numbers[200])).toEqual(numbers.slice(0, 201));
    expect(segments(folder).length).toBeGreaterThan(4);
  });

  it('is read on while it grows, by a cursor that had reached its end', async () => {
    const folder = dataFolder();
    const log = open(folder);
    const cursor = new LogCursor(folder, 0);
    onTestFinished(() => cursor.close());
    expect(cursor.read(0)).toEqual([]);
    for (let number = 1; number <= 200; number += 1) {
      await log.append([frame(number, 20_000)]);
      expect(cursor.read(number).map((read) => read.number)).toEqual([number]);
      expect(cursor.read(number)).toEqual([]);
    }
  });

  it('removes whole segments that are not needed, and never the last', async () => {
    const folder = dataFolder();
    const log = open(folder);
    for (let number = 1; number <= 200; number += 1) await log.append([frame(number, 20_000)]);
    const before = segments(folder).length;
    log.prune(100);
    expect(segments(folder).length).toBeLessThan(before);
    const [oldest = 0] = numbersIn(folder);
    expect(oldest).toBeGreaterThan(1);
    expect(oldest).toBeLessThanOrEqual(101);
    log.prune(200);
    expect(numbersIn(folder).at(-1)).toBe(200);
    await log.close();
    expect(open(folder).lastNumber).toBe(200);
  });
});

describe('after a crash', () => {
  /** A log with ten frames in one segment, and the bytes where the last one begins and ends. */
  async function crashed(): Promise<{ folder: string; path: string; from: number; to: number }> {
    const folder = dataFolder();
    const log = open(folder);
    for (let number = 1; number <= 10; number += 1) await log.append([frame(number, 700)]);
    await log.close();
    const [name = ''] = segments(folder);
    const length = encodeFrame(frame(1, 700)).length;
    return { folder, path: join(folder, name), from: 9 * length, to: 10 * length };
  }

  it('a frame of which any part is missing is removed, and the next one follows the whole ones', async () => {
    const { folder, path, from, to } = await crashed();
    const whole = readFileSync(path);
    for (let cut = from; cut < to; cut += 97) {
      for (const part of ['end', 'start']) {
        const bytes = Buffer.from(whole);
        if (part === 'end') bytes.fill(0, cut, to);
        else bytes.fill(0, from, cut + 4);
        writeFileSync(path, bytes);
        const log = SegmentedLog.open(folder);
        expect([part, cut, log.lastNumber]).toEqual([part, cut, 9]);
        await log.append([frame(11, 5)]);
        await log.close();
        expect(numbersIn(folder)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
        rmSync(join(folder, segments(folder)[1] ?? 'none'), { force: true });
      }
    }
  });

  it('a changed bit before the last frame is damage, which is refused and left as it is', async () => {
    const { folder, path, from } = await crashed();
    const whole = readFileSync(path);
    for (let at = 0; at < from; at += 83) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1 << (at % 8);
      writeFileSync(path, bytes);
      expect(() => SegmentedLog.open(folder), `byte ${at}`).toThrow(/is damaged at byte \d+; restore a backup/);
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
  });

  it('a segment that is shorter than it was made is refused, also where it ends with a whole frame', async () => {
    const { folder, path, from, to } = await crashed();
    const whole = readFileSync(path);
    for (const bytes of [from, from + 300, to, SEGMENT_BYTES - 1]) {
      writeFileSync(path, whole.subarray(0, bytes));
      expect(() => SegmentedLog.open(folder), `${bytes} bytes`).toThrow(/is damaged at byte \d+; restore a backup/);
    }
  });

  it('a segment in another place, or a first one that ends early, is refused', async () => {
    const folder = dataFolder();
    const log = open(folder);
    for (let number = 1; number <= 120; number += 1) await log.append([frame(number, 20_000)]);
    await log.close();
    const [first = '', second = '', third = ''] = segments(folder);
    const copy = dataFolder();
    for (const [from, to] of [
      [second, first],
      [first, second],
      [third, third],
    ] as const)
      copyFileSync(join(folder, from), join(copy, to));
    expect(() => SegmentedLog.open(copy)).toThrow('damaged');
    const bytes = readFileSync(join(folder, first));
    bytes.fill(0, 40_000, 60_000);
    writeFileSync(join(folder, first), bytes);
    expect(() => SegmentedLog.open(folder)).toThrow('damaged');
  });

  it('a missing last segment is noticed by the one that was made ahead of it', async () => {
    const folder = dataFolder();
    const log = open(folder);
    for (let number = 1; number <= 90; number += 1) await log.append([frame(number, 20_000)]);
    await log.close();
    const [, current = '', ahead = ''] = segments(folder);
    expect(readFileSync(join(folder, ahead)).every((byte) => byte === 0)).toBe(true);
    rmSync(join(folder, current));
    expect(() => SegmentedLog.open(folder)).toThrow(`The log ${join(folder, current)} is missing; bring it back`);
    expect(segments(folder)).toContain(ahead);
  });

  it('a segment that was being made is made again', async () => {
    const { folder, path } = await crashed();
    writeFileSync(path.replace(/\d+\.log$/, '0000000002.log'), Buffer.alloc(1_000));
    const log = open(folder);
    expect(log.lastNumber).toBe(10);
    for (let number = 11; number <= 100; number += 1) await log.append([frame(number, 20_000)]);
    expect(numbersIn(folder).length).toBe(100);
  });

  it('a file that is deleted or replaced while it is used fails the next append', async () => {
    for (const harm of [
      (path: string) => rmSync(path),
      (path: string) => {
        copyFileSync(path, `${path}.other`);
        renameSync(`${path}.other`, path);
      },
    ]) {
      const { folder, path } = await crashed();
      const log = open(folder);
      await log.append([frame(11)]);
      harm(path);
      await expect(log.append([frame(12)])).rejects.toThrow(/was deleted or replaced while the exchange used it/);
    }
  });

  it('a folder that cannot be written refuses the append, and works again later', async () => {
    const folder = join(dataFolder(), 'journal');
    const log = open(folder);
    writeFileSync(folder, 'in the way');
    await expect(log.append([frame(1)])).rejects.toThrow(/EEXIST|ENOTDIR/);
    rmSync(folder);
    await log.append([frame(1)]);
    expect(numbersIn(folder)).toEqual([1]);
  });
});
