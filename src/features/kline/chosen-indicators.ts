// The chosen indicators as the browser keeps them ("MA(5,10;3,1),BOLL"), and as the chart is asked for them.
import { MAIN_INDICATORS, SUB_INDICATORS, linesOf } from '../../../chart/indicators/indicator-looks.ts';
import { INDICATOR_PARAMS, type IndicatorName, paramObjection } from '../../../core/market-data/indicator-params.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';

/** Where an indicator is drawn: over the candles, or in a pane of its own below them. */
export type IndicatorPlace = 'main' | 'sub';

/**
 * A chosen indicator. `colors` holds numbers of the tokens line-1 ... line-10 for its lines, in order; the usual ones
 * where missing.
 */
export interface Chosen {
  name: IndicatorName;
  params: readonly number[];
  colors: readonly number[];
}

/**
 * Most indicators of a place: more would leave no room for candles. Further ones in a kept list are dropped, and one
 * more is refused.
 */
export const MOST_INDICATORS = 8;

/** Tokens line-1 to this one are there to choose from. */
export const LINE_COLORS = 10;

export const INDICATORS_OF: Record<IndicatorPlace, readonly IndicatorName[]> = {
  main: MAIN_INDICATORS.filter(isIndicator),
  sub: SUB_INDICATORS.filter(isIndicator),
};

function isIndicator(name: string): name is IndicatorName {
  return Object.hasOwn(INDICATOR_PARAMS, name);
}

/** An indicator as it is before anybody changes it. */
export function usual(name: IndicatorName): Chosen {
  return { name, params: INDICATOR_PARAMS[name].defaults, colors: [] };
}

/** A comma outside brackets. */
const BETWEEN = /,(?![^(]*\))/;
/** A name, and in brackets its parameters and, after a semicolon, its colours. */
const ONE = /^([A-Z]+)(?:\(([-+.\d,]*)(?:;([\d,]*))?\))?$/;

/**
 * Reads a kept list. Names that are not on offer in that place and a second one of a name are dropped; parameters that
 * cannot be used are replaced by the usual ones, colours that do not exist by those that come next.
 */
export function parseIndicators(text: string, place: IndicatorPlace): Chosen[] {
  const found = new Map<IndicatorName, Chosen>();
  for (const part of text.split(BETWEEN)) {
    const one = parseOne(part.trim());
    if (one && INDICATORS_OF[place].includes(one.name) && !found.has(one.name)) found.set(one.name, one);
  }
  return [...found.values()].slice(0, MOST_INDICATORS);
}

function parseOne(text: string): Chosen | null {
  const [, name = '', params, colors = ''] = ONE.exec(text) ?? [];
  if (!isIndicator(name)) return null;
  const numbers =
    params === undefined
      ? []
      : params
          .split(',')
          .filter((number) => number !== '')
          .map(Number);
  const good = params !== undefined && paramObjection(name, numbers) === null;
  return { name, params: good ? numbers : INDICATOR_PARAMS[name].defaults, colors: readColors(colors) };
}

function readColors(text: string): number[] {
  const numbers = text === '' ? [] : text.split(',').map(Number);
  const bad = numbers.findIndex((color) => !(Number.isInteger(color) && color >= 1 && color <= LINE_COLORS));
  return bad < 0 ? numbers : numbers.slice(0, bad);
}

/** Writes a list as `parseIndicators` reads it; usual parameters and colours are left out. */
export function printIndicators(chosen: readonly Chosen[]): string {
  return chosen
    .map(({ name, params, colors }) => {
      const asUsual = params.join() === INDICATOR_PARAMS[name].defaults.join();
      if (asUsual && colors.length === 0) return name;
      return `${name}(${params.join()}${colors.length > 0 ? `;${colors.join()}` : ''})`;
    })
    .join();
}

/** The list with `name` at its end, or without it; null when there is no room for it. */
export function toggled(chosen: readonly Chosen[], name: IndicatorName): Chosen[] | null {
  if (chosen.some((one) => one.name === name)) return chosen.filter((one) => one.name !== name);
  return chosen.length < MOST_INDICATORS ? [...chosen, usual(name)] : null;
}

/** The list with the one at `from` moved to `to`. */
export function moved(chosen: readonly Chosen[], from: number, to: number): Chosen[] {
  const rest = chosen.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...chosen.slice(from, from + 1));
}

/** The list with an indicator's parameters and colours changed. */
export function changed(chosen: readonly Chosen[], next: Chosen): Chosen[] {
  return chosen.map((one) => (one.name === next.name ? next : one));
}

/**
 * The colours of all lines of each of `chosen`, as numbers of tokens. Those that nobody chose differ within the pane:
 * over the candles every indicator goes on where the one before it stopped.
 */
export function lineColors(chosen: readonly Chosen[], place: IndicatorPlace): number[][] {
  let next = 0;
  return chosen.map(({ name, params, colors }) => {
    if (place === 'sub') next = 0;
    return coloredLines(name, params).map((_, at) => colors[at] ?? (next++ % LINE_COLORS) + 1);
  });
}

/** Titles of the lines that have a colour of their own: bars take theirs from the candles. */
export function coloredLines(name: IndicatorName, params: readonly number[]): string[] {
  return linesOf(name, params)
    .filter(({ type }) => type !== 'bar')
    .map(({ title }) => title);
}

/** What the worker and the chart are asked for, main first. */
export function indicatorSpecs(main: readonly Chosen[], sub: readonly Chosen[]): IndicatorSpec[] {
  const specs = (chosen: readonly Chosen[], place: IndicatorPlace): IndicatorSpec[] => {
    const colors = lineColors(chosen, place);
    return chosen.map(({ name, params }, at) => ({
      name,
      params: [...params],
      colors: (colors[at] ?? []).map((color) => `line-${color}`),
    }));
  };
  return [...specs(main, 'main'), ...specs(sub, 'sub')];
}
