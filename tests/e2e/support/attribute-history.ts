// What an attribute said and when, by the page's own clock: a state that a busy machine's test would look for too late
// is not missed.
import type { Locator } from '@playwright/test';

export interface Said {
  value: string;
  /** Of the device's clock, which page and test share. */
  atMs: number;
}

interface Kept {
  said: Said[];
  lateMs: number;
}

/** How often the page is asked whether it runs at all. */
const STEP_MS = 50;

export class Watched {
  readonly #element: Locator;

  private constructor(element: Locator) {
    this.#element = element;
  }

  /**
   * Notes every change of an attribute of one element from now on, and how late the page's own timers ran meanwhile.
   */
  static async over(element: Locator, attribute: string): Promise<Watched> {
    await element.evaluate(
      (node, [name, stepMs]) => {
        const kept: Kept = { said: [], lateMs: 0 };
        const note = (): void => {
          const value = node.getAttribute(name) ?? '';
          if (kept.said.at(-1)?.value !== value) kept.said.push({ value, atMs: Date.now() });
        };
        note();
        new MutationObserver(note).observe(node, { attributeFilter: [name] });
        let last = performance.now();
        setInterval(() => {
          const now = performance.now();
          kept.lateMs = Math.max(kept.lateMs, now - last - stepMs);
          last = now;
        }, stepMs);
        Object.assign(node, { kept });
      },
      [attribute, STEP_MS] as const,
    );
    return new Watched(element);
  }

  /** What it said since a moment, without what it said already then. */
  async since(fromMs: number): Promise<Said[]> {
    return (await this.#kept()).said.filter(({ atMs }) => atMs >= fromMs);
  }

  /** Longest time that the page was kept from running, in ms: what comes that much later is the machine's doing. */
  async lateMs(): Promise<number> {
    return (await this.#kept()).lateMs;
  }

  #kept(): Promise<Kept> {
    return this.#element.evaluate((node) => (node as unknown as { kept: Kept }).kept);
  }
}
