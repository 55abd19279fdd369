// Blur detection: separates sharp edges from soft ones.
import { describe, expect, it } from 'vitest';
import { sharpness } from '../../../src/lib/shrink-picture.ts';

const SIZE = 64;
function picture(light: (x: number, y: number) => number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(SIZE * SIZE * 4);
  for (let at = 0; at < SIZE * SIZE; at += 1) rgba.fill(light(at % SIZE, Math.floor(at / SIZE)), at * 4, at * 4 + 3);
  return rgba;
}

describe('sharpness', () => {
  it('is hundreds for lines of text, a few dozen for the same lines out of focus, zero for one colour', () => {
    const text = sharpness(
      picture((x, y) => ((x + y) % 8 < 2 ? 20 : 230)),
      SIZE,
      SIZE,
    );
    const soft = sharpness(
      picture((x) => 125 + 105 * Math.sin((x * Math.PI) / 16)),
      SIZE,
      SIZE,
    );
    expect(text).toBeGreaterThan(500);
    expect(soft).toBeLessThan(60);
    expect(
      sharpness(
        picture(() => 90),
        SIZE,
        SIZE,
      ),
    ).toBeCloseTo(0, 6);
  });
});
