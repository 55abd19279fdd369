// Compares two pictures by the mean colours of their blocks: layout and colours count, edges of letters do not.
import type { Page } from '@playwright/test';

/** Side of a block, in px: about the height of a line of text. */
const BLOCK_PX = 12;
/** A block differs when the mean of a channel is off by more than this, of 255. */
const CHANNEL = 14;

declare global {
  interface Window {
    blockDifference: (urls: readonly [string, string]) => Promise<number>;
  }
}

/** Gives a page what `blockDifference` needs: a function that stays there is compiled once, for all pictures. */
export async function prepareComparison(page: Page): Promise<void> {
  await page.evaluate(
    ({ blockPx, channel }) => {
      const read = async (url: string): Promise<ImageData> => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      window.blockDifference = async (urls) => {
        const [a, b] = await Promise.all(urls.map(read));
        if (!a || !b || a.width !== b.width || a.height !== b.height) return Infinity;
        const { width, height } = a;
        const [one, other] = [a.data, b.data];
        let differing = 0;
        for (let top = 0; top < height; top += blockPx) {
          const bottom = Math.min(top + blockPx, height);
          for (let left = 0; left < width; left += blockPx) {
            const right = Math.min(left + blockPx, width);
            let [red, green, blue] = [0, 0, 0];
            for (let y = top; y < bottom; y += 1) {
              for (let at = (y * width + left) * 4, end = (y * width + right) * 4; at < end; at += 4) {
                red += one[at]! - other[at]!;
                green += one[at + 1]! - other[at + 1]!;
                blue += one[at + 2]! - other[at + 2]!;
              }
            }
            const most = channel * (bottom - top) * (right - left);
            if (Math.abs(red) > most || Math.abs(green) > most || Math.abs(blue) > most) differing += 1;
          }
        }
        return differing;
      };
    },
    { blockPx: BLOCK_PX, channel: CHANNEL },
  );
}

/** Number of blocks that differ; Infinity when the sizes differ. Both are data URLs, `page` is prepared. */
export function blockDifference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate((urls) => window.blockDifference(urls), [one, other] as const);
}
