// Buying a seconds contract: every reason to refuse it, then the stake goes to the house until a tick decides (S1 to
// S6).
import { type CoinInfo, TRADING, USDT_ID } from '../../../core/instruments/instrument.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { SILENCE_MS, checkStake, movedBeyond, secondsDebit, winUnits } from '../../../core/risk/binary-option.ts';
import { SECONDS_STATUS } from '../../../core/orders/binary-option-order.ts';
import { asleepReject, sessionAt } from '../../../core/instruments/trading-hours.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { closedReject } from '../closing/delisting.ts';
import { EXCHANGE_UID, type PlaceBinaryOption } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import { exchangeCanOwe, uncovered } from '../funds/wallets.ts';
import type { Account } from '../ledger/ledger.ts';
import type { IndexState } from '../mark/index-price.ts';
import type { Answer } from '../place-spot.ts';
import type { CommandContext } from '../command-context.ts';
import { MOST_ORDERS, periodOf } from './offers.ts';
import { openLimit } from './exposure-limit.ts';
import { type BinaryOptionState, binaryOptionNo } from './open-binary-options.ts';

/** Kept free between the last tick of an order and the end of a session: the clock may be late. */
const SESSION_SPARE_MS = 30_000;

export function placeBinaryOption(exchange: ExchangeState, context: CommandContext, place: PlaceBinaryOption): Answer {
  const index = exchange.indexes.get(place.coinInfoId);
  const market = exchange.markets.get(place.coinInfoId);
  if (!index || !market || market.info.qtEnable === 0) return reject(CODE.notFound);
  const period = periodOf(place.periodS);
  const debit = secondsDebit(place.amountUnits, period?.feeRateE8 ?? 0n);
  const refused =
    closedNow(exchange, index, context.ts, place.periodS) ??
    checkStake(
      period,
      place.amountUnits,
      exchange.seconds.exposure(place.uid, place.coinInfoId, openLimit(index, place.periodS)),
    ) ??
    moved(index, place, period?.profitRateE8 ?? 0n) ??
    tooMany(exchange, place) ??
    unpayable(exchange, winUnits(place.amountUnits, period?.profitRateE8 ?? 0n)) ??
    uncovered(exchange, place.uid, 'spot', USDT_ID, debit.debitUnits);
  if (refused) return refused;
  const order = accepted(exchange, context, place, index, Number(period?.profitRateE8 ?? 0n), debit.feeUnits);
  takeStake(exchange, context, order);
  context.events.push({ kind: 'seconds', order });
  return { orders: [], seconds: order };
}

/** Open, not left to closing, in session until the order is decided, and with an index that ticks (S1). */
function closedNow(exchange: ExchangeState, index: IndexState, ts: number, periodS: number): Reject | null {
  for (const market of [exchange.markets.get(index.coinInfoId)!, index.reference]) {
    const { info } = market;
    if (info.status !== TRADING || info.watchOnly === 1) return closedReject(market);
    const asleep = asleepReject(info, ts);
    if (asleep) return asleep;
    // As at the end of the session, which says when the next one begins.
    if (endsBefore(info, ts, periodS)) return asleepReject(info, sessionAt(info, ts).changesAt ?? ts);
  }
  return index.seq === 0 || ts - index.ts >= SILENCE_MS ? reject(CODE.marketClosed) : null;
}

/** Whether a session closes before the last tick of an order bought now has surely come. */
export function endsBefore(info: CoinInfo, ts: number, periodS: number): boolean {
  const { open, changesAt } = sessionAt(info, ts);
  return open && changesAt !== null && ts + periodS * 1000 + SESSION_SPARE_MS > changesAt;
}

/** Terms other than those seen, or a price that has left the buyer's tolerance (S4). */
function moved(
  index: IndexState,
  { profitRateE8, seenUnits, slipE8 }: PlaceBinaryOption,
  offeredE8: bigint,
): Reject | null {
  if (profitRateE8 !== null && BigInt(profitRateE8) !== offeredE8) return reject(CODE.priceMoved, { maxSlip: 0 });
  if (seenUnits === 0n || slipE8 === 0) return null;
  const nowE8 = BigInt(index.priceTicks) * index.tickE8;
  return movedBeyond(seenUnits, nowE8, BigInt(slipE8))
    ? reject(CODE.priceMoved, { maxSlip: printMoney(BigInt(slipE8)), price: printMoney(nowE8) })
    : null;
}

function tooMany({ seconds }: ExchangeState, { uid, coinInfoId }: PlaceBinaryOption): Reject | null {
  return seconds.countOf(uid, coinInfoId) >= MOST_ORDERS ? reject(CODE.limitReached, { limit: MOST_ORDERS }) : null;
}

/** What the house may owe bounds what it may lose (L6). */
function unpayable(exchange: ExchangeState, units: Units): Reject | null {
  return exchangeCanOwe(exchange, 'spot', USDT_ID, units) ? null : reject(CODE.exposureLimit, { left: '0' });
}

function accepted(
  { seconds, clock }: ExchangeState,
  context: CommandContext,
  place: PlaceBinaryOption,
  index: IndexState,
  profitRateE8: number,
  feeUnits: Units,
): BinaryOptionState {
  const { uid, coinInfoId, clientNo, direction, periodS, amountUnits, seenUnits, slipE8 } = place;
  seconds.lastId += 1;
  // A tick of this very millisecond is known by now: the strike must not be (S2).
  const openTime = Math.max(context.ts, index.ts + 1);
  const order: BinaryOptionState = {
    id: seconds.lastId,
    uid,
    coinInfoId,
    clientNo,
    direction,
    periodS,
    amountUnits,
    profitRateE8,
    feeUnits,
    seenUnits,
    slipE8,
    rule: 'v2',
    beat: clock.beats,
    buyTime: context.ts,
    openTime,
    expirationTime: openTime + periodS * 1000,
    strikeSeq: 0,
    strikeTicks: 0,
    strikeTs: 0,
    exitSeq: 0,
    exitTicks: 0,
    exitTs: 0,
    status: SECONDS_STATUS.holding,
    result: '',
    reason: '',
    payoutUnits: 0n,
    settleTime: 0,
  };
  seconds.add(order);
  return order;
}

/** The whole debit goes to the house, which pays what is won (S6). */
function takeStake(
  { ledger }: ExchangeState,
  context: CommandContext,
  { id, uid, amountUnits, feeUnits }: BinaryOptionState,
): void {
  const refNo = binaryOptionNo(id);
  ledger.post(context, walletOf(ledger, uid), 'seconds_buy', -amountUnits - feeUnits, 0n, refNo);
  ledger.post(context, walletOf(ledger, EXCHANGE_UID), 'seconds_buy', amountUnits + feeUnits, 0n, refNo);
}

/** What an outcome pays, from the house; a loss posts nothing. `recordType` says whether it was won or given back. */
export function payOut(
  { ledger }: ExchangeState,
  context: CommandContext,
  { id, uid, payoutUnits }: BinaryOptionState,
  recordType: 'seconds_settle' | 'seconds_refund',
): void {
  if (payoutUnits === 0n) return;
  const refNo = binaryOptionNo(id);
  ledger.post(context, walletOf(ledger, EXCHANGE_UID), recordType, -payoutUnits, 0n, refNo);
  ledger.post(context, walletOf(ledger, uid), recordType, payoutUnits, 0n, refNo);
}

function walletOf(ledger: ExchangeState['ledger'], uid: number): Account {
  return ledger.account(uid, 'spot', USDT_ID);
}
