// Builds the thread that writes rows, for tests and benches that start it, and what they run beside it.
import { build } from 'vite';
import { ROOT } from '../data/shared-file.ts';

const ENTRY = 'server/sequencer/projection/rows-thread-entry.ts';

/**
 * Builds files into a folder from which their packages are found: `NAME.mjs` for each, and the thread as
 * `rows-thread.mjs`.
 */
export async function buildBesideThread(folder: string, inputs: Record<string, string> = {}): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      rollupOptions: {
        input: { 'rows-thread': ENTRY, ...inputs },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
}
