// Execution of contracts in the book.
// The clearing account trades for them, and each fill is booked to its contract (R2).
import { CLOSE_TYPE, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { valueUnits } from '../../../core/risk/margin-tiers.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { CLEARING_UID, type PlaceSpot } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { OrderState } from '../event.ts';
import type { LiveOrder } from '../matching/live-order.ts';
import { insertOrder, cancelOrder } from '../spot-commands.ts';
import { REASON } from '../reason.ts';
import type { Contract } from './contract.ts';
import type { CommandContext } from '../command-context.ts';
import type { ContractMarket } from './contract-market.ts';
import { type ContractState, type NoteKind, closingSide, contractRef, openingSide } from './contract-state.ts';
import { type ContractFill, releasePending, settleClosing, settleOpening } from './contract-money.ts';
import { updateTriggers } from './update-triggers.ts';
import { simulateFill } from '../matching/simulate-fill.ts';

/** Fields of a contract note: a price that was set, or lots traded for units. */
export interface NoteFields {
  lots?: Lots;
  units?: Units;
  feeUnits?: Units;
  priceTicks?: PriceTicks;
  reason?: string;
}

/** Order of the clearing account for a contract. */
function clearingOrder(
  { state }: Contract,
  side: Side,
  priceTicks: PriceTicks,
  lots: Lots,
  tif: 'GTC' | 'IOC',
): PlaceSpot {
  return {
    kind: 'placeSpot',
    uid: CLEARING_UID,
    coinInfoId: state.coinInfoId,
    side,
    orderType: 'limit',
    priceTicks,
    lots,
    totalUnits: 0n,
    tif,
    postOnly: false,
    clientNo: contractRef(state.id),
  };
}

/**
 * Sends the opening order to the book and settles its fills. With `rests` the remainder rests; the order is returned as
 * it is then.
 */
export function sendOpeningOrder(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  contract: Contract,
  limitTicks: PriceTicks,
  rests: boolean,
): OrderState {
  const { state } = contract;
  const sent = clearingOrder(contract, openingSide(state.direction), limitTicks, state.lots, rests ? 'GTC' : 'IOC');
  const from = context.events.length;
  const done = insertOrder(exchange, context, contractMarket.market, sent, state.uid);
  if (done.dealLots > 0)
    settleOpenFills(
      exchange,
      context,
      contractMarket,
      contract,
      fillsOf(context, contractMarket, from, done.id),
      false,
    );
  return done;
}

/** Fills of an order, price by price, from the events of this command since index `from`. */
function fillsOf({ events }: CommandContext, { terms }: ContractMarket, from: number, orderId: number): ContractFill[] {
  const fills: ContractFill[] = [];
  for (let at = from; at < events.length; at += 1) {
    const event = events[at]!;
    if (event.kind !== 'fill' || event.fill.orderId !== orderId) continue;
    const { priceTicks, lots } = event.fill;
    const units = valueUnits(terms, priceTicks, lots);
    const last = fills[fills.length - 1];
    if (last?.priceTicks === priceTicks)
      fills[fills.length - 1] = { priceTicks, lots: last.lots + lots, units: last.units + units };
    else fills.push({ priceTicks, lots, units });
  }
  return fills;
}

function sumOf(fills: readonly ContractFill[]): Pick<ContractFill, 'lots' | 'units'> {
  return {
    lots: fills.reduce((sum, { lots }) => sum + lots, 0),
    units: fills.reduce((sum, { units }) => sum + units, 0n),
  };
}

function settleOpenFills(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  contract: Contract,
  fills: readonly ContractFill[],
  atRest: boolean,
): void {
  const { state } = contract;
  const feeUnits = settleOpening(exchange, context, contractMarket, contract, fills, atRest);
  state.status = CONTRACT_STATUS.holding;
  state.openTime ||= context.ts;
  if (state.pendingLots === 0) state.bookOrderId = 0;
  emitContract(exchange, context, contract, 'open', { ...sumOf(fills), feeUnits });
}

/**
 * A resting order of the clearing account was filled: the position of its contract grows. Called by the matching,
 * within any command.
 */
export function onMakerFill(exchange: ExchangeState, context: CommandContext, maker: LiveOrder, lots: Lots): void {
  const contract = exchange.contracts.get(maker.contractId);
  const contractMarket = exchange.contracts.markets.get(maker.coinInfoId);
  if (!contract || !contractMarket)
    throw new Error(`order ${maker.id} rests for contract ${maker.contractId}, which is not open`);
  const { priceTicks } = maker;
  settleOpenFills(
    exchange,
    context,
    contractMarket,
    contract,
    [{ priceTicks, lots, units: valueUnits(contractMarket.terms, priceTicks, lots) }],
    true,
  );
}

/** Cancels the resting order of a contract and releases what it froze. */
export function revoke(exchange: ExchangeState, context: CommandContext, contract: Contract, reason: string): void {
  const { state } = contract;
  const resting = exchange.orders.get(state.bookOrderId);
  if (!resting) throw new Error(`contract ${state.id} has no resting order`);
  cancelOrder(exchange, context, exchange.markets.get(state.coinInfoId)!, resting);
  releasePending(exchange, context, contract);
  state.bookOrderId = 0;
  if (state.position.lots === 0) endContract(contract, context, CONTRACT_STATUS.revoked, 0, reason);
  emitContract(exchange, context, contract, 'revoke', { reason });
}

/**
 * Trades up to `lots` of the position within the price, after revoking own orders on the way. Returns the lots closed.
 */
export function sendClosingOrder(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  contract: Contract,
  lots: Lots,
  limitTicks: PriceTicks,
  closeType: number,
  reason: string,
): Lots {
  const { state } = contract;
  if (state.pendingLots > 0) revoke(exchange, context, contract, reason);
  revokeOwnOrders(exchange, context, contractMarket, contract, lots, limitTicks);
  const from = context.events.length;
  const done = insertOrder(
    exchange,
    context,
    contractMarket.market,
    clearingOrder(contract, closingSide(state.direction), limitTicks, lots, 'IOC'),
    state.uid,
  );
  if (done.dealLots === 0) return 0;
  const fills = fillsOf(context, contractMarket, from, done.id);
  const { feeUnits, shortfallUnits } = settleClosing(exchange, context, contractMarket, contract, fills, closeType);
  if (state.position.lots === 0) endContract(contract, context, CONTRACT_STATUS.closed, closeType, reason);
  // A position that is being liquidated, or has cost the insurance account money, no longer belongs to its owner (R6).
  else if (closeType === CLOSE_TYPE.liquidation || shortfallUnits > 0n) state.closeType = CLOSE_TYPE.liquidation;
  reduceTrigger(state, closeType, done.dealLots);
  emitContract(exchange, context, contract, 'close', { ...sumOf(fills), feeUnits, reason });
  return done.dealLots;
}

/** Reduces a take-profit or stop-loss of a part by the lots it closed; at 0 its price is removed. */
function reduceTrigger(state: ContractState, closeType: number, lots: Lots): void {
  if (closeType === CLOSE_TYPE.takeProfit && state.profitLots > 0) {
    state.profitLots = Math.max(0, state.profitLots - lots);
    if (state.profitLots === 0) state.profitTicks = 0;
  }
  if (closeType === CLOSE_TYPE.stopLoss && state.lossLots > 0) {
    state.lossLots = Math.max(0, state.lossLots - lots);
    if (state.lossLots === 0) state.lossTicks = 0;
  }
}

function revokeOwnOrders(
  exchange: ExchangeState,
  context: CommandContext,
  { market }: ContractMarket,
  { state }: Contract,
  lots: Lots,
  limitTicks: PriceTicks,
): void {
  for (;;) {
    const { own } = simulateFill(market, closingSide(state.direction), lots, limitTicks, state.uid);
    if (!own) return;
    const blocking = exchange.contracts.get(own.contractId);
    if (!blocking) throw new Error(`order ${own.id} has no contract`);
    revoke(exchange, context, blocking, REASON.selfTrade);
  }
}

export function endContract(
  contract: Contract,
  context: CommandContext,
  status: number,
  closeType: number,
  reason: string,
): void {
  Object.assign(contract.state, { status, closeType, closeReason: reason, closeTime: context.ts });
}

/** Emits the contract with a note and updates its triggers; a contract that has ended is removed. */
export function emitContract(
  exchange: ExchangeState,
  context: CommandContext,
  contract: Contract,
  kind: NoteKind,
  step: NoteFields,
): void {
  const { state } = contract;
  state.updateTime = context.ts;
  updateTriggers(exchange, contract);
  if (state.status > CONTRACT_STATUS.holding) exchange.contracts.delete(contract);
  context.events.push({ kind: 'contract', contract: { ...state } });
  context.events.push({
    kind: 'contractNote',
    note: {
      contractId: state.id,
      uid: state.uid,
      kind,
      lots: 0,
      units: 0n,
      feeUnits: 0n,
      priceTicks: 0,
      reason: '',
      ...step,
      ts: context.ts,
    },
  });
}
