// A page with a chart alone, built and served for the tests of a file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type PreviewServer, build, preview } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { PIXI_ALIAS } from '../../../chart/render/webgl/pixi-alias.mjs';
import { freePort } from '../data/free-port.mjs';
import { ROOT } from '../data/shared-file.ts';
import { hasBrowser } from './browser-path.ts';

/**
 * For a test file: the address of the page of a folder. Each page of a browser has a cache of its own: three hundred
 * modules one by one take more of the processor than what is tested.
 */
export function chartPageForFile(folder: string): () => string {
  let server: PreviewServer | undefined;
  let outDir = '';
  beforeAll(async () => {
    if (!hasBrowser) return;
    outDir = mkdtempSync(join(tmpdir(), 'defi-chart-page-'));
    const page = { configFile: false, logLevel: 'error', root: resolve(ROOT, folder) } as const;
    await build({
      ...page,
      resolve: { alias: PIXI_ALIAS },
      worker: { format: 'es' },
      build: { outDir, emptyOutDir: true, target: 'esnext', minify: false, modulePreload: false },
    });
    server = await preview({ ...page, build: { outDir }, preview: { port: await freePort(), strictPort: true } });
  });
  afterAll(async () => {
    await server?.close();
    rmSync(outDir, { recursive: true, force: true });
  });
  return () => server!.resolvedUrls!.local[0]!;
}
