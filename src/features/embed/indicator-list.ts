// Indicators as an address and a message write them: "MA(5,10),BOLL".
import { MAIN_INDICATORS, SUB_INDICATORS } from '../../../chart/indicators/indicator-looks.ts';
import { EmbedFault } from '../../../core/embed/embed-protocol.ts';
import { INDICATOR_PARAMS, type IndicatorName, refuseParams } from '../../../core/market-data/indicator-params.ts';

export type IndicatorPane = 'main' | 'sub';
/** An indicator that is asked for; its parameters are such as it takes. */
export interface AskedIndicator {
  name: IndicatorName;
  params: readonly number[];
}
/** Most indicators of one kind: more would leave no room for candles. One more is refused. */
const MOST = 8;
/** A name, and in brackets the parameters. */
const ONE = /^([a-z]+)(?:\(([^()]*)\))?$/i;
/** A comma outside brackets. */
const BETWEEN = /,(?![^(]*\))/;

/** Reads a list for one kind of pane; '' is none. Throws EmbedFault with the first thing wrong. */
export function readIndicators(text: string, pane: IndicatorPane): AskedIndicator[] {
  const specs = text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readIndicator);
  const stranger = specs.find(({ name }) => paneOf(name) !== pane);
  if (stranger) {
    const place =
      pane === 'main' ? 'stands below the candles: name it under "sub"' : 'stands on the candles: name it under "main"';
    throw new EmbedFault('unknown-indicator', `${stranger.name} ${place}.`);
  }
  return specs.reduce<AskedIndicator[]>(withIndicator, []);
}

/**
 * Reads one indicator, its usual parameters where none are written. Throws EmbedFault for a name that is not on the
 * shelf, or parameters it does not take.
 */
export function readIndicator(text: string): AskedIndicator {
  const [, written = '', numbers] = ONE.exec(text.trim()) ?? [];
  const name = written.toUpperCase();
  if (!isIndicator(name)) {
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

/** The list with one more at its end, or in the place of one of its name. Throws EmbedFault when it is full. */
export function withIndicator(specs: readonly AskedIndicator[], added: AskedIndicator): AskedIndicator[] {
  const at = specs.findIndex(({ name }) => name === added.name);
  if (at >= 0) return specs.with(at, added);
  if (specs.length >= MOST)
    throw new EmbedFault(
      'unknown-indicator',
      `There is room for ${MOST} indicators of a kind; remove one before ${added.name} is added.`,
    );
  return [...specs, added];
}

export function paneOf(name: string): IndicatorPane {
  return MAIN_INDICATORS.includes(name) ? 'main' : 'sub';
}

/** As `readIndicators` takes it; usual parameters are left out. */
export function writeIndicators(specs: readonly AskedIndicator[]): string {
  return specs
    .map(({ name, params }) => {
      return INDICATOR_PARAMS[name].defaults.join() === params.join() ? name : `${name}(${params.join()})`;
    })
    .join();
}

function isIndicator(name: string): name is IndicatorName {
  return Object.hasOwn(INDICATOR_PARAMS, name);
}
