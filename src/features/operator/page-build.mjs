// Builds the operator's page beside the client: operator.html with one script and one sheet of its own.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { CONSTANTS, INLINED } from '../../minified.mjs';
import { className } from '../../styles/class-names.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGE = 'operator.html';

/**
 * The files of the page: operator.html, ops/ops.js, ops/ops.css. It is a build of its own, so that the market's pages
 * neither load a part of it nor get other chunks because of it.
 */
export async function buildOperatorPage() {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // As the client's sheets (vite.config.ts).
    css: { modules: { generateScopedName: className }, lightningcss: { exclude: 1 << 20 } },
    // Tests build the page too, with another NODE_ENV.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    // No extension of the browser gets React's state, in which the operator's session is.
    define: { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        optimization: INLINED,
        input: PAGE,
        output: {
          ...CONSTANTS,
          entryFileNames: 'ops/ops.js',
          chunkFileNames: 'ops/[name].js',
          assetFileNames: 'ops/ops[extname]',
        },
      },
    },
  });
  return [built].flat().flatMap((result) =>
    result.output.map((file) => ({
      fileName: file.fileName,
      source: file.type === 'chunk' ? file.code : file.source,
    })),
  );
}

/** Vite plugin: adds the page to the built client, and serves it at /ops in development. */
export function operatorPagePlugin() {
  return {
    name: 'operator-page',
    apply: (config) => !config.build?.ssr,
    async generateBundle() {
      for (const file of await buildOperatorPage()) this.emitFile({ type: 'asset', ...file });
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split('?', 1)[0] === '/ops') request.url = `/${PAGE}`;
        next();
      });
    },
  };
}
