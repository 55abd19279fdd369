// Buying a binary option: all checks, then the stake goes to the exchange account (S1 to S6).
import { type CoinInfo, TRADING, USDT_ID } from '../../../core/instruments/instrument.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { SILENCE_MS, checkStake, movedBeyond, secondsDebit, winUnits } from '../../../core/risk/binary-option.ts';
import { SECONDS_STATUS } from '../../../core/orders/binary-option-order.ts';
import { asleepReject, sessionAt } from '../../../core/instruments/trading-hours.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { closedReject } from '../closing/delist-market.ts';
import { EXCHANGE_UID, type PlaceBinaryOption } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import { exchangeCanOwe, checkAvailable } from '../funds/fund-checks.ts';
import type { Account } from '../ledger/ledger.ts';
import type { Answer } from '../outcome.ts';
import type { IndexState } from '../mark/index-price.ts';
import type { CommandContext } from '../command-context.ts';
import { MAX_ORDERS, periodOf } from './offers.ts';
import { exposureLimit } from './exposure-limit.ts';
import { type BinaryOptionState, binaryOptionNo } from './open-binary-options.ts';

/** Time between the last tick of an order and the end of a session, because the clock may be late. */
const SESSION_SPARE_MS = 30_000;

export function placeBinaryOption(context: CommandContext, place: PlaceBinaryOption): Answer {
  const { exchange } = context;
  const index = exchange.indexes.get(place.coinInfoId);
  const market = exchange.markets.get(place.coinInfoId);
  if (!index || !market || market.info.qtEnable === 0) return reject(CODE.notFound);
  const period = periodOf(place.periodS);
  const debit = secondsDebit(place.amountUnits, period?.feeRateE8 ?? 0n);
  const refused =
    checkMarketOpen(exchange, index, context.ts, place.periodS) ??
    checkStake(
      period,
      place.amountUnits,
      exchange.binaryOptions.exposure(place.uid, place.coinInfoId, exposureLimit(index, place.periodS)),
    ) ??
    checkPriceMoved(index, place, period?.profitRateE8 ?? 0n) ??
    checkOpenLimit(exchange, place) ??
    checkPayable(exchange, winUnits(place.amountUnits, period?.profitRateE8 ?? 0n)) ??
    checkAvailable(exchange, place.uid, 'spot', USDT_ID, debit.debitUnits);
  if (refused) return refused;
  const order = newBinaryOption(context, place, index, Number(period?.profitRateE8 ?? 0n), debit.feeUnits);
  chargeStake(context, order);
  context.events.push({ kind: 'seconds', order });
  return { orders: [], seconds: order };
}

/** The market trades, is in session until the order is decided, and its index ticks (S1). */
function checkMarketOpen(exchange: ExchangeState, index: IndexState, ts: number, periodS: number): Reject | null {
  for (const market of [exchange.markets.get(index.coinInfoId)!, index.reference]) {
    const { info } = market;
    if (info.status !== TRADING || info.watchOnly === 1) return closedReject(market);
    const asleep = asleepReject(info, ts);
    if (asleep) return asleep;
    // The refusal of a closed session, with the time of the next one.
    if (endsBefore(info, ts, periodS)) return asleepReject(info, sessionAt(info, ts).changesAt ?? ts);
  }
  return index.seq === 0 || ts - index.ts >= SILENCE_MS ? reject(CODE.marketClosed) : null;
}

/** Whether the session may close before the last tick of an order that is bought now. */
export function endsBefore(info: CoinInfo, ts: number, periodS: number): boolean {
  const { open, changesAt } = sessionAt(info, ts);
  return open && changesAt !== null && ts + periodS * 1000 + SESSION_SPARE_MS > changesAt;
}

/** The payout rate changed, or the price has left the buyer's tolerance (S4). */
function checkPriceMoved(
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

function checkOpenLimit({ binaryOptions }: ExchangeState, { uid, coinInfoId }: PlaceBinaryOption): Reject | null {
  return binaryOptions.countOf(uid, coinInfoId) >= MAX_ORDERS ? reject(CODE.limitReached, { limit: MAX_ORDERS }) : null;
}

/** The payout must fit what the exchange account may owe (L6). */
function checkPayable(exchange: ExchangeState, units: Units): Reject | null {
  return exchangeCanOwe(exchange, 'spot', USDT_ID, units) ? null : reject(CODE.exposureLimit, { left: '0' });
}

function newBinaryOption(
  context: CommandContext,
  place: PlaceBinaryOption,
  index: IndexState,
  profitRateE8: number,
  feeUnits: Units,
): BinaryOptionState {
  const { binaryOptions, clock } = context.exchange;
  const { uid, coinInfoId, clientNo, direction, periodS, amountUnits, seenUnits, slipE8 } = place;
  binaryOptions.lastId += 1;
  // A tick of this millisecond is already known; the strike must not be (S2).
  const openTime = Math.max(context.ts, index.ts + 1);
  const order: BinaryOptionState = {
    id: binaryOptions.lastId,
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
  binaryOptions.add(order);
  return order;
}

/** Stake and fee go to the exchange account, which pays the winnings (S6). */
function chargeStake(context: CommandContext, { id, uid, amountUnits, feeUnits }: BinaryOptionState): void {
  const { ledger } = context.exchange;
  const refNo = binaryOptionNo(id);
  ledger.post(context, walletOf(ledger, uid), 'seconds_buy', -amountUnits - feeUnits, 0n, refNo);
  ledger.post(context, walletOf(ledger, EXCHANGE_UID), 'seconds_buy', amountUnits + feeUnits, 0n, refNo);
}

/** Posts the payout from the exchange account; a loss posts nothing. `recordType`: a win or a refund. */
export function payOut(
  context: CommandContext,
  { id, uid, payoutUnits }: BinaryOptionState,
  recordType: 'seconds_settle' | 'seconds_refund',
): void {
  const { ledger } = context.exchange;
  if (payoutUnits === 0n) return;
  const refNo = binaryOptionNo(id);
  ledger.post(context, walletOf(ledger, EXCHANGE_UID), recordType, -payoutUnits, 0n, refNo);
  ledger.post(context, walletOf(ledger, uid), recordType, payoutUnits, 0n, refNo);
}

function walletOf(ledger: ExchangeState['ledger'], uid: number): Account {
  return ledger.account(uid, 'spot', USDT_ID);
}
