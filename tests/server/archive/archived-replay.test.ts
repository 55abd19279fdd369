// The replay of a recording is archived by its own times; where it lost its book, nothing is known.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { archiveCommand } from '../../../server/cli/archive-command.ts';
import { checksumOf } from '../../../server/archive/book-copy.ts';
import { madeTape, textOf } from '../../support/data/generated-tape.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../support/server/running-exchange.ts';

const WATCHED = 1001;
const MISSING = 31;

let folder: string;
let env: Record<string, string>;
let at: Running;
let times: number[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-archived-replay-'));
  const tape = madeTape('binance', 'spot', 60, 7);
  const last = tape.messages.at(-1)!;
  // A change is missing, and the whole book comes at the end.
  const messages = [...tape.messages.filter((_, index) => index !== MISSING), { ...tape.whole, t: last.t + 1_000_000 }];
  times = messages.map(({ t }) => Math.floor(t / 1000));
  writeFileSync(join(folder, 'tape.gz'), gzipSync(textOf({ ...tape, messages })));
  env = { DATA_DIR: folder, MARKET: `replay:${join(folder, 'tape.gz')}@max` };
  at = await played();
});
afterAll(async () => {
  await at.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function played(): Promise<Running> {
  const lines: string[] = [];
  const running = await startRunning({ ...WITH_ARCHIVE, ...env }, { log: (line) => lines.push(line) });
  await vi.waitFor(() => expect(lines).toContain('market.tape_ended'), { timeout: 30_000 });
  return running;
}

const past = (time: number) => at.call('/coin/books', { coinInfoId: WATCHED, depth: 0, time });

describe('an archived replay', () => {
  it('has the books of the recorded times, and none where the recording lost its own', async () => {
    const { book } = at.exchange.feed.market(WATCHED)!;
    expect((await past(times.at(-1)!)).data).toMatchObject({ cs: checksumOf(book), ts: times.at(-1) });
    expect((await past(times[MISSING - 1]!)).code).toBe(0);
    expect((await past(times[MISSING]!)).code).toBe(1404);
    expect((await past(times.at(-2)!)).code).toBe(1404);
    expect((await past(times[0]! - 1)).code).toBe(1404);
    const { data } = await at.call('/coin/events', { coinInfoId: WATCHED, startTime: 1, endTime: Date.now() });
    expect(data.firstTime).toBe(times[0]);
  });

  it('answers tiles up to the end of the recording', async () => {
    const fromMs = Math.floor(times[0]! / 128_000) * 128_000;
    const query = `coinInfoId=${WATCHED}&columnMs=1000&levelTicks=1&fromMs=${fromMs}`;
    const { statusCode } = await at.exchange.http.inject(`/mmtb-api/tiles/depth?${query}`);
    expect(statusCode).toBe(200);
  });

  it('is made again by the next start, and verified by the command', async () => {
    await at.exchange.close();
    const first = await archiveCommand(['verify'], env);
    at = await played();
    await at.exchange.close();
    expect(await archiveCommand(['verify'], env)).toEqual(first);
    expect(first[0]).toMatch(/^1 markets, \d+ blocks, \d+ events, 1 seams: whole/);
  });
});
