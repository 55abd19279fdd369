// What a visitor downloads, in gzip KiB, beside the budgets of bench/budget.json.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { BuiltClient } from './size/built-client.ts';

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

const row = (name: string, value: number, limit: number): Row => ({
  name,
  value,
  unit: 'KiB',
  against: `budget ${limit}`,
  ratio: limit / value,
});

export async function run(): Promise<Row[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'defi-size-'));
  try {
    await build({ root: ROOT, logLevel: 'error', build: { outDir, manifest: true, emptyOutDir: true } });
    const client = new BuiltClient(outDir);
    const rows = [...pageRows(client), ...wordRows(client), ...fileRows(client), ...heaviestRoute(client)];
    for (const { name, value, against } of rows.filter(({ ratio = 1 }) => ratio < 1)) {
      console.error(`${name} is ${value.toFixed(1)} KiB, over its ${against}`);
      process.exitCode = 1;
    }
    return rows;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Script of the pages with a budget of their own. */
function pageRows(client: BuiltClient): Row[] {
  const shell = client.needs(['index.html']);
  const orderFlow = client.names.filter((name) => isModule(name, ORDER_FLOW));
  const everything = (start: string[]): Set<string> => client.needsInAll(start, shell, orderFlow);
  const terminal = everything([TERMINAL]);
  const flow = [...client.needs(orderFlow, terminal)].filter((name) => !terminal.has(name));
  const routes = lazyRoutes(client);
  const home = routes.filter((name) => name === HOME_PAGE);
  const later = client.names.filter((name) => isModule(name, AFTER_HOME));
  return [
    row('home, critical: shell and page', client.script(client.needs(home, shell)), budget.home),
    {
      name: 'home, with all it loads later',
      value: client.script(client.needs([...home, ...later], shell)),
      unit: 'KiB',
    },
    row('kline: everything but order flow', client.script(everything(routes.filter(isKline))), budget.kline),
    row('terminal: everything but order flow', client.script(terminal), budget.terminal),
    row('order flow on a chart, once it is chosen', client.script(flow), budget.orderFlow),
  ];
}

function wordRows(client: BuiltClient): Row[] {
  const words = (areas: string[]): number =>
    Math.max(...LANGUAGES.map((code) => client.script(areas.map((area) => localeFile(code, area)))));
  const embed = client.needs(['chart-frame.html']);
  const chart = [MARKET_WORKER, CHART_HOST].map((chunk) => client.gzipOf((file) => isChunkOf(chunk, file)));
  const parts = [
    client.script(embed),
    client.css(embed),
    client.gzip('chart-frame.html'),
    words(['shell', 'market', 'embed']),
    ...chart,
  ];
  return [
    row('words of the page that says most', Math.max(...pageWords().map(words)), budget.locale),
    row(
      'embedded chart: everything before it is alive',
      parts.reduce((sum, part) => sum + part),
      budget.embed,
    ),
  ];
}

function fileRows(client: BuiltClient): Row[] {
  const fonts = client.weight((file) => file.endsWith('.woff2'));
  return [
    row(
      'all CSS',
      client.gzipOf((file) => /^assets\/.*\.css$/.test(file)),
      budget.css,
    ),
    row(
      'market worker',
      client.gzipOf((file) => isChunkOf(MARKET_WORKER, file)),
      budget.worker,
    ),
    row(
      'operator page: all of it',
      client.gzipOf((file) => /^(operator\.html|ops\/.*\.(js|css))$/.test(file)),
      budget.operator,
    ),
    row('embed.js, the loader for other sites', client.gzip('embed.js'), budget.loader),
    ...(fonts > 0 ? [row('all fonts', fonts, budget.fonts)] : []),
  ];
}

/** Of the routes without a budget of their own, what one needs beyond the shell. */
function heaviestRoute(client: BuiltClient): Row[] {
  const shell = client.needs(['index.html']);
  const beyondShell = (name: string): number =>
    client.script([...client.needs([name], shell)].filter((chunk) => !shell.has(chunk)));
  const [heaviest] = lazyRoutes(client)
    .filter((name) => ROUTED.has(name) && !name.startsWith('src/features/home/') && !isKline(name))
    .map((name) => ({ name, kib: beyondShell(name) }))
    .sort((a, b) => b.kib - a.kib);
  return heaviest ? [row(`heaviest other route (${heaviest.name})`, heaviest.kib, budget.route)] : [];
}

const isKline = (name: string): boolean => name.startsWith('src/features/kline/');
const lazyRoutes = (client: BuiltClient): string[] =>
  client.names.filter((name) => client.isLazy(name) && name.startsWith('src/features/'));

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
