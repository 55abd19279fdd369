// Streams of the simulated market: repeatable by seed alone, unrelated by name and by source, uniform, and nothing of
// the secret ones leads back to a clock.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type RandomStream, secretSource, seededSource } from '../../../server/simulation/random-stream.ts';

afterEach(() => {
  vi.useRealTimers();
});

const first = (stream: RandomStream, count = 1_000): number[] => Array.from({ length: count }, () => stream.uniform());

describe('random streams', () => {
  it('are the same for a seed and a name, from their beginning, and others for others', () => {
    const numbers = first(seededSource(7).stream('a'));
    expect(first(seededSource(7).stream('a'))).toEqual(numbers);
    expect(first(seededSource(8).stream('a'))).not.toEqual(numbers);
    expect(first(seededSource(7).stream('b'))).not.toEqual(numbers);
  });

  it('of two secrets have nothing in common, also when the clock stands still', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_700_000_000_000 });
    const seen = new Set<number>();
    for (const kind of ['past', 'live', 'past', 'live'] as const)
      for (const value of first(secretSource(kind).stream('walk/coins'), 250)) seen.add(value);
    expect(seen.size).toBe(1_000);
    // No seed of the old kind, the start time in ms, gives any of them: what a thief would try first.
    for (let ms = 0; ms < 2_000; ms += 1)
      expect(
        seen.has(
          seededSource((1_700_000_000_000 - 1_000 + ms) % 2_147_483_647)
            .stream('walk/coins')
            .uniform(),
        ),
      ).toBe(false);
  });

  it('of one source are a shared past for every market that has the driver', () => {
    const past = secretSource('past');
    expect(first(past.stream('walk/coins'))).toEqual(first(past.stream('walk/coins')));
  });

  it('take new entropy as they run: two readings of one live name part ways', () => {
    const live = secretSource('live');
    const [one, other] = [live.stream('x'), live.stream('x')];
    // 512 numbers a block, new entropy after 16 of them.
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
    // 63 degrees of freedom: beyond 130 once in a million.
    expect(chiSquare).toBeLessThan(130);
    expect(Math.abs(sum / count)).toBeLessThan(0.012);
    expect(Math.abs(square / count - 1)).toBeLessThan(0.02);
  });
});
