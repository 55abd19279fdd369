// Toasts of a page, also those that are gone: most are shown for three seconds, and a busy machine may look later.
import { type Page, expect } from '@playwright/test';

/** Records the toasts of each document that the page opens from now on. */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const toasts: string[] = [];
    Object.assign(window, { toasts });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.matches('[role="status"][aria-live="polite"]'))
          for (const node of addedNodes) toasts.push(node.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits for a toast with a text in the current document. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { toasts: string[] }).toasts))
    .toContainEqual(expect.stringContaining(text));
}
