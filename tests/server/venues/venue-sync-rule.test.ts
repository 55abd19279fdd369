// Sync rules of venues against published cases: dropped deltas, gaps, checksums.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../core/encoding/crc32.ts';
import { krakenChecksum, okxChecksum } from '../../../core/venue/venue-checksum.ts';
import { countIn, decimalsIn } from '../../../core/venue/venue-decimal.ts';
import { BID } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { VenueBook } from '../../../core/venue/venue-book.ts';
import type { VenueDelta, VenueMessage, VenueRow, VenueSnapshot } from '../../../core/venue/venue-message.ts';
import { VenueSide } from '../../../core/venue/venue-book-side.ts';
import { rulesOf } from '../../../core/venue/venue-rules.ts';
import { BinanceFuturesRule, BinanceSpotRule, type SyncRule } from '../../../core/venue/venue-sync-rule.ts';
import { watchedInfo } from '../../../server/venues/tape-instruments.ts';
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

describe('a book of OKX as it is sent since 2026: without a checksum, with the numbers of each change', () => {
  const row = (price: number, amount: number): VenueRow => [price.toFixed(1), amount.toFixed(1), '0', '1'];
  const snap: VenueSnapshot = { k: 'snap', t: 1, seq: 1_000, c: 0, b: [row(99.5, 1)], a: [row(100.5, 1)] };
  const change = (pu: number, seq: number, price: number, amount: number): VenueDelta => ({
    k: 'd',
    t: 1,
    seq,
    pu,
    c: 0,
    b: [row(price, amount)],
    a: [],
  });
  /** What is lost, and the bids that stay. */
  const play = (...messages: VenueMessage[]): unknown[] => {
    const lost: string[] = [];
    const bids = new Map<number, number>();
    const info = watchedInfo(0, 'BTC-USDT', 'spot', { price: 1, amount: 1 });
    const book = new VenueBook(instrumentOf(info), rulesOf('okx', 'spot', 400), (loss) => lost.push(loss));
    for (const message of messages)
      for (const event of book.apply(message)) {
        if (event.kind === 'bookReset') bids.clear();
        else if (event.kind === 'level' && event.side === BID) bids.set(event.priceTicks, event.lots);
      }
    return [lost, [...bids]];
  };
  const whole: [VenueSnapshot, VenueDelta, VenueDelta] = [
    snap,
    change(1_000, 1_007, 99, 2),
    change(1_007, 1_100, 98, 3),
  ];

  it('follows numbers that jump, and a change of nothing', () => {
    const nothing: VenueDelta = { ...change(1_100, 1_100, 0, 0), b: [] };
    expect(play(...whole, nothing, change(1_100, 1_101, 97, 4))).toEqual([
      [],
      [
        [995, 10],
        [990, 20],
        [980, 30],
        [970, 40],
      ],
    ]);
  });
  it('follows the venue where it begins to count again', () => {
    expect(play(...whole, change(1_100, 3, 97, 4), change(3, 5, 96, 5))[0]).toEqual([]);
  });
  it('drops a change that comes twice', () => {
    expect(play(...whole, whole[2], change(1_100, 1_101, 98, 9))).toEqual([
      [],
      [
        [995, 10],
        [990, 20],
        [980, 90],
      ],
    ]);
  });
  it.each([
    ['a missed change', change(1_200, 1_201, 98, 9)],
    ['a missed begin of the count', change(3, 5, 98, 9)],
    ['an old change', whole[1]],
    ['a change without numbers', { ...change(0, 0, 98, 9), seq: undefined, pu: undefined } as unknown as VenueDelta],
  ])('loses the book at %s', (_, after) => {
    expect(play(...whole, after)).toEqual([['gap'], []]);
  });
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
