// The chart beside other libraries, in Chromium as a phone: same candles, indicators and screen.
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../tests/support/data/shared-file.ts';
import { hasBrowser } from '../tests/support/browser/browser-path.ts';
import { type Line, rowsOf } from './chart/line.ts';
import { spentSeconds } from './chart/browser.ts';
import { measureFlow } from './chart/flow.ts';
import { measureFull } from './chart/full.ts';
import { measureGl } from './chart/gl.ts';
import { measureGpu } from './chart/gpu.ts';
import { measureMillion } from './chart/million.ts';
import { publishTable, tableOf } from './chart/comparison-table.ts';
import { servePage } from './chart/page-server.ts';
import { type Plan, planOf } from './chart/plan.ts';
import { measureSize } from './chart/size.ts';
import { measureSoak } from './chart/soak.ts';
import { measureTickLoad } from './chart/tick-load.ts';
import { measureWide } from './chart/wide.ts';
import { type Row, mergedRows } from './harness/row.ts';

type Server = Awaited<ReturnType<typeof servePage>>;

/** Sections that compare, and the one without peers. */
const COMPARED: Record<string, (server: Server, plan: Plan) => Promise<Line[]>> = {
  full: measureFull,
  load: measureTickLoad,
  wide: measureWide,
  million: measureMillion,
  gl: measureGl,
  flow: measureFlow,
  size: measureSize,
};
const ALONE: Record<string, (server: Server) => Promise<Row[]>> = { soak: measureSoak };
/** For a machine with a GPU, and only when named. */
const NAMED: Record<string, () => Promise<Row[]>> = { gpu: measureGpu };

/**
 * BENCH=quick: once, in minutes. CHART_ONLY=full,load: those sections alone. CHART_PEERS=echarts: beside those alone.
 * A long run beside all peers puts its rows into the table of docs/benchmarks.md and among those of earlier runs, each
 * with the time of its run. Without a browser it returns nothing and logs that.
 */
export async function run(): Promise<Row[]> {
  if (!hasBrowser) return [];
  const plan = planOf(process.env);
  const names = [...Object.keys(COMPARED), ...Object.keys(ALONE)];
  // A short soak shows nothing.
  const wanted = process.env['CHART_ONLY']?.split(',') ?? (plan.quick ? Object.keys(COMPARED) : names);
  const all = [...names, ...Object.keys(NAMED)];
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`no section called ${unknown.join(', ')}; there are: ${all.join(', ')}`);
  // Thread times bear a busy machine, frames a second do not.
  const loadAtStart = loadavg()[0] ?? 0;
  if (loadAtStart > 1)
    console.warn(
      `  the machine is busy (load ${loadAtStart.toFixed(1)}): frames a second will be too low, for everybody`,
    );
  const server = await servePage();
  const lines: Line[] = [];
  const rows: Row[] = [];
  try {
    for (const name of wanted) {
      const from = performance.now();
      const compared = (await COMPARED[name]?.(server, plan)) ?? [];
      lines.push(...compared);
      rows.push(...compared.flatMap(rowsOf));
      rows.push(...((await ALONE[name]?.(server)) ?? []), ...((await NAMED[name]?.()) ?? []));
      const spent = [...spentSeconds].map(([subject, seconds]) => `${subject} ${Math.round(seconds)}`);
      console.log(`  ${name}: ${Math.round((performance.now() - from) / 1000)} s (${spent.join(', ')})`);
      spentSeconds.clear();
    }
  } finally {
    server.close();
  }
  console.log(`\n${tableOf(lines)}`);
  // A row is compared within one run: beside some of the peers it would take the place of one beside all.
  if (plan.quick || process.env['CHART_PEERS']) return rows;
  const run = `${new Date().toISOString().slice(0, 16).replace('T', ' ')}, load ${loadAtStart.toFixed(1)}`;
  publishTable(lines, run);
  return mergedRows(earlierRows(), rows, run);
}

/** What this machine has measured before. */
function earlierRows(): Row[] {
  const path = join(ROOT, 'bench', 'results', 'chart.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Row[]) : [];
}
