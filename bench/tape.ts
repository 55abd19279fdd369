// Turns recorded venue tapes into frames of our own wire, as the exchange would send them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ASK, BID, type SideCode, levelChange } from '../contract/checksum.ts';
import { type CoinInfo, type Instrument, instrumentOf } from '../contract/instrument.ts';
import type { Level } from '../contract/market.ts';
import { parseSteps, printSteps, stepsToNumber } from '../contract/units.ts';

/** A line of an "l2tape/1" file (DATA.md beside the recordings). */
interface TapeLine {
  t: number;
  s?: string;
  k: 'snap' | 'd' | 'tr' | 'bbo' | 'mark';
  b: string[][] | string[];
  a: string[][] | string[];
  E?: number; T?: number; U?: number; u?: number; pu?: number; seq?: number;
  id?: number | string; p?: string; q?: string; m?: boolean; side?: 'buy' | 'sell';
}

/** One frame, and when it was received: microseconds since the epoch. */
export interface TapeFrame {
  t: number;
  text: string;
}

export interface Tape {
  infos: CoinInfo[];
  /** Id of each symbol. */
  ids: Map<string, number>;
  depth: number;
  frames: TapeFrame[];
  /** Text bytes of all frames. */
  bytes: number;
}

export const TAPE_TICKERS = 'tickers';
/** Interval the tapes' books are subscribed with. */
export const TAPE_INTERVAL = 0;
/** Candle updates a market sends at most once in this many microseconds of tape. */
const CANDLE_PACE_US = 250_000;

/** Which candles a tape carries: 1 m, built from its trades. */
export interface TapeOptions {
  candles?: boolean;
  tickers?: boolean;
}

export function readTape(path: string, options: TapeOptions = {}): Tape {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n').filter((line) => line !== '');
  const header = JSON.parse(lines[0] ?? '{}') as { venue: string; market: string; sym?: string; symbols?: string[]; depth?: number };
  const events = lines.slice(1).map((line) => JSON.parse(line) as TapeLine);
  const symbols = header.symbols ?? [header.sym ?? ''];
  const infos = symbols.map((symbol, i) => infoOf(symbol, i + 2, events.filter((event) => (event.s ?? symbol) === symbol)));
  const writers = new Map(symbols.map((symbol, i) => [symbol, new MarketWriter(infos[i]!, header.depth ?? 0, header.market, options)]));
  const frames: TapeFrame[] = [];
  for (const event of events) writers.get(event.s ?? symbols[0]!)?.write(event, frames);
  for (const writer of writers.values()) writer.finish(frames);
  return {
    infos, depth: header.depth ?? 0, frames, ids: new Map(symbols.map((symbol, i) => [symbol, i + 2])),
    bytes: frames.reduce((sum, frame) => sum + frame.text.length, 0),
  };
}

/** The instrument of a symbol, with the coarsest tick and lot that its recorded decimals stand on. */
function infoOf(symbol: string, id: number, events: TapeLine[]): CoinInfo {
  let priceDecimals = 0;
  let amountDecimals = 0;
  const see = (price: string | undefined, amount: string | undefined): void => {
    priceDecimals = Math.max(priceDecimals, decimalsOf(price ?? ''));
    amountDecimals = Math.max(amountDecimals, decimalsOf(amount ?? ''));
  };
  for (const event of events) {
    if (event.k === 'tr') see(event.p, event.q);
    else if (event.k !== 'mark') for (const side of [event.b, event.a]) for (const level of levelsOf(side)) see(level[0], level[1]);
  }
  return {
    id, symbol, name: symbol, icon: '', pair: symbol, type: 'crypto', quoteCoinId: 1, status: 1, spotEnable: 1, contractEnable: 0, qtEnable: 0,
    pricePrecision: priceDecimals, priceTick: (10 ** -priceDecimals).toFixed(priceDecimals), amountPrecision: amountDecimals,
    amountStep: (10 ** -amountDecimals).toFixed(amountDecimals), minAmount: '0', maxAmount: '0', minNotional: '0', bandRate: '1',
    spotMakerFee: '0', spotTakerFee: '0', contractMakerFee: '0', contractTakerFee: '0', maxMultiple: 1, rechargeEnable: 0,
    withdrawEnable: 0, networks: [], sort: id, hot: 0,
  };
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.slice(point + 1).replace(/0+$/, '').length;
}

/** Rows of a book side; a bbo has one, written without the outer array. Missing sides are empty. */
function levelsOf(side: string[][] | string[] | undefined): string[][] {
  if (side === undefined || side.length === 0) return [];
  return typeof side[0] === 'string' ? [side as string[]] : side as string[][];
}

/** Writes the frames of one market: its own naive book gives the checksum that the exchange would send. */
class MarketWriter {
  private readonly market: Instrument;
  private readonly depth: number;
  private readonly joinRule: string;
  private readonly options: TapeOptions;
  private readonly sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  private readonly early: TapeLine[] = [];
  private checksum = 0;
  private seq = -1;
  private lastUpdate = 0;
  private tickerSeq = 0;
  private tradeSeq = 0;
  private candle: number[] | null = null;
  private candleSentAt = -Infinity;
  private candleSeq = 0;
  private candleIsFresh = false;

  constructor(info: CoinInfo, depth: number, joinRule: string, options: TapeOptions) {
    this.market = instrumentOf(info);
    this.depth = depth;
    this.joinRule = joinRule;
    this.options = options;
  }

  write(line: TapeLine, out: TapeFrame[]): void {
    if (line.k === 'snap') this.snapshot(line, out);
    else if (line.k === 'd' && this.seq < 0) this.early.push(line);
    else if (line.k === 'd') this.delta(line, out);
    else if (line.k === 'tr') this.trade(line, out);
    else if (line.k === 'bbo' && this.options.tickers !== false) this.ticker(line, out);
  }

  /** Sends the candle that is still waiting for its turn. */
  finish(out: TapeFrame[]): void {
    if (this.candleIsFresh) this.sendCandle(out.at(-1)?.t ?? 0, 0, out);
  }

  private snapshot(line: TapeLine, out: TapeFrame[]): void {
    this.sides[0].clear();
    this.sides[1].clear();
    this.checksum = 0;
    this.change(BID, line.b);
    this.change(ASK, line.a);
    this.seq = Math.max(this.seq + 1, line.seq ?? 0);
    this.lastUpdate = line.seq ?? 0;
    const data = { asks: this.best(ASK), bids: this.best(BID), cs: this.checksum };
    this.push(line.t, out, `"kind":"snapshot","seq":${this.seq},"prevSeq":-1`, line, data);
    for (const early of this.early.splice(0)) this.delta(early, out);
  }

  private delta(line: TapeLine, out: TapeFrame[]): void {
    if (line.u !== undefined && this.isOld(line.u)) return;
    const a = this.change(ASK, line.a);
    const b = this.change(BID, line.b);
    this.cut(BID);
    this.cut(ASK);
    const prevSeq = this.seq;
    this.seq = line.u ?? this.seq + 1;
    this.lastUpdate = this.seq;
    this.push(line.t, out, `"kind":"delta","seq":${this.seq},"prevSeq":${prevSeq}`, line, { a, b, cs: this.checksum });
  }

  /** Binance spot: at or before the snapshot; futures: before it. */
  private isOld(u: number): boolean {
    return this.joinRule === 'spot' ? u <= this.lastUpdate : u < this.lastUpdate;
  }

  private push(t: number, out: TapeFrame[], sequence: string, line: TapeLine, data: object): void {
    const head = `{"type":"data","channel":"books","coinInfoId":${this.market.info.id},"depth":${this.depth},"interval":${TAPE_INTERVAL}`;
    const ts = line.E ?? Math.floor(t / 1000);
    out.push({ t, text: `${head},${sequence},"ts":${ts},"pts":${ts},"data":${JSON.stringify(data)}}` });
  }

  private steps(price: string | undefined, amount: string | undefined): [number, number] {
    const ticks = parseSteps(price ?? '', this.market.price);
    const lots = parseSteps(amount ?? '', this.market.amount);
    if (typeof ticks !== 'number' || typeof lots !== 'number') throw new Error(`tape level ${price} ${amount} is off its grid`);
    return [ticks, lots];
  }

  private change(code: SideCode, side: TapeLine['a']): Level[] {
    const levels = this.sides[code - 1]!;
    return levelsOf(side).map(([price, amount]) => {
      const [ticks, lots] = this.steps(price, amount);
      this.checksum = (this.checksum + levelChange(code, ticks, levels.get(ticks) ?? 0, lots)) >>> 0;
      if (lots === 0) levels.delete(ticks);
      else levels.set(ticks, lots);
      return [printSteps(ticks, this.market.price), printSteps(lots, this.market.amount)];
    });
  }

  private cut(code: SideCode): void {
    const levels = this.sides[code - 1]!;
    while (this.depth > 0 && levels.size > this.depth) {
      let worst = code === BID ? Infinity : -Infinity;
      for (const ticks of levels.keys()) worst = code === BID ? Math.min(worst, ticks) : Math.max(worst, ticks);
      this.checksum = (this.checksum + levelChange(code, worst, levels.get(worst) ?? 0, 0)) >>> 0;
      levels.delete(worst);
    }
  }

  private best(code: SideCode): Level[] {
    const rows = [...this.sides[code - 1]!].sort(([x], [y]) => (code === BID ? y - x : x - y));
    return rows.map(([ticks, lots]) => [printSteps(ticks, this.market.price), printSteps(lots, this.market.amount)]);
  }

  private ticker(line: TapeLine, out: TapeFrame[]): void {
    const [bid, ask] = [levelsOf(line.b)[0], levelsOf(line.a)[0]];
    if (!bid || !ask) return;
    const ts = line.E ?? Math.floor(line.t / 1000);
    const row = { coinInfoId: this.market.info.id, bid1: bid[0], ask1: ask[0], ts };
    const seq = ++this.tickerSeq;
    const head = `{"type":"data","channel":"tickers","kind":"delta","seq":${seq},"prevSeq":${seq - 1}`;
    out.push({ t: line.t, text: `${head},"ts":${ts},"pts":${ts},"data":[${JSON.stringify(row)}]}` });
  }

  private trade(line: TapeLine, out: TapeFrame[]): void {
    const [ticks, lots] = this.steps(line.p, line.q);
    const { price, amount, info } = this.market;
    const side = line.side ?? (line.m ? 'sell' : 'buy');
    const ts = line.T ?? 0;
    const row = { id: Number(line.id), price: printSteps(ticks, price), amount: printSteps(lots, amount), side, ts };
    const seq = ++this.tradeSeq;
    const head = `{"type":"data","channel":"trades","coinInfoId":${info.id},"kind":"delta","seq":${seq},"prevSeq":${seq - 1}`;
    out.push({ t: line.t, text: `${head},"ts":${ts},"pts":${ts},"data":[${JSON.stringify(row)}]}` });
    if (this.options.candles) this.fold(line.t, ts, ticks, lots, out);
  }

  /** Folds a trade into the running 1 m candle: [start ms, open, high, low, close, lots]. */
  private fold(t: number, ts: number, ticks: number, lots: number, out: TapeFrame[]): void {
    const start = Math.floor(ts / 60_000) * 60_000;
    const candle = this.candle;
    if (candle === null || candle[0]! < start) {
      if (candle !== null) this.sendCandle(t, 1, out);
      this.candle = [start, ticks, ticks, ticks, ticks, lots];
    } else {
      candle[2] = Math.max(candle[2]!, ticks);
      candle[3] = Math.min(candle[3]!, ticks);
      candle[4] = ticks;
      candle[5]! += lots;
    }
    this.candleIsFresh = true;
    if (t - this.candleSentAt >= CANDLE_PACE_US) this.sendCandle(t, 0, out);
  }

  private sendCandle(t: number, closed: 0 | 1, out: TapeFrame[]): void {
    const [start = 0, open = 0, high = 0, low = 0, close = 0, lots = 0] = this.candle ?? [];
    const { price, amount, info } = this.market;
    const quote = (stepsToNumber(lots, amount) * stepsToNumber(close, price)).toFixed(4);
    const row = [start / 1000, ...[open, high, low, close].map((ticks) => printSteps(ticks, price)), printSteps(lots, amount), quote, closed];
    const seq = ++this.candleSeq;
    const head = `{"type":"data","channel":"candles","coinInfoId":${info.id},"period":"1m","kind":"delta","seq":${seq},"prevSeq":${seq - 1}`;
    out.push({ t, text: `${head},"ts":${start},"pts":${start},"data":[${JSON.stringify(row)}]}` });
    this.candleSentAt = t;
    this.candleIsFresh = false;
  }
}
