// The sound of a chart: the pitch is found again in the samples and follows the prices.
import { describe, expect, it } from 'vitest';
import type { CandleSpan } from '../../../../../chart/api.ts';
import {
  type Stereo,
  balanceTones,
  hzOf,
  positionTones,
  render,
  sweepTones,
} from '../../../../../src/features/kline/listen/tones.ts';
import { madeColumns } from '../../../../support/data/chart-data.ts';

const RATE = 48_000;

function spanOf(rows: number, seed: number): CandleSpan {
  const { time, open, high, low, close, volume } = madeColumns(rows, seed);
  const cut = (column: Float64Array): Float64Array => column.slice(0, rows);
  return {
    time: cut(time),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    volume: cut(volume),
  };
}

/** The strongest pitch of samples [from, to) by autocorrelation, between 150 and 1200 Hz, refined by a parabola. */
function pitchIn(samples: Float32Array, from: number, to: number): number {
  const [shortest, longest] = [Math.floor(RATE / 1200), Math.ceil(RATE / 150)];
  const scores: number[] = [];
  for (let lag = 0; lag <= longest + 1; lag += 1) {
    let sum = 0;
    let one = 0;
    let other = 0;
    for (let at = from; at + lag < to; at += 1) {
      sum += samples[at]! * samples[at + lag]!;
      one += samples[at]! ** 2;
      other += samples[at + lag]! ** 2;
    }
    scores[lag] = sum / Math.sqrt(one * other || 1);
  }
  const best = Math.max(...scores.slice(shortest, longest + 1));
  // The first lag that is nearly as good: its multiples are as good.
  let lag = shortest;
  while (scores[lag]! < best - 0.02 || scores[lag]! < scores[lag - 1]! || scores[lag]! < scores[lag + 1]!) lag += 1;
  const [before, here, after] = [scores[lag - 1]!, scores[lag]!, scores[lag + 1]!];
  return RATE / (lag + (before - after) / (2 * (before - 2 * here + after)));
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  const product = one.reduce((sum, value, at) => sum + (value - a) * (other[at]! - b), 0);
  const size = (values: readonly number[], by: number): number =>
    Math.sqrt(values.reduce((sum, value) => sum + (value - by) ** 2, 0));
  return product / (size(one, a) * size(other, b));
}

const energy = (samples: Float32Array): number => samples.reduce((sum, value) => sum + value * value, 0);

describe('a sweep', () => {
  it.each([1, 2, 3])('has the prices in its pitch: correlation at least 0.99 (seed %d)', (seed) => {
    const span = spanOf(60, seed);
    const tones = sweepTones(span);
    const { left, right } = render(tones, RATE);
    const each = left.length / tones.length;
    const pitches = tones.map((_, at) => {
      const mono = at < tones.length / 2 ? left : right;
      return Math.log2(pitchIn(mono, Math.round((at + 0.1) * each), Math.round((at + 0.9) * each)));
    });
    expect(correlation(pitches, [...span.close])).toBeGreaterThanOrEqual(0.99);
  });

  it('goes from the left ear to the right one', () => {
    const { left, right } = render(sweepTones(spanOf(40, 4)), RATE);
    const part = Math.floor(left.length / 5);
    expect(energy(left.subarray(0, part))).toBeGreaterThan(4 * energy(right.subarray(0, part)));
    expect(energy(right.subarray(-part))).toBeGreaterThan(4 * energy(left.subarray(-part)));
  });

  it('is brighter where more was traded, and neither clips nor clicks', () => {
    const span = spanOf(20, 5);
    span.volume.fill(0);
    span.volume[10] = 5;
    const tones = sweepTones(span);
    expect(tones.map(({ bright }) => bright)).toEqual(span.volume.length ? [...span.volume].map((v) => v / 5) : []);
    const { left, right } = render(tones, RATE);
    for (const samples of [left, right]) {
      expect(Math.max(...samples.map(Math.abs))).toBeLessThan(0.5);
      expect([samples[0], samples.at(-1)].every((edge) => Math.abs(edge!) < 0.01)).toBe(true);
    }
  });

  it('of thousands of candles lasts as long as one can listen, of one candle is a tone, of none is silence', () => {
    const seconds = (made: Stereo): number => made.left.length / RATE;
    expect(seconds(render(sweepTones(spanOf(3000, 6)), RATE))).toBeLessThan(8);
    expect(seconds(render(sweepTones(spanOf(1, 7)), RATE))).toBeCloseTo(1.2, 1);
    expect(render(sweepTones(spanOf(0, 8)), RATE).left).toHaveLength(0);
  });
});

describe('other sounds', () => {
  it('a price range without height sounds in the middle', () => {
    expect(hzOf(5, 5, 5)).toBe(440);
    expect([hzOf(1, 1, 2), hzOf(2, 1, 2), hzOf(9, 1, 2)]).toEqual([220, 880, 880]);
  });

  it('a book with more bids sounds higher and to the left', () => {
    const [bids] = balanceTones(80);
    const [asks] = balanceTones(20);
    expect(bids!.hz).toBeGreaterThan(asks!.hz);
    expect([Math.sign(bids!.pan), Math.sign(asks!.pan)]).toEqual([-1, 1]);
  });

  it('a position in profit rises from its entry to the price now', () => {
    const [entry, , now] = positionTones(100, 110, 90, 105);
    expect(now!.hz).toBeGreaterThan(entry!.hz);
    expect(now!.hz).toBe(880);
  });
});
