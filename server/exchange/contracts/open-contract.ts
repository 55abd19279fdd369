// Opening a contract: every reason to refuse it before anything has changed, then the book.
import { CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { CLOSE_ONLY, HALTED, USDT_ID } from '../../../core/instruments/instrument.ts';
import { addFill, emptyPosition, liqTicks } from '../../../core/risk/margin.ts';
import { orderCost } from '../../../core/risk/margin-order.ts';
import { checkMultiple, valueUnits } from '../../../core/risk/margin-tiers.ts';
import { checkStopLoss, checkTakeProfit } from '../../../core/risk/margin-triggers.ts';
import { checkBalance } from '../../../core/orders/spot-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { asleepReject } from '../../../core/instruments/trading-hours.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks, Units } from '../../../core/units/units.ts';
import { closedReject } from '../closing/delisting.ts';
import type { PlaceContract } from '../command.ts';
import type { Core } from '../state.ts';
import type { Answer } from '../place-spot.ts';
import type { Turn } from '../command-context.ts';
import { boundTicks, referenceTicks } from './price-bounds.ts';
import { type Contract, type ContractState, contractRef, openingSide } from './contract.ts';
import type { ContractDesk } from './open-contracts.ts';
import { end, enter, tell } from './execute.ts';
import { hold } from './contract-money.ts';
import { type Walk, walk } from './simulate-fill.ts';

/** Open contracts a person may have in one market (R1). */
const MOST_CONTRACTS = 200;

export function placeContract(core: Core, turn: Turn, place: PlaceContract): Answer {
  const desk = core.contracts.desks.get(place.coinInfoId);
  if (!desk) return reject(CODE.notFound);
  const refused = closedNow(desk, turn.ts) ?? malformed(place) ?? outOfSize(desk, place) ?? offPrice(desk, place);
  if (refused) return refused;
  const limitTicks =
    place.limitTicks || boundTicks(desk, openingSide(place.direction), place.slipE8 > 0 ? place.slipE8 / 1e8 : null);
  const found = walk(desk.market, openingSide(place.direction), place.lots, limitTicks, place.uid);
  const stop =
    tooDear(desk, place, found, limitTicks) ??
    badTriggers(desk, place) ??
    tooMany(core, place) ??
    uncovered(core, desk, place, found);
  return stop ?? { orders: [], contracts: [open(core, turn, desk, place, limitTicks)] };
}

function closedNow({ market }: ContractDesk, ts: EpochMs): Reject | null {
  const { info } = market;
  if (info.status === HALTED || info.status === CLOSE_ONLY) return closedReject(market);
  if (info.contractEnable === 0 || info.watchOnly === 1) return reject(CODE.marketClosed);
  return asleepReject(info, ts);
}

function malformed({ orderType, limitTicks, profitTicks, lossTicks, slipE8, multiple }: PlaceContract): Reject | null {
  const whole = [limitTicks, profitTicks, lossTicks, slipE8, multiple].every(
    (value) => Number.isSafeInteger(value) && value >= 0,
  );
  if (!whole) return reject(CODE.fieldInvalid, { field: 'price', rule: 'whole ticks' });
  if (orderType === 'limit' && limitTicks === 0) return reject(CODE.priceZero);
  return orderType === 'market' && limitTicks !== 0
    ? reject(CODE.fieldInvalid, { field: 'limitPrice', rule: 'none for a market order' })
    : null;
}

function outOfSize({ market }: ContractDesk, { lots }: PlaceContract): Reject | null {
  if (lots === 0) return reject(CODE.amountZero);
  const { amountStep: step, minAmount: min, maxAmount: max } = market.info;
  return Number.isSafeInteger(lots) && lots >= market.leastLots && lots <= market.mostLots
    ? null
    : reject(CODE.amountOffStep, { step, min, max });
}

/** The band of R5; a market order needs a price to be measured by. */
function offPrice(desk: ContractDesk, { orderType, limitTicks }: PlaceContract): Reject | null {
  const reference = referenceTicks(desk);
  if (orderType === 'market') return reference > 0 ? null : reject(CODE.marketClosed);
  const { bandRate } = desk.market;
  const outside = reference > 0 && Math.abs(limitTicks - reference) > reference * bandRate;
  return outside ? reject(CODE.priceOutsideBand, { band: Math.round(bandRate * 100) }) : null;
}

/** Value of what is traded at once and what rests. */
function notionalOf({ terms }: ContractDesk, { lots, limitTicks }: PlaceContract, found: Walk): Units {
  const now = found.fills.reduce((sum, fill) => sum + valueUnits(terms, fill.priceTicks, fill.lots), 0n);
  return now + (limitTicks > 0 ? valueUnits(terms, limitTicks, lots - found.lots) : 0n);
}

function tooDear(desk: ContractDesk, place: PlaceContract, found: Walk, limitTicks: PriceTicks): Reject | null {
  const { info } = desk.market;
  const short = found.lots === 0 || (place.slipE8 > 0 && found.lots < place.lots);
  if (place.orderType === 'market' && short) {
    return reject(CODE.slippage, {
      limit: Number(((Math.abs(limitTicks - referenceTicks(desk)) * 100) / referenceTicks(desk)).toFixed(2)),
    });
  }
  const notional = notionalOf(desk, place, found);
  if (notional < desk.market.leastUnits) return reject(CODE.belowMinNotional, { minNotional: info.minNotional });
  return checkMultiple(desk.terms.tiers, place.multiple, notional, info.maxMultiple);
}

/** Take-profit and stop-loss against the order's price (limit) or the mark (R7). */
function badTriggers(
  desk: ContractDesk,
  { direction, multiple, limitTicks, lots, profitTicks, lossTicks }: PlaceContract,
): Reject | null {
  const price = limitTicks || referenceTicks(desk);
  const refused = profitTicks > 0 ? checkTakeProfit(desk.terms, direction, profitTicks, price) : null;
  if (refused || lossTicks === 0) return refused;
  const { position } = addFill(desk.terms, emptyPosition(direction, multiple), price, lots, desk.terms.takerE8);
  return checkStopLoss(desk.terms, direction, lossTicks, price, liqTicks(desk.terms, position));
}

function tooMany(core: Core, { uid, coinInfoId }: PlaceContract): Reject | null {
  return core.contracts.of(uid, coinInfoId).length < MOST_CONTRACTS
    ? null
    : reject(CODE.limitReached, { limit: MOST_CONTRACTS });
}

/** R3: what is traded at once is reckoned at the prices it will meet, the rest at its limit. */
function uncovered(core: Core, desk: ContractDesk, place: PlaceContract, found: Walk): Reject | null {
  const have = core.ledger.peek(place.uid, 'contract', USDT_ID)?.available ?? 0n;
  const { direction, multiple } = place;
  const cost = (priceTicks: PriceTicks, lots: number): Units =>
    orderCost(desk.terms, direction, multiple, priceTicks, lots).totalUnits;
  const rest = place.limitTicks > 0 && place.lots > found.lots ? cost(place.limitTicks, place.lots - found.lots) : 0n;
  const now = found.fills.reduce((sum, { priceTicks, lots }) => sum + cost(priceTicks, lots), 0n);
  return checkBalance(now + rest, have);
}

function open(core: Core, turn: Turn, desk: ContractDesk, place: PlaceContract, limitTicks: PriceTicks): ContractState {
  core.contracts.lastId += 1;
  const contract = newContract(core, core.contracts.lastId, place, turn.ts);
  const { state } = contract;
  core.contracts.add(contract);
  tell(core, turn, contract, 'place', { priceTicks: place.limitTicks, lots: place.lots });
  const done = enter(core, turn, desk, contract, limitTicks, place.orderType === 'limit');
  const resting = core.orders.get(done.id);
  if (resting) {
    state.bookOrderId = resting.id;
    hold(core, turn, desk, contract, done.lots - done.dealLots);
    tell(core, turn, contract, 'place', { priceTicks: place.limitTicks, lots: state.pendingLots, reason: 'resting' });
  } else if (done.dealLots < place.lots) {
    if (done.dealLots === 0) end(contract, turn, CONTRACT_STATUS.revoked, 0, done.reason);
    tell(core, turn, contract, 'revoke', { lots: place.lots - done.dealLots, reason: done.reason });
  }
  return { ...state };
}

function newContract(core: Core, id: number, place: PlaceContract, ts: EpochMs): Contract {
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
  return {
    refNo: contractRef(id),
    account: core.ledger.account(uid, 'contract', USDT_ID),
    watched: [],
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
      profitLots: 0,
      lossLots: 0,
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
      closeType: 0,
      closeReason: '',
      createTime: ts,
      openTime: 0,
      closeTime: 0,
      updateTime: ts,
    },
  };
}
