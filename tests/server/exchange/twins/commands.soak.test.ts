// A million random commands of all kinds in 100 seeds, each watched after every command. SEED names the first, SEEDS
// and COMMANDS how many; PEOPLE and MARKETS make a larger world.
import { expect, it } from 'vitest';
import { worldOf } from './random-world.ts';
import { MUST_MEET, type Watched, watchAll } from './twin-all.ts';

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const FIRST_SEED = setting('SEED', 1000);
const SEEDS = setting('SEEDS', 100);
const COMMANDS_PER_SEED = setting('COMMANDS', 10_000);
const WORLD = worldOf(setting('PEOPLE', 10), setting('MARKETS', 3));

it(
  'a million commands keep the ledger at 0 and agree with the twins; every log played again gives the same state',
  { timeout: 7_200_000 },
  () => {
    const met = new Map<string, number>();
    const sums: Pick<Watched, 'commands' | 'trades' | 'postings'> = { commands: 0, trades: 0, postings: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const done = watchAll(seed, COMMANDS_PER_SEED, WORLD);
      for (const [key, times] of done.met) met.set(key, (met.get(key) ?? 0) + times);
      for (const key of ['commands', 'trades', 'postings'] as const) sums[key] += done[key];
    }
    console.log(
      `${WORLD.people.length} people, ${WORLD.spots.length + WORLD.perps.length} markets: ${sums.commands} commands in ${SEEDS} seeds from ${FIRST_SEED}, ${sums.trades} trades, ${sums.postings} ledger lines: 0 breaks`,
    );
    console.log(JSON.stringify(Object.fromEntries([...met].sort())));
    expect(sums.commands).toBeGreaterThanOrEqual(SEEDS * COMMANDS_PER_SEED);
    // A short run does not meet everything.
    if (SEEDS * COMMANDS_PER_SEED >= 100_000) expect([...met.keys()]).toEqual(expect.arrayContaining(MUST_MEET));
  },
);
