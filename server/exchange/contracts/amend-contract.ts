// What an owner may do to an open contract: revoke what rests, set the prices it ends at, change its margin, close it.
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { HALTED } from '../../../core/instruments/instrument.ts';
import { mostMarginBack } from '../../../core/risk/margin-close.ts';
import { liqTicks } from '../../../core/risk/margin.ts';
import { checkStopLoss, checkTakeProfit } from '../../../core/risk/margin-triggers.ts';
import { checkBalance, isReject } from '../../../core/orders/spot-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { asleepReject } from '../../../core/instruments/trading-hours.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';
import { closedReject } from '../closing/delisting.ts';
import type { Command } from '../command.ts';
import type { Core } from '../state.ts';
import type { Answer } from '../place-spot.ts';
import { REASON } from '../reason.ts';
import type { Turn } from '../command-context.ts';
import { crosses } from '../matching/match.ts';
import { boundTicks, referenceTicks, slipPercent } from './price-bounds.ts';
import { type Contract, type ContractState, closingSide } from './contract.ts';
import type { ContractDesk } from './open-contracts.ts';
import { leave, revoke, tell } from './execute.ts';
import { settleMargin } from './contract-money.ts';
import { walk } from './simulate-fill.ts';

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** Contracts one revocation may name. */
const MOST_REVOKED = 200;

/**
 * The caller's open contract, unless it is being liquidated. Another's is answered like one that never was; whether a
 * finished one was the caller's is the gateway's to know.
 */
function owned(core: Core, uid: number, id: number): Contract | Reject {
  const contract = core.contracts.get(id);
  if (contract?.state.uid === uid)
    return contract.state.closeType === CLOSE_TYPE.liquidation ? reject(CODE.orderFinished) : contract;
  if (contract) return reject(CODE.notFound);
  return reject(id >= 1 && id <= core.contracts.lastId ? CODE.orderFinished : CODE.notFound);
}

function deskOf(core: Core, { state }: Contract): ContractDesk {
  return core.contracts.desks.get(state.coinInfoId)!;
}

function answer(...states: ContractState[]): Answer {
  return { orders: [], contracts: states.map((state) => ({ ...state })) };
}

export function cancelContract(core: Core, turn: Turn, { uid, contractIds, coinInfoId }: Of<'cancelContract'>): Answer {
  if (contractIds && contractIds.length > MOST_REVOKED)
    return reject(CODE.fieldInvalid, { field: 'ids', rule: `at most ${MOST_REVOKED}` });
  const asked = contractIds
    ? [...new Set(contractIds)].flatMap((id) => core.contracts.get(id) ?? [])
    : core.contracts.of(uid, coinInfoId);
  const pending = asked.filter(({ state }) => state.uid === uid && state.pendingLots > 0);
  for (const contract of pending) revoke(core, turn, contract, REASON.user);
  if (pending.length > 0 || !contractIds) return answer(...pending.map(({ state }) => state));
  const refusals = contractIds.map((id) => owned(core, uid, id));
  const finished = refusals.some((found) => !isReject(found) || found.code === CODE.orderFinished);
  return reject(finished ? CODE.orderFinished : CODE.notFound);
}

export function setTrigger(
  core: Core,
  turn: Turn,
  { kind, uid, contractId, priceTicks, lots = 0, triggerBy }: Of<'setProfit' | 'setLoss'>,
): Answer {
  const contract = owned(core, uid, contractId);
  if (isReject(contract)) return contract;
  const { state } = contract;
  const desk = deskOf(core, contract);
  const refused = priceTicks > 0 ? (wrongSide(desk, state, kind, priceTicks) ?? tooMuch(desk, state, lots)) : null;
  if (refused) return refused;
  const part = priceTicks > 0 ? lots : 0;
  if (kind === 'setProfit') Object.assign(state, { profitTicks: priceTicks, profitLots: part });
  else Object.assign(state, { lossTicks: priceTicks, lossLots: part });
  if (triggerBy) state.triggerBy = triggerBy;
  tell(core, turn, contract, kind === 'setProfit' ? 'profit' : 'loss', { priceTicks, lots: part });
  return answer(state);
}

function wrongSide(
  desk: ContractDesk,
  state: ContractState,
  kind: 'setProfit' | 'setLoss',
  priceTicks: PriceTicks,
): Reject | null {
  const reference = sideReference(desk, state);
  if (kind === 'setProfit') return checkTakeProfit(desk.terms, state.direction, priceTicks, reference);
  return checkStopLoss(
    desk.terms,
    state.direction,
    priceTicks,
    reference,
    state.position.lots > 0 ? liqTicks(desk.terms, state.position) : null,
  );
}

/** A part to close is at most what is held and what still rests to be. */
function tooMuch(
  { market: { info } }: ContractDesk,
  { position, pendingLots }: ContractState,
  lots: Lots,
): Reject | null {
  const fits = Number.isSafeInteger(lots) && lots >= 0 && lots <= position.lots + pendingLots;
  return fits ? null : reject(CODE.amountOffStep, { step: info.amountStep, min: info.amountStep, max: info.maxAmount });
}

/** The limit while nothing is held, the mark after that (R7). */
function sideReference(desk: ContractDesk, { position, limitTicks }: ContractState): PriceTicks {
  return position.lots === 0 ? limitTicks : referenceTicks(desk);
}

export function addMargin(core: Core, turn: Turn, { uid, contractId, units }: Of<'addMargin'>): Answer {
  const contract = owned(core, uid, contractId);
  if (isReject(contract)) return contract;
  const { state, account } = contract;
  if (state.position.lots === 0) return reject(CODE.orderFinished);
  if (units === 0n) return reject(CODE.fieldInvalid, { field: 'amount', rule: 'not 0' });
  const desk = deskOf(core, contract);
  const refused =
    units > 0n
      ? checkBalance(units, account.available)
      : checkBalance(-units, mostMarginBack(desk.terms, state.position, referenceTicks(desk)));
  if (refused) return refused;
  settleMargin(core, turn, contract, units);
  tell(core, turn, contract, 'margin', { units });
  return answer(state);
}

export function closeContract(
  core: Core,
  turn: Turn,
  { uid, contractId, lots, slipE8, limitTicks }: Of<'closeContract'>,
): Answer {
  const contract = owned(core, uid, contractId);
  if (isReject(contract)) return contract;
  return closeByHand(core, turn, contract, lots, slipE8, limitTicks) ?? answer(contract.state);
}

export function closeAllContracts(
  core: Core,
  turn: Turn,
  { uid, coinInfoId, direction }: Of<'closeAllContracts'>,
): Answer {
  const held = core.contracts
    .of(uid, coinInfoId)
    .filter(
      ({ state }) =>
        state.position.lots > 0 &&
        state.closeType === CLOSE_TYPE.none &&
        (direction === null || state.direction === direction),
    );
  if (held.length === 0) return reject(CODE.nothingToClose);
  const closed: ContractState[] = [];
  const failed: { id: number; code: number }[] = [];
  for (const contract of held) {
    const refused = closeByHand(core, turn, contract, 0, 0);
    if (refused) failed.push({ id: contract.state.id, code: refused.code });
    else closed.push({ ...contract.state });
  }
  return { orders: [], contracts: closed, failed };
}

/**
 * Closes `lots`, 0 for all, as far as the book takes them within the band (R5). With a price or a slip of the caller's
 * own all of them, or none.
 */
function closeByHand(
  core: Core,
  turn: Turn,
  contract: Contract,
  asked: Lots,
  slipE8: number,
  ownTicks = 0,
): Reject | null {
  const { state } = contract;
  const desk = deskOf(core, contract);
  const { info } = desk.market;
  if (state.position.lots === 0) return reject(CODE.orderFinished);
  if (info.status === HALTED) return closedReject(desk.market);
  const asleep = asleepReject(info, turn.ts);
  if (asleep) return asleep;
  const lots = asked || state.position.lots;
  if (lots > state.position.lots)
    return reject(CODE.amountOffStep, { step: info.amountStep, min: info.amountStep, max: info.maxAmount });
  const side = closingSide(state.direction);
  const bound = boundTicks(desk, side, slipE8 > 0 ? slipE8 / 1e8 : null);
  const limitTicks = ownTicks > 0 && crosses(side, bound, ownTicks) ? ownTicks : bound;
  // Own orders in the way are revoked before, so they neither stop nor fill it.
  const found = walk(desk.market, side, lots, limitTicks, state.uid, true);
  if (found.lots === 0 || ((slipE8 > 0 || ownTicks > 0) && found.lots < lots)) {
    if (limitTicks !== bound)
      return reject(CODE.slippage, { limit: slipPercent(referenceTicks(desk), side, limitTicks) });
    return reject(CODE.slippage, { limit: slipE8 > 0 ? slipE8 / 1e6 : Math.round(desk.market.bandRate * 100) });
  }
  leave(core, turn, desk, contract, lots, limitTicks, CLOSE_TYPE.manual, 'user');
  return null;
}
