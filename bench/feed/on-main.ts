// The same client without its worker: built so that the market's code, socket included, runs on the main thread.
// The difference is what the worker is worth.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Plugin, build } from 'vite';
import { ROOT } from '../../tests/support/data/shared-file.ts';

/** Replaces text of a source, which must occur exactly once. */
interface Change {
  file: string;
  from: string;
  to: string;
}

/** In two parts: where a benchmark is bundled, the whole is replaced by the address of its source. */
const META_URL = ['import.meta', 'url'].join('.');

const CHANGES: readonly Change[] = [
  // The page makes a channel in its own thread where it would start a worker.
  {
    file: 'src/api/market-worker.ts',
    from: 'const remote = wrap<Remote>(worker);',
    to: 'const remote = wrap<Remote>(worker.port);',
  },
  {
    file: 'src/api/market-worker.ts',
    from: `new Worker(new URL('../../workers/market.worker.ts', ${META_URL}), { type: 'module', name: 'market' })`,
    to: `((ports) => {
      void import('../../workers/market.worker.ts').then(({ openHere }) => openHere(ports.port2));
      ports.port1.start();
      return { port: ports.port1, addEventListener: (_: string, __: unknown) => {} };
    })(new MessageChannel())`,
  },
  // One that is started early is a worker.
  {
    file: 'src/api/market-worker.ts',
    from: 'early && !early.failed ? early.worker : createThread()',
    to: 'createThread()',
  },
  {
    file: 'workers/market.worker.ts',
    from: 'expose(api);',
    to: 'export function openHere(port: MessagePort): void { expose(api, port); port.start(); }',
  },
];

function changed(code: string, { file, from, to }: Change): string {
  if (code.split(from).length !== 2) throw new Error(`${file} no longer says, once: ${from}`);
  return code.replace(from, () => to);
}

function withoutWorker(): Plugin {
  return {
    name: 'without-worker',
    enforce: 'pre',
    transform(code, id) {
      return CHANGES.filter(({ file }) => id.split('?')[0] === join(ROOT, file)).reduce(changed, code);
    },
  };
}

/** Builds it; answers with its folder. */
export async function buildOnMain(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'defi-on-main-'));
  await build({ root: ROOT, logLevel: 'error', plugins: [withoutWorker()], build: { outDir, emptyOutDir: true } });
  return outDir;
}
