// One finger on the chart of a page, through the browser's own touch input: the page scrolls as under a real one.
import type { Page } from '@playwright/test';
import { boxOf } from '../../support/browser/visitor.ts';

/** A little longer than the press that starts a drag. */
export const HOLD_MS = 330;

const STEPS = 12;
/** Of a finger that does not rest: more than the 15 CSS px that the browser keeps to itself, of a drag of 40. */
const FIRST_STEPS = 6;

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
  const moveTo = (step: number): Promise<unknown> => touch('touchMove', fromY + ((toY - fromY) * step) / STEPS);
  let done = 0;
  const sent = [touch('touchStart', fromY)];
  if (restMs > 0) {
    await sent[0];
    await rest(page, restMs);
  } else {
    // It has moved on before the page answers its touch: a slow page, or a slow test, would else make it a press.
    while (done < FIRST_STEPS) sent.push(moveTo((done += 1)));
  }
  while (done < STEPS) {
    await moveTo((done += 1));
    await page.waitForTimeout(20);
  }
  await Promise.all([...sent, touch('touchEnd', toY)]);
}

/** Waits by the timers of all threads of the page: those that it has started before have run. */
async function rest(page: Page, ms: number): Promise<void> {
  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    });
  await Promise.all([page.evaluate(wait, ms), ...page.workers().map((worker) => worker.evaluate(wait, ms))]);
}
