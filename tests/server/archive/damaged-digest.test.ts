// A digest with a damaged byte is refused, or what it was: its books are never taken for its trades.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { digestFilesIn } from '../../../server/archive/tiles/digest-files.ts';
import type { DigestPiece } from '../../../server/archive/tiles/digest-piece.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 20_294;
const BTC = 2;
const START = Date.UTC(2026, 0, 1);
/** Where the sizes of the books and the trades are in a record; the content follows. */
const SIZES_AT = 16;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'defi-digest-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it(`a digest is read as written, or refused (seed ${SEED})`, { timeout: 240_000 }, async () => {
  const random = seeded(SEED);
  const bytes = (size: number): Uint8Array => Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
  const span = { stepMs: 5 * MINUTE_MS, startMs: START, fromMs: START, toMs: START + 5 * MINUTE_MS };
  const piece: DigestPiece = { ...span, books: bytes(90), trades: bytes(60) };
  const next = { startMs: piece.toMs, fromMs: piece.toMs, toMs: piece.toMs + span.stepMs };
  await digestFilesIn(folder).append(2, BTC, piece);
  await digestFilesIn(folder).append(2, BTC, { ...piece, ...next });
  const path = join(folder, `${BTC}`, '2026-01-01.m5');
  const whole = readFileSync(path);
  let refused = 0;
  for (let at = SIZES_AT; at < whole.length / 2; at++)
    for (const change of [1, 255, 1 + Math.floor(random() * 254)]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at]! + change) % 256;
      writeFileSync(path, damaged);
      const found = await digestFilesIn(folder)
        .read(2, BTC, START, true)
        .catch(() => null);
      if (!found || found.length === 0) refused += 1;
      else {
        expect([...found[0]!.books], `byte ${at}`).toEqual([...piece.books]);
        expect([...found[0]!.trades], `byte ${at}`).toEqual([...piece.trades]);
      }
    }
  expect(refused).toBeGreaterThan(whole.length);
});
