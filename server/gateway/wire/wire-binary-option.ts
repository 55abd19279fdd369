// Binary option orders in wire format, for calls and the socket.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Proof } from '../../../core/proofs/proof.ts';
import { winUnits } from '../../../core/risk/binary-option.ts';
import { SECONDS_STATUS, type SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { printMoney, printSteps } from '../../../core/units/units.ts';
import { type BinaryOptionState, binaryOptionNo } from '../../exchange/binary-options/open-binary-options.ts';
import type { Receipt } from '../../sequencer/mappers/binary-option-mapper.ts';

/**
 * SecondsOrder of docs/api.md 2.9; without `proof` the field is left out. An open order past its expiry is
 * settling.
 */
export function printBinaryOption(
  instrument: Instrument,
  order: BinaryOptionState,
  now: EpochMs,
  receipt: Receipt | null = null,
  proof?: Proof | null,
): SecondsOrder {
  const { id, seenUnits, slipE8, result } = order;
  const settling = order.status === SECONDS_STATUS.holding && now >= order.expirationTime;
  const price = (seq: number, ticks: number): string => (seq > 0 ? printSteps(ticks, instrument.price) : '');
  return {
    id,
    orderNum: binaryOptionNo(id),
    clientNo: order.clientNo,
    coinInfoId: order.coinInfoId,
    symbol: instrument.info.symbol,
    direction: order.direction,
    period: order.periodS,
    amount: printMoney(order.amountUnits),
    profitRate: printMoney(BigInt(order.profitRateE8)),
    expectedReturn: printMoney(winUnits(order.amountUnits, BigInt(order.profitRateE8))),
    strikePrice: price(order.strikeSeq, order.strikeTicks),
    executionPrice: price(order.exitSeq, order.exitTicks),
    fee: printMoney(order.feeUnits),
    seenPrice: seenUnits > 0n ? printMoney(seenUnits) : '',
    maxSlip: slipE8 > 0 ? printMoney(BigInt(slipE8)) : '',
    buyTime: order.buyTime,
    openTime: order.openTime,
    expirationTime: order.expirationTime,
    settleTime: order.settleTime,
    status: settling ? SECONDS_STATUS.settling : order.status,
    result,
    reason: order.reason,
    payout: printMoney(order.payoutUnits),
    profit: result === '' ? '' : printMoney(order.payoutUnits - order.amountUnits - order.feeUnits),
    rule: order.rule,
    ...(receipt ? { orderHash: receipt.orderHash, receipt } : {}),
    ...(proof === undefined ? {} : { proof }),
  };
}
