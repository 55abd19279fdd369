// All kinds of commands on one exchange against the naive twins (L1, L2): `npm run soak -- commands`, short.
import { describe, expect, it } from 'vitest';
import { MUST_MEET, watchAll } from './twin-all.ts';

const SEEDS = [2, 3];
const COMMANDS = 10_000;

describe('commands of all kinds', () => {
  const met = new Set<string>();

  it.each(SEEDS)(
    `keep the ledger at 0 and agree with the twins; the replay has the same state (seed %i, ${COMMANDS} commands)`,
    { timeout: 120_000 },
    (seed) => {
      const done = watchAll(seed, COMMANDS);
      for (const key of done.met.keys()) met.add(key);
      expect(done.trades).toBeGreaterThan(COMMANDS / 10);
    },
  );

  it('reached every kind and every end', () => {
    expect([...met]).toEqual(expect.arrayContaining(MUST_MEET));
  });
});
