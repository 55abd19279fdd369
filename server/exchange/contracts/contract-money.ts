// Ledger entries of contracts.
// Margin is frozen in the owner's account, results are settled with the clearing account (R3, R4, R6).
import { CLOSE_TYPE, type CloseType } from '../../../core/orders/contract-order.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { closePart, changeMargin } from '../../../core/risk/margin-close.ts';
import { type RateE8, addFill, emptyPosition } from '../../../core/risk/margin.ts';
import { orderCost } from '../../../core/risk/margin-order.ts';
import { smaller } from '../../../core/units/smaller.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { CLEARING_UID, EXCHANGE_UID, INSURANCE_UID } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Account } from '../ledger/ledger.ts';
import type { Contract } from './contract.ts';
import type { CommandContext } from '../command-context.ts';
import type { ContractMarket } from './contract-market.ts';
import type { ContractState } from './contract-state.ts';

/** Lots traded at one price; `units` is their value in USDT. */
export interface ContractFill {
  priceTicks: PriceTicks;
  lots: Lots;
  units: Units;
}

/** Cost of the pending part at its limit: margin, opening fee, closing fee at bankruptcy. */
function unitsToHold({ contractMarket, state }: Contract, lots: Lots): Units {
  const { direction, multiple, limitTicks } = state;
  return lots === 0
    ? 0n
    : orderCost(contractMarket.terms, { direction, multiple, priceTicks: limitTicks, lots }).totalUnits;
}

/** Freezes the cost of the pending part. */
export function holdPending(context: CommandContext, contract: Contract, lots: Lots): void {
  const { state } = contract;
  state.pendingLots = lots;
  state.heldUnits = unitsToHold(contract, lots);
  context.exchange.ledger.post(
    context,
    contract.account,
    openingRecordType(state),
    0n,
    state.heldUnits,
    contract.refNo,
  );
}

/** Releases what is frozen for the pending part. */
export function releasePending(context: CommandContext, { state, account, refNo }: Contract): void {
  context.exchange.ledger.post(context, account, 'contract_close', 0n, -state.heldUnits, refNo);
  state.pendingLots = 0;
  state.heldUnits = 0n;
}

/**
 * Grows the position: pays fees, freezes margin. `atRest`: the fill came from the pending part and is paid from what
 * was frozen for it. Returns the fee.
 */
export function settleOpening(
  context: CommandContext,
  contract: Contract,
  fills: readonly ContractFill[],
  atRest: boolean,
): Units {
  const { state, account, refNo } = contract;
  const released = atRest
    ? reducePending(
        contract,
        sumOf(fills, ({ lots }) => lots),
      )
    : 0n;
  const { terms } = contract.contractMarket;
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
  // Rounding up each of many small fills may need a unit more than was frozen for all: the margin is reduced by it.
  const missing = feeUnits + marginUnits - account.available - released;
  const taken = missing > 0n ? marginUnits - missing : marginUnits;
  state.position = changeMargin(position, taken - marginUnits);
  state.initialUnits += marginUnits;
  state.openFeeUnits += feeUnits;
  context.exchange.ledger.post(context, account, openingRecordType(state), -feeUnits, taken - released, refNo);
  payFee(context, refNo, feeUnits);
  return feeUnits;
}

/** Removes filled lots from the pending part; returns what is no longer frozen for them. */
function reducePending(contract: Contract, lots: Lots): Units {
  const { state } = contract;
  const before = state.heldUnits;
  state.pendingLots -= lots;
  state.heldUnits = unitsToHold(contract, state.pendingLots);
  return before - state.heldUnits;
}

/**
 * Shrinks the position: its share of margin returns with profit or loss, less the fee. A loss beyond the whole margin
 * is paid by the insurance account, which also receives what a liquidation leaves of the margin. Returns the fee and
 * what the insurance account paid.
 */
export function settleClosing(
  context: CommandContext,
  contract: Contract,
  fills: readonly ContractFill[],
  closeType: CloseType,
  feeE8: RateE8 = contract.contractMarket.terms.takerE8,
): { feeUnits: Units; shortfallUnits: Units } {
  const { exchange } = context;
  const { contractMarket, state, account, refNo } = contract;
  const sum = { margin: state.position.marginUnits, profit: 0n, fee: 0n, payout: 0n, shortfall: 0n, realised: 0n };
  for (const { priceTicks, lots, units } of fills) {
    const closing = closePart(contractMarket.terms, state.position, priceTicks, lots, feeE8);
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
  const toInsurance = closeType === CLOSE_TYPE.liquidation ? sum.payout : 0n;
  exchange.ledger.post(context, account, closingRecordType(state), sum.payout - toInsurance - freed, -freed, refNo);
  if (sum.profit !== 0n) settleProfit(context, contractMarket, sum.profit, refNo);
  payFee(context, refNo, sum.fee);
  if (sum.shortfall > 0n) payFromInsurance(context, sum.shortfall, refNo);
  if (toInsurance > 0n)
    exchange.ledger.post(context, insuranceOf(exchange), 'contract_insurance', toInsurance, 0n, refNo);
  state.closeFeeUnits += sum.fee;
  state.realisedUnits += sum.realised - toInsurance;
  return { feeUnits: sum.fee, shortfallUnits: sum.shortfall };
}

/** Adds or removes margin. The caller has checked that it is available. */
export function settleMargin(context: CommandContext, { state, account, refNo }: Contract, units: Units): void {
  context.exchange.ledger.post(context, account, 'contract_add_mgn', 0n, units, refNo);
  state.position = changeMargin(state.position, units);
  state.addedUnits += units;
}

/** The insurance account pays what it can, the exchange account the rest. */
function payFromInsurance(context: CommandContext, units: Units, refNo: string): void {
  const { exchange } = context;
  const insurance = insuranceOf(exchange);
  const paid = smaller(units, insurance.available);
  if (paid > 0n) exchange.ledger.post(context, insurance, 'contract_insurance', -paid, 0n, refNo);
  if (units > paid)
    exchange.ledger.post(context, exchangeAccountOf(exchange), 'contract_insurance', paid - units, 0n, refNo);
}

function payFee(context: CommandContext, refNo: string, units: Units): void {
  const { exchange } = context;
  if (units > 0n) exchange.ledger.post(context, exchangeAccountOf(exchange), 'contract_fee', units, 0n, refNo);
}

function exchangeAccountOf({ ledger }: ExchangeState): Account {
  return ledger.account(EXCHANGE_UID, 'contract', USDT_ID);
}

function insuranceOf({ ledger }: ExchangeState): Account {
  return ledger.account(INSURANCE_UID, 'contract', USDT_ID);
}

/**
 * Settles a profit (negative: a loss) in USDT with the clearing account. Where the quote coin is another, the exchange
 * account takes it over at the fixed rate and pays the USDT (R17).
 */
export function settleProfit(
  context: CommandContext,
  { market, terms }: ContractMarket,
  units: Units,
  refNo: string,
): void {
  const { exchange } = context;
  const { quoteCoinId } = market.info;
  const quoteUnits = units * terms.quotePerUsdt;
  exchange.ledger.post(
    context,
    exchange.ledger.account(CLEARING_UID, 'spot', quoteCoinId),
    'contract_settle',
    -quoteUnits,
    0n,
    refNo,
  );
  if (quoteCoinId === USDT_ID) return;
  exchange.ledger.post(context, market.exchangeQuote, 'contract_settle', quoteUnits, 0n, refNo);
  exchange.ledger.post(context, exchangeAccountOf(exchange), 'contract_settle', -units, 0n, refNo);
}

function openingRecordType({ direction }: ContractState): string {
  return direction === 'long' ? 'contract_buy' : 'contract_sell';
}

function closingRecordType({ direction }: ContractState): string {
  return direction === 'long' ? 'contract_buy_liquidation' : 'contract_sell_liquidation';
}

function sumOf(fills: readonly ContractFill[], of: (fill: ContractFill) => number): number {
  return fills.reduce((sum, fill) => sum + of(fill), 0);
}
