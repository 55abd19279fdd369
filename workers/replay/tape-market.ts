// One recorded market as its exchange would have sent it: a venue's messages in, frames of our own wire out.
import { ASK, BID, type SideCode, levelChange } from '../../contract/checksum.ts';
import { type CoinInfo, type Instrument, instrumentOf } from '../../contract/instrument.ts';
import type { Level } from '../../contract/market.ts';
import { parseSteps, printSteps, stepsToNumber } from '../../contract/units.ts';
import { type TapeFrame, type TapeLine, type TapeOptions, levelsOf } from './tape-line.ts';

/** Interval the tapes' books are subscribed with. */
export const TAPE_INTERVAL = 0;
/** Candle updates a market sends at most once in this many microseconds of tape. */
const CANDLE_PACE_US = 250_000;

/** Writes the frames of one market: its own naive book gives the checksum that the exchange would send. */
export class MarketWriter {
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
  finish(t: number, out: TapeFrame[]): void {
    if (this.candleIsFresh) this.sendCandle(t, 0, out);
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
