// Crawls routes within one page load and collects findings: errors, missing texts, overflow, covered buttons, shifts,
// axe.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Page, type Response, expect } from '@playwright/test';
import { AFTER_START, chunkName } from '../../../src/lib/chunks.ts';
import { REPLAY_MARKET } from '../../../src/lib/replay-address.ts';
import { ROOT } from '../data/shared-file.ts';
import { recordCalls } from './called-endpoints.ts';
import { takeLayoutShifts } from './layout-shifts.ts';
import { PageWork } from './page-work.ts';
import { textFaults } from './text-faults.ts';
import { RETURNING_VISITOR } from './visitor.ts';

/** Largest sum of layout shifts of a page without input. */
const MAX_LAYOUT_SHIFT = 0.05;
const PICTURES = join(ROOT, 'test-results', 'crawl');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Queries of the routes that need one. */
const QUERIES: Record<string, string> = {
  '/pages/kline/kline': '?coinInfoId=2',
  '/chart': '?coinInfoId=2&interval=15m',
  '/pages/tabbar/trade': '?coinInfoId=2',
  '/pages/tabbar/contracts': '?coinInfoId=102',
  '/pages/wallet/assets': '?coinInfoId=1',
  '/pages/user/waitingReview': '?type=1',
  '/pages/wallet/record': '?type=0',
  '/pages/common/article': '?id=1',
  '/pages/common/knowledge': '?id=1',
  '/pages/notice/noticeDetail': '?id=1&kind=house',
};

/** A document of its own, which no page navigates to. */
const REPLAY = `${REPLAY_MARKET}?coinInfoId=2`;

/** Every route of the app with its query, and one that does not exist. The replay is the last one. */
export function routes(): string[] {
  const folder = join(ROOT, 'src', 'app', 'routing');
  const tables = readdirSync(folder).filter((file) => file.endsWith('-routes.tsx'));
  const text = tables.map((file) => readFileSync(join(folder, file), 'utf8')).join('');
  const paths = [...text.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!);
  return [...paths, '/nowhere', REPLAY].map((path) => `${path.replace('$symbol', 'BTC-USDT')}${QUERIES[path] ?? ''}`);
}

/** First parts of the text keys: "tab" of "tab.home". */
const PREFIXES = new Set(
  readdirSync(join(ROOT, 'src', 'locales', 'en-US')).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(ROOT, 'src', 'locales', 'en-US', file), 'utf8')) as object).map(
      (key) => key.split('.')[0]!,
    ),
  ),
);
if (!PREFIXES.has('tab')) throw new Error('the text keys were not found: the crawler would miss every missing text');

export interface Setting {
  language: string;
  theme: 'dark' | 'light';
  /** '' for a visitor, who has never been here. */
  token: string;
  axe: boolean;
  /** In px; undefined: as the page was opened. */
  size?: { width: number; height: number };
}

/** In which looks a route is checked. */
export interface Looks {
  languages: readonly string[];
  themes: readonly Setting['theme'][];
  /** In px. */
  widths: readonly number[];
}

export interface Finding {
  where: string;
  route: string;
  what: string;
}

export class Crawler {
  readonly findings: Finding[] = [];
  visits = 0;
  /** Looks of all routes that were checked. */
  checks = 0;
  readonly #page: Page;
  readonly #url: string;
  readonly #keepsPictures: boolean;
  readonly #work: PageWork;
  #setting: Setting = { language: 'en-US', theme: 'dark', token: '', axe: false };
  #route = '';
  #folder = '';

  /** `keepsPictures`: of each route, to be looked at. */
  constructor(page: Page, url: string, keepsPictures = false) {
    this.#page = page;
    this.#url = url;
    this.#keepsPictures = keepsPictures;
    this.#work = new PageWork(page);
    recordCalls(page);
    page.on('pageerror', (error) => this.#report(`error: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && this.#report(`console: ${message.text()}`));
    page.on(
      'response',
      (response: Response) =>
        (response.status() === 404 || response.status() >= 500) &&
        this.#report(`${response.status()}: ${response.url()}`),
    );
  }

  /** Reloads the app in a language and theme, for a visitor or an account. */
  async begin(setting: Setting): Promise<void> {
    this.#setting = setting;
    if (setting.size) await this.#page.setViewportSize(setting.size);
    const width = this.#page.viewportSize()!.width;
    this.#folder = `${setting.language}-${setting.theme}-${setting.token === '' ? 'visitor' : 'account'}-${width}`;
    this.#route = 'load';
    await this.#work.load(() => this.#page.goto(`${this.#url}/pages/set/currency`));
    await this.#page.evaluate(
      ({ language, theme, token, items }) => {
        localStorage.clear();
        localStorage.setItem('fxproLanguage', language);
        localStorage.setItem('fxproTheme', theme);
        localStorage.setItem('fxproUserToken', token);
        for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
      },
      { ...setting, items: setting.token === '' ? {} : RETURNING_VISITOR },
    );
    await this.#work.load(() => this.#page.reload());
    await expect(this.#page.locator('html')).toHaveAttribute('lang', setting.language);
    // The app is rendered.
    await this.#waitUntilIdle();
    await this.#page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        })[]) {
          const seen = window as unknown as { sinceMs: number; shift: number; shifted: string };
          // Of the route before: it is reported in a task of its own.
          if (!(entry.startTime >= seen.sinceMs)) continue;
          // A page of another width has another left edge in a wide window: caused by navigation, not a shift.
          const widened = entry.sources.every(
            ({ node, previousRect, currentRect }) =>
              node instanceof Element && node.id === 'page' && previousRect.y === currentRect.y,
          );
          if (entry.hadRecentInput || widened) continue;
          seen.shift += entry.value;
          seen.shifted += ` ${entry.sources
            .slice(0, 2)
            .map(({ node }) =>
              node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent?.slice(0, 20) ?? ''),
            )
            .join(',')}`;
        }
      }).observe({ type: 'layout-shift' });
    });
    if (setting.axe) await this.#page.evaluate(AXE);
  }

  /** Navigates to a route without a reload and inspects it. A route with a finding leaves its picture. */
  async visit(route: string): Promise<void> {
    const before = this.findings.length;
    await this.#navigate(route);
    const { overflow, keys, shift, shifted } = await this.#inspect();
    for (const button of await this.#coveredButtons()) this.#report(`covered: ${button}`);
    if (overflow !== '') this.#report(`wider than the screen: ${overflow}`);
    if (keys.length > 0) this.#report(`missing texts: ${keys.join(' ')}`);
    if (shift > MAX_LAYOUT_SHIFT) this.#report(`layout shift ${shift.toFixed(3)}:${shifted}`);
    if (this.#setting.axe) await this.#axe();
    if (this.findings.length === before && !this.#keepsPictures) return;
    await this.#page.screenshot({
      path: join(PICTURES, this.#folder, `${route.replace(/[^a-zA-Z0-9]+/g, '-').slice(1) || 'root'}.jpg`),
      type: 'jpeg',
      quality: 70,
      animations: 'disabled',
    });
  }

  /**
   * Navigates to a route and reports each language and width in px in which it is wider than the screen or its texts do
   * not fit.
   */
  async fit(route: string, languages: readonly string[], widths: readonly number[]): Promise<void> {
    await this.#inEach(route, { languages, themes: [this.#setting.theme], widths }, async (where) => {
      const { overflow, keys } = await this.#inspect();
      if (overflow !== '') this.#report(`${where}: wider than the screen: ${overflow}`);
      if (keys.length > 0) this.#report(`${where}: missing texts: ${keys.join(' ')}`);
      for (const fault of await textFaults(this.#page)) this.#report(`${where}: ${fault}`);
    });
  }

  /** Navigates to a route and reports what axe finds in each language, theme and width in px. */
  async judge(route: string, looks: Looks): Promise<void> {
    await this.#inEach(route, looks, (where) => this.#axe(`${where}: `));
  }

  /** Navigates to a route and reports each layout shift. The page records them (`recordLayoutShifts`). */
  async watch(route: string): Promise<void> {
    await this.#navigate(route);
    await this.#reportShifts('by a link');
  }

  /** Loads a route and reports each layout shift up to what the app loads after its first screen. */
  async watchLoad(route: string): Promise<void> {
    this.#route = route;
    this.visits += 1;
    await this.#work.load(() => this.#page.goto(this.#url + route));
    await this.#page.waitForFunction(
      (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
      chunkName(AFTER_START[0]),
    );
    await this.#waitUntilIdle();
    await this.#reportShifts('loaded');
  }

  /** Prints a finding at once, because a whole crawl takes minutes. */
  #report(what: string): void {
    this.findings.push({ where: this.#folder, route: this.#route, what });
    console.log(`${this.#folder} ${this.#route} ${what}`);
  }

  async #reportShifts(how: string): Promise<void> {
    for (const shift of await takeLayoutShifts(this.#page)) this.#report(`${how}: layout shift ${shift}`);
    this.checks += 1;
  }

  /** A route in each of these looks. It is loaded once: they change in place. */
  async #inEach(
    route: string,
    { languages, themes, widths }: Looks,
    check: (where: string) => Promise<void>,
  ): Promise<void> {
    await this.#navigate(route);
    for (const language of languages) {
      await this.#change('fxproLanguage', 'lang', language);
      for (const theme of themes) {
        await this.#change('fxproTheme', 'data-theme', theme);
        for (const width of widths) {
          await this.#page.setViewportSize({ width, height: 800 });
          await this.#page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          // A layout that another width has may have to load first.
          if (await this.#work.isUnderWay()) await this.#waitUntilIdle();
          await check(`in ${language}, ${theme}, at ${width} px`);
          this.checks += 1;
        }
      }
    }
  }

  async #navigate(route: string): Promise<void> {
    this.#route = route;
    this.visits += 1;
    if (route === REPLAY || this.#page.url().includes(REPLAY_MARKET)) {
      await this.#work.load(() => this.#page.goto(this.#url + route));
      if (this.#setting.axe) await this.#page.evaluate(AXE);
      return this.#waitUntilIdle();
    }
    await this.#page.evaluate(async (to) => {
      // What the checks of the route before moved is back in its place.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      Object.assign(window, { sinceMs: performance.now(), shift: 0, shifted: '' });
      history.pushState({}, '', to);
    }, route);
    return this.#waitUntilIdle();
  }

  /** Changes language or theme as the settings of another tab do. */
  async #change(item: string, attribute: string, value: string): Promise<void> {
    if ((await this.#page.locator('html').getAttribute(attribute)) === value) return;
    await this.#page.evaluate(
      ([key, text]) => {
        localStorage.setItem(key, text);
        window.dispatchEvent(new StorageEvent('storage', { key }));
      },
      [item, value] as const,
    );
    await this.#page.locator(`html[${attribute}="${value}"]`).waitFor({ state: 'attached' });
    await this.#waitUntilIdle();
  }

  async #waitUntilIdle(): Promise<void> {
    if (!(await this.#work.ends())) this.#report('does not become idle');
  }

  async #inspect(): Promise<{ overflow: string; keys: string[]; shift: number; shifted: string }> {
    return this.#page.evaluate(
      (prefixes) => {
        const root = document.documentElement;
        const keys: string[] = [];
        const test = (text: string | null): void => {
          const found = /^([a-zA-Z]+)\.[a-zA-Z]\w*(\.\w+)*$/.exec(text?.trim() ?? '');
          if (found && prefixes.includes(found[1]!)) keys.push(found[0]);
        };
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) test(node.nodeValue);
        for (const element of document.querySelectorAll('[aria-label],[placeholder],[title]'))
          for (const name of ['aria-label', 'placeholder', 'title']) test(element.getAttribute(name));
        const wide =
          root.scrollWidth > root.clientWidth
            ? [...document.querySelectorAll('#page *')]
                .filter((element) => {
                  const box = element.getBoundingClientRect();
                  return box.width > 0 && (box.right > root.clientWidth + 1 || box.left < -1);
                })
                .slice(0, 3)
                .map((element) => `${element.tagName}.${element.getAttribute('class') ?? ''}`)
                .join(' ')
            : '';
        const { shift, shifted } = window as unknown as { shift: number; shifted: string };
        return {
          overflow: root.scrollWidth > root.clientWidth ? `${root.scrollWidth} px ${wide}` : '',
          keys,
          shift,
          shifted,
        };
      },
      [...PREFIXES],
    );
  }

  /** Main buttons of the page whose centre, scrolled into view, belongs to something else. */
  async #coveredButtons(): Promise<string[]> {
    return this.#page.evaluate(() => {
      const top = scrollY;
      const covered: string[] = [];
      const main = '[data-kind="primary"], [data-kind="up"], [data-kind="down"], [type="submit"]';
      for (const button of document.querySelectorAll(`#page :is(${main})`)) {
        button.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = button.getBoundingClientRect();
        if (width === 0) continue;
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        // A disabled button lets its parent be hit.
        if (!button.contains(hit) && hit?.contains(button) !== true)
          covered.push(`"${button.textContent}" by ${hit?.tagName}.${hit?.getAttribute('class')}`);
      }
      scrollTo(0, top);
      return covered;
    });
  }

  async #axe(where = ''): Promise<void> {
    const found = await this.#page.evaluate(async (tags) => {
      const { axe } = window as unknown as {
        axe: {
          run(
            root: Document,
            options: unknown,
          ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
        };
      };
      // What floats over a scrolled page covers other controls by turns: with it in the flow, all of them are judged.
      const floating = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) =>
          ['sticky', 'fixed'].includes(getComputedStyle(element).position) &&
          element.getBoundingClientRect().bottom > 0,
      );
      for (const element of floating) element.style.position = 'static';
      const { violations } = await axe.run(document, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
      });
      for (const element of floating) element.style.position = '';
      return violations.map(
        ({ id, nodes }) =>
          `${id} x${nodes.length}: ${nodes[0]!.html.slice(0, 160)} ${nodes[0]!.failureSummary?.replace(/\s+/g, ' ').slice(0, 200) ?? ''}`,
      );
    }, AXE_TAGS);
    for (const one of found) this.#report(`${where}axe ${one}`);
  }
}
