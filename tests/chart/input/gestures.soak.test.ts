// Soak test: ten thousand random gestures for each of many seeds change no order.
import { expect, test } from 'vitest';
import { randomGestures } from './random-gestures.ts';

const GESTURES = Number(process.env['GESTURES'] ?? 500_000);
const SEED = Number(process.env['SEED'] ?? 20_261_123);
const EACH = 10_000;
/** Height of the chart above an order form, in CSS px; every other seed has it. */
const SMALL_PX = 160;

test(`${GESTURES} random gestures send nothing, seeds from ${SEED}`, { timeout: 0 }, () => {
  let onLabel = 0;
  for (let user = 0; user * EACH < GESTURES; user += 1)
    onLabel += randomGestures(SEED + user, EACH, user % 2 === 0 ? undefined : SMALL_PX).onLabel;
  console.info(`${onLabel} of ${GESTURES} began on a label`);
  expect(onLabel).toBeGreaterThan(GESTURES / 2);
});
