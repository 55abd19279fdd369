// How each registered indicator is shown: its pane, the names of its lines, and their colours.
import type { ChartIndicator, ChartLine } from '../api.ts';

/** One line before it has values. */
export type LineLook = Pick<ChartLine, 'title' | 'type'>;

interface Look {
  pane: 'main' | 'sub';
  lines: (params: readonly number[]) => LineLook[];
}

const line = (title: string): LineLook => ({ title, type: 'line' });
const fixed =
  (...titles: string[]) =>
  (): LineLook[] =>
    titles.map(line);
/** A line for each parameter, titled by it. */
const each =
  (prefix: string) =>
  (params: readonly number[]): LineLook[] =>
    params.map((param) => line(`${prefix}${param}`));
/** A line for each parameter, titled by its place. */
const counted =
  (prefix: string) =>
  (params: readonly number[]): LineLook[] =>
    params.map((_, at) => line(`${prefix}${at + 1}`));

const LOOKS: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['MA', { pane: 'main', lines: each('MA') }],
  ['EMA', { pane: 'main', lines: each('EMA') }],
  ['SMA', { pane: 'main', lines: fixed('SMA') }],
  ['BOLL', { pane: 'main', lines: fixed('UP', 'MID', 'DN') }],
  ['SAR', { pane: 'main', lines: () => [{ title: 'SAR', type: 'circle' }] }],
  ['BBI', { pane: 'main', lines: fixed('BBI') }],
  ['VOL', { pane: 'sub', lines: (params) => [...each('MA')(params), { title: 'VOL', type: 'bar' }] }],
  ['MACD', { pane: 'sub', lines: () => [line('DIF'), line('DEA'), { title: 'MACD', type: 'bar' }] }],
  ['KDJ', { pane: 'sub', lines: fixed('K', 'D', 'J') }],
  ['RSI', { pane: 'sub', lines: counted('RSI') }],
  ['BIAS', { pane: 'sub', lines: each('BIAS') }],
  ['BRAR', { pane: 'sub', lines: fixed('BR', 'AR') }],
  ['CCI', { pane: 'sub', lines: fixed('CCI') }],
  ['DMI', { pane: 'sub', lines: fixed('PDI', 'MDI', 'ADX', 'ADXR') }],
  ['CR', { pane: 'sub', lines: (params) => [line('CR'), ...each('MA')(params.slice(1))] }],
  ['PSY', { pane: 'sub', lines: fixed('PSY', 'MAPSY') }],
  ['DMA', { pane: 'sub', lines: fixed('DMA', 'AMA') }],
  ['TRIX', { pane: 'sub', lines: fixed('TRIX', 'MATRIX') }],
  ['OBV', { pane: 'sub', lines: fixed('OBV', 'MAOBV') }],
  ['WR', { pane: 'sub', lines: counted('WR') }],
  ['MTM', { pane: 'sub', lines: fixed('MTM', 'MAMTM') }],
  ['ROC', { pane: 'sub', lines: fixed('ROC', 'MAROC') }],
  ['PVT', { pane: 'sub', lines: fixed('PVT') }],
  ['AO', { pane: 'sub', lines: () => [{ title: 'AO', type: 'bar' }] }],
]);

const namesIn = (pane: Look['pane']): readonly string[] =>
  [...LOOKS].filter(([, look]) => look.pane === pane).map(([name]) => name);
/** Indicators on the candles, and those with a pane of their own, in the order of the registry. */
export const MAIN_INDICATORS: readonly string[] = namesIn('main');
export const SUB_INDICATORS: readonly string[] = namesIn('sub');

/** Lines of an indicator; none for an unknown name. */
export function linesOf(name: string, params: readonly number[]): LineLook[] {
  return LOOKS.get(name)?.lines(params) ?? [];
}

/** The token of a line's colour: as chosen, or the next of the usual ones. */
function colorOf(at: number, colors: readonly string[] | undefined): string {
  return colors?.[at] ?? `line-${at + 1}`;
}

/**
 * Joins indicators with their values, which stand one line after another in the order of the indicators.
 * Answers null when there are not as many values as lines.
 */
export function chartIndicators(
  specs: readonly { name: string; params: readonly number[]; colors?: readonly string[] }[],
  values: readonly Float64Array[],
): ChartIndicator[] | null {
  let next = 0;
  const made = specs.map(({ name, params, colors }): ChartIndicator => {
    const lines = linesOf(name, params).map(({ title, type }, at): ChartLine => ({
      title,
      type,
      color: colorOf(at, colors),
      values: values[next++]!,
    }));
    return { name, pane: LOOKS.get(name)?.pane ?? 'sub', lines };
  });
  return next === values.length ? made : null;
}
