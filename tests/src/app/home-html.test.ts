// home.html preloads every module of a first visit once, and nothing else.
import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import french from '../../../src/locales/fr-FR/demo.json' with { type: 'json' };
import { CATEGORIES, COLUMNS } from '../../../src/features/markets/use-market-list.ts';
import { LANGUAGES, type LanguageCode } from '../../../src/locales/languages.ts';
import { loadNamespace } from '../../../src/locales/namespaces.ts';
import { nameWorker, screenHtml } from '../../../src/app/startup/home-html.mjs';

/** Texts of the shell and of the markets. */
async function textsOf(language: LanguageCode): Promise<Record<string, string>> {
  const [shell, market] = await Promise.all([loadNamespace(language, 'shell'), loadNamespace(language, 'market')]);
  return { ...shell, ...market };
}

const chunk = (fileName: string, facadeModuleId: string, imports: string[] = []) => ({
  type: 'chunk',
  fileName,
  facadeModuleId,
  imports,
});
const bundle = Object.fromEntries(
  [
    chunk('assets/index-1.js', '/x/src/main.tsx', ['assets/vendor-1.js']),
    chunk('assets/vendor-1.js', ''),
    chunk('assets/home-1.js', '/x/src/features/home/home-page.tsx', ['assets/vendor-1.js', 'assets/cells-1.js']),
    chunk('assets/cells-1.js', '', ['assets/index-1.js', 'assets/tone-1.js']),
    chunk('assets/tone-1.js', ''),
    chunk('assets/zh-1.js', '/x/src/locales/zh-TW.ts'),
    chunk('assets/en-1.js', '/x/src/locales/en-US.ts'),
    chunk('assets/trade-1.js', '/x/src/features/trade/trade-page.tsx', ['assets/tone-1.js']),
    chunk('assets/terminal-1.js', '/x/src/app/terminal/terminal-page.tsx', ['assets/tone-1.js']),
    chunk('assets/window-1.js', '/x/src/app/terminal/chart-window-page.tsx', ['assets/tone-1.js']),
    chunk('assets/market-1.js', '/x/src/locales/en-US/market.json'),
    chunk('assets/wallet-1.js', '/x/src/locales/en-US/wallet.json'),
    chunk('assets/words-1.js', '/x/src/locales/en-US/demo.json'),
    { type: 'asset', fileName: 'index.html', source: '' },
    { type: 'asset', fileName: 'assets/inter-cyrillic-1.woff2', source: '' },
    { type: 'asset', fileName: 'assets/inter-vietnamese-1.woff2', source: '' },
  ].map((file) => [file.fileName, file]),
) as unknown as Rolldown.OutputBundle;
const page =
  '<html>\n  <head>\n    <script type="module" src="/assets/index-1.js"></script>\n    <link rel="modulepreload" href="/assets/vendor-1.js">\n  </head>\n  <body></body>\n</html>';

it('the link of the largest chunk names the market worker, and what that imports is preloaded', () => {
  const first = '<link rel="modulepreload" crossorigin href="/assets/a-1.js">';
  const link = '<link rel="modulepreload" crossorigin href="/assets/vendor-1.js">';
  const files = {
    'assets/past.worker-1.js': 'import{a}from"./worker-protocol-0.js";',
    'assets/worker-protocol-0.js': '',
    'assets/market.worker-1.js': 'import{a as b}from"./worker-protocol-1.js";const c=()=>import("./msgpack-1.js");',
    'assets/worker-protocol-1.js': 'import"./rows-1.js";',
    'assets/rows-1.js': 'import{d}from"./worker-protocol-1.js";',
    'assets/msgpack-1.js': 'import{e}from"./market.worker-1.js";',
  };
  const assets = Object.entries(files).map(([fileName, source]) => [fileName, { type: 'asset', fileName, source }]);
  const built = { ...bundle, ...Object.fromEntries(assets) };
  expect(nameWorker(`${first}${link}  </head>`, built as unknown as Rolldown.OutputBundle)).toBe(
    `${first}${link.replace(' crossorigin', ' data-market-worker="/assets/market.worker-1.js" crossorigin')}` +
      '    <link rel="modulepreload" crossorigin href="/assets/worker-protocol-1.js">\n' +
      '    <link rel="modulepreload" crossorigin href="/assets/rows-1.js">\n  </head>',
  );
  expect(() => nameWorker(link, bundle)).toThrow('market.worker');
});

describe('home.html', () => {
  it('preloads what home needs and the page does not load yet', () => {
    const named = [...screenHtml(page, bundle, 'home', 'zh-TW').matchAll(/assets\/[\w-]+\.js/g)].map(([name]) => name);
    expect(named.sort()).toEqual([
      'assets/cells-1.js',
      'assets/home-1.js',
      'assets/index-1.js',
      'assets/tone-1.js',
      'assets/vendor-1.js',
      'assets/zh-1.js',
    ]);
  });

  it('preloads the font of a script beyond Latin', () => {
    const font =
      '<link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="/assets/inter-cyrillic-1.woff2">';
    expect(screenHtml(page, bundle, 'home', 'ru-RU')).toContain(font);
    expect(screenHtml(page, bundle, 'home', 'en-US')).not.toContain('as="font"');
  });

  it("preloads the texts of the page's language alone", () => {
    const english = screenHtml(page, bundle, 'home', 'en-US');
    expect(english).toContain('assets/en-1.js');
    expect(english).not.toContain('assets/zh-1.js');
  });

  /** What the page of a screen preloads, with the windows that do. */
  const preloads = (screen: 'trade' | 'terminal' | 'chart'): (string | undefined)[][] =>
    [...screenHtml(page, bundle, screen, 'en-US').matchAll(/<link rel="modulepreload" f.*>/g)].map(([link]) => [
      /assets\/([\w-]+)-1\.js/.exec(link)?.[1],
      /media="([^"]+)"/.exec(link)?.[1],
    ]);
  const phone = '(max-width: 47.9em), (max-device-height: 599px)';
  const tablet = '(min-width: 48em) and (min-device-height: 600px)';

  it("preloads a market's page on a phone and the terminal from a tablet's size on", () => {
    expect(preloads('trade')).toEqual([
      ['en', undefined],
      ['market', undefined],
      ['terminal', tablet],
      ['tone', undefined],
      ['trade', phone],
      ['wallet', tablet],
      ['words', phone],
    ]);
  });

  it('preloads the terminal by the symbol of a market where the window shows it', () => {
    expect(preloads('terminal')).toEqual(['en', 'market', 'terminal', 'tone', 'wallet'].map((name) => [name, tablet]));
  });

  it("preloads a chart's own window in any size", () => {
    expect(preloads('chart')).toEqual(['en', 'market', 'tone', 'window'].map((name) => [name, undefined]));
  });

  it('is in its language, and shows the first text of the screen until the app has started', () => {
    const html = '<html lang="zh-TW" data-theme="dark"><body><div id="root">\n</div></body></html>';
    const shown = (language: 'ar-AE' | 'fr-FR'): string => screenHtml(html, bundle, 'kline', language);
    expect(shown('ar-AE')).toMatch(
      /^<html lang="ar-AE" dir="rtl" .*<div id="root"><div class="first-paint" aria-hidden="true"><section/,
    );
    const hint = /<p class="\w+">([^<]+)<\/p>/.exec(shown('fr-FR'))?.[1];
    expect(hint).toBe(french['first.chart']);
  });

  it.each(Object.keys(LANGUAGES) as LanguageCode[])('shows the head of the markets page in %s', async (language) => {
    const texts = await textsOf(language);
    const html = screenHtml('<div id="root">', bundle, 'markets', language);
    const named = [...html.matchAll(/>([^<]+)</g)].map(([, text]) => text);
    expect(html).toContain(`placeholder="${texts['markets.search']}"`);
    expect(named).toEqual(
      ['title.markets', 'link.connecting', ...[...CATEGORIES, ...COLUMNS].map((key) => `markets.${key}`)].map(
        (key) => texts[key],
      ),
    );
  });

  it('is otherwise identical to the page', () => {
    expect(
      screenHtml(page, bundle, 'home', 'zh-TW').replace(/ {4}<link rel="modulepreload" fetchpriority.*\n/g, ''),
    ).toBe(page);
  });
});
