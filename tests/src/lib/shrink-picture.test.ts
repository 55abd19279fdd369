// @vitest-environment happy-dom
// Pictures below the limit of bytes, and blur detection, which separates sharp edges from soft ones.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharpness, shrinkPicture } from '../../../src/lib/shrink-picture.ts';

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

describe('a picture', () => {
  /** Draws nothing; a JPEG has `bytesPerPx` at full quality. */
  function stubCanvas(bytesPerPx: number, width: number, height: number): void {
    vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));
    const context = { fillRect: () => undefined, drawImage: () => undefined };
    const data = { data: new Uint8ClampedArray(256 * 256 * 4) };
    const stubs = vi.spyOn(HTMLCanvasElement.prototype, 'getContext') as unknown as {
      mockReturnValue(v: unknown): void;
    };
    stubs.mockReturnValue({ ...context, getImageData: () => data });
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
      this: HTMLCanvasElement,
      done,
      _,
      q,
    ) {
      done(new Blob([new Uint8Array(Math.round(this.width * this.height * bytesPerPx * Number(q)))]));
    });
  }
  const bytesOf = ({ wire }: { wire: string }): number => (wire.split(',')[1]!.length * 3) / 4;

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each([
    ['of few details keeps its size', 0.2, 1600 * 1200 * 0.2 * 0.85],
    ['of noise loses pixels until it is small enough', 1, 800 * 600 * 0.75],
  ])('%s', async (_, bytesPerPx, bytes) => {
    stubCanvas(bytesPerPx, 4000, 3000);
    expect(bytesOf(await shrinkPicture(new Blob(['x'])))).toBeCloseTo(bytes, -1);
  });
});
