// All indicators. A new one is a file in a folder here, a line below and its parameters in core.
import { INDICATOR_PARAMS, refuseParams } from '../../core/market-data/indicator-params.ts';
import { AO } from './momentum/ao.ts';
import { BBI } from './trend/bbi.ts';
import { BIAS } from './momentum/bias.ts';
import { BOLL } from './trend/boll.ts';
import { BRAR } from './momentum/brar.ts';
import { Calculation } from './kit/calculation.ts';
import { CCI } from './momentum/cci.ts';
import { CR } from './momentum/cr.ts';
import { DMA } from './trend/dma.ts';
import { DMI } from './trend/dmi.ts';
import { EMA } from './trend/ema.ts';
import type { IndicatorDefinition, Indicator } from './kit/indicator.ts';
import { KDJ } from './momentum/kdj.ts';
import { MA } from './trend/ma.ts';
import { MACD } from './trend/macd.ts';
import { MTM } from './momentum/mtm.ts';
import { OBV } from './volume/obv.ts';
import { PSY } from './momentum/psy.ts';
import { PVT } from './volume/pvt.ts';
import { ROC } from './momentum/roc.ts';
import { RSI } from './momentum/rsi.ts';
import { SAR } from './trend/sar.ts';
import { SMA } from './trend/sma.ts';
import { TRIX } from './trend/trix.ts';
import { VOL } from './volume/vol.ts';
import { WR } from './momentum/wr.ts';

const DEFINITIONS: readonly IndicatorDefinition[] = [
  MA,
  EMA,
  SMA,
  BOLL,
  SAR,
  BBI,
  VOL,
  MACD,
  KDJ,
  RSI,
  BIAS,
  BRAR,
  CCI,
  DMI,
  CR,
  PSY,
  DMA,
  TRIX,
  OBV,
  WR,
  MTM,
  ROC,
  PVT,
  AO,
];

/**
 * Every indicator by its name.
 *
 * `bars` of a calculation is `{ length, time, open, high, low, close, volume }`, Float64Arrays ascending in time.
 * After a change before the last bar, or with older bars in front, fill from 0 again.
 *
 * @example
 *   const indicator = INDICATORS.get('MACD')!;
 *   const params = indicator.defaults; // indicator.refuse(params) returns why other parameters are invalid, or null
 *   const columns = indicator.lines(params).map(() => new Float64Array(capacity)); // capacity >= bars.length
 *   const calculation = indicator.start(params);
 *   calculation.fill(bars, 0, bars.length, columns); // all rows; NaN is no value, every other value is finite
 *   calculation.fill(bars, n - 1, n, columns); // the last of n bars changed; any number of times
 *   calculation.fill(bars, n - 1, n + k, columns); // k bars were appended
 */
export const INDICATORS: ReadonlyMap<string, Indicator> = new Map(
  DEFINITIONS.map((definition) => [definition.name, indicatorOf(definition)]),
);

function indicatorOf({ name, lines, start }: IndicatorDefinition): Indicator {
  return {
    name,
    defaults: INDICATOR_PARAMS[name].defaults,
    refuse: (params) => refuseParams(name, params),
    lines,
    start: (params) => new Calculation(start(params)),
  };
}
