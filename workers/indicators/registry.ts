// The shelf: all indicators. A new one is a file beside this, a line here, and its parameters in core/market-data/indicator-params.ts.
import { INDICATOR_PARAMS, refuseParams } from '../../core/market-data/indicator-params.ts';
import { AO } from './ao.ts';
import { BBI } from './bbi.ts';
import { BIAS } from './bias.ts';
import { BOLL } from './boll.ts';
import { BRAR } from './brar.ts';
import { Calculation } from './calculation.ts';
import { CCI } from './cci.ts';
import { CR } from './cr.ts';
import { DMA } from './dma.ts';
import { DMI } from './dmi.ts';
import { EMA } from './ema.ts';
import type { Design, Indicator } from './indicator.ts';
import { KDJ } from './kdj.ts';
import { MA } from './ma.ts';
import { MACD } from './macd.ts';
import { MTM } from './mtm.ts';
import { OBV } from './obv.ts';
import { PSY } from './psy.ts';
import { PVT } from './pvt.ts';
import { ROC } from './roc.ts';
import { RSI } from './rsi.ts';
import { SAR } from './sar.ts';
import { SMA } from './sma.ts';
import { TRIX } from './trix.ts';
import { VOL } from './vol.ts';
import { WR } from './wr.ts';

const SHELF: readonly Design[] = [
  MA, EMA, SMA, BOLL, SAR, BBI, VOL, MACD, KDJ, RSI, BIAS, BRAR,
  CCI, DMI, CR, PSY, DMA, TRIX, OBV, WR, MTM, ROC, PVT, AO,
];

/**
 * Every indicator by its name. This module alone is enough to run one:
 *
 *     const indicator = INDICATORS.get('MACD')!;
 *     const params = indicator.defaults;                            // or others: indicator.refuse(params) says why not, or null
 *     const columns = indicator.lines(params).map(() => new Float64Array(bars.length)); // LineShape: key, title, type
 *     const calculation = indicator.start(params);
 *     calculation.fill(bars, 0, bars.length, columns);              // everything; NaN is none, every other value is finite
 *     calculation.fill(bars, n - 1, n, columns);                    // a tick on the last of n bars: any number of times
 *     calculation.fill(bars, n - 1, n + k, columns);                // k bars appended (the columns must have room)
 *
 * `bars` is `{ length, time, open, high, low, close, volume }`, a Float64Array each, ascending in time. Older bars in front,
 * or a change before the last one: fill from 0 again.
 */
export const INDICATORS: ReadonlyMap<string, Indicator> = new Map(SHELF.map((design) => [design.name, indicator(design)]));

function indicator({ name, lines, start }: Design): Indicator {
  return {
    name,
    defaults: INDICATOR_PARAMS[name].defaults,
    refuse: (params) => refuseParams(name, params),
    lines,
    start: (params) => new Calculation(start(params)),
  };
}
