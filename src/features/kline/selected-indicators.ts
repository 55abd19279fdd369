// The selected indicators: their stored text ("MA(5,10;3,1),BOLL") and the specs for the chart.
import {
  type IndicatorPane,
  MAIN_INDICATORS,
  MAX_INDICATORS,
  SUB_INDICATORS,
  linesOf,
} from '../../../chart/indicators/indicator-looks.ts';
import {
  INDICATOR_PARAMS,
  type IndicatorName,
  isIndicatorName,
  paramObjection,
  splitIndicatorList,
} from '../../../core/market-data/indicator-params.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';

/**
 * A selected indicator. `colors`: numbers of the tokens line-1 to line-10 for its lines in order;
 * missing ones are assigned automatically.
 */
export interface SelectedIndicator {
  name: IndicatorName;
  params: readonly number[];
  colors: readonly number[];
  /** Named in the legend, but not drawn. */
  hidden?: boolean;
}

/** An indicator in the editor, or explained. */
export interface EditedIndicator {
  pane: IndicatorPane;
  name: IndicatorName;
  /** Shows what it is instead of its settings. */
  isExplained?: boolean;
}

/** Number of colour tokens: line-1 to line-10. */
export const LINE_COLOR_COUNT = 10;

export const INDICATORS_OF: Record<IndicatorPane, readonly IndicatorName[]> = {
  main: MAIN_INDICATORS.filter(isIndicatorName),
  sub: SUB_INDICATORS.filter(isIndicatorName),
};

/** An indicator with default parameters and colours. */
export function defaultIndicator(name: IndicatorName): SelectedIndicator {
  return { name, params: INDICATOR_PARAMS[name].defaults, colors: [] };
}

/** A name, then in parentheses its parameters and, after semicolons, its colours and whether it is hidden. */
const INDICATOR = /^([A-Z]+)(?:\(([-+.\d,]*)(?:;([\d,]*)(;off)?)?\))?$/;

/**
 * Parses a stored list. Unknown and repeated names, and those beyond the most, are dropped; invalid parameters are
 * replaced by the defaults, and colours ignored from the first invalid one on.
 */
export function parseSelectedIndicators(text: string, pane: IndicatorPane): SelectedIndicator[] {
  const found = new Map<IndicatorName, SelectedIndicator>();
  for (const part of splitIndicatorList(text)) {
    const one = parseOne(part);
    if (one && INDICATORS_OF[pane].includes(one.name) && !found.has(one.name)) found.set(one.name, one);
  }
  return [...found.values()].slice(0, MAX_INDICATORS);
}

function parseOne(text: string): SelectedIndicator | null {
  const [, name = '', params, colors = '', off] = INDICATOR.exec(text) ?? [];
  if (!isIndicatorName(name)) return null;
  const numbers =
    params === undefined
      ? []
      : params
          .split(',')
          .filter((number) => number !== '')
          .map(Number);
  const valid = params !== undefined && paramObjection(name, numbers) === null;
  return {
    name,
    params: valid ? numbers : INDICATOR_PARAMS[name].defaults,
    colors: readColors(colors),
    ...(off !== undefined && { hidden: true }),
  };
}

function readColors(text: string): number[] {
  const numbers = text === '' ? [] : text.split(',').map(Number);
  const bad = numbers.findIndex((color) => !(Number.isInteger(color) && color >= 1 && color <= LINE_COLOR_COUNT));
  return bad < 0 ? numbers : numbers.slice(0, bad);
}

/** The inverse of `parseSelectedIndicators`; default parameters and colours are left out. */
export function printSelectedIndicators(chosen: readonly SelectedIndicator[]): string {
  return chosen
    .map(({ name, params, colors, hidden }) => {
      const isDefault = params.join() === INDICATOR_PARAMS[name].defaults.join();
      if (isDefault && colors.length === 0 && !hidden) return name;
      const more = hidden ? `;${colors.join()};off` : colors.length > 0 ? `;${colors.join()}` : '';
      return `${name}(${params.join()}${more})`;
    })
    .join();
}

/** The list with `name` appended, or removed where present; null when the list is full. */
export function withToggled(chosen: readonly SelectedIndicator[], name: IndicatorName): SelectedIndicator[] | null {
  if (chosen.some((one) => one.name === name)) return chosen.filter((one) => one.name !== name);
  return chosen.length < MAX_INDICATORS ? [...chosen, defaultIndicator(name)] : null;
}

/** The list with the entry at index `from` moved to index `to`. */
export function withMoved(chosen: readonly SelectedIndicator[], from: number, to: number): SelectedIndicator[] {
  const rest = chosen.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...chosen.slice(from, from + 1));
}

/** The list with one indicator hidden, shown again or removed. */
export function withChanged(
  chosen: readonly SelectedIndicator[],
  name: IndicatorName,
  change: 'hide' | 'show' | 'remove',
): SelectedIndicator[] {
  return chosen.flatMap((one) => {
    if (one.name !== name) return [one];
    const { hidden: _, ...shown } = one;
    return change === 'remove' ? [] : [change === 'hide' ? { ...shown, hidden: true } : shown];
  });
}

/** The list with the indicator of the same name replaced. */
export function withReplaced(chosen: readonly SelectedIndicator[], next: SelectedIndicator): SelectedIndicator[] {
  return chosen.map((one) => (one.name === next.name ? next : one));
}

/**
 * Token numbers of the colours of all lines, by indicator. No two lines of a pane share one unless the user chose so;
 * past the tokens the chart tints them, from line-11 on.
 */
export function lineColors(chosen: readonly SelectedIndicator[], pane: IndicatorPane): number[][] {
  const onCandles = new Set(chosen.flatMap(({ colors }) => colors));
  return chosen.map(({ name, params, colors }) => {
    const taken = pane === 'main' ? onCandles : new Set(colors);
    return coloredLines(name, params).map((_, at) => colors[at] ?? freeColor(taken));
  });
}

/** The first number that is not taken; taken from now on. */
function freeColor(taken: Set<number>): number {
  let color = 1;
  while (taken.has(color)) color += 1;
  taken.add(color);
  return color;
}

/** Titles of the lines that have a colour of their own; bars use the colours of candles. */
export function coloredLines(name: IndicatorName, params: readonly number[]): string[] {
  return linesOf(name, params)
    .filter(({ type }) => type !== 'bar')
    .map(({ title }) => title);
}

/** Specs for the worker and the chart, main indicators first. */
export function indicatorSpecs(main: readonly SelectedIndicator[], sub: readonly SelectedIndicator[]): IndicatorSpec[] {
  const specs = (chosen: readonly SelectedIndicator[], pane: IndicatorPane): IndicatorSpec[] => {
    const colors = lineColors(chosen, pane);
    return chosen.map(({ name, params, hidden }, at) => ({
      name,
      ...(hidden && { hidden }),
      params: [...params],
      colors: (colors[at] ?? []).map((color) => `line-${color}`),
    }));
  };
  return [...specs(main, 'main'), ...specs(sub, 'sub')];
}
