// Vite plugin: builds the service worker as sw.js with the list of files that form this build's shell.
import { createHash } from 'node:crypto';
import { build } from 'vite';
import { MARKET_WORKER, OFFLINE_START, isChunkOf, isModule } from '../lib/chunks.ts';

const NAME = 'sw.js';
/** Public files of the shell, the page first. */
const PUBLIC_FILES = ['/', '/theme.js', '/manifest.webmanifest', '/icon.svg'];

/** File names of the chunks `entries` and of all chunks they statically import. */
export function importClosure(bundle, entries) {
  const found = new Set();
  const queue = [...entries];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') continue;
    found.add(name);
    queue.push(...chunk.imports);
  }
  return found;
}

/** What a module imports before it runs, by its built code. */
const STATIC_IMPORT = /(?:from|import)"\.\/([^"]+)"/g;

/**
 * File names of the market worker and of the chunks that it imports. Each worker has chunks of its own, which carry
 * the same names as those of others and of the page: only the code names the right ones.
 */
export function marketWorkerFiles(bundle) {
  const worker = Object.keys(bundle).find((file) => isChunkOf(MARKET_WORKER, file));
  if (worker === undefined) throw new Error(`${MARKET_WORKER} was not built`);
  const folder = worker.slice(0, worker.lastIndexOf('/') + 1);
  const found = new Set([worker]);
  // A set is walked up to what is added meanwhile.
  for (const file of found)
    for (const [, name] of String(bundle[file]?.source).matchAll(STATIC_IMPORT)) found.add(folder + name);
  return [...found];
}

/** Addresses of the shell: what the first screen loads, the style sheet, the fonts, and the market worker's chunks. */
function shellOf(bundle) {
  const files = Object.values(bundle);
  const entries = files.filter(
    (file) =>
      file.type === 'chunk' &&
      ((file.name === 'index' && file.isEntry) || isModule(file.facadeModuleId ?? '', OFFLINE_START)),
  );
  const chunks = importClosure(
    bundle,
    entries.map(({ fileName }) => fileName),
  );
  const others = files.map(({ fileName }) => fileName).filter((name) => /^assets\/.*\.(css|woff2)$/.test(name));
  return [
    ...PUBLIC_FILES,
    ...[...new Set([...chunks, ...others, ...marketWorkerFiles(bundle)])].sort().map((name) => `/${name}`),
  ];
}

async function buildWorker(shell) {
  const hash = createHash('sha256').update(shell.join()).digest('hex').slice(0, 16);
  const define = { SHELL: JSON.stringify(shell), BUILD: JSON.stringify(hash) };
  const lib = { entry: 'src/service-worker/service-worker.ts', formats: ['iife'], name: 'serviceWorker' };
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    build: { lib, write: false, target: 'es2022' },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('the service worker was not built');
  return output.output[0].code;
}

/** Vite plugin; only the client build has a service worker. */
export function serviceWorkerPlugin() {
  return {
    name: 'service-worker',
    enforce: 'post',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    generateBundle: {
      // After the style sheet is emitted.
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: NAME, source: await buildWorker(shellOf(bundle)) });
      },
    },
  };
}
