// The chart beside its peers as a markdown table, and that table in docs/benchmarks.md.
import { writeBlock } from '../harness/page-block.ts';
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
    const cells = columns.map((column) => (values[column] === undefined ? '–' : shortNumber(values[column])));
    return `| ${what}, ${unit} | ${cells.join(' | ')} |`;
  });
  return [head, ...body].join('\n');
}

export function publishTable(lines: readonly Line[]): void {
  writeBlock('chart', tableOf(lines.filter(({ what }) => !LEFT_OUT.test(what))));
}
