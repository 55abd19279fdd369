// The offer to undo a move, which stays on the screen for as long as a story needs it.
import type { Page } from '@playwright/test';

/** How long the app offers to undo a move, in ms. */
const UNDO_MS = 5_000;

/** In documents that the page opens from now on an offer to undo stays until it is taken. */
export async function keepUndo(page: Page): Promise<void> {
  await page.addInitScript((undoMs) => {
    const later = window.setTimeout.bind(window);
    const isOffered = (): boolean =>
      [...document.querySelectorAll('[role="status"] button')].some(({ textContent }) => textContent === 'Undo');
    window.setTimeout = ((run: () => void, ms?: number, ...values: unknown[]) => {
      if (ms !== undoMs) return later(run, ms, ...values);
      const end = (): void => void (isOffered() ? later(end, 250) : run());
      return later(end, ms);
    }) as typeof window.setTimeout;
  }, UNDO_MS);
}
