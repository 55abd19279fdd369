// Builds the page of the app: programs come after what the first paint waits for, and home.html, opened by home, names
// the modules of the first screen ahead, so that they come in one round and not in three.
import { closure } from '../../service-worker/plugin.mjs';

/**
 * Loaded by need, and always needed by a first visit's home: its page, the words of the default language, the calls
 * that fill it.
 */
const FIRST_VISIT =
  /(src\/(features\/home\/home-page\.tsx|locales\/zh-TW\/shell\.ts)|core\/endpoints\/market-endpoints\.ts)$/;

/** `html` with a preload for each chunk that `bundle` needs for home and the page does not name yet. */
export function homeHtml(html, bundle) {
  const entries = Object.values(bundle).filter(
    (file) => file.type === 'chunk' && FIRST_VISIT.test(file.facadeModuleId ?? ''),
  );
  const ahead = [
    ...closure(
      bundle,
      entries.map(({ fileName }) => fileName),
    ),
  ].filter((name) => !html.includes(name));
  const links = ahead
    .sort()
    .map((name) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">\n`);
  return html.replace('  </head>', `${links.join('')}  </head>`);
}

/** The sheet and the theme are what the first paint waits for: programs come after them. */
function afterTheSheet(html) {
  return html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"');
}

/** Vite plugin of the built client. */
export function homePage() {
  return {
    name: 'home-page',
    enforce: 'post',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    transformIndexHtml: { order: 'post', handler: afterTheSheet },
    generateBundle: {
      // After the page itself is there.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('index.html was not built');
        this.emitFile({ type: 'asset', fileName: 'home.html', source: homeHtml(String(page.source), bundle) });
      },
    },
  };
}
