// Faults over real sockets, a few hundred by seed: noticed with the next message at the latest, mended, and never shown.
import { describe, expect, it } from 'vitest';
import { chanceFeed } from '../../bench/faults/feed-server.ts';
import { WAYS } from '../../bench/faults/spoil.ts';
import { storm } from '../../bench/faults/storm.ts';
import { emptyTally } from '../../bench/faults/watch.ts';
import { seeded } from './seeded.ts';

const FAULTS = 400;

describe('messages spoilt between server and worker', () => {
  it.each([1, 2])('seed %i: detected within a message, repaired, no wrong book painted', { timeout: 60_000 }, async (seed) => {
    const tally = emptyTally();
    const { injected, painted } = await storm(chanceFeed(20, 20, seeded(seed)), FAULTS, seeded(seed), tally);
    console.log(`seed ${seed}: ${JSON.stringify(tally.injected)}, ${painted.books} books painted`);
    expect(injected).toBeGreaterThanOrEqual(FAULTS);
    expect(Object.keys(tally.injected).toSorted()).toEqual(Object.keys(WAYS).toSorted());
    expect(tally.missed).toEqual([]);
    expect(Math.max(...tally.detectedAfter)).toBeLessThanOrEqual(1);
    expect(tally.repairMs.length).toBe(tally.detectedAfter.length);
    expect([painted.wrong, painted.wrongPast, painted.examples]).toEqual([0, 0, []]);
    expect(painted.books).toBeGreaterThan(50);
  });
});
