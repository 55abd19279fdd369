// Stops of the share slider: felt when one is reached or passed, in both directions, once.
import { expect, it } from 'vitest';
import { reachesStop } from '../../../src/components/ticket/ticket-fields.tsx';

it.each([
  [0, 24, false],
  [24, 25, true],
  [25, 26, false],
  [26, 25, true],
  [24, 80, true],
  [26, 49, false],
  [3, 0, true],
  [99, 100, true],
  [50, 50, false],
])('a move from %i to %i reaches a stop: %s', (before, next, stop) => expect(reachesStop(before, next)).toBe(stop));
