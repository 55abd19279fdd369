// Builds the service worker into sw.js, with the list of files that make this build's shell.
import { createHash } from 'node:crypto';
import { build } from 'vite';

const NAME = 'sw.js';
/** Public files that stand in the shell, the page first. */
const PUBLIC = ['/', '/theme.js', '/manifest.webmanifest', '/icon.svg'];
/** Modules that are loaded by need, and that the first screen needs always. */
const FIRST_SCREEN = /src\/(features\/home\/home-page\.tsx|locales\/(zh-TW|en-US)\/shell\.ts)$/;

/** File names of the chunks under `entries`, with what they import. */
export function closure(bundle, entries) {
  const met = new Set();
  const waiting = [...entries];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name];
    if (met.has(name) || chunk?.type !== 'chunk') continue;
    met.add(name);
    waiting.push(...chunk.imports);
  }
  return met;
}

/** Addresses of the shell: what the first screen loads, its one sheet, and the worker behind it. */
function shellOf(bundle) {
  const files = Object.values(bundle);
  const entries = files.filter(
    (file) =>
      file.type === 'chunk' &&
      ((file.name === 'index' && file.isEntry) || FIRST_SCREEN.test(file.facadeModuleId ?? '')),
  );
  const chunks = closure(
    bundle,
    entries.map(({ fileName }) => fileName),
  );
  const others = files
    .map(({ fileName }) => fileName)
    .filter((name) => name.endsWith('.css') || /market\.worker-[^.]+\.js$/.test(name));
  return [...PUBLIC, ...[...new Set([...chunks, ...others])].sort().map((name) => `/${name}`)];
}

async function worker(shell) {
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

/** Vite plugin; only the built client has a service worker. */
export function serviceWorker() {
  return {
    name: 'service-worker',
    enforce: 'post',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    generateBundle: {
      // After the sheet of styles is there.
      order: 'post',
      async handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: NAME, source: await worker(shellOf(bundle)) });
      },
    },
  };
}
