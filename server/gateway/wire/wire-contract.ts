// Contract orders in wire format, for calls and the socket.
import type { ClosingProof } from '../../../core/proofs/delisting-settlement.ts';
import { CLOSE_TYPE, CONTRACT_STATUS, type ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import {
  type PriceE8,
  breakEvenE8,
  bustPriceE8,
  initialMargin,
  liqPriceE8,
  profitRateE8,
  riskRateE8,
  signOf,
  unrealised,
} from '../../../core/risk/margin.ts';
import { type RiskTerms, downShare, nearestShare, sizeUnits, valueUnits } from '../../../core/risk/margin-tiers.ts';
import {
  ONE_E8,
  type Lots,
  type PriceTicks,
  type Units,
  parseMoney,
  printMoney,
  printSteps,
} from '../../../core/units/units.ts';
import type { ContractNote, ContractState } from '../../exchange/contracts/contract-state.ts';
import { contractOrderNo } from '../../exchange/contracts/contract-order-no.ts';
import type { Closing } from '../../exchange/event.ts';

/** Prices that a contract is shown at, in ticks; 0 for none. */
export interface ContractPrices {
  markTicks: PriceTicks;
  lastTicks: PriceTicks;
}

/** ContractOrder of docs/api.md 2.8. A missing price is "". */
export function printContract(
  instrument: Instrument,
  terms: RiskTerms,
  state: ContractState,
  prices: ContractPrices,
  notes?: readonly ContractNote[],
): ContractOrder {
  const { position } = state;
  const price = (ticks: PriceTicks): string => (ticks > 0 ? printSteps(ticks, instrument.price) : '');
  const closePrice = average(terms, state.closedUnits, state.closedLots);
  return {
    id: state.id,
    orderNo: contractOrderNo(state.id),
    clientNo: state.clientNo,
    coinInfoId: state.coinInfoId,
    symbol: instrument.info.symbol,
    direction: state.direction,
    multiple: state.multiple,
    amount: printSteps(state.lots, instrument.amount),
    holdAmount: printSteps(position.lots, instrument.amount),
    pendingAmount: printSteps(state.pendingLots, instrument.amount),
    orderType: state.orderType,
    limitPrice: price(state.limitTicks),
    openPrice: average(terms, state.openedUnits, state.openedLots),
    closePrice,
    profitPrice: price(state.profitTicks),
    lossPrice: price(state.lossTicks),
    profitAmount: printPart(instrument, state, state.profitLots),
    lossAmount: printPart(instrument, state, state.lossLots),
    triggerBy: state.triggerBy,
    addMgn: printMoney(state.addedUnits),
    liqPrice: position.lots === 0 ? '' : printPrice(liqPriceE8(terms, position)),
    bustPrice: position.lots === 0 ? '' : printPrice(bustPriceE8(terms, position)),
    breakEvenPrice: position.lots === 0 ? '' : printPrice(breakEvenE8(terms, position)),
    fee: printMoney(state.openFeeUnits + state.closeFeeUnits),
    openFee: printMoney(state.openFeeUnits),
    closeFee: printMoney(state.closeFeeUnits),
    ...printFunding(instrument, state, notes),
    realized: printMoney(state.realisedUnits),
    status: state.status,
    closeType: state.closeType,
    closeReason: state.closeReason,
    openTime: state.openTime,
    closeTime: state.closeTime,
    createTime: state.createTime,
    updateTime: state.updateTime,
    ...riskOf(instrument, terms, state, prices),
    ...(state.status > CONTRACT_STATUS.holding ? { currentPrice: closePrice } : {}),
    ...(notes ? { events: notes.map((note) => printNote(instrument, terms, note)) } : {}),
  };
}

/**
 * How much a take-profit or stop-loss of a part closes: no more than is left, where some of the position was closed
 * after it was set. "" for the whole position.
 */
function printPart({ amount }: Instrument, { position, pendingLots }: ContractState, part: Lots): string {
  if (part === 0) return '';
  const left = position.lots + pendingLots;
  return printSteps(left > 0 ? Math.min(part, left) : part, amount);
}

/**
 * Funding over the contract's whole life, received (+) or paid (-). The state has that of the lots still held; that of
 * the closed ones follows from the realised profit (docs/formulas.md 8), unless the insurance account took part in it:
 * then it is the sum of the notes, and absent without them.
 */
function printFunding(
  { info }: Instrument,
  { position, direction, closeType, ...of }: ContractState,
  notes: readonly ContractNote[] | undefined,
): Pick<ContractOrder, 'fundingFee'> {
  if (info.fundingEnable !== 1) return { fundingFee: printMoney(position.fundingUnits) };
  if (closeType === CLOSE_TYPE.system || closeType === CLOSE_TYPE.liquidation) {
    const paid = notes?.reduce((sum, { kind, units }) => (kind === 'funding' ? sum + units : sum), 0n);
    return paid === undefined ? {} : { fundingFee: printMoney(paid) };
  }
  const profitUnits = signOf(direction) * (of.closedUnits - of.openedUnits + position.openUnits);
  const feeUnits = of.openFeeUnits - position.openFeeUnits + of.closeFeeUnits;
  return { fundingFee: printMoney(of.realisedUnits - profitUnits + feeUnits + position.fundingUnits) };
}

/**
 * The price at which the system settled a market's contracts, with its ticks; each tick's hash is the predecessor
 * of the next.
 */
export function printClosing(
  { price: grid }: Instrument,
  { reason, ts, priceTicks, ticks, hash }: Closing,
): ClosingProof {
  const plain = (steps: PriceTicks): string => printMoney(parseMoney(printSteps(steps, grid)) ?? 0n);
  return {
    reason: reason as ClosingProof['reason'],
    ts,
    price: plain(priceTicks),
    ticks: ticks.map(({ priceTicks: tick, ...link }, at) => ({
      ...link,
      price: plain(tick),
      hash: ticks[at + 1]?.prev ?? hash,
    })),
  };
}

/** The fields that change with the market price, as in the `positions` channel. */
export type ContractRisk = Pick<
  ContractOrder,
  'currentPrice' | 'markPrice' | 'profit' | 'profitRate' | 'riskRate' | 'securityDeposit'
>;

export function riskOf(
  instrument: Instrument,
  terms: RiskTerms,
  state: ContractState,
  { markTicks, lastTicks }: ContractPrices,
): ContractRisk {
  const { position } = state;
  const held = position.lots > 0;
  const shownTicks = markTicks || lastTicks;
  const profitUnits = held && shownTicks > 0 ? unrealised(terms, position, shownTicks) : state.realisedUnits;
  const rate = held ? profitRateE8(position, profitUnits) : rateOf(profitUnits, state.initialUnits);
  return {
    currentPrice: lastTicks > 0 ? printSteps(lastTicks, instrument.price) : '',
    markPrice: markTicks > 0 ? printSteps(markTicks, instrument.price) : '',
    profit: printMoney(profitUnits),
    profitRate: printMoney(rate),
    riskRate: printMoney(held && shownTicks > 0 ? riskRateE8(terms, position, shownTicks) : 0n),
    securityDeposit: printMoney(depositOf(terms, state)),
  };
}

/** Margin of an open position; of a pending order its initial margin, of a closed one all margin it had. */
function depositOf(terms: RiskTerms, state: ContractState): Units {
  if (state.status === CONTRACT_STATUS.holding) return state.position.marginUnits;
  if (state.status === CONTRACT_STATUS.pending)
    return initialMargin(valueUnits(terms, state.limitTicks, state.pendingLots), state.multiple);
  return state.initialUnits + state.addedUnits;
}

function rateOf(profitUnits: Units, marginUnits: Units): bigint {
  return marginUnits === 0n ? 0n : downShare(profitUnits * ONE_E8, marginUnits);
}

/** Average price, rounded to nearest; "" for nothing. */
function average(terms: RiskTerms, units: Units, lots: Lots): string {
  return lots === 0 ? '' : printMoney(nearestShare(units * ONE_E8, sizeUnits(terms, lots)));
}

function printPrice(price: PriceE8 | null): string {
  return price === null || price <= 0n ? '' : printMoney(price);
}

function printNote(
  instrument: Instrument,
  terms: RiskTerms,
  note: ContractNote,
): NonNullable<ContractOrder['events']>[number] {
  const traded = note.kind === 'open' || note.kind === 'close';
  return {
    kind: note.kind,
    price: traded
      ? average(terms, note.units, note.lots)
      : note.priceTicks > 0
        ? printSteps(note.priceTicks, instrument.price)
        : '',
    amount: printSteps(note.lots, instrument.amount),
    units: printMoney(note.units),
    fee: printMoney(note.feeUnits),
    reason: note.reason,
    ts: note.ts,
  };
}
