// What each library weighs in a bundle, minified and compressed.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { PIXI_ALIAS } from '../../chart/gpu/pixi-alias.mjs';
import { ROOT } from '../../tests/shared.ts';
import type { Row } from '../row.ts';

interface Chunk { type: string; fileName: string; code: string; isEntry: boolean; imports: string[]; dynamicImports: string[] }

const ENTRIES = {
  'own chart, first paint (Canvas2D)': `export { createChart } from '${ROOT}/chart/local.ts';`,
  'own chart, page side of worker mode': `export { createRemoteChart } from '${ROOT}/chart/remote.ts';`,
  'own chart, worker side without market': `export { hostChart } from '${ROOT}/chart/worker-host.ts';`,
  klinecharts: `export { init } from 'klinecharts';`,
  'lightweight-charts': `export { createChart, CandlestickSeries, LineSeries, HistogramSeries } from 'lightweight-charts';`,
};

/** KiB after gzip of what the entry needs at once, and of what it may load later. */
async function weigh(source: string): Promise<{ now: number; later: number }> {
  const id = 'virtual:entry';
  const built = await build({
    root: ROOT, configFile: false, logLevel: 'error', mode: 'production', resolve: { alias: PIXI_ALIAS },
    plugins: [{ name: 'entry', resolveId: (name) => (name === id ? `\0${id}` : null), load: (name) => (name === `\0${id}` ? source : null) }],
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: id, preserveEntrySignatures: 'strict' } },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((each) => ('output' in each ? each.output : [])) as unknown as Chunk[];
  const files = new Map(chunks.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const reach = (lazy: boolean): Set<string> => {
    const seen = new Set<string>();
    const visit = (name: string): void => {
      const chunk = files.get(name);
      if (!chunk || seen.has(name)) return;
      seen.add(name);
      for (const next of [...chunk.imports, ...(lazy ? chunk.dynamicImports : [])]) visit(next);
    };
    for (const chunk of files.values()) if (chunk.isEntry) visit(chunk.fileName);
    return seen;
  };
  const kib = (names: Set<string>): number => [...names].reduce((sum, name) => sum + gzipSync(files.get(name)!.code, { level: 9 }).length, 0) / 1024;
  const now = kib(reach(false));
  return { now, later: kib(reach(true)) - now };
}

export async function measureSize(): Promise<Row[]> {
  const weights = new Map<string, { now: number; later: number }>();
  for (const [name, source] of Object.entries(ENTRIES)) weights.set(name, await weigh(source));
  const rows: Row[] = [];
  for (const [name, { now, later }] of weights) {
    const own = name.startsWith('own');
    if (!own) rows.push({ name: `bundle, ${name}`, value: now, unit: 'KiB gzip' });
    else for (const against of ['klinecharts', 'lightweight-charts']) rows.push({ name: `bundle, ${name}`, value: now, unit: 'KiB gzip', against, ratio: weights.get(against)!.now / now });
    if (later > 0.5) rows.push({ name: `bundle, ${name}: what WebGL adds when it is wanted`, value: later, unit: 'KiB gzip' });
  }
  return rows;
}
