// Writes the comparison into the README, between its two marks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tests/support/shared.ts';
import { type Column, type Line, OURS, PEERS } from './line.ts';

const BEGIN = '<!-- bench:chart -->';
const END = '<!-- /bench:chart -->';
const TITLES: Record<Column, string> = {
  'own worker': 'ours, worker',
  'own main': 'ours, main thread',
  klinecharts: 'klinecharts 10',
  'lightweight-charts': 'lightweight-charts 5',
};
/** What the README leaves to bench/results/chart.json. */
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

/** `text` with everything between the marks replaced. Throws when the marks are not there once each. */
export function withBlock(text: string, block: string): string {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`the README has no ${BEGIN} ... ${END}`);
  return `${text.slice(0, from + BEGIN.length)}\n${block}\n${text.slice(to)}`;
}

export function tellReadme(lines: readonly Line[]): void {
  const path = join(ROOT, 'README.md');
  const shown = lines.filter(({ what }) => !LEFT_OUT.test(what));
  writeFileSync(path, withBlock(readFileSync(path, 'utf8'), tableOf(shown)));
}
