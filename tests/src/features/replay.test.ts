// @vitest-environment happy-dom
// An order played again: the ticks of its proof, and a strike that is not known before its tick.
import { describe, expect, it } from 'vitest';
import type { ProofFile } from '../../../src/features/seconds/proofs/proof-check.ts';
import { runsOf } from '../../../src/features/seconds/chart/tick-picture.ts';
import { pointsOf, shownAt } from '../../../src/features/seconds/proofs/settlement-replay.tsx';

const tick = (seq: number, price: string) => ({ seq, ts: 1000 * seq, price, prev: '', hash: '' });
const file = {
  order: { orderNum: 'Q1', openTime: 2500, period: 30, strikePrice: '67000.1', direction: 'up' },
  proof: {
    strike: tick(3, '67000.1'),
    exit: tick(32, '67010'),
    around: [tick(2, '67000'), tick(3, '67000.1'), tick(32, '67010')],
  },
} as unknown as ProofFile;

describe('a replay', () => {
  it('has the ticks of the proof', () => {
    expect(pointsOf(file).map(({ ts, value }) => [ts, value])).toEqual([
      [2000, 67_000],
      [3000, 67_000.1],
      [32_000, 67_010],
    ]);
  });

  it('draws no line where ticks are missing', () => {
    expect(runsOf(pointsOf(file)).map((run) => run.map(({ seq }) => seq))).toEqual([[2, 3], [32]]);
    expect(runsOf([])).toEqual([]);
  });

  it('learns the strike with its tick; the expiry is known from the start', () => {
    expect(shownAt(file, 2999)).toEqual({ openTime: 2500, expirationTime: 32_500, strikePrice: '', direction: 'up' });
    expect(shownAt(file, 3000).strikePrice).toBe('67000.1');
  });
});
