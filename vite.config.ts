// How the client, its worker and the server bundle are built, and how the tests are found.
/// <reference types="vitest/config" />
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Plugin, type UserConfig, defineConfig } from 'vite';
import { STAMP, sourceHash } from './server/build-stamp.mjs';

/** Below this many bytes compression saves less than its header costs. */
const COMPRESS_FROM_BYTES = 1024;
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/;
/** Brotli of 0 to 11: 9 is within 2 % of the smallest and ten times faster. */
const BROTLI_QUALITY = 9;

/** Writes FILE.br and FILE.gz beside every text file of the client, so that the server never compresses. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (config) => !config.build?.ssr,
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      await Promise.all(names.filter((name) => COMPRESSED.test(name)).map((name) => compressFile(join(dir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < COMPRESS_FROM_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** Leaves the fingerprint of the sources beside the output, for `npm start`. */
function stamp(build: 'client' | 'server'): Plugin {
  return { name: 'stamp', apply: 'build', writeBundle: ({ dir = '' }) => writeFile(join(dir, STAMP), sourceHash(build)) };
}

const client: UserConfig['build'] = {
  outDir: 'dist/client',
  target: 'es2022',
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          // The helper of lazy imports would else land in the pixi chunk, and every page would load that.
          { name: 'preload', test: /vite\/preload-helper/, priority: 1 },
          // What the chart never asks for (events, accessibility, DOM) stays out of its chunk.
          { name: 'pixi', test: /node_modules\/pixi\.js\/lib\/(?!environment-browser|accessibility|events|dom)/ },
          { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@preact|i18next|react-i18next)\// },
        ],
      },
    },
  },
};

const server: UserConfig['build'] = {
  ssr: true,
  rolldownOptions: { input: 'server/main.ts' },
  outDir: 'dist/server',
  target: 'node20',
  copyPublicDir: false,
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), precompress(), stamp(isSsrBuild ? 'server' : 'client')],
  // Notes from one build step to the next are no use to a phone; licences stay.
  worker: { format: 'es', rolldownOptions: { output: { comments: { annotation: false, jsdoc: false, legal: true } } } },
  build: isSsrBuild ? server : client,
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}));
