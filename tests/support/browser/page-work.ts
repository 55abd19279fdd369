// What a page still has to do before it can be judged: calls without an answer, placeholders, fades, embedded charts.
import type { Frame, Page, Request } from '@playwright/test';

/** Limit for a page to load all that it shows, in ms. */
const IDLE_MS = 30_000;

export class PageWork {
  readonly #page: Page;
  /** Calls without an answer. */
  readonly #open = new Set<Request>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => void (request.url().includes('/mmtb-api/') && this.#open.add(request)));
    page.on('requestfinished', (request) => void this.#open.delete(request));
    page.on('requestfailed', (request) => void this.#open.delete(request));
  }

  /** Loads a document. Calls of workers that end with the document before are not reported as failed. */
  async load(start: () => Promise<unknown>): Promise<void> {
    const before = [...this.#open];
    await start();
    for (const request of before) this.#open.delete(request);
  }

  /** Whether the page is idle within the limit: two checks in a row find nothing that it still has to do. */
  async ends(): Promise<boolean> {
    const until = Date.now() + IDLE_MS;
    let quiet = 0;
    while (quiet < 2 && Date.now() < until) {
      await this.#page.evaluate(
        () =>
          new Promise((done) => {
            setTimeout(() => requestAnimationFrame(done), 60);
          }),
      );
      quiet = (await this.isUnderWay()) ? 0 : quiet + 1;
    }
    return quiet === 2;
  }

  /**
   * Whether a call is open, the page is missing, the one before is still shown, or the page shows a placeholder, fades
   * or has a frame without its chart.
   */
  async isUnderWay(): Promise<boolean> {
    // Those of the workers of a frame end with it.
    for (const request of this.#open) if (request.frame().isDetached()) this.#open.delete(request);
    if (this.#open.size > 0) return true;
    for (const frame of this.#page.frames()) if (frame.parentFrame() && (await isLoading(frame))) return true;
    return this.#page.evaluate(
      () =>
        (window as unknown as { __TSR_ROUTER__?: { state: { resolvedLocation?: { pathname: string } } } })
          .__TSR_ROUTER__?.state.resolvedLocation?.pathname !== location.pathname ||
        document.querySelector('#page main, #page form, #page canvas, #page section') === null ||
        document.querySelector('[aria-busy="true"]') !== null ||
        document
          .getAnimations()
          .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity),
    );
  }
}

/** Whether an embedded chart is not drawn yet. A frame whose document changes meanwhile, or that is gone, loads. */
function isLoading(frame: Frame): Promise<boolean> {
  return frame
    .evaluate(
      () => document.querySelector('canvas') === null || document.querySelector('[data-kind="loading"]') !== null,
    )
    .catch((cause: unknown) => {
      if (frame.isDetached() || /context was destroyed|navigat/.test(String(cause))) return true;
      throw cause;
    });
}
