// Every kind of command mixed on one exchange, against the naive twins (L1, L2): the short form of `npm run soak --
// commands`.
import { describe, expect, it } from 'vitest';
import { MUST_MEET, watchAll } from './twin-all.ts';

const SEEDS = [2, 3];
const COMMANDS = 10_000;

describe('commands of all kinds', () => {
  const met = new Set<string>();

  it.each(SEEDS)(
    `keep the ledger at 0 and agree with the twins after every one; the log played again is the same state (seed %i, ${COMMANDS} commands)`,
    { timeout: 120_000 },
    (seed) => {
      const done = watchAll(seed, COMMANDS);
      for (const key of done.met.keys()) met.add(key);
      expect(done.trades).toBeGreaterThan(COMMANDS / 10);
    },
  );

  it('met every kind and every end on the way', () => {
    expect([...met]).toEqual(expect.arrayContaining(MUST_MEET));
  });
});
