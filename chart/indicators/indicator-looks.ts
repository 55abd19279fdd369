// How each registered indicator is shown: its pane, the names of its lines, and their colours.
import type { ChartIndicator, ChartLine } from '../api.ts';

/** One line before it has values. */
export type LineLook = Pick<ChartLine, 'title' | 'type'>;

/** Where an indicator is drawn: over the candles, or in a pane below them. */
export type IndicatorPane = 'main' | 'sub';

/** Most indicators in each pane type, so that candles keep enough height. */
export const MAX_INDICATORS = 8;

interface Look {
  pane: IndicatorPane;
  /**
   * What the legend writes in front of the values: `all`: name and parameters; `name`: the name, because the lines are
   * titled by their parameters; `none`: their titles have the name too. `all` when absent.
   */
  label?: 'name' | 'none';
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
  ['MA', { pane: 'main', label: 'none', lines: each('MA') }],
  ['EMA', { pane: 'main', label: 'none', lines: each('EMA') }],
  ['SMA', { pane: 'main', lines: fixed('SMA') }],
  ['BOLL', { pane: 'main', lines: fixed('UP', 'MID', 'DN') }],
  ['SAR', { pane: 'main', lines: () => [{ title: 'SAR', type: 'circle' }] }],
  ['BBI', { pane: 'main', lines: fixed('BBI') }],
  ['HEAT', { pane: 'main', label: 'name', lines: fixed() }],
  ['VOL', { pane: 'sub', label: 'name', lines: (params) => [...each('MA')(params), { title: 'VOL', type: 'bar' }] }],
  ['MACD', { pane: 'sub', lines: () => [line('DIF'), line('DEA'), { title: 'MACD', type: 'bar' }] }],
  ['KDJ', { pane: 'sub', lines: fixed('K', 'D', 'J') }],
  ['RSI', { pane: 'sub', lines: counted('RSI') }],
  ['BIAS', { pane: 'sub', label: 'none', lines: each('BIAS') }],
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
  ['VPVR', { pane: 'main', lines: fixed() }],
  ['SVP', { pane: 'main', lines: fixed() }],
  ['FRVP', { pane: 'main', lines: fixed() }],
  ['TPO', { pane: 'main', lines: fixed() }],
  ['FOOTPRINT', { pane: 'main', lines: fixed() }],
  ['DELTA', { pane: 'sub', lines: () => [{ title: 'DELTA', type: 'bar' }] }],
  ['CVD', { pane: 'sub', lines: fixed('CVD') }],
  ['OBI', { pane: 'sub', lines: fixed('OBI') }],
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

/** "BOLL(20,2)", "VOL", or '' where the titles of the lines say as much. */
function labelOf(name: string, params: readonly number[]): string {
  const label = LOOKS.get(name)?.label;
  if (label === 'none') return '';
  return label === 'name' || params.length === 0 ? name : `${name}(${params.join(',')})`;
}

/** The title of a line behind its indicator's label, which names the main line, and lines titled by their place. */
function titleOf(name: string, title: string, label: string): string {
  return label !== '' && (title === name || /^(?:RSI|WR)\d+$/.test(title)) ? '' : title;
}

/**
 * Joins indicators with their values, which stand one line after another in the order of the indicators.
 * Answers null when there are not as many values as lines. Lines without a chosen colour take the next of the theme's
 * that no other line of their pane has.
 */
export function chartIndicators(
  specs: readonly {
    name: string;
    params: readonly number[];
    colors?: readonly string[] | undefined;
    hidden?: boolean | undefined;
  }[],
  values: readonly Float64Array[],
): ChartIndicator[] | null {
  let next = 0;
  const onCandles = new Set(specs.flatMap(({ name, colors = [] }) => (LOOKS.get(name)?.pane === 'main' ? colors : [])));
  const made = specs.map(({ name, params, colors, hidden }): ChartIndicator => {
    const pane = LOOKS.get(name)?.pane ?? 'sub';
    const taken = pane === 'main' ? onCandles : new Set(colors);
    const label = labelOf(name, params);
    const lines = linesOf(name, params).map(({ title, type }, at): ChartLine => ({
      title: titleOf(name, title, label),
      type,
      color: colors?.[at] ?? (type === 'bar' ? 'up' : freeColor(taken)),
      values: values[next++]!,
    }));
    // The main line follows the label, so bars come first.
    lines.sort((one, other) => Number(other.title === '') - Number(one.title === ''));
    return { name, pane, label, params, lines, ...(hidden && { hidden }) };
  });
  return next === values.length ? made : null;
}

/** The first of line-1, line-2 ... that is not taken; taken from now on. */
function freeColor(taken: Set<string>): string {
  let at = 1;
  while (taken.has(`line-${at}`)) at += 1;
  taken.add(`line-${at}`);
  return `line-${at}`;
}
