// How the client, its worker and the server bundle are built.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Plugin, type UserConfig, build, defineConfig } from 'vite';
import { PIXI_ALIAS } from './chart/render/webgl/pixi-alias.mjs';
import { isEmbedAddress } from './core/embed/embed-protocol.ts';
import { STAMP, sourceHash } from './server/build-stamp.mjs';
import { homeHtmlPlugin } from './src/app/startup/home-html.mjs';
import { MARKET_WORKER, SHARED_CHUNKS, isChunkOf } from './src/lib/chunks.ts';
import { operatorPagePlugin } from './src/features/operator/page-build.mjs';
import { CONSTANTS, INLINED } from './src/minified.mjs';
import { serviceWorkerPlugin } from './src/service-worker/plugin.mjs';
import { className } from './src/styles/class-names.mjs';

/** Below this many bytes compression saves less than its header costs. */
const COMPRESS_FROM_BYTES = 1024;
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/;
/** Brotli of 0 to 11: 11 is 8 % smaller than 9 and ten times slower. First visits wait for these bytes. */
const FIRST_VISIT_QUALITY = 11;
const BROTLI_QUALITY = 9;

/** Writes FILE.br and FILE.gz beside every text file of the client, so that the server never compresses. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (config) => !config.build?.ssr,
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      const pages = await Promise.all(
        names.filter((name) => name.endsWith('.html')).map((name) => readFile(join(dir, name), 'utf8')),
      );
      const isFirst = (name: string): boolean =>
        isChunkOf(MARKET_WORKER, name) || pages.some((page) => page.includes(`"/${name}"`));
      await Promise.all(
        names
          .filter((name) => COMPRESSED.test(name))
          .map((name) => compressFile(join(dir, name), isFirst(name) ? FIRST_VISIT_QUALITY : BROTLI_QUALITY)),
      );
    },
  };
}

async function compressFile(path: string, quality: number): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < COMPRESS_FROM_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** Leaves the fingerprint of the sources beside the output, for `npm start`. */
function stamp(build: 'client' | 'server'): Plugin {
  return {
    name: 'stamp',
    apply: 'build',
    writeBundle: ({ dir = '' }) => writeFile(join(dir, STAMP), sourceHash(build)),
  };
}

const LOADER = 'embed.js';

/** The script for other sites as one file of its own: it is loaded by its plain name and must bring no chunk along. */
async function loader(): Promise<string> {
  const lib = { entry: 'src/features/embed/defi-chart-element.ts', formats: ['iife' as const], name: 'defiChart' };
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { lib, write: false, target: 'es2022' },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('the loader was not built');
  return output.output[0].code;
}

/**
 * The embedded chart has a page of its own, and its loader a name of its own; in development both are answered here.
 */
function embed(): Plugin {
  return {
    name: 'embed',
    apply: (config) => !config.build?.ssr,
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: LOADER, source: await loader() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        if (isEmbedAddress(url)) request.url = `/chart-frame.html${url.slice(url.indexOf('?'))}`;
        if (url.split('?', 1)[0] !== `/${LOADER}`) return next();
        return void loader().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next);
      });
    },
  };
}

/** React 19 has the hook that these shims bring to React 17. */
const HOOK_ALIAS = [
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
  { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector.js' },
];

/** The charts' scales are of numbers. */
const SCALE_ALIAS = [
  { find: /^d3-interpolate$/, replacement: join(import.meta.dirname, 'src/lib/number-interpolation.ts') },
];

/** Which plugin took how long says nothing to somebody who starts the exchange. */
const CHECKS = { bundlerTimings: false };

/** Chunks of the shell: whoever runs a part that the entry of the app loads has them. */
const SHELL_CHUNK = /^assets\/(rolldown-runtime|vendor|signals|inter|figures|calls)-/;

/** What a browser loads beside a lazy part: in the app's entry not what the entry itself needed, nor the part. */
function preloaded(
  part: string,
  needed: string[],
  { hostId, hostType }: { hostId: string; hostType: string },
): string[] {
  if (hostType === 'html' || !hostId.startsWith('assets/index-')) return needed;
  return needed.filter((file) => file !== part && !SHELL_CHUNK.test(file));
}

const client: UserConfig['build'] = {
  outDir: 'dist/client',
  target: 'es2022',
  modulePreload: { polyfill: false, resolveDependencies: preloaded },
  // One sheet of 10 KiB for all screens: cut up by screens it would be 17.
  cssCodeSplit: false,
  rolldownOptions: {
    optimization: INLINED,
    checks: CHECKS,
    input: ['index.html', 'chart-frame.html'],
    output: {
      // The shell names every chunk: 36 bits tell two versions of one apart, and each further bit is downloaded.
      hashCharacters: 'base36',
      ...CONSTANTS,
      chunkFileNames: 'assets/[name]-[hash:7].js',
      codeSplitting: {
        groups: [
          { name: 'pixi', test: /node_modules\/pixi\.js\/lib\// },
          // The embedded chart needs these alone of what follows. The helpers of the bundler would else land in the
          // pixi chunk, and every page would load that.
          {
            name: 'signals',
            test: /(vite\/preload-helper|rolldown\/runtime|node_modules\/(react|use-sync-external-store|@preact)\/)/,
            priority: 1,
          },
          ...SHARED_CHUNKS.map((group) => ({ ...group, includeDependenciesRecursively: false })),
          { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@preact|i18next)\// },
        ],
      },
    },
  },
};

const server: UserConfig['build'] = {
  ssr: true,
  rolldownOptions: {
    checks: CHECKS,
    input: {
      main: 'server/main.ts',
      'cli-entry': 'server/cli-entry.ts',
      'rows-thread': 'server/sequencer/projection/rows-thread-entry.ts',
    },
  },
  outDir: 'dist/server',
  target: 'node20',
  copyPublicDir: false,
};

export default defineConfig(({ isSsrBuild }) => ({
  css: {
    modules: { generateScopedName: className },
    // The sheet has no light-dark(), so it needs nothing in its place (Features.LightDark of lightningcss).
    lightningcss: { exclude: 1 << 20 },
  },
  resolve: { alias: [...PIXI_ALIAS, ...HOOK_ALIAS, ...SCALE_ALIAS] },
  plugins: [
    react(),
    embed(),
    operatorPagePlugin(),
    homeHtmlPlugin(),
    serviceWorkerPlugin(),
    precompress(),
    stamp(isSsrBuild ? 'server' : 'client'),
  ],
  // Notes from one build step to the next are no use to a phone; licences stay.
  worker: {
    format: 'es',
    rolldownOptions: {
      optimization: INLINED,
      output: { comments: { annotation: false, jsdoc: false, legal: true } },
    },
  },
  build: isSsrBuild ? server : client,
}));
