// home.html preloads every module of a first visit once, and nothing else.
import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { homeHtml } from '../../src/app/startup/home-html.mjs';

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
    chunk('assets/trade-1.js', '/x/src/features/trade/trade-page.tsx'),
    { type: 'asset', fileName: 'index.html', source: '' },
    { type: 'asset', fileName: 'assets/inter-cyrillic-1.woff2', source: '' },
  ].map((file) => [file.fileName, file]),
) as unknown as Rolldown.OutputBundle;
const page =
  '<html>\n  <head>\n    <script type="module" src="/assets/index-1.js"></script>\n    <link rel="modulepreload" href="/assets/vendor-1.js">\n  </head>\n  <body></body>\n</html>';

describe('home.html', () => {
  it('preloads what home needs and the page does not load yet', () => {
    const named = [...homeHtml(page, bundle, 'zh-TW').matchAll(/assets\/[\w-]+\.js/g)].map(([name]) => name);
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
    expect(homeHtml(page, bundle, 'ru-RU')).toContain(font);
    expect(homeHtml(page, bundle, 'en-US')).not.toContain('as="font"');
  });

  it("preloads the texts of the page's language alone", () => {
    const english = homeHtml(page, bundle, 'en-US');
    expect(english).toContain('assets/en-1.js');
    expect(english).not.toContain('assets/zh-1.js');
  });

  it('is otherwise identical to the page', () => {
    expect(homeHtml(page, bundle, 'zh-TW').replace(/ {4}<link rel="modulepreload" fetchpriority.*\n/g, '')).toBe(page);
  });
});
