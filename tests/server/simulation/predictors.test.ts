// The predictors find planted leaks, and nothing in a random walk.
import { describe, expect, it } from 'vitest';
import { seededSource } from '../../../server/simulation/random-stream.ts';
import { featuresOf, outcomes, scores } from './predictors.ts';
import type { PublicColumns } from './public-data.ts';

const SECONDS = 60_000;
const OWN = 2;
const OTHER = 102;

/** Two walks: the own one follows `leak` of the other's last move and `memory` of its own. */
function tapeOf(seed: number, leak: number, memory: number): Map<number, PublicColumns> {
  const random = seededSource(seed).stream('test');
  const of = (): PublicColumns => {
    const column = (make: () => number): Float64Array => Float64Array.from({ length: SECONDS }, make);
    const lots = (): Float64Array => column(() => random.normal());
    return {
      index: column(() => 0),
      middle: column(() => 0),
      last: column(() => 0),
      nearImbalance: lots(),
      farImbalance: lots(),
      flow: lots(),
      volume: column(() => 1),
    };
  };
  const [own, other] = [of(), of()];
  let [ownPrice, otherPrice, ownMove, otherMove] = [60_000, 60_000, 0, 0];
  for (let at = 0; at < SECONDS; at += 1) {
    ownMove = memory * ownMove + leak * otherMove + random.normal();
    otherMove = 0.97 * otherMove * (leak === 0 ? 0 : 1) + random.normal();
    ownPrice += ownMove;
    otherPrice += otherMove;
    for (const name of ['index', 'middle', 'last'] as const) {
      own[name][at] = Math.round(ownPrice);
      other[name][at] = Math.round(otherPrice);
    }
  }
  return new Map([
    [OWN, own],
    [OTHER, other],
  ]);
}

function best(tape: Map<number, PublicColumns>): { strategy: string; share: number }[] {
  return scores(featuresOf(OWN, tape), outcomes(tape.get(OWN)!.index, 30), 30)
    .filter(({ tries }) => tries > 0)
    .map(({ strategy, hits, tries }) => ({ strategy, share: hits / tries }))
    .sort((a, b) => b.share - a.share);
}

describe('the predictors', () => {
  it('find a momentum of the own market', () => {
    const found = best(tapeOf(1, 0, 0.95));
    expect(found[0]!.share).toBeGreaterThan(0.55);
    expect(found.find(({ strategy }) => strategy.startsWith('auto-regression'))!.share).toBeGreaterThan(0.55);
  });

  it('find a market that leads another', () => {
    const found = best(tapeOf(2, 0.05, 0));
    expect(found.find(({ strategy }) => strategy === 'other market 1, 5 s')!.share).toBeGreaterThan(0.55);
    expect(found.find(({ strategy }) => strategy === 'regression on everything')!.share).toBeGreaterThan(0.55);
  });

  it('find nothing in a random walk', () => {
    for (const { strategy, share } of best(tapeOf(3, 0, 0)))
      expect(Math.abs(share - 0.5), strategy).toBeLessThan(4 * (0.5 / Math.sqrt(SECONDS / 60)));
  });

  it('use the windows of the rule', () => {
    const index = Float64Array.from({ length: 40 }, (_, at) => at * at);
    // Bought after second 0: strike is the median of ticks 1 to 5, exit that of ticks 26 to 30.
    expect(outcomes(index, 30)[0]).toBe(28 * 28 - 3 * 3);
    expect(outcomes(index, 30)[10]).toBeNaN();
  });
});
