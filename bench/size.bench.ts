// What a visitor downloads, in gzip KiB, beside the budgets of bench/budget.json.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import {
  AFTER_HOME,
  CHART_HOST,
  HOME_PAGE,
  MARKET_WORKER,
  ORDER_FLOW,
  isChunkOf,
  isModule,
} from '../src/lib/chunks.ts';
import { ROOT } from '../tests/support/data/shared-file.ts';
import budget from './budget.json' with { type: 'json' };
import type { Row } from './harness/row.ts';

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

const TERMINAL = 'src/app/terminal/terminal-page.tsx';
const LANGUAGES = readdirSync(join(ROOT, 'src/locales'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const ROUTING = join(ROOT, 'src/app/routing');
const ROUTES = readdirSync(ROUTING)
  .filter((file) => file.endsWith('-routes.tsx'))
  .map((file) => readFileSync(join(ROUTING, file), 'utf8'))
  .join('');
/** Modules that routes name: what a page loads later, on demand, is no route. */
const ROUTED = new Set(
  [...ROUTES.matchAll(/import\('\.\.\/\.\.\/(features\/[^']+)'\)/g)].map(([, path]) => `src/${path}`),
);

/**
 * Names of the chunks that `start` needs before it can run, `shell` (there already) included; with `lazy`, also those
 * it loads later.
 */
function closure(manifest: Manifest, start: string[], shell: Set<string> = new Set(), lazy = false): Set<string> {
  const seen = new Set(shell);
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const next of [...(chunk.imports ?? []), ...(lazy ? (chunk.dynamicImports ?? []) : [])]) visit(next);
  };
  for (const name of start) visit(name);
  return seen;
}

export async function run(): Promise<Row[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'defi-size-'));
  await build({ root: ROOT, logLevel: 'error', build: { outDir, manifest: true, emptyOutDir: true } });
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const gzipKiB = (file: string): number => gzipSync(readFileSync(join(outDir, file)), { level: 9 }).length / 1024;
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((total, name) => total + gzipKiB(manifest[name]!.file), 0);
  const row = (name: string, value: number, limit: number): Row => ({
    name,
    value,
    unit: 'KiB',
    against: `budget ${limit}`,
    ratio: limit / value,
  });

  const shell = closure(manifest, ['index.html']);
  const embed = closure(manifest, ['chart-frame.html']);
  const orderFlow = Object.keys(manifest).filter((name) => isModule(name, ORDER_FLOW));
  const { ...withoutFlow } = manifest;
  for (const name of orderFlow) delete withoutFlow[name];
  const everything = (start: string[]): Set<string> => closure(withoutFlow, start, shell, true);
  const flow = [...closure(manifest, orderFlow, everything([TERMINAL]))].filter(
    (name) => !everything([TERMINAL]).has(name),
  );
  const routes = Object.keys(manifest).filter(
    (name) => manifest[name]?.isDynamicEntry && name.startsWith('src/features/'),
  );
  const beyondShell = (names: Set<string>): string[] => [...names].filter((name) => !shell.has(name));
  const home = routes.filter((name) => name === HOME_PAGE);
  const kline = routes.filter((name) => name.startsWith('src/features/kline/'));
  const others = routes.filter(
    (name) => ROUTED.has(name) && !name.startsWith('src/features/home/') && !kline.includes(name),
  );
  const heaviest = others
    .map((name) => ({ name, kib: sum(beyondShell(closure(manifest, [name], shell))) }))
    .sort((a, b) => b.kib - a.kib)[0];
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' });
  const gzipSum = (isIncluded: (file: string) => boolean): number =>
    files.filter(isIncluded).reduce((total, file) => total + gzipKiB(file), 0);
  const css = gzipSum((file) => /^assets\/.*\.css$/.test(file));
  // Compressed already.
  const fonts = files
    .filter((file) => file.endsWith('.woff2'))
    .reduce((total, file) => total + statSync(join(outDir, file)).size / 1024, 0);
  const locale = (areas: string[]): number =>
    Math.max(...LANGUAGES.map((code) => sum(areas.map((area) => localeFile(code, area)))));
  const cssOf = (names: Set<string>): number =>
    [...new Set([...names].flatMap((name) => manifest[name]?.css ?? []))].reduce(
      (total, file) => total + gzipKiB(file),
      0,
    );
  const host = gzipSum((file) => isChunkOf(CHART_HOST, file));
  const worker = gzipSum((file) => isChunkOf(MARKET_WORKER, file));
  const operator = gzipSum((file) => /^(operator\.html|ops\/.*\.(js|css))$/.test(file));

  const rows = [
    row('home, critical: shell and page', sum(closure(manifest, home, shell)), budget.home),
    {
      name: 'home, with all it loads later',
      value: sum(
        closure(manifest, [...home, ...Object.keys(manifest).filter((name) => isModule(name, AFTER_HOME))], shell),
      ),
      unit: 'KiB',
    },
    row('kline: everything but order flow', sum(everything(kline)), budget.kline),
    row('terminal: everything but order flow', sum(everything([TERMINAL])), budget.terminal),
    row('order flow on a chart, once it is chosen', sum(flow), budget.orderFlow),
    row('all CSS', css, budget.css),
    row('words of the page that says most', Math.max(...pageWords().map((areas) => locale(areas))), budget.locale),
    row('market worker', worker, budget.worker),
    row(
      'embedded chart: everything before it is alive',
      sum(embed) + cssOf(embed) + gzipKiB('chart-frame.html') + locale(['shell', 'market', 'embed']) + worker + host,
      budget.embed,
    ),
    row('operator page: all of it', operator, budget.operator),
    row('embed.js, the loader for other sites', gzipKiB('embed.js'), budget.loader),
    ...(fonts > 0 ? [row('all fonts', fonts, budget.fonts)] : []),
    ...(heaviest ? [row(`heaviest other route (${heaviest.name})`, heaviest.kib, budget.route)] : []),
  ];
  rmSync(outDir, { recursive: true, force: true });
  for (const { name, value, against } of rows.filter(({ ratio = 1 }) => ratio < 1)) {
    console.error(`${name} is ${value.toFixed(1)} KiB, over its ${against}`);
    process.exitCode = 1;
  }
  return rows;
}

/** Source file of one namespace in one language; error messages are shared with the server. */
function localeFile(code: string, area: string): string {
  if (area === 'shell') return `src/locales/${code}.ts`;
  return area === 'refusals' ? `core/errors/messages/${code}.ts` : `src/locales/${code}/${area}.json`;
}

/** Namespaces of each page: the shell's and those that its route names. */
function pageWords(): string[][] {
  return [...ROUTES.matchAll(/lazyPage\(.*\[([^\]]*)\]\)/g)].map(([, list = '']) => {
    return ['shell', ...[...list.matchAll(/'(\w+)'/g)].map(([, area]) => area!)];
  });
}
