// Commands of an owner on an open contract: revoke, replace, take-profit and stop-loss, margin, close.
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { HALTED } from '../../../core/instruments/instrument.ts';
import { mostMarginBack } from '../../../core/risk/margin-close.ts';
import { liqTicks } from '../../../core/risk/margin.ts';
import { openedPosition } from '../../../core/risk/margin-order.ts';
import { checkStopLoss, checkTakeProfit } from '../../../core/risk/margin-triggers.ts';
import { checkBalance, isReject } from '../../../core/orders/spot-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { asleepReject } from '../../../core/instruments/trading-hours.ts';
import { type Lots, type PriceTicks, printMoney, printSteps } from '../../../core/units/units.ts';
import { closedReject } from '../closing/delist-market.ts';
import type { CommandOf, PlaceContract } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Answer } from '../outcome.ts';
import { REASON } from '../reason.ts';
import type { CommandContext } from '../command-context.ts';
import { crosses } from '../../../core/matching/match.ts';
import { allowedPercent, boundTicks, closingTicks, referenceTicks, slipPercent } from './price-bounds.ts';
import type { Contract } from './contract.ts';
import { type ContractState, closingSide } from './contract-state.ts';
import type { ContractMarket } from './contract-market.ts';
import { sendClosingOrder, revoke, emitContract } from './contract-execution.ts';
import { settleMargin } from './contract-money.ts';
import { placeContract } from './place-contract.ts';
import { simulateFill } from '../matching/simulate-fill.ts';

/** Contracts that one revocation may name. */
const MAX_REVOKED = 200;

/**
 * The caller's open contract, unless it is being liquidated. Another user's contract is answered as one that does not
 * exist; whether a finished one was the caller's is decided by the gateway.
 */
function findOwnContract(exchange: ExchangeState, uid: number, id: number): Contract | Reject {
  const contract = exchange.contracts.get(id);
  if (contract?.state.uid === uid)
    return contract.state.closeType === CLOSE_TYPE.liquidation ? reject(CODE.orderFinished) : contract;
  if (contract) return reject(CODE.notFound);
  return reject(id >= 1 && id <= exchange.contracts.lastId ? CODE.orderFinished : CODE.notFound);
}

function answer(...states: ContractState[]): Answer {
  return { orders: [], contracts: states.map((state) => ({ ...state })) };
}

export function cancelContract(
  context: CommandContext,
  { uid, contractIds, coinInfoId }: CommandOf<'cancelContract'>,
): Answer {
  const { exchange } = context;
  if (contractIds && contractIds.length > MAX_REVOKED)
    return reject(CODE.fieldInvalid, { field: 'ids', rule: `at most ${MAX_REVOKED}` });
  const asked = contractIds
    ? [...new Set(contractIds)].flatMap((id) => exchange.contracts.get(id) ?? [])
    : exchange.contracts.of(uid, coinInfoId);
  const pending = asked.filter(({ state }) => state.uid === uid && state.pendingLots > 0);
  for (const contract of pending) revoke(context, contract, REASON.user);
  if (pending.length > 0 || !contractIds) return answer(...pending.map(({ state }) => state));
  const refusals = contractIds.map((id) => findOwnContract(exchange, uid, id));
  const finished = refusals.some((found) => !isReject(found) || found.code === CODE.orderFinished);
  return reject(finished ? CODE.orderFinished : CODE.notFound);
}

/** R19: what rests of the one is revoked and the other placed, or neither. */
export function replaceContract(
  context: CommandContext,
  { uid, contractId, lots: asked, limitTicks, clientNo }: CommandOf<'replaceContract'>,
): Answer {
  const replaced = findOwnContract(context.exchange, uid, contractId);
  if (isReject(replaced)) return replaced;
  const { coinInfoId, direction, multiple, triggerBy, pendingLots, ...state } = replaced.state;
  if (pendingLots === 0) return reject(CODE.orderFinished);
  // It may have been filled in part after its owner saw it.
  const lots = asked === 0 ? pendingLots : Math.min(asked, pendingLots);
  const held = state.position.lots;
  const profit = triggerOfRest(state.profitTicks, state.profitLots, held, lots);
  const loss = triggerOfRest(state.lossTicks, state.lossLots, held, lots);
  const place: PlaceContract = {
    kind: 'placeContract',
    uid,
    coinInfoId,
    direction,
    orderType: 'limit',
    multiple,
    lots,
    limitTicks,
    profitTicks: profit.ticks,
    lossTicks: loss.ticks,
    triggerBy,
    slipE8: 0,
    clientNo,
  };
  return placeContract(context, place, { replaced, profitLots: profit.lots, lossLots: loss.lots });
}

/** What goes with the part that rests: of a part to be closed only what the held position does not have. */
function triggerOfRest(ticks: PriceTicks, part: Lots, held: Lots, lots: Lots): { ticks: PriceTicks; lots: Lots } {
  if (ticks === 0 || part === 0) return { ticks, lots: 0 };
  const rest = Math.min(part - held, lots);
  return rest > 0 ? { ticks, lots: rest } : { ticks: 0, lots: 0 };
}

export function setTrigger(
  context: CommandContext,
  { kind, uid, contractId, priceTicks, lots = 0, triggerBy }: CommandOf<'setProfit' | 'setLoss'>,
): Answer {
  const contract = findOwnContract(context.exchange, uid, contractId);
  if (isReject(contract)) return contract;
  const { contractMarket, state } = contract;
  const refused =
    priceTicks > 0
      ? (checkTriggerPrice(contractMarket, state, kind, priceTicks) ?? checkTriggerLots(contractMarket, state, lots))
      : null;
  if (refused) return refused;
  const part = priceTicks > 0 ? lots : 0;
  if (kind === 'setProfit') Object.assign(state, { profitTicks: priceTicks, profitLots: part });
  else Object.assign(state, { lossTicks: priceTicks, lossLots: part });
  if (triggerBy) state.triggerBy = triggerBy;
  emitContract(context, contract, kind === 'setProfit' ? 'profit' : 'loss', { priceTicks, lots: part });
  return answer(state);
}

function checkTriggerPrice(
  contractMarket: ContractMarket,
  state: ContractState,
  kind: 'setProfit' | 'setLoss',
  priceTicks: PriceTicks,
): Reject | null {
  const reference = triggerReference(contractMarket, state);
  if (kind === 'setProfit') return checkTakeProfit(contractMarket.terms, state.direction, priceTicks, reference);
  const { terms } = contractMarket;
  const { direction, multiple, limitTicks, pendingLots, position } = state;
  // Of an order that waits: of the position that it would open, as when it was placed.
  const opened =
    position.lots > 0
      ? position
      : openedPosition(terms, { direction, multiple, priceTicks: limitTicks, lots: pendingLots });
  const liqAtTicks = liqTicks(terms, opened);
  return checkStopLoss(terms, direction, priceTicks, reference, liqAtTicks);
}

/** The part that a trigger closes is at most what is held and still pending. */
function checkTriggerLots(
  contractMarket: ContractMarket,
  { position, pendingLots }: ContractState,
  lots: Lots,
): Reject | null {
  const most = position.lots + pendingLots;
  return Number.isSafeInteger(lots) && lots >= 0 && lots <= most ? null : partTooLarge(contractMarket, most);
}

function partTooLarge({ market: { info, oneLotUnits } }: ContractMarket, most: Lots): Reject {
  const step = info.amountStep;
  return reject(CODE.amountOffStep, { step, min: step, max: printMoney(BigInt(most) * oneLotUnits) });
}

/** The limit price while nothing is held, then the mark price (R7). */
function triggerReference(contractMarket: ContractMarket, { position, limitTicks }: ContractState): PriceTicks {
  return position.lots === 0 ? limitTicks : referenceTicks(contractMarket);
}

export function addMargin(context: CommandContext, { uid, contractId, units }: CommandOf<'addMargin'>): Answer {
  const contract = findOwnContract(context.exchange, uid, contractId);
  if (isReject(contract)) return contract;
  const { contractMarket, state, account } = contract;
  if (state.position.lots === 0) return reject(CODE.orderFinished);
  if (units === 0n) return reject(CODE.fieldInvalid, { field: 'amount', rule: 'not 0' });
  const refused =
    units > 0n
      ? checkBalance(units, account.available)
      : checkBalance(-units, mostMarginBack(contractMarket.terms, state.position, referenceTicks(contractMarket)));
  if (refused) return refused;
  settleMargin(context, contract, units);
  emitContract(context, contract, 'margin', { units });
  return answer(state);
}

export function closeContract(
  context: CommandContext,
  { uid, contractId, ...close }: CommandOf<'closeContract'>,
): Answer {
  const contract = findOwnContract(context.exchange, uid, contractId);
  if (isReject(contract)) return contract;
  return closeByUser(context, contract, close) ?? answer(contract.state);
}

export function closeAllContracts(
  context: CommandContext,
  { uid, coinInfoId, direction }: CommandOf<'closeAllContracts'>,
): Answer {
  const held = context.exchange.contracts
    .of(uid, coinInfoId)
    .filter(
      ({ state }) =>
        state.position.lots > 0 &&
        state.closeType === CLOSE_TYPE.none &&
        (direction === null || state.direction === direction),
    );
  if (held.length === 0) return reject(CODE.nothingToClose);
  const closed: ContractState[] = [];
  const failed: ({ id: number } & Reject)[] = [];
  for (const contract of held) {
    const refused = closeByUser(context, contract, { lots: 0, slipE8: 0 });
    if (refused) failed.push({ id: contract.state.id, ...refused });
    else closed.push({ ...contract.state });
  }
  return { orders: [], contracts: closed, failed };
}

/**
 * Closes `lots` (0: all) as far as the book fills them within the band (R5). With a price or slippage limit of the
 * caller: all of them or none.
 */
function closeByUser(
  context: CommandContext,
  contract: Contract,
  { lots: asked, slipE8, limitTicks: ownTicks = 0 }: Pick<CommandOf<'closeContract'>, 'lots' | 'slipE8' | 'limitTicks'>,
): Reject | null {
  const { contractMarket, state } = contract;
  const { info } = contractMarket.market;
  if (state.position.lots === 0) return reject(CODE.orderFinished);
  if (info.status === HALTED) return closedReject(contractMarket.market);
  const asleep = asleepReject(info, context.ts);
  if (asleep) return asleep;
  const lots = asked || state.position.lots;
  if (lots > state.position.lots) return partTooLarge(contractMarket, state.position.lots);
  const side = closingSide(state.direction);
  const bound = closingTicks(contractMarket, state, slipE8 > 0 ? slipE8 / 1e8 : null);
  const limitTicks = ownTicks > 0 && crosses(side, bound, ownTicks) ? ownTicks : bound;
  // Own orders on the way are revoked first, so they neither stop nor fill it.
  const isRefused = (worstTicks: PriceTicks): boolean => {
    const { uid: ownerUid } = state;
    const found = simulateFill(contractMarket.market, {
      side,
      lots,
      limitTicks: worstTicks,
      ownerUid,
      passesOwn: true,
    });
    return found.lots === 0 || ((slipE8 > 0 || ownTicks > 0) && found.lots < lots);
  };
  if (isRefused(limitTicks)) {
    // What is fillable within the slippage fails at the own price, or at the last one that the margin pays (R5).
    const allowedTicks = boundTicks(contractMarket, side, slipE8 > 0 ? slipE8 / 1e8 : null);
    return limitTicks === bound && isRefused(allowedTicks)
      ? reject(CODE.slippage, { limit: allowedPercent(contractMarket, slipE8) })
      : reject(CODE.slippage, {
          limit: slipPercent(referenceTicks(contractMarket), side, limitTicks),
          price: printSteps(limitTicks, contractMarket.market.price),
        });
  }
  sendClosingOrder(context, contract, { lots, limitTicks, closeType: CLOSE_TYPE.manual, reason: REASON.user });
  return null;
}
