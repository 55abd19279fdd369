// Builds the harness page for production, and serves it on a free port.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { portOf } from '../../server/gateway/listen.ts';
import { CONSTANTS, INLINED } from '../../src/minified.mjs';
import { ROOT, sharedFile } from '../../tests/support/data/shared-file.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.bin': 'application/octet-stream',
};
const RECORDING = 'recordings/candles/binance-spot-BTCUSDT-1m-202412.csv.gz';
/** Columns of the recording: start in ms, open, high, low, close, volume. */
const RECORDED_COLUMNS = 6;

export interface PageServer {
  url: string;
  /** Path of the recorded candles and how many there are; null where the recordings are absent. */
  recording: { path: string; count: number } | null;
  close(): void;
}

/** webgpu: an experiment, on the bench alone. */
export type DrawnBy = 'webgl' | 'webgpu';

/** Builds a page into a folder of its own. */
async function buildPage(folder: string, drawnBy: DrawnBy): Promise<string> {
  // Where pages were built before there may be no builder.
  const { build } = await import('vite');
  const { PIXI_ALIAS } = await import('../../chart/render/webgl/pixi-alias.mjs');
  const { WEBGPU_ALIAS } = await import('./webgpu/webgpu-alias.mjs');
  const outDir = mkdtempSync(join(tmpdir(), 'defi-chart-bench-'));
  await build({
    root: join(ROOT, folder),
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: { alias: drawnBy === 'webgl' ? PIXI_ALIAS : WEBGPU_ALIAS },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { optimization: INLINED, output: CONSTANTS },
    },
  });
  return outDir;
}

/** `folder` has the page, `index.html`. BENCH_PAGES=folder: there it lies built, under what draws it and its path. */
export async function servePage(folder = 'bench/chart/page', drawnBy: DrawnBy = 'webgl'): Promise<PageServer> {
  const pages = process.env['BENCH_PAGES'];
  const outDir = pages ? join(pages, drawnBy, folder) : await buildPage(folder, drawnBy);
  const recording = writeRecording(outDir);
  const server = createServer(({ url = '/' }, answer) => {
    const path = url === '/' ? '/index.html' : normalize(new URL(url, 'http://stand').pathname);
    try {
      const body = readFileSync(join(outDir, path));
      answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const port = portOf(server);
  const close = (): void => {
    server.close();
    if (!pages) rmSync(outDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}/`, recording, close };
}

function writeRecording(outDir: string): PageServer['recording'] {
  const file = sharedFile(RECORDING);
  if (!file) return null;
  const rows = gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(',').slice(0, RECORDED_COLUMNS).map(Number));
  const numbers = rows.filter((row) => row.every(Number.isFinite));
  writeFileSync(join(outDir, 'recording.bin'), Buffer.from(Float64Array.from(numbers.flat()).buffer));
  return { path: '/recording.bin', count: numbers.length };
}
