// Lists of indicators in addresses and messages: "MA(5,10),BOLL".
import {
  type IndicatorPane,
  MAIN_INDICATORS,
  MAX_INDICATORS,
  SUB_INDICATORS,
} from '../../../chart/indicators/indicator-looks.ts';
import { EmbedFault } from '../../../core/embed/embed-protocol.ts';
import {
  INDICATOR_PARAMS,
  type IndicatorName,
  isIndicatorName,
  refuseParams,
  splitIndicatorList,
} from '../../../core/market-data/indicator-params.ts';

/** An indicator with valid parameters. */
export interface EmbedIndicator {
  name: IndicatorName;
  params: readonly number[];
}
/** A name, and optional parameters in parentheses. */
const INDICATOR = /^([a-z]+)(?:\(([^()]*)\))?$/i;

/** Parses a list for one pane type; '' is the empty list. Throws EmbedFault for the first invalid entry. */
export function parseIndicatorList(text: string, pane: IndicatorPane): EmbedIndicator[] {
  const specs = splitIndicatorList(text)
    .filter((part) => part !== '')
    .map(parseIndicator);
  const misplaced = specs.find(({ name }) => paneOfIndicator(name) !== pane);
  if (misplaced) {
    const hint =
      pane === 'main' ? 'is drawn below the candles: list it in "sub"' : 'is drawn over the candles: list it in "main"';
    throw new EmbedFault('unknown-indicator', `${misplaced.name} ${hint}.`);
  }
  return specs.reduce<EmbedIndicator[]>(addIndicator, []);
}

/**
 * Parses one indicator, with default parameters where none are given. Throws EmbedFault for an unknown
 * name or invalid parameters.
 */
export function parseIndicator(text: string): EmbedIndicator {
  const [, typedName = '', numbers] = INDICATOR.exec(text.trim()) ?? [];
  const name = typedName.toUpperCase();
  if (!isIndicatorName(name)) {
    throw new EmbedFault(
      'unknown-indicator',
      `There is no indicator "${text.slice(0, 40)}". There are: ${[...MAIN_INDICATORS, ...SUB_INDICATORS].join(', ')}.`,
    );
  }
  const params =
    numbers === undefined
      ? [...INDICATOR_PARAMS[name].defaults]
      : numbers.split(',').map((number) => (number.trim() === '' ? NaN : Number(number)));
  const refusal = refuseParams(name, params);
  if (refusal !== null) throw new EmbedFault('unknown-indicator', refusal);
  return { name, params };
}

/**
 * The list with `added` appended, or in place of the indicator of the same name. Throws EmbedFault
 * when it is full.
 */
export function addIndicator(specs: readonly EmbedIndicator[], added: EmbedIndicator): EmbedIndicator[] {
  const at = specs.findIndex(({ name }) => name === added.name);
  if (at >= 0) return specs.with(at, added);
  if (specs.length >= MAX_INDICATORS)
    throw new EmbedFault(
      'unknown-indicator',
      `There are at most ${MAX_INDICATORS} indicators of a kind; remove one before ${added.name} is added.`,
    );
  return [...specs, added];
}

export function paneOfIndicator(name: string): IndicatorPane {
  return MAIN_INDICATORS.includes(name) ? 'main' : 'sub';
}

/** The inverse of `parseIndicatorList`; default parameters are left out. */
export function printIndicatorList(specs: readonly EmbedIndicator[]): string {
  return specs
    .map(({ name, params }) => {
      return INDICATOR_PARAMS[name].defaults.join() === params.join() ? name : `${name}(${params.join()})`;
    })
    .join();
}
