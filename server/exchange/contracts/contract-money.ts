// Moves the money of contracts: margin is frozen in its owner's wallet, results are settled with the clearing account
// (R3, R4, R6).
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { closePart, changeMargin } from '../../../core/risk/margin-close.ts';
import { type RateE8, addFill, emptyPosition } from '../../../core/risk/margin.ts';
import { orderCost } from '../../../core/risk/margin-order.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { CLEARING_UID, HOUSE_UID, INSURANCE_UID } from '../command.ts';
import type { Core } from '../state.ts';
import type { Account } from '../ledger/ledger.ts';
import type { Turn } from '../command-context.ts';
import type { Contract, ContractState } from './contract.ts';
import type { ContractDesk } from './open-contracts.ts';

/** Lots traded at one price; `units` is their value in USDT. */
export interface Fill {
  priceTicks: PriceTicks;
  lots: Lots;
  units: Units;
}

/** What a resting part may cost: margin, fee to open, fee to close at bankruptcy, all at its limit. */
function heldFor({ terms }: ContractDesk, { direction, multiple, limitTicks }: ContractState, lots: Lots): Units {
  return lots === 0 ? 0n : orderCost(terms, direction, multiple, limitTicks, lots).totalUnits;
}

/** Freezes what the resting part may cost. */
export function hold(core: Core, turn: Turn, desk: ContractDesk, contract: Contract, lots: Lots): void {
  const { state } = contract;
  state.pendingLots = lots;
  state.heldUnits = heldFor(desk, state, lots);
  core.ledger.post(turn, contract.account, openingRecord(state), 0n, state.heldUnits, contract.refNo);
}

/** Gives back what is frozen for the resting part. */
export function releaseHeld(core: Core, turn: Turn, { state, account, refNo }: Contract): void {
  core.ledger.post(turn, account, 'contract_close', 0n, -state.heldUnits, refNo);
  state.pendingLots = 0;
  state.heldUnits = 0n;
}

/**
 * The position grows: fees are paid, margin is frozen. `atRest`: the fill met the resting part, and is paid from what
 * was frozen for it. Answers the fee.
 */
export function settleOpening(
  core: Core,
  turn: Turn,
  desk: ContractDesk,
  contract: Contract,
  fills: readonly Fill[],
  atRest: boolean,
): Units {
  const { state, account, refNo } = contract;
  const released = atRest
    ? releasedBy(
        desk,
        state,
        sumOf(fills, ({ lots }) => lots),
      )
    : 0n;
  const { terms } = desk;
  let { position } = state;
  let feeUnits = 0n;
  for (const { priceTicks, lots, units } of fills) {
    const grown = addFill(terms, position, priceTicks, lots, atRest ? terms.makerE8 : terms.takerE8);
    position = grown.position;
    feeUnits += grown.feeUnits;
    state.openedLots += lots;
    state.openedUnits += units;
  }
  const marginUnits = position.entryMarginUnits - state.position.entryMarginUnits;
  // Rounded up for each of many small fills it may be a unit more than was frozen for all of them: the margin gives
  // way.
  const missing = feeUnits + marginUnits - account.available - released;
  const taken = missing > 0n ? marginUnits - missing : marginUnits;
  state.position = changeMargin(position, taken - marginUnits);
  state.initialUnits += marginUnits;
  state.openFeeUnits += feeUnits;
  core.ledger.post(turn, account, openingRecord(state), -feeUnits, taken - released, refNo);
  payFee(core, turn, refNo, feeUnits);
  return feeUnits;
}

/** Takes filled lots out of the resting part; answers what is no longer frozen for them. */
function releasedBy(desk: ContractDesk, state: ContractState, lots: Lots): Units {
  const before = state.heldUnits;
  state.pendingLots -= lots;
  state.heldUnits = heldFor(desk, state, state.pendingLots);
  return before - state.heldUnits;
}

/**
 * The position shrinks: its part comes back with profit or loss and without the fee. A loss beyond all margin is the
 * insurance's to pay;
 * what a liquidation leaves of the margin is the insurance's to keep. Answers the fee, and what the insurance paid.
 */
export function settleClosing(
  core: Core,
  turn: Turn,
  desk: ContractDesk,
  contract: Contract,
  fills: readonly Fill[],
  closeType: number,
  feeE8: RateE8 = desk.terms.takerE8,
): { feeUnits: Units; shortfallUnits: Units } {
  const { state, account, refNo } = contract;
  const sum = { margin: state.position.marginUnits, profit: 0n, fee: 0n, payout: 0n, shortfall: 0n, realised: 0n };
  for (const { priceTicks, lots, units } of fills) {
    const closing = closePart(desk.terms, state.position, priceTicks, lots, feeE8);
    state.position = closing.rest ?? emptyPosition(state.direction, state.multiple);
    sum.profit += closing.profitUnits;
    sum.fee += closing.feeUnits;
    sum.payout += closing.payoutUnits;
    sum.shortfall += closing.shortfallUnits;
    sum.realised += closing.realisedUnits;
    state.closedLots += lots;
    state.closedUnits += units;
  }
  const freed = sum.margin - state.position.marginUnits;
  const kept = closeType === CLOSE_TYPE.liquidation ? sum.payout : 0n;
  core.ledger.post(turn, account, closingRecord(state), sum.payout - kept - freed, -freed, refNo);
  if (sum.profit !== 0n) drawProfit(core, turn, desk, sum.profit, refNo);
  payFee(core, turn, refNo, sum.fee);
  if (sum.shortfall > 0n) payFromInsurance(core, turn, sum.shortfall, refNo);
  if (kept > 0n) core.ledger.post(turn, insuranceOf(core), 'contract_insurance', kept, 0n, refNo);
  state.closeFeeUnits += sum.fee;
  state.realisedUnits += sum.realised - kept;
  return { feeUnits: sum.fee, shortfallUnits: sum.shortfall };
}

/** More margin, or less of it. The caller has checked that it is there. */
export function settleMargin(core: Core, turn: Turn, { state, account, refNo }: Contract, units: Units): void {
  core.ledger.post(turn, account, 'contract_add_mgn', 0n, units, refNo);
  state.position = changeMargin(state.position, units);
  state.addedUnits += units;
}

/** The insurance pays as far as it reaches, the house the rest. */
function payFromInsurance(core: Core, turn: Turn, units: Units, refNo: string): void {
  const insurance = insuranceOf(core);
  const paid = units < insurance.available ? units : insurance.available;
  if (paid > 0n) core.ledger.post(turn, insurance, 'contract_insurance', -paid, 0n, refNo);
  if (units > paid) core.ledger.post(turn, houseOf(core), 'contract_insurance', paid - units, 0n, refNo);
}

function payFee(core: Core, turn: Turn, refNo: string, units: Units): void {
  if (units > 0n) core.ledger.post(turn, houseOf(core), 'contract_fee', units, 0n, refNo);
}

function houseOf({ ledger }: Core): Account {
  return ledger.account(HOUSE_UID, 'contract', USDT_ID);
}

function insuranceOf({ ledger }: Core): Account {
  return ledger.account(INSURANCE_UID, 'contract', USDT_ID);
}

/**
 * Takes profit (a loss when negative) in USDT out of what the clearing account has made in the book. Where that is
 * another coin the house takes it over at the fixed rate, and gives the USDT (R17).
 */
export function drawProfit(core: Core, turn: Turn, { market, terms }: ContractDesk, units: Units, refNo: string): void {
  const { quoteCoinId } = market.info;
  const quoteUnits = units * terms.quotePerUsdt;
  core.ledger.post(
    turn,
    core.ledger.account(CLEARING_UID, 'spot', quoteCoinId),
    'contract_settle',
    -quoteUnits,
    0n,
    refNo,
  );
  if (quoteCoinId === USDT_ID) return;
  core.ledger.post(turn, market.houseQuote, 'contract_settle', quoteUnits, 0n, refNo);
  core.ledger.post(turn, houseOf(core), 'contract_settle', -units, 0n, refNo);
}

function openingRecord({ direction }: ContractState): string {
  return direction === 'long' ? 'contract_buy' : 'contract_sell';
}

function closingRecord({ direction }: ContractState): string {
  return direction === 'long' ? 'contract_buy_liquidation' : 'contract_sell_liquidation';
}

function sumOf(fills: readonly Fill[], of: (fill: Fill) => number): number {
  return fills.reduce((sum, fill) => sum + of(fill), 0);
}
