// Index price of a market: computed by rule from a public book, in numbered ticks (R8).
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { rateE8 } from '../../../core/orders/spot-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { ONE_E8, MONEY_DECIMALS, type PriceTicks, type Units } from '../../../core/units/units.ts';
import type { RecentTick } from '../closing/settlement-window.ts';
import type { RestingSide } from '../../../core/matching/resting-side.ts';
import type { LiveOrder } from '../matching/live-order.ts';
import { type Market, quoteUnits } from '../matching/spot-market.ts';

/** A book whose two impact prices are further apart than this part of their middle gives no index: 1 %. */
const SANE_SPREAD_PARTS = 100n;

/** A market's index and its source. `seq` is 0 before the first tick. */
export interface IndexState {
  readonly coinInfoId: number;
  /** Market whose book gives the price: its own; for a perpetual the spot market of its coin where there is one. */
  readonly reference: Market;
  /** Price in own ticks = price in the reference's ticks * `numerator / denominator`. */
  readonly numerator: number;
  readonly denominator: number;
  /** One own tick in 1e-8 of the quote coin. */
  readonly tickE8: bigint;
  seq: number;
  priceTicks: PriceTicks;
  ts: EpochMs;
  /** Hash of the last tick, in hex; '' before the first. */
  hash: string;
  /** The last ticks, oldest first. */
  recent: RecentTick[];
}

/** Indexes of all markets that are traded: contracts, binary options and the stop orders of spot go by them. */
export function indexStates(
  instruments: readonly Instrument[],
  markets: ReadonlyMap<number, Market>,
): Map<number, IndexState> {
  const states = new Map<number, IndexState>();
  for (const instrument of instruments) {
    const { info } = instrument;
    if (!markets.has(info.id) || (info.qtEnable === 0 && info.contractEnable === 0 && info.spotEnable === 0)) continue;
    const source = referenceOf(instrument, instruments);
    const decimals = instrument.price.decimals - source.price.decimals;
    states.set(info.id, {
      coinInfoId: info.id,
      reference: markets.get(source.info.id)!,
      numerator: source.price.step * 10 ** Math.max(0, decimals),
      denominator: instrument.price.step * 10 ** Math.max(0, -decimals),
      tickE8: BigInt(instrument.price.step) * 10n ** BigInt(MONEY_DECIMALS - instrument.price.decimals),
      seq: 0,
      priceTicks: 0,
      ts: 0,
      hash: '',
      recent: [],
    });
  }
  return states;
}

/** The index, which no single trade moves; the last trade in a market that was never quoted; 0 before its first. */
export function indexOrLast(indexes: ReadonlyMap<number, IndexState>, { info, lastPriceTicks }: Market): PriceTicks {
  return indexes.get(info.id)?.priceTicks || lastPriceTicks;
}

function referenceOf(instrument: Instrument, instruments: readonly Instrument[]): Instrument {
  if (instrument.info.type !== 'perpetual') return instrument;
  const spot = instruments.find(
    ({ info }) =>
      info.type === 'crypto' &&
      info.symbol === instrument.info.symbol &&
      info.quoteCoinId === USDT_ID &&
      info.pair !== '',
  );
  return spot ?? instrument;
}

/** Value whose buying and selling determine the price: 25 000 USDT. */
const MIN_IMPACT_UNITS: Units = 2_500_000_000_000n;
/** The value grows with the open stakes of binary options: trading it once costs this part of them in fees, 1 %. */
const STAKES_COST_E8 = 1_000_000n;

/**
 * Index price by rule, in the market's own ticks: the average of buying and selling the impact value, rounded half up.
 * 0 where the book does not hold that value on both sides, or the sides are more than 1 % apart. The last trade does
 * not count, because any trader can set it.
 */
export function indexTicks({ reference, numerator, denominator }: IndexState, stakesUnits: Units): PriceTicks {
  const costly = (stakesUnits * STAKES_COST_E8) / takerRateE8(reference);
  const impactUnits = costly > MIN_IMPACT_UNITS ? costly : MIN_IMPACT_UNITS;
  const bidE8 = averageE8(reference, reference.bids, impactUnits);
  const askE8 = averageE8(reference, reference.asks, impactUnits);
  if (bidE8 === 0n || askE8 === 0n || (askE8 - bidE8) * SANE_SPREAD_PARTS * 2n > bidE8 + askE8) return 0;
  const whole = 2n * BigInt(denominator) * ONE_E8;
  return Number(((bidE8 + askE8) * BigInt(numerator) + whole / 2n) / whole);
}

/** The lowest fee rate of a taker in a book that serves spot trading, contracts or both, in 1e-8. */
export function takerRateE8({ info, takerRateE8: spotE8 }: Market): bigint {
  if (info.contractEnable === 0) return spotE8;
  const contractE8 = rateE8(info.contractTakerFee);
  return info.spotEnable === 0 || contractE8 < spotE8 ? contractE8 : spotE8;
}

/** Average price of a value filled on one side, in 1e-8 ticks, rounded down; 0 where the side does not hold it. */
function averageE8(market: Market, { levels }: RestingSide<LiveOrder>, impactUnits: Units): bigint {
  let leftUnits = impactUnits;
  let lotsE8 = 0n;
  let sumE8 = 0n;
  for (let at = levels.length - 1; at >= 0; at -= 1) {
    const { priceTicks, lots } = levels[at]!;
    const levelUnits = quoteUnits(market, priceTicks, lots) / market.quotePerUsdt;
    const takenE8 = levelUnits > leftUnits ? (BigInt(lots) * ONE_E8 * leftUnits) / levelUnits : BigInt(lots) * ONE_E8;
    lotsE8 += takenE8;
    sumE8 += takenE8 * BigInt(priceTicks);
    leftUnits -= levelUnits;
    if (leftUnits <= 0n) return (sumE8 * ONE_E8) / lotsE8;
  }
  return 0n;
}
