// Compares two pictures by the mean colours of their blocks: layout and colours count, edges of letters do not.
import type { Page } from '@playwright/test';

/** Side of a block, in px: about the height of a line of text. */
const BLOCK_PX = 12;
/** A block differs when the mean of a channel is off by more than this, of 255. */
const CHANNEL = 14;

/** Number of blocks that differ; Infinity when the sizes differ. Both are data URLs. */
export function blockDifference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async ({ urls, blockPx, channel }) => {
      const means = async (url: string): Promise<{ width: number; height: number; data: Uint8ClampedArray }> => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const { width, height } = image;
        const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, width, height);
      };
      const [a, b] = await Promise.all(urls.map(means));
      if (!a || !b || a.width !== b.width || a.height !== b.height) return Infinity;
      let differing = 0;
      for (let top = 0; top < a.height; top += blockPx) {
        for (let left = 0; left < a.width; left += blockPx) {
          const off = [0, 0, 0];
          let pixels = 0;
          for (let y = top; y < Math.min(top + blockPx, a.height); y += 1) {
            for (let x = left; x < Math.min(left + blockPx, a.width); x += 1) {
              const at = (y * a.width + x) * 4;
              pixels += 1;
              for (let index = 0; index < 3; index += 1) off[index]! += a.data[at + index]! - b.data[at + index]!;
            }
          }
          if (off.some((sum) => Math.abs(sum / pixels) > channel)) differing += 1;
        }
      }
      return differing;
    },
    { urls: [one, other], blockPx: BLOCK_PX, channel: CHANNEL },
  );
}
