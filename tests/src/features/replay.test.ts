// @vitest-environment happy-dom
// Replay of a settled order: the ticks of its proof, and the strike price from its tick on.
import { describe, expect, it } from 'vitest';
import type { ProofFile } from '../../../src/features/seconds/proofs/proof-check.ts';
import { splitAtGaps } from '../../../src/features/seconds/chart/tick-scale.ts';
import { proofPoints, orderAt } from '../../../src/features/seconds/proofs/settlement-replay.tsx';

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
  it('shows the ticks of the proof', () => {
    expect(proofPoints(file).map(({ ts, value }) => [ts, value])).toEqual([
      [2000, 67_000],
      [3000, 67_000.1],
      [32_000, 67_010],
    ]);
  });

  it('draws no line across missing ticks', () => {
    expect(splitAtGaps(proofPoints(file)).map((run) => run.map(({ seq }) => seq))).toEqual([[2, 3], [32]]);
    expect(splitAtGaps([])).toEqual([]);
  });

  it('draws no line across a time without ticks, though the numbers go on', () => {
    const points = [1000, 2000, 7000, 12_001, 13_000].map((ts, index) => ({
      seq: index + 1,
      ts,
      price: '67000',
      value: 67_000,
    }));
    expect(splitAtGaps(points).map((run) => run.map(({ seq }) => seq))).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('shows the strike price from its tick on, and the expiry from the start', () => {
    expect(orderAt(file, 2999)).toEqual({ openTime: 2500, expirationTime: 32_500, strikePrice: '', direction: 'up' });
    expect(orderAt(file, 3000).strikePrice).toBe('67000.1');
  });
});
