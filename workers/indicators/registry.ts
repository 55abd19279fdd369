// The shelf: all indicators. A new one is a file beside this, a line here, and its parameters in
// core/market-data/indicator-params.ts.
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
import type { Design, Indicator } from './kit/indicator.ts';
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

const DESIGNS: readonly Design[] = [
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
 * Every indicator by its name. This module alone is enough to run one:
 *
 *     const indicator = INDICATORS.get('MACD')!;
 * const params = indicator.defaults;                            // or others: indicator.refuse(params) says why not, or
 * null     const columns = indicator.lines(params).map(() => new Float64Array(bars.length)); // LineShape: key, title,
 * type     const calculation = indicator.start(params);
 * calculation.fill(bars, 0, bars.length, columns);              // everything; NaN is none, every other value is finite
 * calculation.fill(bars, n - 1, n, columns);                    // a tick on the last of n bars: any number of times  
 * calculation.fill(bars, n - 1, n + k, columns);                // k bars appended (the columns must have room)
 *
 * `bars` is `{ length, time, open, high, low, close, volume }`, a Float64Array each, ascending in time. Older bars in
 * front, or a change before the last one: fill from 0 again.
 */
export const INDICATORS: ReadonlyMap<string, Indicator> = new Map(
  DESIGNS.map((design) => [design.name, indicator(design)]),
);

function indicator({ name, lines, start }: Design): Indicator {
  return {
    name,
    defaults: INDICATOR_PARAMS[name].defaults,
    refuse: (params) => refuseParams(name, params),
    lines,
    start: (params) => new Calculation(start(params)),
  };
}
