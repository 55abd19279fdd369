// Sync rules of venues against published cases: dropped deltas, gaps, checksums.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../core/encoding/crc32.ts';
import { krakenChecksum, okxChecksum } from '../../../core/venue/venue-checksum.ts';
import { countIn, decimalsIn } from '../../../core/venue/venue-decimal.ts';
import type { VenueDelta, VenueSnapshot } from '../../../core/venue/venue-message.ts';
import { VenueSide } from '../../../core/venue/venue-book-side.ts';
import { BinanceFuturesRule, BinanceSpotRule, type SyncRule } from '../../../core/venue/venue-sync-rule.ts';
import { openTape } from '../../../server/venues/tape-reader.ts';
import { sharedFile } from '../../support/data/shared-file.ts';

interface Case {
  recording: string;
  market: string;
  around_snapshot: { U: number; u: number; action: string }[];
  gap_injection: { drop_delta_with_u: number; gap_must_be_detected_at: { u: number }; last_good_u: number }[];
  duplicate_injection: { repeat_delta_with_u: number };
}

/** Snapshot and changes of a tape, in order. */
async function sequence(path: string): Promise<{ snapshot: VenueSnapshot; deltas: VenueDelta[] }> {
  const { batches } = await openTape(path);
  const deltas: VenueDelta[] = [];
  let snapshot: VenueSnapshot | undefined;
  for await (const batch of batches) {
    for (const message of batch) {
      if (message.k === 'snap') snapshot ??= message;
      if (message.k === 'd') deltas.push(message);
    }
  }
  return { snapshot: snapshot!, deltas };
}

/** The first gap that the rule detects, and the last id applied before it. */
function firstGap(rule: SyncRule, snapshot: VenueSnapshot, deltas: VenueDelta[]): { gapU: number; lastGoodU: number } {
  rule.start(snapshot);
  let lastGoodU = 0;
  for (const delta of deltas) {
    const result = rule.check(delta);
    if (result === 'gap') return { gapU: delta.u!, lastGoodU };
    if (result === 'apply') lastGoodU = delta.u!;
  }
  return { gapU: 0, lastGoodU };
}

describe('sync rules', () => {
  const casesPath = sharedFile('recordings/vectors/sync-and-gap-cases.json');
  const cases = casesPath ? (JSON.parse(readFileSync(casesPath, 'utf8')) as { cases: Case[] }).cases : [];

  it.each(cases.map((item) => [item.recording, item] as const))(
    'judge %s as published',
    async (recording, item) => {
      const path = sharedFile(`recordings/l2/${recording}`)!;
      const { snapshot, deltas } = await sequence(path);
      const fresh = () => (item.market === 'spot' ? new BinanceSpotRule() : new BinanceFuturesRule());

      const rule = fresh();
      rule.start(snapshot);
      for (const [at, known] of item.around_snapshot.entries()) {
        expect([deltas[at]!.U, rule.check(deltas[at]!)]).toEqual([
          known.U,
          known.action.startsWith('drop') ? 'drop' : 'apply',
        ]);
      }
      expect(firstGap(fresh(), snapshot, deltas).gapU).toBe(0);
      for (const gap of item.gap_injection) {
        const holed = deltas.filter(({ u }) => u !== gap.drop_delta_with_u);
        expect(firstGap(fresh(), snapshot, holed)).toEqual({
          gapU: gap.gap_must_be_detected_at.u,
          lastGoodU: gap.last_good_u,
        });
      }
      const doubled = deltas.flatMap((delta) =>
        delta.u === item.duplicate_injection.repeat_delta_with_u ? [delta, delta] : [delta],
      );
      expect(firstGap(fresh(), snapshot, doubled).gapU).toBe(0);
    },
    240_000,
  );
});

interface Example {
  name: string;
  bids?: [string, string][];
  asks?: [string, string][];
  input?: string;
  expected: number;
}

describe('checksums', () => {
  it('equal those published by the venues', () => {
    const path = sharedFile('recordings/vectors/checksum-examples.json');
    if (!path) return;
    const { examples } = JSON.parse(readFileSync(path, 'utf8')) as { examples: Example[] };
    const side = (sign: 1 | -1, rows: [string, string][]) => {
      const filled = new VenueSide(sign, 1000);
      const decimals = Math.max(...rows.map(([price]) => decimalsIn(price)), 0);
      for (const [price, amount] of rows) filled.set(countIn(price, decimals), 1, price, amount);
      return filled;
    };
    const sums: string[] = [];
    for (const { name, bids, asks, input, expected } of examples) {
      if (input !== undefined) expect(crc32(input), name).toBe(expected);
      if (!bids || !asks || !/^(kraken|okx)/.test(name)) continue;
      const sum = name.startsWith('kraken') ? krakenChecksum : okxChecksum;
      expect(sum(side(-1, bids), side(1, asks)), name).toBe(expected);
      sums.push(name);
    }
    expect(sums.length).toBeGreaterThanOrEqual(3);
  });
});

describe('venue decimals', () => {
  it('are parsed exactly or refused', () => {
    expect(countIn('61837.63000000', 2)).toBe(6_183_763);
    expect(countIn('0.00000074573', 11)).toBe(74_573);
    expect(countIn('5', 3)).toBe(5_000);
    expect(countIn('0.1', 0)).toBeNaN();
    expect(countIn('1.005', 2)).toBeNaN();
    expect(countIn('1.0050', 3)).toBe(1_005);
    for (const bad of ['', '.', '-1', '1e5', 'NaN', '1.2.3', '1,5', '99999999999999999999'])
      expect(countIn(bad, 2), bad).toBeNaN();
    expect([decimalsIn('61837.63000000'), decimalsIn('10'), decimalsIn('1.000'), decimalsIn('0.00000074573')]).toEqual([
      2, 0, 0, 11,
    ]);
  });
});
