// What the clock closes: markets whose announced end has come, and contracts whose index has said nothing for too long
// (R16).
import { LEAST_CLOSING_TICKS } from '../../../core/proofs/delisting-settlement.ts';
import { CLOSE_ONLY, HALTED, type MarketStatus, TRADING } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { referenceTicks } from '../contracts/price-bounds.ts';
import type { ContractMarket } from '../contracts/open-contracts.ts';
import type { ExchangeState } from '../state.ts';
import type { Market } from '../matching/spot-market.ts';
import { setStatus } from '../market-status.ts';
import { cancel } from '../place-spot.ts';
import { REASON, type Reason } from '../reason.ts';
import type { ClockStep } from '../binary-options/settle-on-clock.ts';
import { areBinaryOptionsRunning } from '../binary-options/running-orders.ts';
import type { CommandContext } from '../command-context.ts';
import { LAST_MS, STAGE, type Delisting } from './delisting.ts';
import { type Budget, MOST_CLOSED, closeContracts } from './settle-contracts.ts';
import { averageTicks, windowOf } from './settlement-window.ts';

/** Silent beats in a row after which contracts are closed: half an hour of a running clock. */
export const SILENT_BEATS = 1_800;

/** Counts a beat without a tick. A halted or sleeping market is not silent, and beats that never came do not count. */
export function countSilence(contractMarket: ContractMarket, { index, before, now }: ClockStep, ts: number): void {
  const { info } = index.reference;
  const awake = contractMarket.market.info.status !== HALTED && info.status !== HALTED && sessionAt(info, ts).open;
  contractMarket.silentBeats =
    awake && now.seq === before.seq && contractMarket.mark.markTicks > 0 ? contractMarket.silentBeats + 1 : 0;
}

export function closeOnClock(exchange: ExchangeState, context: CommandContext): void {
  for (const [, market] of [...exchange.markets].sort(([a], [b]) => a - b)) {
    const { delisting } = market;
    if (delisting && delisting.stage !== STAGE.closed) approach(exchange, context, market, delisting);
  }
  for (const contractMarket of exchange.contracts.markets.values())
    if (contractMarket.silentBeats >= SILENT_BEATS) endSilence(exchange, context, contractMarket);
}

function endSilence(exchange: ExchangeState, context: CommandContext, contractMarket: ContractMarket): void {
  const budget: Budget = { left: MOST_CLOSED };
  if (
    hasContracts(exchange, contractMarket) &&
    !closeContracts(
      exchange,
      context,
      contractMarket,
      priceFor(exchange, context, contractMarket, REASON.indexSilent),
      REASON.indexSilent,
      budget,
    )
  )
    return;
  contractMarket.silentBeats = 0;
}

/** The last hour, the moment, and what of it one beat did not reach. */
function approach(exchange: ExchangeState, context: CommandContext, market: Market, delisting: Delisting): void {
  if (context.ts >= delisting.atMs - LAST_MS && market.info.status === TRADING)
    change(exchange, context, market, CLOSE_ONLY);
  if (context.ts < delisting.atMs) return;
  const contractMarket = exchange.contracts.markets.get(market.info.id);
  if (delisting.stage === STAGE.announced) {
    if (contractMarket && hasContracts(exchange, contractMarket) && !hasPrice(exchange, context, contractMarket))
      return;
    step(context, market, {
      ...delisting,
      stage: STAGE.closing,
      priceTicks: contractMarket ? priceFor(exchange, context, contractMarket, REASON.delisted) : 0,
    });
  }
  const budget: Budget = { left: MOST_CLOSED };
  const done =
    (!contractMarket ||
      closeContracts(exchange, context, contractMarket, market.delisting!.priceTicks, REASON.delisted, budget)) &&
    cancelOrders(exchange, context, market, budget);
  // Nothing has been sold for an hour that could still be decided; were there something, it is decided first (S10).
  if (!done || areBinaryOptionsRunning(exchange, market.info.id)) return;
  if (market.info.status !== HALTED) change(exchange, context, market, HALTED);
  step(context, market, { ...market.delisting!, stage: STAGE.closed });
}

function step(context: CommandContext, market: Market, delisting: Delisting): void {
  market.delisting = delisting;
  context.events.push({ kind: 'delisting', delisting });
}

function change(
  exchange: ExchangeState,
  context: CommandContext,
  { info: { id } }: Market,
  status: MarketStatus,
): void {
  setStatus(exchange, id, status);
  context.events.push({ kind: 'marketStatus', coinInfoId: id, status });
}

function hasContracts({ contracts }: ExchangeState, { market }: ContractMarket): boolean {
  for (const { state } of contracts.all()) if (state.coinInfoId === market.info.id) return true;
  return false;
}

/**
 * Whether the index ticks, and its window holds enough: after a standstill a minute of a running clock. An index that
 * never ticked never will.
 */
function hasPrice({ indexes }: ExchangeState, { ts }: CommandContext, { market }: ContractMarket): boolean {
  const { recent } = indexes.get(market.info.id)!;
  return recent.length === 0 || (recent.at(-1)?.ts === ts && windowOf(recent).length >= LEAST_CLOSING_TICKS);
}

/** The average of the window, told with the ticks that it is made of; the mark where there never was a tick. */
function priceFor(
  { indexes }: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  reason: Reason,
): PriceTicks {
  const { coinInfoId, recent, hash } = indexes.get(contractMarket.market.info.id)!;
  const ticks = [...windowOf(recent)];
  const priceTicks = averageTicks(ticks) || referenceTicks(contractMarket);
  context.events.push({ kind: 'closing', closing: { coinInfoId, ts: context.ts, reason, priceTicks, ticks, hash } });
  return priceTicks;
}

/** Takes every order out of the market's book, the older first. Answers whether none is left. */
function cancelOrders(exchange: ExchangeState, context: CommandContext, market: Market, budget: Budget): boolean {
  const open = [...exchange.orders.all()]
    .filter(({ coinInfoId }) => coinInfoId === market.info.id)
    .sort((a, b) => a.id - b.id);
  for (const order of open.slice(0, budget.left)) cancel(exchange, context, market, order, REASON.delisted);
  const done = open.length <= budget.left;
  budget.left = Math.max(0, budget.left - open.length);
  return done;
}
