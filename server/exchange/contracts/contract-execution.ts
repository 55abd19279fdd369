// Execution of contracts in the book.
// The clearing account trades for them, and each fill is booked to its contract (R2).
import {
  CLOSE_TYPE,
  CONTRACT_STATUS,
  type CloseType,
  type ContractStatus,
} from '../../../core/orders/contract-order.ts';
import { valueUnits } from '../../../core/risk/margin-tiers.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { CLEARING_UID, type PlaceSpot } from '../command.ts';
import type { OrderState } from '../event.ts';
import type { LiveOrder } from '../matching/live-order.ts';
import { insertOrder, cancelOrder } from '../spot-commands.ts';
import { REASON } from '../reason.ts';
import type { Contract } from './contract.ts';
import type { CommandContext } from '../command-context.ts';
import { type ContractState, type NoteKind, closingSide, contractRef, openingSide } from './contract-state.ts';
import { type ContractFill, releasePending, settleClosing, settleOpening } from './contract-money.ts';
import { countOpenValue } from './open-value.ts';
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
  context: CommandContext,
  contract: Contract,
  limitTicks: PriceTicks,
  rests: boolean,
): OrderState {
  const { state } = contract;
  const sent = clearingOrder(contract, openingSide(state.direction), limitTicks, state.lots, rests ? 'GTC' : 'IOC');
  const from = context.events.length;
  const done = insertOrder(context, contract.contractMarket.market, sent, state.uid);
  if (done.dealLots > 0) settleOpenFills(context, contract, fillsOf(context, contract, from, done.id), false);
  return done;
}

/** Fills of an order, price by price, from the events of this command since index `from`. */
function fillsOf(
  { events }: CommandContext,
  { contractMarket }: Contract,
  from: number,
  orderId: number,
): ContractFill[] {
  const fills: ContractFill[] = [];
  for (let at = from; at < events.length; at += 1) {
    const event = events[at]!;
    if (event.kind !== 'fill' || event.fill.orderId !== orderId) continue;
    const { priceTicks, lots } = event.fill;
    const units = valueUnits(contractMarket.terms, priceTicks, lots);
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
  context: CommandContext,
  contract: Contract,
  fills: readonly ContractFill[],
  atRest: boolean,
): void {
  const { state } = contract;
  const feeUnits = settleOpening(context, contract, fills, atRest);
  state.status = CONTRACT_STATUS.holding;
  state.openTime ||= context.ts;
  if (state.pendingLots === 0) state.bookOrderId = 0;
  emitContract(context, contract, 'open', { ...sumOf(fills), feeUnits });
}

/**
 * A resting order of the clearing account was filled: the position of its contract grows. Called by the matching,
 * within any command.
 */
export function onMakerFill(context: CommandContext, maker: LiveOrder, lots: Lots): void {
  const contract = context.exchange.contracts.get(maker.contractId);
  if (!contract) throw new Error(`order ${maker.id} rests for contract ${maker.contractId}, which is not open`);
  const { priceTicks } = maker;
  const units = valueUnits(contract.contractMarket.terms, priceTicks, lots);
  settleOpenFills(context, contract, [{ priceTicks, lots, units }], true);
}

/** Cancels the resting order of a contract and releases what it froze. */
export function revoke(context: CommandContext, contract: Contract, reason: string): void {
  const { state } = contract;
  const resting = context.exchange.orders.get(state.bookOrderId);
  if (!resting) throw new Error(`contract ${state.id} has no resting order`);
  cancelOrder(context, contract.contractMarket.market, resting);
  releasePending(context, contract);
  state.bookOrderId = 0;
  if (state.position.lots === 0)
    endContract(context, contract, { status: CONTRACT_STATUS.revoked, closeType: CLOSE_TYPE.none, reason });
  emitContract(context, contract, 'revoke', { reason });
}

interface ClosingOrder {
  lots: Lots;
  limitTicks: PriceTicks;
  closeType: CloseType;
  reason: string;
}

/**
 * Trades up to `lots` of the position within the price, after revoking own orders on the way. Returns the lots closed.
 */
export function sendClosingOrder(
  context: CommandContext,
  contract: Contract,
  { lots, limitTicks, closeType, reason }: ClosingOrder,
): Lots {
  const { contractMarket, state } = contract;
  if (state.pendingLots > 0) revoke(context, contract, reason);
  revokeOwnOrders(context, contract, lots, limitTicks);
  const from = context.events.length;
  const done = insertOrder(
    context,
    contractMarket.market,
    clearingOrder(contract, closingSide(state.direction), limitTicks, lots, 'IOC'),
    state.uid,
  );
  if (done.dealLots === 0) return 0;
  const fills = fillsOf(context, contract, from, done.id);
  const { feeUnits, shortfallUnits } = settleClosing(context, contract, fills, closeType);
  if (state.position.lots === 0) endContract(context, contract, { status: CONTRACT_STATUS.closed, closeType, reason });
  // A position that is being liquidated, or has cost the insurance account money, no longer belongs to its owner (R6).
  else if (closeType === CLOSE_TYPE.liquidation || shortfallUnits > 0n) state.closeType = CLOSE_TYPE.liquidation;
  reduceTrigger(state, closeType, done.dealLots);
  emitContract(context, contract, 'close', { ...sumOf(fills), feeUnits, reason });
  return done.dealLots;
}

/** Reduces a take-profit or stop-loss of a part by the lots it closed; at 0 its price is removed. */
function reduceTrigger(state: ContractState, closeType: CloseType, lots: Lots): void {
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
  context: CommandContext,
  { contractMarket, state }: Contract,
  lots: Lots,
  limitTicks: PriceTicks,
): void {
  const closing = { side: closingSide(state.direction), lots, limitTicks, ownerUid: state.uid };
  for (;;) {
    const { own } = simulateFill(contractMarket.market, closing);
    if (!own) return;
    const blocking = context.exchange.contracts.get(own.contractId);
    if (!blocking) throw new Error(`order ${own.id} has no contract`);
    revoke(context, blocking, REASON.selfTrade);
  }
}

export function endContract(
  context: CommandContext,
  { state }: Contract,
  { status, closeType, reason }: { status: ContractStatus; closeType: CloseType; reason: string },
): void {
  state.status = status;
  state.closeType = closeType;
  state.closeReason = reason;
  state.closeTime = context.ts;
}

/** Emits the contract with a note and updates its triggers; a contract that has ended is removed. */
export function emitContract(context: CommandContext, contract: Contract, kind: NoteKind, step: NoteFields): void {
  const { state } = contract;
  state.updateTime = context.ts;
  updateTriggers(contract);
  countOpenValue(contract);
  if (state.status > CONTRACT_STATUS.holding) context.exchange.contracts.delete(contract);
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
