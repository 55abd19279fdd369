// Toasts of a page, also those that are gone: most are shown for three seconds, and a busy machine may look later.
import { type Page, expect } from '@playwright/test';

/** Records the toasts of the document that is shown, and of each that the page opens from now on. */
export async function recordToasts(page: Page): Promise<void> {
  const record = (): void => {
    const toasts: string[] = [];
    Object.assign(window, { toasts });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.matches('[role="status"][aria-live="polite"]'))
          for (const node of addedNodes) toasts.push(node.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  };
  await page.addInitScript(record);
  await page.evaluate(record);
}

/** Waits for a toast with a text in the current document. */
export async function expectToast(page: Page, text: string | RegExp, timeout?: number): Promise<void> {
  await expect
    .poll(
      () => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts),
      timeout === undefined ? {} : { timeout },
    )
    .toContainEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text));
}
