// Layout shifts of a page from its first paint on, with the elements that moved.
import type { Page } from '@playwright/test';

/** Records the shifts of every document that the page opens from now on, those after an input of the user left out. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRectReadOnly): string =>
      `${[x, y, width, height].map((px) => Math.round(px * 10) / 10)}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          shifts.push(
            `${value.toFixed(5)}: ${sources
              .map(({ node, previousRect, currentRect }) => {
                const element = node instanceof Element ? node : node?.parentElement;
                const text = element?.textContent?.slice(0, 30) ?? '';
                return `${element?.tagName}.${element?.getAttribute('class')} "${text}" ${place(previousRect)} -> ${place(currentRect)}`;
              })
              .join('; ')}`,
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts of the current document since the last call. */
export const takeLayoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0));

/** The shifts of the current document so far. */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
