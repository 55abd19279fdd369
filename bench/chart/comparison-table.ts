// The chart beside its peers as a markdown table, and that table in docs/benchmarks.md.
import { blockOf, writeBlock } from '../harness/page-block.ts';
import { type Column, type Line, OURS, PEERS } from './line.ts';

const TITLES: Record<Column, string> = {
  'own worker': 'ours, worker',
  'own main': 'ours, main thread',
  klinecharts: 'klinecharts 10',
  'lightweight-charts': 'lightweight-charts 5',
  'openalgo-charts': 'openalgo-charts 1.3',
  'dxcharts-lite': 'dxcharts-lite 2.7',
  echarts: 'ECharts 6',
};
/** Lines that are in bench/results/chart.json alone. */
const LEFT_OUT =
  /recorded|main thread CPU a frame|load to first frame|zooming, 10k|(until the picture is whole|a second|update in a burst|a pan frame|page|with its workers).*, 10k$|of every second, 10k|, (60|1000) ticks/;

/** A figure that was not measured. */
const NONE = '–';

/** Three digits are all that a shared machine can repeat. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  const rounded = Number(value.toPrecision(3));
  return rounded >= 1000 ? Math.round(rounded).toLocaleString('en-US').replaceAll(',', ' ') : String(rounded);
}

/** A markdown table, one line a figure; a missing value is a dash. */
export function tableOf(lines: readonly Line[]): string {
  const columns: readonly Column[] = [...OURS, ...PEERS];
  const head = `| | ${columns.map((column) => TITLES[column]).join(' | ')} |\n|---|${columns.map(() => '--:').join('|')}|`;
  const body = lines.map(({ what, unit, values }) => {
    const cells = columns.map((column) => (values[column] === undefined ? NONE : shortNumber(values[column])));
    return `| ${what}, ${unit} | ${cells.join(' | ')} |`;
  });
  return [head, ...body].join('\n');
}

/** Title of the column that has the time of a row's run. */
const RUN = 'run';

/** Writes the lines of a run into the page, each in place of the line of an earlier one. */
export function publishTable(lines: readonly Line[], run: string): void {
  const table = tableOf(lines.filter(({ what }) => !LEFT_OUT.test(what)));
  writeBlock('chart', mergedTable(blockOf('chart'), table, run));
}

/**
 * The rows of two tables: those of `after` are of `run`, and take the place of those with their name. All cells of a
 * row are of one run, as they are compared with each other. A row without a run is older than this column.
 */
export function mergedTable(before: string, after: string, run: string): string {
  const rows = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, row] of rowsOfTable(before)) rows.set(name, row);
  for (const [name, row] of rowsOfTable(after)) rows.set(name, new Map([...row, [RUN, run]]));
  const filled = (title: string): boolean => [...rows.values()].some((row) => (row.get(title) ?? NONE) !== NONE);
  const titles = [...Object.values(TITLES).filter(filled), RUN];
  const body = Array.from(
    rows,
    ([name, row]) => `| ${name} | ${titles.map((title) => row.get(title) ?? NONE).join(' | ')} |`,
  );
  return [`| | ${titles.join(' | ')} |`, `|---|${titles.map(() => '--:').join('|')}|`, ...body].join('\n');
}

/** Cells of each row of a markdown table by the titles of their columns. */
function rowsOfTable(table: string): Map<string, ReadonlyMap<string, string>> {
  const [head = [], , ...body] = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(
    body.map(([name = '', ...cells]) => [name, new Map(cells.map((cell, at) => [head[at + 1] ?? '', cell]))]),
  );
}
