// Vite plugin: pages of HTML for the first screens, which preload their chunks in one round trip.
// It emits home.html, trade.html ... for each language, preloads the fonts, and lowers the priority of scripts below
// the style sheet.
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../locales/languages.ts';
import { FIRST_SCREENS, firstVisit, isModule } from '../../lib/chunks.ts';
import { firstPaint } from './first-paint.mjs';
import { importClosure, marketWorkerFiles } from '../../service-worker/plugin.mjs';

/** Font files beyond Latin by language. */
const SCRIPT_FONTS = { 'ru-RU': 'cyrillic', vi: 'vietnamese' };

/** A preload link for the font file of a script. */
function fontLink(bundle, script) {
  const name = Object.keys(bundle).find((file) => file.startsWith(`assets/inter-${script}-`));
  if (name === undefined) throw new Error(`the font of ${script} was not built`);
  return `    <link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="/${name}">\n`;
}

/** From a tablet's size on a window shows the terminal in place of these pages (src/ui/use-media.ts). */
const NARROW = ' media="(max-width: 47.9em), (max-device-height: 599px)"';
const WIDE = ' media="(min-width: 48em) and (min-device-height: 600px)"';
const NARROW_SCREENS = ['kline', 'trade', 'contracts'];
const MARKET_SCREENS = [...NARROW_SCREENS, 'terminal', 'chart'];

const ROOT_ELEMENT = '<div id="root">';

/** Has the market worker start with the style sheet: it brings a price that is shown before the app. */
function startWorkerFirst(html) {
  const name = / data-market-worker="[^"]*"/.exec(html)?.[0] ?? '';
  return html.replace(name, '').replace('<link rel="stylesheet"', `<link rel="stylesheet"${name}`);
}

/** File names of the chunks of a screen in a language. */
function chunksOf(bundle, screen, language) {
  const modules = firstVisit(screen, language);
  const entries = Object.values(bundle).filter(
    (file) => file.type === 'chunk' && isModule(file.facadeModuleId ?? '', modules),
  );
  return importClosure(
    bundle,
    entries.map(({ fileName }) => fileName),
  );
}

/** File names of what a screen needs, each with the windows that show it. */
function preloadsOf(bundle, screen, language) {
  const own = chunksOf(bundle, screen, language);
  if (screen === 'terminal') return [...own].map((name) => [name, WIDE]);
  if (!NARROW_SCREENS.includes(screen)) return [...own].map((name) => [name, '']);
  const wide = chunksOf(bundle, 'terminal', language);
  return [...new Set([...own, ...wide])].map((name) => [name, !wide.has(name) ? NARROW : !own.has(name) ? WIDE : '']);
}

/**
 * Adds a preload link for each chunk and font that a screen in `language` needs and the page does not name yet, and
 * what the screen shows until the app has started.
 */
export function screenHtml(html, bundle, screen, language) {
  const links = preloadsOf(bundle, screen, language)
    .filter(([name]) => !html.includes(name))
    .sort()
    .map(([name, media]) => `    <link rel="modulepreload" fetchpriority="low"${media} crossorigin href="/${name}">\n`);
  const script = SCRIPT_FONTS[language];
  return (MARKET_SCREENS.includes(screen) ? startWorkerFirst(html) : html)
    .replace('<html lang="zh-TW"', `<html lang="${language}" dir="${LANGUAGES[language].dir}"`)
    .replace('  </head>', `${script ? fontLink(bundle, script) : ''}${links.join('')}  </head>`)
    .replace(ROOT_ELEMENT, ROOT_ELEMENT + firstPaint(screen, language));
}

/**
 * The link of the largest chunk names the market worker, which public/theme.js starts when that chunk is loaded; what
 * the worker imports is preloaded.
 */
export function nameWorker(html, bundle) {
  const [worker, ...imported] = marketWorkerFiles(bundle);
  const links = imported.map((name) => `    <link rel="modulepreload" crossorigin href="/${name}">\n`);
  return html
    .replace(
      /<link rel="modulepreload"(?=[^>]*href="\/assets\/vendor-)/,
      `<link rel="modulepreload" data-market-worker="/${worker}"`,
    )
    .replace('  </head>', `${links.join('')}  </head>`);
}

/** The first paint waits for the style sheet and the theme; the font and scripts are fetched after them. */
function preloadAndOrder(html, { bundle }) {
  return nameWorker(html, bundle)
    .replace(/ *<script type="module"/, (script) => `${fontLink(bundle, 'latin')}${script}`)
    .replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
}

/** Vite plugin; only for the client build. */
export function homeHtmlPlugin() {
  return {
    name: 'home-page',
    enforce: 'post',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transformIndexHtml: { order: 'post', handler: preloadAndOrder },
    generateBundle: {
      // After index.html is emitted.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('index.html was not built');
        for (const screen of Object.keys(FIRST_SCREENS))
          for (const language of Object.keys(LANGUAGES)) {
            const fileName = language === DEFAULT_LANGUAGE ? `${screen}.html` : `${screen}.${language}.html`;
            this.emitFile({
              type: 'asset',
              fileName,
              source: screenHtml(String(page.source), bundle, screen, language),
            });
          }
      },
    },
  };
}
