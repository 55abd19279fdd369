// Values of an attribute with their times by the page's clock, so that a test on a busy machine misses none.
import type { Locator } from '@playwright/test';

export interface AttributeChange {
  value: string;
  /** By the machine's clock, which page and test share. */
  atMs: number;
}

interface AttributeLog {
  changes: AttributeChange[];
  lateMs: number;
}

/** Period of the page's timer that measures how late timers run, in ms. */
const STEP_MS = 50;

export class AttributeHistory {
  readonly #element: Locator;

  private constructor(element: Locator) {
    this.#element = element;
  }

  /** Records every change of an element's attribute from now on, and how late the page's timers run. */
  static async observe(element: Locator, attribute: string): Promise<AttributeHistory> {
    await element.evaluate(
      (node, [name, stepMs]) => {
        const log: AttributeLog = { changes: [], lateMs: 0 };
        const note = (): void => {
          const value = node.getAttribute(name) ?? '';
          if (log.changes.at(-1)?.value !== value) log.changes.push({ value, atMs: Date.now() });
        };
        note();
        new MutationObserver(note).observe(node, { attributeFilter: [name] });
        let last = performance.now();
        setInterval(() => {
          const now = performance.now();
          log.lateMs = Math.max(log.lateMs, now - last - stepMs);
          last = now;
        }, stepMs);
        Object.assign(node, { attributeLog: log });
      },
      [attribute, STEP_MS] as const,
    );
    return new AttributeHistory(element);
  }

  /** Changes at or after `fromMs`. */
  async since(fromMs: number): Promise<AttributeChange[]> {
    return (await this.#read()).changes.filter(({ atMs }) => atMs >= fromMs);
  }

  /** Longest delay of a page timer, in ms; limits of time are extended by it. */
  async lateMs(): Promise<number> {
    return (await this.#read()).lateMs;
  }

  #read(): Promise<AttributeLog> {
    return this.#element.evaluate((node) => (node as unknown as { attributeLog: AttributeLog }).attributeLog);
  }
}
