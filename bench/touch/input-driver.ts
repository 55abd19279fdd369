// Input on a page: taps and keys through the browser's own input at a user's pace, and the browser's timing of each
// touch.
import type { Devtools } from '../feed/devtools.ts';

/** A finger rests this long on a target, goes to the next after this, and types a key in this. In ms. */
const PRESS_MS = 60;
const TAP_MS = 300;
const KEY_MS = 100;
const APPEARS_MS = 40_000;
const LOOK_MS = 50;
/** Touches faster than this are counted without a duration (the browser's own limit). */
const REPORTED_FROM_MS = 16;

/**
 * One touch from the finger to the picture, in ms: `inputMs` until a handler ran, `workMs` until all had, `paintMs`
 * until the next picture.
 */
export interface Touch {
  totalMs: number;
  inputMs: number;
  workMs: number;
  paintMs: number;
  /** What was touched, and on which page. */
  where: string;
}

/** Runs in the page; a touch is several events: it lasts as long as the slowest, and its work is that of all. */
const WATCH = `(() => {
  window.touchesSeen = new Map();
  const nameOf = (node) => node instanceof Element ? (node.closest('[data-testid]')?.dataset.testid ?? node.tagName) + ' "' + (node.textContent ?? '').slice(0, 16) + '"' : '';
  new PerformanceObserver((list) => {
    for (const { interactionId, name, startTime, duration, processingStart, processingEnd, target } of list.getEntries()) {
      if (!interactionId) continue;
      const before = touchesSeen.get(interactionId) ?? { totalMs: 0, inputMs: 0, workMs: 0, paintMs: 0, where: '' };
      const slower = duration > before.totalMs;
      const [totalMs, inputMs] = slower ? [duration, processingStart - startTime] : [before.totalMs, before.inputMs];
      const workMs = before.workMs + processingEnd - processingStart;
      touchesSeen.set(interactionId, { totalMs, inputMs, workMs, paintMs: Math.max(0, totalMs - inputMs - workMs), where: before.where || location.pathname + ' ' + name + ' ' + nameOf(target) });
    }
  }).observe({ type: 'event', durationThreshold: ${REPORTED_FROM_MS} });
})()`;

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

export class Hand {
  readonly #page: Devtools;

  constructor(page: Devtools) {
    this.#page = page;
  }

  /** From now on touches are noted. */
  watch(): Promise<void> {
    return this.#page.evaluate(WATCH);
  }

  /** All touches; those without a reported time have 0. */
  async touches(): Promise<Touch[]> {
    const { reported, count } = await this.#page.evaluate<{ reported: Touch[]; count: number }>(
      '({ reported: [...touchesSeen.values()], count: performance.interactionCount })',
    );
    const unreported = { totalMs: 0, inputMs: 0, workMs: 0, paintMs: 0, where: '' };
    return [...reported, ...Array.from({ length: Math.max(0, count - reported.length) }, () => unreported)];
  }

  /** To another page without a touch. */
  async go(path: string): Promise<void> {
    await this.#page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
    await pause(TAP_MS);
  }

  /**
   * Taps the middle of the first thing in sight that a selector finds, of those with exactly this text where one is
   * given. Throws Error when none comes.
   */
  async tap(selector: string, text?: string): Promise<void> {
    const { x, y } = await this.#find(selector, text);
    const at = { x, y, button: 'left', clickCount: 1 };
    await this.#page.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' });
    await pause(PRESS_MS);
    await this.#page.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' });
    await pause(TAP_MS);
  }

  async type(text: string): Promise<void> {
    for (const key of text) await this.#press({ key, text: key });
  }

  async erase(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1)
      await this.#press({ key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 });
  }

  async #press(key: { key: string; text?: string; code?: string; windowsVirtualKeyCode?: number }): Promise<void> {
    await this.#page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
    await this.#page.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key });
    await pause(KEY_MS);
  }

  async #find(selector: string, text: string | undefined): Promise<{ x: number; y: number }> {
    const look = `(() => {
      for (const node of document.querySelectorAll(${JSON.stringify(selector)})) {
        if (${text === undefined ? 'false' : `node.textContent.trim() !== ${JSON.stringify(text)}`}) continue;
        let box = node.getBoundingClientRect();
        if (box.width === 0 || node.disabled) continue;
        if (box.top < 60 || box.bottom > innerHeight - 80) { node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); box = node.getBoundingClientRect(); }
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const hit = document.elementFromPoint(x, y);
        if (hit && (node.contains(hit) || hit.contains(node))) return { x, y };
      }
      return null;
    })()`;
    for (const until = performance.now() + APPEARS_MS; performance.now() < until; await pause(LOOK_MS)) {
      const found = await this.#page.evaluate<{ x: number; y: number } | null>(look);
      if (found) return found;
    }
    throw new Error(
      `nothing to tap: ${selector} ${text ?? ''} on ${await this.#page.evaluate<string>('location.pathname')}`,
    );
  }
}
