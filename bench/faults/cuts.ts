// Dying connections: silent in one direction or both, half-closed, or cut; time to detection, and until all books are
// verified again.
import { chanceFeed } from './feed-server.ts';
import type { Cut } from './proxy.ts';
import { openLine } from './fault-run.ts';
import type { Chance } from './corrupt.ts';

export const CUTS: readonly Cut[] = ['stall-down', 'stall-both', 'fin', 'kill'];
/** Times that each line is cut. */
const ROUNDS = 3;
const BOOKS = 5;
const DEPTH = 20;
/** The feed sends this many messages this often. */
const PACE_MS = 20;
const GIVEN_UP_MS = 20_000;
/** A line runs for this long before it is cut, at least. */
const RUNS_MS = 2_000;

export interface CutResult {
  how: Cut;
  /** From the cut to the moment the socket was let go; from the next socket's opening to the last book verified. */
  detectMs: number[];
  repairMs: number[];
  /** Verified pictures that never were. */
  wrong: number;
  /** Cuts that were not noticed, or books that did not come back. */
  lost: number;
}

const until = async (done: () => boolean): Promise<boolean> => {
  const end = performance.now() + GIVEN_UP_MS;
  while (!done() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 2));
  return done();
};

export async function cutLine(how: Cut, chance: Chance): Promise<CutResult> {
  const line = await openLine(chanceFeed(BOOKS, DEPTH, chance), () => {});
  line.proxy.filter = (text) => {
    line.reference.take(text);
    return [text];
  };
  const feeding = setInterval(() => line.server.pump(BOOKS), PACE_MS);
  const result: CutResult = { how, detectMs: [], repairMs: [], wrong: 0, lost: 0 };
  await until(line.allLive);
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, RUNS_MS + chance() * 500));
    const { harness } = line;
    const cutMs = performance.now();
    line.proxy.cut(how);
    const noticed = await until(() => harness.lostAt > cutMs);
    if (noticed) result.detectMs.push(harness.lostAt - cutMs);
    if (noticed && (await until(() => harness.openedAt > cutMs && line.allLive())))
      result.repairMs.push(performance.now() - harness.openedAt);
    else result.lost++;
  }
  clearInterval(feeding);
  result.wrong = line.harness.painted.wrong;
  await line.end();
  return result;
}
