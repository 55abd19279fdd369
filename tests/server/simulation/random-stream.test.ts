// Random streams: repeatable by seed, independent by name and source, uniform, unpredictable.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type RandomStream, secretSource, seededSource } from '../../../server/simulation/random-stream.ts';

afterEach(() => {
  vi.useRealTimers();
});

const first = (stream: RandomStream, count = 1_000): number[] => Array.from({ length: count }, () => stream.uniform());

describe('random streams', () => {
  it('are the same for a seed and a name, and differ otherwise', () => {
    const numbers = first(seededSource(7).stream('a'));
    expect(first(seededSource(7).stream('a'))).toEqual(numbers);
    expect(first(seededSource(8).stream('a'))).not.toEqual(numbers);
    expect(first(seededSource(7).stream('b'))).not.toEqual(numbers);
  });

  it('of two secrets are independent, also when the clock stops', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_700_000_000_000 });
    const seen = new Set<number>();
    for (const kind of ['past', 'live', 'past', 'live'] as const)
      for (const value of first(secretSource(kind).stream('walk/coins'), 250)) seen.add(value);
    expect(seen.size).toBe(1_000);
    // No seed from the start time in ms gives any of them; an attacker would try these first.
    for (let ms = 0; ms < 2_000; ms += 1)
      expect(
        seen.has(
          seededSource((1_700_000_000_000 - 1_000 + ms) % 2_147_483_647)
            .stream('walk/coins')
            .uniform(),
        ),
      ).toBe(false);
  });

  it('of one source are shared by all markets of a driver', () => {
    const past = secretSource('past');
    expect(first(past.stream('walk/coins'))).toEqual(first(past.stream('walk/coins')));
  });

  it('are reseeded: two live streams of one name diverge', () => {
    const live = secretSource('live');
    const [one, other] = [live.stream('x'), live.stream('x')];
    // 512 numbers per block, new entropy after 16 blocks.
    expect(first(one, 8_192)).toEqual(first(other, 8_192));
    expect(first(one)).not.toEqual(first(other));
  });

  it('are uniform and normal', () => {
    const stream = secretSource('live').stream('u');
    const bins = Array.from({ length: 64 }, () => 0);
    const count = 200_000;
    let [sum, square] = [0, 0];
    for (let at = 0; at < count; at += 1) {
      const bin = Math.floor(stream.uniform() * 64);
      bins[bin] = (bins[bin] ?? 0) + 1;
      const normal = stream.normal();
      sum += normal;
      square += normal * normal;
    }
    const expected = count / 64;
    const chiSquare = bins.reduce((all, bin) => all + (bin - expected) ** 2 / expected, 0);
    // 63 degrees of freedom: above 130 once in a million.
    expect(chiSquare).toBeLessThan(130);
    expect(Math.abs(sum / count)).toBeLessThan(0.012);
    expect(Math.abs(square / count - 1)).toBeLessThan(0.02);
  });
});
