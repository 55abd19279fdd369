// Hostile files: a replay ends soon, in bounded memory, with a message.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { replayCommand } from '../../../bench/replay/command.ts';
import { playHeadless } from '../../../bench/replay/headless.ts';
import { tapeInstruments } from '../../../server/venues/tape-instruments.ts';
import { fileStart, writeHead, RECORD, RECORD_HEAD } from '../../../workers/recorder/recording-file.ts';
import { RecordingError, openRecording } from '../../../workers/replay/recording.ts';
import { summaryOf } from '../../../workers/replay/replay-summary.ts';
import { ROOT } from '../../support/data/shared-file.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { madeTape, textOf } from '../../support/data/generated-tape.ts';

const SEED = 7;
const tape = madeTape('binance', 'spot', 30, SEED);
const text = textOf(tape);
const header = JSON.stringify(tape.header);
const folder = mkdtempSync(join(tmpdir(), 'defi-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Runs the command in a process of its own: its output and exit code. */
function command(path: string, env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(ROOT, 'bench/replay/run.mjs'), path, '--json'],
      { env: { ...process.env, ...env }, maxBuffer: 1e8 },
      (error, out, err) => done({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

describe('a hostile file', () => {
  it('of one line of 50 MB is refused, or played to the line before it', async () => {
    const long = 'x'.repeat(50_000_000);
    await expect(openRecording(new Blob([long]))).rejects.toMatchObject({ refusal: 'foreign' });
    for (const line of [long, `{"t":1,"k":"d","b":[["${long}","1"]],"a":[]}`, '['.repeat(15_000_000)]) {
      const recording = await openRecording(new Blob([`${text}${line}\n`]));
      await playHeadless(recording);
      expect(recording.problems).toMatchObject([{ kind: 'bent', line: 33 }]);
    }
    // As the exchange streams it: a long line is refused before it is complete.
    await expect(tapeInstruments(file('long.gz', gzipSync(`${text}${long}\n`)))).rejects.toThrow(
      /long\.gz, line \d+: it is longer than 16 MiB/,
    );
  });

  it('with impossible times is bounded', async () => {
    const at = (t: unknown): string =>
      `${header}\n${JSON.stringify({ ...tape.messages[0], t })}\n${text.split('\n').slice(2).join('\n')}`;
    for (const t of [null, 'now', -1, 0.5, 1e308, 1e18]) {
      await expect(openRecording(new Blob([at(t)])), String(t)).rejects.toMatchObject({ refusal: 'empty' });
    }
    // A first message of the distant past: a hundred years would be three billion seconds to hash.
    const recording = await openRecording(new Blob([at(0)]));
    expect(recording.problems.at(-1)).toMatchObject({ kind: 'bent', line: 3 });
    expect((await playHeadless(recording)).hashes.length).toBeLessThan(3);
    // Days without messages are played quickly.
    const quiet = text.trimEnd().split('\n');
    const last = { ...tape.messages.at(-1)!, t: tape.messages[0]!.t + 6 * 86_400_000_000, U: 5_301, u: 5_302 };
    const player = await playHeadless(
      await openRecording(new Blob([`${[...quiet, JSON.stringify(last)].join('\n')}\n`])),
    );
    expect(player.hashes.length).toBe(6 * 86_400 + 1);
  });

  it('of the flight recorder with such times is bounded too', async () => {
    const start = fileStart({ savedMs: 1, zeroMs: 1_700_000_000_000, infos: [], candles: [], trades: [] });
    const record = (stampMs: number): Uint8Array<ArrayBuffer> => {
      const bytes = new Uint8Array(RECORD_HEAD + 2);
      writeHead(bytes, 0, RECORD.text, stampMs, 2);
      bytes.set(new TextEncoder().encode('{}'), RECORD_HEAD);
      return bytes;
    };
    for (const stamp of [NaN, Infinity, 1e308, 1e15]) {
      const recording = await openRecording(new Blob([start, record(5), record(6), record(stamp), record(7)]));
      expect([recording.count, recording.cut, recording.lastMs]).toEqual([2, true, 1_700_000_000_006]);
      expect((await playHeadless(recording)).hashes).toHaveLength(1);
    }
    await expect(openRecording(new Blob([start, record(NaN)]))).rejects.toMatchObject({ refusal: 'empty' });
  });

  it('with a wrong header is refused with the reason', async () => {
    const wrong: [Record<string, unknown>, RegExp][] = [
      [{ t_unit: 'ms' }, /microseconds/],
      [{ depth: 1e308 }, /depth/],
      [{ depth: -1 }, /depth/],
      [{ market: 5 }, /market/],
      [{ sym: undefined }, /symbol/],
      [{ symbols: [] }, /symbol/],
      [{ symbols: [null] }, /symbol/],
    ];
    for (const [change, sentence] of wrong) {
      await expect(
        openRecording(new Blob([textOf({ ...tape, header: { ...tape.header, ...change } })])),
      ).rejects.toThrow(sentence);
    }
  });
});

describe('a randomly corrupted tape', () => {
  const CHARS = ['0', '9', '.', '-', '"', '[', ']', '{', '}', ',', 'e', '\n', '\0', '\u00e9', '1e308', 'null', 'NaN'];

  it.each(['binance', 'bybit', 'coinbase', 'ftx', 'bitmex', 'kraken', 'okx'])(
    'is played or refused with a sentence, and every lost book is reported (%s, seed 1)',
    async (venue) => {
      const random = seeded(1);
      const { bids, asks, ...whole } = madeTape(venue, 'spot', 20, SEED);
      const bytes = textOf({ ...whole });
      for (let k = 0; k < 150; k++) {
        const at = Math.floor(random() * bytes.length);
        const bent =
          bytes.slice(0, at) + CHARS[Math.floor(random() * CHARS.length)]! + bytes.slice(at + Math.floor(random() * 3));
        let recording;
        try {
          recording = await openRecording(new Blob([bent]));
        } catch (error) {
          expect([k, error]).toEqual([k, expect.any(RecordingError)]);
          continue;
        }
        const [book] = summaryOf(recording, await playHeadless(recording)).markets[0]?.books ?? [];
        if (recording.problems.length === 0) expect([k, book?.live]).toEqual([k, true]);
        else if (recording.cut) expect([k, book?.live ?? false]).toEqual([k, false]);
        // Its checksum covers every level of this book.
        if (book?.live && venue === 'ftx')
          expect([k, book.bidLevels, book.askLevels]).toEqual([k, bids.length, asks.length]);
      }
    },
  );
});

describe('the command', () => {
  it(
    'prints file and line and exits with 1 on a fault, else with 0, the same in every time zone',
    { timeout: 120_000 },
    async () => {
      const whole = file('whole.ndjson', text);
      const [here, there] = await Promise.all([command(whole, { TZ: 'UTC' }), command(whole, { TZ: 'Pacific/Apia' })]);
      expect([here.code, here.err, there.out]).toEqual([0, '', here.out]);
      expect(JSON.parse(here.out)).toMatchObject({
        problems: [],
        markets: [{ books: [{ live: true, bidLevels: tape.bids.length }] }],
      });
      const lines = text.split('\n');
      const bad: [string, string | Buffer, RegExp][] = [
        ['holed.ndjson', lines.filter((_, i) => i !== 9).join('\n'), /holed\.ndjson:10: BTCUSD: messages are missing/],
        ['cut.ndjson', text.slice(0, -9), /cut\.ndjson:32: the recording ends early/],
        [
          'bent.ndjson',
          lines.map((line, i) => (i === 9 ? '{}' : line)).join('\n'),
          /bent\.ndjson:10: this line is malformed/,
        ],
        ['damaged.ndjson.gz', gzipSync(text).subarray(0, -20), /damaged\.ndjson\.gz:\d+: the recording ends early/],
        [
          'venue.ndjson',
          text.replace('"binance"', '"nowhere"'),
          /venue\.ndjson: .*line 1: no rules are known for the venue "nowhere"/,
        ],
      ];
      // The code of the process, of a problem and of a refusal; what is printed needs no process.
      for (const [name, content, sentence] of [bad[0]!, bad.at(-1)!]) {
        const { code, out, err } = await command(file(name, content));
        expect([name, code, err]).toEqual([name, 1, expect.stringMatching(sentence)]);
        expect(out).not.toContain('"live": true');
      }
      for (const [name, content, sentence] of bad.slice(1, -1)) {
        const { lines: out, problems } = await replayCommand([file(name, content), '--json']);
        expect([name, problems.join('\n')]).toEqual([name, expect.stringMatching(sentence)]);
        expect(out.join('\n')).not.toContain('"live": true');
      }
    },
  );
});
