// Opening a contract: all checks before anything changes, then the order in the book.
import { CLOSE_TYPE, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { CLOSE_ONLY, HALTED, USDT_ID } from '../../../core/instruments/instrument.ts';
import { addFill, emptyPosition, isLiquidated } from '../../../core/risk/margin.ts';
import { checkTriggers, orderCost } from '../../../core/risk/margin-order.ts';
import { checkMultiple, multiplesOf, valueUnits } from '../../../core/risk/margin-tiers.ts';
import { checkBalance } from '../../../core/orders/spot-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { asleepReject } from '../../../core/instruments/trading-hours.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { closedReject } from '../closing/delist-market.ts';
import type { PlaceContract } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Answer } from '../outcome.ts';
import { REASON } from '../reason.ts';
import type { CommandContext } from '../command-context.ts';
import { allowedPercent, boundTicks, referenceTicks } from './price-bounds.ts';
import type { Contract } from './contract.ts';
import { type ContractState, contractRef, openingSide } from './contract-state.ts';
import type { ContractMarket } from './contract-market.ts';
import { endContract, sendOpeningOrder, emitContract, revoke } from './contract-execution.ts';
import { checkOpenValue } from './open-value.ts';
import { holdPending } from './contract-money.ts';
import { type SimulatedFill, simulateFill } from '../matching/simulate-fill.ts';

/** Open contracts that a user may have in one market (R1). */
const MAX_CONTRACTS = 200;
/** Beats in a row without an index tick from which nothing is opened (R1). */
const QUIET_BEATS = 60;

/** The contract whose resting part is replaced (R19), and the parts that take-profit and stop-loss close of the new. */
interface Replacement {
  replaced: Contract;
  profitLots: Lots;
  lossLots: Lots;
}

export function placeContract(context: CommandContext, place: PlaceContract, replacement?: Replacement): Answer {
  const { exchange } = context;
  const contractMarket = exchange.contracts.markets.get(place.coinInfoId);
  if (!contractMarket) return reject(CODE.notFound);
  const refused =
    checkMarketOpen(contractMarket, context.ts) ??
    checkIndex(exchange, contractMarket) ??
    checkFields(place) ??
    checkSize(contractMarket, place) ??
    checkBand(contractMarket, place);
  if (refused) return refused;
  const side = openingSide(place.direction);
  const limitTicks = place.limitTicks || boundTicks(contractMarket, side, place.slipE8 > 0 ? place.slipE8 / 1e8 : null);
  const found = simulateFill(contractMarket.market, { side, lots: place.lots, limitTicks, ownerUid: place.uid });
  const stop =
    checkNotional(contractMarket, place, found) ??
    checkSolvent(contractMarket, place, found) ??
    checkPlacedTriggers(contractMarket, place) ??
    checkOpenLimit(exchange, place, replacement?.replaced) ??
    checkCover(exchange, contractMarket, place, found, replacement?.replaced) ??
    checkOpenValue(
      exchange,
      contractMarket,
      place.direction,
      notionalOf(contractMarket, place, found),
      replacement?.replaced,
    );
  if (stop) return stop;
  const contract = newContract(context, contractMarket, place, replacement);
  if (replacement) revoke(context, replacement.replaced, REASON.user);
  return { orders: [], contracts: [openContract(context, contract, place, limitTicks)] };
}

function checkMarketOpen({ market }: ContractMarket, ts: EpochMs): Reject | null {
  const { info } = market;
  if (info.status === HALTED || info.status === CLOSE_ONLY) return closedReject(market);
  if (info.contractEnable === 0 || info.watchOnly === 1) return reject(CODE.marketClosed);
  return asleepReject(info, ts);
}

/** While the mark does not move and the book goes on, a loss is found too late, at the cost of all (R1). */
function checkIndex({ indexes }: ExchangeState, { market, silentBeats }: ContractMarket): Reject | null {
  const { reference } = indexes.get(market.info.id)!;
  if (reference.info.status === HALTED) return closedReject(reference);
  return silentBeats >= QUIET_BEATS ? reject(CODE.marketClosed) : null;
}

function checkFields({
  orderType,
  limitTicks,
  profitTicks,
  lossTicks,
  slipE8,
  multiple,
}: PlaceContract): Reject | null {
  const whole = [limitTicks, profitTicks, lossTicks, slipE8, multiple].every(
    (value) => Number.isSafeInteger(value) && value >= 0,
  );
  if (!whole) return reject(CODE.fieldInvalid, { field: 'price', rule: 'whole ticks' });
  if (orderType === 'limit' && limitTicks === 0) return reject(CODE.priceZero);
  return orderType === 'market' && limitTicks !== 0
    ? reject(CODE.fieldInvalid, { field: 'limitPrice', rule: 'none for a market order' })
    : null;
}

function checkSize({ market }: ContractMarket, { lots }: PlaceContract): Reject | null {
  if (lots === 0) return reject(CODE.amountZero);
  const { amountStep: step, minAmount: min, maxAmount: max } = market.info;
  return Number.isSafeInteger(lots) && lots >= market.leastLots && lots <= market.mostLots
    ? null
    : reject(CODE.amountOffStep, { step, min, max });
}

/** The band of R5; a market order needs a reference price. */
function checkBand(contractMarket: ContractMarket, { orderType, limitTicks }: PlaceContract): Reject | null {
  const reference = referenceTicks(contractMarket);
  if (orderType === 'market') return reference > 0 ? null : reject(CODE.marketClosed);
  const { bandRate } = contractMarket.market;
  const outside = reference > 0 && Math.abs(limitTicks - reference) > reference * bandRate;
  return outside ? reject(CODE.priceOutsideBand, { band: Math.round(bandRate * 100) }) : null;
}

/** Value of what is filled at once and what rests. */
function notionalOf({ terms }: ContractMarket, { lots, limitTicks }: PlaceContract, found: SimulatedFill): Units {
  const now = found.fills.reduce((sum, fill) => sum + valueUnits(terms, fill.priceTicks, fill.lots), 0n);
  return now + (limitTicks > 0 ? valueUnits(terms, limitTicks, lots - found.lots) : 0n);
}

function checkNotional(contractMarket: ContractMarket, place: PlaceContract, found: SimulatedFill): Reject | null {
  const { info } = contractMarket.market;
  const short = found.lots === 0 || (place.slipE8 > 0 && found.lots < place.lots);
  if (place.orderType === 'market' && short)
    return reject(CODE.slippage, { limit: allowedPercent(contractMarket, place.slipE8) });
  const notional = notionalOf(contractMarket, place, found);
  if (notional < contractMarket.market.leastUnits)
    return reject(CODE.belowMinNotional, { minNotional: info.minNotional });
  return checkMultiple(contractMarket.terms.tiers, place.multiple, notional, info.maxMultiple);
}

/**
 * A position that the mark would liquidate as soon as it is opened is refused (R3): its margin does not cover what was
 * paid too much, and the other side would have it from the insurance account.
 */
function checkSolvent(contractMarket: ContractMarket, place: PlaceContract, found: SimulatedFill): Reject | null {
  const { terms, market } = contractMarket;
  const reference = referenceTicks(contractMarket);
  const { direction, lots, limitTicks } = place;
  const rest = limitTicks > 0 && lots > found.lots ? [{ priceTicks: limitTicks, lots: lots - found.lots }] : [];
  const isSolvent = (multiple: number): boolean => {
    let position = emptyPosition(direction, multiple);
    for (const fill of [...found.fills, ...rest])
      ({ position } = addFill(terms, position, fill.priceTicks, fill.lots, terms.takerE8));
    return !isLiquidated(terms, position, reference);
  };
  if (reference === 0 || isSolvent(place.multiple)) return null;
  const lower = multiplesOf(terms.tiers, market.info.maxMultiple).filter((multiple) => multiple < place.multiple);
  return reject(CODE.multipleNotAllowed, { n: lower.filter(isSolvent).at(-1) ?? 1 });
}

/** Take-profit and stop-loss against the order's price (limit) or the mark price (R7). */
function checkPlacedTriggers(contractMarket: ContractMarket, place: PlaceContract): Reject | null {
  const priceTicks = place.limitTicks || referenceTicks(contractMarket);
  return checkTriggers(contractMarket.terms, { ...place, priceTicks }, place);
}

function checkOpenLimit(
  exchange: ExchangeState,
  { uid, coinInfoId }: PlaceContract,
  replaced: Contract | undefined,
): Reject | null {
  // One that holds a position stays.
  const ends = replaced?.state.position.lots === 0 ? 1 : 0;
  return exchange.contracts.of(uid, coinInfoId).length - ends < MAX_CONTRACTS
    ? null
    : reject(CODE.limitReached, { limit: MAX_CONTRACTS });
}

/** R3: what is filled at once is counted at the prices of the book, the rest at its limit. */
function checkCover(
  exchange: ExchangeState,
  contractMarket: ContractMarket,
  place: PlaceContract,
  found: SimulatedFill,
  replaced: Contract | undefined,
): Reject | null {
  const available = exchange.ledger.peek(place.uid, 'contract', USDT_ID)?.available ?? 0n;
  const have = available + (replaced?.state.heldUnits ?? 0n);
  const { direction, multiple } = place;
  const cost = (priceTicks: PriceTicks, lots: number): Units =>
    orderCost(contractMarket.terms, { direction, multiple, priceTicks, lots }).totalUnits;
  const rest = place.limitTicks > 0 && place.lots > found.lots ? cost(place.limitTicks, place.lots - found.lots) : 0n;
  const now = found.fills.reduce((sum, { priceTicks, lots }) => sum + cost(priceTicks, lots), 0n);
  return checkBalance(now + rest, have);
}

function openContract(
  context: CommandContext,
  contract: Contract,
  place: PlaceContract,
  limitTicks: PriceTicks,
): ContractState {
  const { exchange } = context;
  const { state } = contract;
  exchange.contracts.add(contract);
  emitContract(context, contract, 'place', { priceTicks: place.limitTicks, lots: place.lots });
  const done = sendOpeningOrder(context, contract, limitTicks, place.orderType === 'limit');
  const resting = exchange.orders.get(done.id);
  if (resting) {
    state.bookOrderId = resting.id;
    holdPending(context, contract, done.lots - done.dealLots);
    emitContract(context, contract, 'place', {
      priceTicks: place.limitTicks,
      lots: state.pendingLots,
      reason: 'resting',
    });
  } else if (done.dealLots < place.lots) {
    if (done.dealLots === 0)
      endContract(context, contract, {
        status: CONTRACT_STATUS.revoked,
        closeType: CLOSE_TYPE.none,
        reason: done.reason,
      });
    emitContract(context, contract, 'revoke', { lots: place.lots - done.dealLots, reason: done.reason });
  }
  return { ...state };
}

function newContract(
  { exchange, ts }: CommandContext,
  contractMarket: ContractMarket,
  place: PlaceContract,
  { profitLots, lossLots }: Pick<Replacement, 'profitLots' | 'lossLots'> = { profitLots: 0, lossLots: 0 },
): Contract {
  const {
    uid,
    coinInfoId,
    clientNo,
    direction,
    orderType,
    multiple,
    lots,
    limitTicks,
    triggerBy,
    profitTicks,
    lossTicks,
  } = place;
  exchange.contracts.lastId += 1;
  const id = exchange.contracts.lastId;
  return {
    contractMarket,
    refNo: contractRef(id),
    account: exchange.ledger.account(uid, 'contract', USDT_ID),
    triggers: [],
    countedUnits: 0n,
    state: {
      id,
      uid,
      coinInfoId,
      clientNo,
      direction,
      orderType,
      multiple,
      lots,
      limitTicks,
      triggerBy,
      profitTicks,
      lossTicks,
      profitLots,
      lossLots,
      bookOrderId: 0,
      pendingLots: 0,
      heldUnits: 0n,
      position: emptyPosition(direction, multiple),
      openedLots: 0,
      openedUnits: 0n,
      openFeeUnits: 0n,
      initialUnits: 0n,
      closedLots: 0,
      closedUnits: 0n,
      closeFeeUnits: 0n,
      addedUnits: 0n,
      realisedUnits: 0n,
      status: CONTRACT_STATUS.pending,
      closeType: CLOSE_TYPE.none,
      closeReason: '',
      createTime: ts,
      openTime: 0,
      closeTime: 0,
      updateTime: ts,
    },
  };
}
