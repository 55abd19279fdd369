// Index price of a market: taken by rule from a public book, numbered without gaps, so that anybody can work it out again (R8).
import type { Instrument } from '../../../contract/instrument.ts';
import { USDT_ID } from '../../../contract/instrument.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { MONEY_DECIMALS, type PriceTicks } from '../../../contract/units.ts';
import type { RecentTick } from '../closing/window.ts';
import type { Market } from '../matching/market.ts';

/** A book whose best prices lie further apart than this part of their middle says nothing: 1 %. */
const SANE_SPREAD_PARTS = 100;

/** A market's index and where it comes from. `seq` is 0 before the first tick. */
export interface IndexDesk {
  readonly coinInfoId: number;
  /** Book the price is read from: the coin's own, for a perpetual the spot book of its coin where there is one. */
  readonly reference: Market;
  /** Price in own ticks = price in the reference's ticks * `numerator / denominator`. */
  readonly numerator: number;
  readonly denominator: number;
  /** One own tick in 1e-8 of the quote coin. */
  readonly tickE8: bigint;
  seq: number;
  priceTicks: PriceTicks;
  ts: EpochMs;
  /** Of the last tick, in hex; '' before the first. */
  hash: string;
  /** The last ticks, oldest first. */
  recent: RecentTick[];
}

/** Markets that need an index: those with contracts or seconds contracts. */
export function indexDesks(instruments: readonly Instrument[], markets: ReadonlyMap<number, Market>): Map<number, IndexDesk> {
  const desks = new Map<number, IndexDesk>();
  for (const instrument of instruments) {
    const { info } = instrument;
    if (!markets.has(info.id) || (info.qtEnable === 0 && info.contractEnable === 0)) continue;
    const source = referenceOf(instrument, instruments);
    const decimals = instrument.price.decimals - source.price.decimals;
    desks.set(info.id, {
      coinInfoId: info.id, reference: markets.get(source.info.id)!,
      numerator: source.price.step * 10 ** Math.max(0, decimals), denominator: instrument.price.step * 10 ** Math.max(0, -decimals),
      tickE8: BigInt(instrument.price.step) * 10n ** BigInt(MONEY_DECIMALS - instrument.price.decimals),
      seq: 0, priceTicks: 0, ts: 0, hash: '', recent: [],
    });
  }
  return desks;
}

function referenceOf(instrument: Instrument, instruments: readonly Instrument[]): Instrument {
  if (instrument.info.type !== 'perpetual') return instrument;
  const spot = instruments.find(({ info }) => info.type === 'crypto' && info.symbol === instrument.info.symbol && info.quoteCoinId === USDT_ID && info.pair !== '');
  return spot ?? instrument;
}

/** Whether a book's two sides stand close enough to say a price. */
export function hasSaneBook({ bids, asks }: Market): boolean {
  return isSane(bids.best()?.priceTicks ?? 0, asks.best()?.priceTicks ?? 0);
}

function isSane(bidTicks: PriceTicks, askTicks: PriceTicks): boolean {
  return bidTicks > 0 && askTicks > 0 && (askTicks - bidTicks) * SANE_SPREAD_PARTS * 2 <= bidTicks + askTicks;
}

/** Price by rule, in the desk's own ticks: middle of the book when both sides stand sanely, else the last trade; 0 for none. */
export function indexTicks({ reference, numerator, denominator }: IndexDesk): PriceTicks {
  const bid = reference.bids.best()?.priceTicks ?? 0;
  const ask = reference.asks.best()?.priceTicks ?? 0;
  const twice = isSane(bid, ask) ? bid + ask : 2 * reference.lastPriceTicks;
  return Math.floor((twice * numerator + denominator) / (2 * denominator));
}
