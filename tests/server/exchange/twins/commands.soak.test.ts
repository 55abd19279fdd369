// A million random commands of all kinds in 100 seeds, checked after every command.
// SEED is the first seed, SEEDS and COMMANDS the numbers; USERS and MARKETS enlarge the scenario.
import { expect, it } from 'vitest';
import { worldOf } from './random-scenario.ts';
import { MUST_MEET, type Watched, watchAll } from './twin-all.ts';

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const FIRST_SEED = setting('SEED', 1000);
const SEEDS = setting('SEEDS', 100);
const COMMANDS_PER_SEED = setting('COMMANDS', 10_000);
const WORLD = worldOf(setting('USERS', 10), setting('MARKETS', 3));

it(
  'a million commands keep the ledger at 0 and agree with the twins; each replay has the same state',
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
      `${WORLD.users.length} users, ${WORLD.spots.length + WORLD.perps.length} markets: ${sums.commands} commands in ${SEEDS} seeds from ${FIRST_SEED}, ${sums.trades} trades, ${sums.postings} ledger lines: 0 breaks`,
    );
    console.log(JSON.stringify(Object.fromEntries([...met].sort())));
    expect(sums.commands).toBeGreaterThanOrEqual(SEEDS * COMMANDS_PER_SEED);
    // A short run does not reach every case.
    if (SEEDS * COMMANDS_PER_SEED >= 100_000) expect([...met.keys()]).toEqual(expect.arrayContaining(MUST_MEET));
  },
);
