// A recorded venue tape ("l2tape/1", one JSON object a line) as frames of our own wire.
import type { CoinInfo } from '../../contract/instrument.ts';
import { type TapeFrame, type TapeLine, type TapeOptions, levelsOf } from './tape-line.ts';
import { MarketWriter } from './tape-market.ts';

interface TapeHeader { fmt: string; venue: string; market: string; sym?: string; symbols?: string[]; depth?: number }

/** A tape that was read; `frames` makes them anew at each call, in the order of receipt. */
export interface OpenTape {
  infos: CoinInfo[];
  /** Id of each symbol. */
  ids: Map<string, number>;
  depth: number;
  /** Whether the last line was cut off; the tape ends before it. */
  cut: boolean;
  /** Recorded messages, and when the first and the last were received: microseconds since the epoch. */
  count: number;
  firstT: number;
  lastT: number;
  frames(): Generator<TapeFrame>;
}

/** Ids of a tape's markets begin here. */
const FIRST_ID = 2;

/** Opens the text of a tape. Throws Error when its first line is no header. */
export function openTape(text: string, options: TapeOptions = {}): OpenTape {
  const lines = text.split('\n');
  const header = parsed(lines[0] ?? '') as TapeHeader | null;
  if (header?.fmt !== 'l2tape/1') throw new Error('this is no l2tape/1 tape');
  const symbols = header.symbols ?? [header.sym ?? ''];
  const grids = new Map(symbols.map((symbol) => [symbol, new Digits()]));
  let whole = 1;
  let [firstT, lastT] = [NaN, NaN];
  for (let line: TapeLine | null; whole < lines.length && (line = parsed(lines[whole]!) as TapeLine | null); whole++) {
    grids.get(line.s ?? symbols[0]!)?.see(line);
    if (whole === 1) firstT = line.t;
    lastT = line.t;
  }
  const cut = lines.slice(whole).some((line) => line !== '');
  const infos = symbols.map((symbol, i) => infoOf(symbol, i + FIRST_ID, grids.get(symbol)!));
  function* frames(): Generator<TapeFrame> {
    const writers = new Map(symbols.map((symbol, i) => [symbol, new MarketWriter(infos[i]!, header!.depth ?? 0, header!.market, options)]));
    const out: TapeFrame[] = [];
    for (let at = 1; at < whole; at++) {
      const line = JSON.parse(lines[at]!) as TapeLine;
      writers.get(line.s ?? symbols[0]!)?.write(line, out);
      yield* out;
      out.length = 0;
      if (at === whole - 1) for (const writer of writers.values()) writer.finish(line.t, out);
    }
    yield* out;
  }
  return { infos, ids: new Map(symbols.map((symbol, i) => [symbol, i + FIRST_ID])), depth: header.depth ?? 0, cut, count: whole - 1, firstT, lastT, frames };
}

/** A line as it says; null for one that is cut off, or empty. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A file that broke off ends in half a line: the caller goes no further.
    return null;
  }
}

/** The finest digits a market's prices and amounts use. */
class Digits {
  price = 0;
  amount = 0;

  see(line: TapeLine): void {
    if (line.k === 'tr') this.widen(line.p, line.q);
    else if (line.k !== 'mark') for (const side of [line.b, line.a]) for (const level of levelsOf(side)) this.widen(level[0], level[1]);
  }

  private widen(price = '', amount = ''): void {
    this.price = Math.max(this.price, decimalsOf(price));
    this.amount = Math.max(this.amount, decimalsOf(amount));
  }
}

/** The instrument of a symbol, with the coarsest tick and lot that its recorded decimals stand on. */
function infoOf(symbol: string, id: number, { price, amount }: Digits): CoinInfo {
  return {
    id, symbol, name: symbol, icon: '', pair: symbol, type: 'crypto', quoteCoinId: 1, status: 1, spotEnable: 1, contractEnable: 0, qtEnable: 0,
    pricePrecision: price, priceTick: (10 ** -price).toFixed(price), amountPrecision: amount, amountStep: (10 ** -amount).toFixed(amount),
    minAmount: '0', maxAmount: '0', minNotional: '0', bandRate: '1', spotMakerFee: '0', spotTakerFee: '0', contractMakerFee: '0',
    contractTakerFee: '0', maxMultiple: 1, rechargeEnable: 0, withdrawEnable: 0, networks: [], sort: id, hot: 0,
  };
}

/** Digits behind the point, without zeros at the end. */
function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  if (point < 0) return 0;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end--;
  return end - point - 1;
}
