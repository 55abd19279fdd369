// The shelf: every indicator by its name. A new one is a file beside this and a line here.
import { AO } from './ao.ts';
import { BBI } from './bbi.ts';
import { BIAS } from './bias.ts';
import { BOLL } from './boll.ts';
import { BRAR } from './brar.ts';
import { CCI } from './cci.ts';
import { CR } from './cr.ts';
import { DMA } from './dma.ts';
import { DMI } from './dmi.ts';
import { EMA } from './ema.ts';
import type { Indicator } from './indicator.ts';
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

const SHELF: readonly Indicator[] = [
  MA, EMA, SMA, BOLL, SAR, BBI, VOL, MACD, KDJ, RSI, BIAS, BRAR,
  CCI, DMI, CR, PSY, DMA, TRIX, OBV, WR, MTM, ROC, PVT, AO,
];

export const INDICATORS: ReadonlyMap<string, Indicator> = new Map(SHELF.map((indicator) => [indicator.name, indicator]));
