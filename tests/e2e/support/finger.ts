// One finger on the chart of a page, through the browser's own touch input: the page scrolls as under a real one.
import type { Page } from '@playwright/test';
import { boxOf } from '../../support/browser/visitor.ts';

/** A little longer than the press that starts a drag. */
export const HOLD_MS = 330;

/**
 * Drags one finger from `fromY` to `toY` of the chart, `inset` CSS px from its right edge. It rests for `restMs` before
 * it moves.
 */
export async function dragFinger(page: Page, inset: number, fromY: number, toY: number, restMs = 0): Promise<void> {
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  const atX = box.width - inset;
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + atX, y: box.y + y, id: 1 }],
    });
  const down = touch('touchStart', fromY);
  // A finger that does not rest moves on before the page has answered its touch: a slow page would else see a press.
  if (restMs > 0) {
    await down;
    await page.waitForTimeout(restMs);
  }
  for (let step = 1; step <= 12; step += 1) {
    await touch('touchMove', fromY + ((toY - fromY) * step) / 12);
    await page.waitForTimeout(20);
  }
  await Promise.all([down, touch('touchEnd', toY)]);
}
