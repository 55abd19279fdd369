// What the clock closes: delisted markets at their end, and contracts whose index is silent (R16).
import { MIN_CLOSING_TICKS } from '../../../core/proofs/delisting-settlement.ts';
import { CLOSE_ONLY, HALTED, type MarketStatus, TRADING } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { ContractMarket } from '../contracts/contract-market.ts';
import { referenceTicks } from '../contracts/price-bounds.ts';
import type { ExchangeState } from '../state.ts';
import type { Market } from '../matching/spot-market.ts';
import { setStatus } from '../market-status.ts';
import { cancelOrder } from '../spot-commands.ts';
import type { ClockStep } from '../mark/clock-step.ts';
import { REASON, type Reason } from '../reason.ts';
import { areBinaryOptionsRunning } from '../binary-options/running-orders.ts';
import { LAST_MS, STAGE, type Delisting } from './delisting.ts';
import type { CommandContext } from '../command-context.ts';
import { type Budget, MAX_CLOSED, closeContracts } from './settle-contracts.ts';
import { averageTicks, windowOf } from './settlement-window.ts';

/** Silent beats in a row after which contracts are closed: half an hour of a running clock. */
export const SILENT_BEATS = 1_800;

/**
 * Counts a beat without a tick. A market that is halted or outside its hours is not silent, and beats that never
 * happened do not count.
 */
export function countSilence(contractMarket: ContractMarket, { index, before, now }: ClockStep, ts: number): void {
  const { info } = index.reference;
  const awake = contractMarket.market.info.status !== HALTED && info.status !== HALTED && sessionAt(info, ts).open;
  contractMarket.silentBeats =
    awake && now.seq === before.seq && contractMarket.mark.markTicks > 0 ? contractMarket.silentBeats + 1 : 0;
}

export function closeOnClock(context: CommandContext): void {
  const { exchange } = context;
  for (const [, market] of [...exchange.markets].sort(([a], [b]) => a - b)) {
    const { delisting } = market;
    if (delisting && delisting.stage !== STAGE.closed) advanceDelisting(context, market, delisting);
  }
  for (const contractMarket of exchange.contracts.markets.values())
    if (contractMarket.silentBeats >= SILENT_BEATS) closeSilentMarket(context, contractMarket);
}

function closeSilentMarket(context: CommandContext, contractMarket: ContractMarket): void {
  const budget: Budget = { left: MAX_CLOSED };
  if (
    hasContracts(context.exchange, contractMarket) &&
    !closeContracts(
      context,
      contractMarket,
      emitClosingPrice(context, contractMarket, REASON.indexSilent),
      REASON.indexSilent,
      budget,
    )
  )
    return;
  contractMarket.silentBeats = 0;
}

/** Sets close-only in the last hour; at the end settles, cancels and halts, over several beats if needed. */
function advanceDelisting(context: CommandContext, market: Market, delisting: Delisting): void {
  const { exchange } = context;
  if (context.ts >= delisting.atMs - LAST_MS && market.info.status === TRADING)
    changeStatus(context, market, CLOSE_ONLY);
  if (context.ts < delisting.atMs) return;
  const contractMarket = exchange.contracts.markets.get(market.info.id);
  if (delisting.stage === STAGE.announced) {
    if (contractMarket && hasContracts(exchange, contractMarket) && !hasClosingPrice(context, contractMarket)) return;
    setDelisting(context, market, {
      ...delisting,
      stage: STAGE.closing,
      priceTicks: contractMarket ? emitClosingPrice(context, contractMarket, REASON.delisted) : 0,
    });
  }
  const budget: Budget = { left: MAX_CLOSED };
  const done =
    (!contractMarket ||
      closeContracts(context, contractMarket, market.delisting!.priceTicks, REASON.delisted, budget)) &&
    cancelOrders(context, market, budget);
  // No binary option was sold in the last hour; any that is still open is decided first (S10).
  if (!done || areBinaryOptionsRunning(exchange, market.info.id)) return;
  if (market.info.status !== HALTED) changeStatus(context, market, HALTED);
  setDelisting(context, market, { ...market.delisting!, stage: STAGE.closed });
}

function setDelisting(context: CommandContext, market: Market, delisting: Delisting): void {
  market.delisting = delisting;
  context.events.push({ kind: 'delisting', delisting });
}

function changeStatus(context: CommandContext, { info: { id } }: Market, status: MarketStatus): void {
  setStatus(context.exchange, id, status);
  context.events.push({ kind: 'marketStatus', coinInfoId: id, status });
}

function hasContracts({ contracts }: ExchangeState, { market }: ContractMarket): boolean {
  for (const { state } of contracts.all()) if (state.coinInfoId === market.info.id) return true;
  return false;
}

/**
 * Whether the index ticks and its window has enough ticks: after a standstill, a minute of a running clock. An index
 * that never ticked never will.
 */
function hasClosingPrice({ exchange: { indexes }, ts }: CommandContext, { market }: ContractMarket): boolean {
  const { recent } = indexes.get(market.info.id)!;
  return recent.length === 0 || (recent.at(-1)?.ts === ts && windowOf(recent).length >= MIN_CLOSING_TICKS);
}

/** The average of the window, emitted with its ticks; the mark price where there never was a tick. */
function emitClosingPrice(context: CommandContext, contractMarket: ContractMarket, reason: Reason): PriceTicks {
  const { coinInfoId, recent, hash } = context.exchange.indexes.get(contractMarket.market.info.id)!;
  const ticks = [...windowOf(recent)];
  const priceTicks = averageTicks(ticks) || referenceTicks(contractMarket);
  context.events.push({ kind: 'closing', closing: { coinInfoId, ts: context.ts, reason, priceTicks, ticks, hash } });
  return priceTicks;
}

/** Cancels the orders of the market, oldest first. Returns whether none is left. */
function cancelOrders(context: CommandContext, market: Market, budget: Budget): boolean {
  const open = [...context.exchange.orders.all()]
    .filter(({ coinInfoId }) => coinInfoId === market.info.id)
    .sort((a, b) => a.id - b.id);
  for (const order of open.slice(0, budget.left)) cancelOrder(context, market, order, REASON.delisted);
  const done = open.length <= budget.left;
  budget.left = Math.max(0, budget.left - open.length);
  return done;
}
