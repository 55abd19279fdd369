// The estimate of the exchange's clock: its largest error, and the upper bound of ages.
import { describe, expect, it } from 'vitest';
import { ServerClock } from '../../../workers/connection/server-clock.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const TRUTH_MS = 123_456;

/**
 * Two thousand answers at random times, with both directions' delays drawn by `delays`; `check` runs after each. Times
 * are this device's.
 */
function afterEachAnswer(
  seed: number,
  delays: (random: () => number) => [upMs: number, downMs: number],
  check: (
    clock: ServerClock,
    answer: { sentAt: number; receivedAt: number; upMs: number; downMs: number },
    random: () => number,
  ) => void,
): void {
  const random = seeded(seed);
  const clock = new ServerClock();
  for (let sentAt = 0, i = 0; i < 2_000; i += 1) {
    sentAt += 100 + random() * 1_000;
    const [upMs, downMs] = delays(random);
    const receivedAt = sentAt + upMs + downMs;
    clock.addSample(sentAt, receivedAt, Math.floor(sentAt + upMs + TRUTH_MS));
    check(clock, { sentAt, receivedAt, upMs, downMs }, random);
  }
}

describe("the exchange's clock", () => {
  it('the clock is never wrong by more than half the fastest round trip, and no message arrives before it was sent (seed 7)', () => {
    let best = Infinity;
    afterEachAnswer(
      7,
      (random) => [1 + random() ** 3 * 300, 1 + random() ** 3 * 300],
      (clock, { sentAt, receivedAt, upMs, downMs }, random) => {
        best = Math.min(best, upMs + downMs);
        // Tolerance: the resolution of a stamp, and the drift of an old sample.
        expect(Math.abs(clock.aheadMs - TRUTH_MS)).toBeLessThanOrEqual(best / 2 + 1 + sentAt * 1e-4);
        expect(
          clock.transitMs(Math.floor(receivedAt + TRUTH_MS) - Math.floor(random() * 3), receivedAt),
        ).toBeGreaterThanOrEqual(0);
      },
    );
  });

  it('an age is never below the true one, and above it by at most the fastest request (seed 8)', () => {
    let fastest = Infinity;
    // The answer's direction is much slower.
    afterEachAnswer(
      8,
      (random) => [1 + random() ** 3 * 300, 1 + random() ** 3 * 5_000],
      (clock, { sentAt, receivedAt, upMs }, random) => {
        fastest = Math.min(fastest, upMs);
        const ageMs = random() * 10_000;
        const measured = clock.ageMs(receivedAt - ageMs + TRUTH_MS, receivedAt);
        expect(measured).toBeGreaterThanOrEqual(ageMs - 1e-6);
        expect(measured).toBeLessThanOrEqual(ageMs + fastest + 1 + sentAt * 1e-4);
      },
    );
  });

  it('an age is unknown before the first answer, and after a sleep until the next', () => {
    const clock = new ServerClock();
    expect(clock.ageMs(1_000, 0)).toBeNaN();
    clock.addSample(0, 10, 1_005);
    expect(clock.ageMs(1_000, 10)).toBeCloseTo(16, 3);
    clock.reset();
    expect(clock.ageMs(1_000, 10)).toBeNaN();
    expect(clock.aheadMs).toBeNaN();
  });

  it('a changed exchange clock is accepted from the next answer on, in both directions', () => {
    const clock = new ServerClock();
    clock.addSample(0, 10, 1_005);
    clock.addSample(100, 150, 61_125);
    expect(clock.ageMs(61_125, 150)).toBeCloseTo(51, 3);
    clock.addSample(200, 260, 1_230);
    expect(clock.ageMs(1_230, 260)).toBeCloseTo(61, 3);
  });

  it('a changed device clock is corrected from the next answer on', () => {
    const clock = new ServerClock();
    clock.addSample(0, 10, 1_005);
    clock.addSample(100, 150, 1_125 + 60_000);
    expect(clock.aheadMs).toBe(61_000);
    clock.addSample(200, 260, 1_230);
    expect(clock.aheadMs).toBe(1_000);
  });
});
