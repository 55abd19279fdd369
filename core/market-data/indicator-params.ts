// Parameters of the indicators: defaults, ranges, and why a value is refused.

/** One parameter: whole steps of `step` from `min` to `max`. */
export interface ParamField {
  /** English words, and the key of their translation: "fast period". */
  name: string;
  min: number;
  max: number;
  step: 1 | 0.1;
}

export interface IndicatorParams {
  defaults: readonly number[];
  /** One per parameter, in order. A list has a single one for all its periods. */
  fields: readonly ParamField[];
  /** Set for indicators with a list of periods, from `fewest` to `most`; `distinct` when no two may be equal. */
  list?: { fewest: number; most: number; distinct: boolean };
  /** Indexes of two fields, the first of which is at most the second. */
  order?: readonly [lesser: number, greater: number];
}

/** Why parameters cannot be used, as a code with values; names are those of the fields. */
export type ParamObjection =
  | { code: 'count'; fewest: number; most: number }
  | { code: 'range'; field: string; min: number; max: number; step: 1 | 0.1 }
  | { code: 'duplicate' }
  | { code: 'order'; lesser: string; greater: string };

const whole = (name: string, min: number, max: number): ParamField => ({ name, min, max, step: 1 });
const tenths = (name: string, min: number, max: number): ParamField => ({ name, min, max, step: 0.1 });
const fixed = (defaults: number[], ...fields: ParamField[]): IndicatorParams => ({ defaults, fields });
/** A list of periods, one line each. */
const periods = (...defaults: number[]): IndicatorParams => ({
  defaults,
  fields: [PERIOD],
  list: { fewest: 1, most: 10, distinct: true },
});

const PERIOD = whole('period', 1, 1000);
const FAST = whole('fast period', 1, 1000);
const SLOW = whole('slow period', 1, 1000);
const AREA = whole('value area', 10, 95);
const ROWS = whole('most rows', 8, 200);
const MEAN = whole('mean period', 1, 500);

export const INDICATOR_PARAMS = {
  MA: periods(5, 10, 30, 60),
  EMA: periods(6, 12, 20),
  SMA: { ...fixed([12, 2], PERIOD, whole('weight', 1, 1000)), order: [1, 0] },
  BOLL: fixed([20, 2], whole('period', 2, 1000), tenths('factor', 0.1, 10)),
  SAR: {
    ...fixed(
      [2, 2, 20],
      tenths('start percentage', 0.1, 10),
      tenths('step percentage', 0.1, 10),
      tenths('greatest percentage', 0.1, 100),
    ),
    order: [0, 2],
  },
  BBI: { ...fixed([3, 6, 12, 24], PERIOD), list: { fewest: 2, most: 8, distinct: false } },
  VOL: periods(5, 10, 20),
  MACD: fixed([12, 26, 9], FAST, SLOW, whole('signal period', 1, 1000)),
  KDJ: fixed([9, 3, 3], PERIOD, whole('K period', 1, 100), whole('D period', 1, 100)),
  RSI: periods(6, 12, 24),
  BIAS: periods(6, 12, 24),
  BRAR: fixed([26], whole('period', 2, 1000)),
  CCI: fixed([20], whole('period', 2, 1000)),
  DMI: fixed([14, 6], whole('period', 2, 500), whole('ADXR period', 1, 500)),
  CR: fixed([26, 10, 20, 40, 60], PERIOD, ...[1, 2, 3, 4].map((k) => whole(`period of mean ${k}`, 1, 500))),
  PSY: fixed([12, 6], PERIOD, MEAN),
  DMA: fixed([10, 50, 10], FAST, SLOW, MEAN),
  TRIX: fixed([12, 9], whole('period', 1, 500), MEAN),
  OBV: fixed([30], whole('mean period', 1, 1000)),
  WR: periods(6, 10, 14),
  MTM: fixed([12, 6], PERIOD, MEAN),
  ROC: fixed([12, 6], PERIOD, MEAN),
  PVT: fixed([]),
  AO: fixed([5, 34], FAST, SLOW),
  VPVR: fixed([70], AREA),
  SVP: fixed([70, 48], AREA, ROWS),
  FRVP: fixed([70, 48], AREA, ROWS),
  TPO: fixed([70, 32], AREA, ROWS),
  HEAT: fixed([50, 0], whole('contrast', 1, 95), whole('smallest trade', 0, 100_000_000)),
  FOOTPRINT: fixed(
    [300, 3, 200],
    whole('imbalance', 110, 1000),
    whole('stacked rows', 2, 10),
    whole('absorption', 100, 1000),
  ),
  DELTA: fixed([]),
  CVD: fixed([]),
  OBI: fixed([0.5], tenths('depth', 0.1, 5)),
} satisfies Record<string, IndicatorParams>;

export type IndicatorName = keyof typeof INDICATOR_PARAMS;

/** The parts of a list such as "MA(5,10),BOLL": a comma in parentheses separates none. */
export function splitIndicatorList(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

export function isIndicatorName(name: string): name is IndicatorName {
  return Object.hasOwn(INDICATOR_PARAMS, name);
}

/** Indicators that are made of trades instead of candles. */
export const ORDER_FLOW = [
  'VPVR',
  'SVP',
  'FRVP',
  'TPO',
  'FOOTPRINT',
  'DELTA',
  'CVD',
] as const satisfies readonly IndicatorName[];

export function isOrderFlow(name: string): boolean {
  return ORDER_FLOW.some((each) => each === name);
}

/** The heat map of the book, which the chart draws without lines. */
export function isHeatMap(name: string): boolean {
  return name === 'HEAT';
}

/** A line that is made of the book. */
export function isBookLine(name: string): boolean {
  return name === 'OBI';
}

/** Whether it is calculated from candles; others are made of trades or books. */
export function isOfCandles(name: string): boolean {
  return !isOrderFlow(name) && !isHeatMap(name) && !isBookLine(name);
}

/** The first fault of `params`; null when they can be used. Anything but a number is out of range. */
export function paramObjection(name: IndicatorName, params: readonly number[]): ParamObjection | null {
  const { fields, list, order }: IndicatorParams = INDICATOR_PARAMS[name];
  const { fewest, most } = list ?? { fewest: fields.length, most: fields.length };
  if (params.length < fewest || params.length > most) return { code: 'count', fewest, most };
  for (const [i, value] of params.entries()) {
    const { name: field, min, max, step } = fields[list ? 0 : i]!;
    if (!(value >= min && value <= max && isMultiple(value, step))) return { code: 'range', field, min, max, step };
  }
  if (list?.distinct && new Set(params).size < params.length) return { code: 'duplicate' };
  const [lesser, greater] = order ?? [0, 0];
  return params[lesser]! > params[greater]!
    ? { code: 'order', lesser: fields[lesser]!.name, greater: fields[greater]!.name }
    : null;
}

function isMultiple(value: unknown, step: 1 | 0.1): boolean {
  if (typeof value !== 'number') return false;
  // 0.7 * 10 is not 7 in doubles.
  return step === 1 ? Number.isInteger(value) : Math.abs(value * 10 - Math.round(value * 10)) < 1e-9;
}

/** Why `params` cannot be used, as an English sentence; null when they can. */
export function refuseParams(name: IndicatorName, params: readonly number[]): string | null {
  const objection = paramObjection(name, params);
  switch (objection?.code) {
    case undefined:
      return null;
    case 'count':
      return `${name} takes ${countWords(INDICATOR_PARAMS[name])}.`;
    case 'range':
      return `The ${objection.field} of ${name} is a ${objection.step === 1 ? 'whole number' : 'number in steps of 0.1'} from ${objection.min} to ${objection.max}.`;
    case 'duplicate':
      return `The periods of ${name} must differ.`;
    case 'order':
      return `The ${objection.lesser} of ${name} is at most its ${objection.greater}.`;
  }
}

function countWords({ fields, list }: IndicatorParams): string {
  if (list) return `${list.fewest} to ${list.most} periods`;
  if (fields.length === 0) return 'no parameters';
  return `${fields.length} parameter${fields.length === 1 ? '' : 's'}: ${fields.map(({ name }) => name).join(', ')}`;
}
