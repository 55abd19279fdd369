// What the clock closes: markets whose announced end has come, and contracts whose index has said nothing for too long
// (R16).
import { LEAST_CLOSING_TICKS } from '../../../core/proofs/delisting-settlement.ts';
import { CLOSE_ONLY, HALTED, type MarketStatus, TRADING } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { referenceTicks } from '../contracts/price-bounds.ts';
import type { ContractDesk } from '../contracts/open-contracts.ts';
import type { Core } from '../state.ts';
import type { Market } from '../matching/spot-market.ts';
import { setStatus } from '../market-status.ts';
import { cancel } from '../place-spot.ts';
import { REASON, type Reason } from '../reason.ts';
import type { SecondsBeat } from '../binary-options/settle-on-clock.ts';
import { secondsRunning } from '../binary-options/running-orders.ts';
import type { Turn } from '../command-context.ts';
import { LAST_MS, STAGE, type Delisting } from './delisting.ts';
import { type Budget, MOST_CLOSED, closeContracts } from './settle-contracts.ts';
import { averageTicks, windowOf } from './settlement-window.ts';

/** Silent beats in a row after which contracts are closed: half an hour of a running clock. */
export const SILENT_BEATS = 1_800;

/** Counts a beat without a tick. A halted or sleeping market is not silent, and beats that never came do not count. */
export function countSilence(desk: ContractDesk, { desk: index, before, now }: SecondsBeat, ts: number): void {
  const { info } = index.reference;
  const awake = desk.market.info.status !== HALTED && info.status !== HALTED && sessionAt(info, ts).open;
  desk.silentBeats = awake && now.seq === before.seq && desk.mark.markTicks > 0 ? desk.silentBeats + 1 : 0;
}

export function beatClosings(core: Core, turn: Turn): void {
  for (const [, market] of [...core.markets].sort(([a], [b]) => a - b)) {
    const { delisting } = market;
    if (delisting && delisting.stage !== STAGE.closed) approach(core, turn, market, delisting);
  }
  for (const desk of core.contracts.desks.values()) if (desk.silentBeats >= SILENT_BEATS) endSilence(core, turn, desk);
}

function endSilence(core: Core, turn: Turn, desk: ContractDesk): void {
  const budget: Budget = { left: MOST_CLOSED };
  if (
    hasContracts(core, desk) &&
    !closeContracts(core, turn, desk, priceFor(core, turn, desk, REASON.indexSilent), REASON.indexSilent, budget)
  )
    return;
  desk.silentBeats = 0;
}

/** The last hour, the moment, and what of it one beat did not reach. */
function approach(core: Core, turn: Turn, market: Market, delisting: Delisting): void {
  if (turn.ts >= delisting.atMs - LAST_MS && market.info.status === TRADING) change(core, turn, market, CLOSE_ONLY);
  if (turn.ts < delisting.atMs) return;
  const desk = core.contracts.desks.get(market.info.id);
  if (delisting.stage === STAGE.announced) {
    if (desk && hasContracts(core, desk) && !hasPrice(core, turn, desk)) return;
    step(turn, market, {
      ...delisting,
      stage: STAGE.closing,
      priceTicks: desk ? priceFor(core, turn, desk, REASON.delisted) : 0,
    });
  }
  const budget: Budget = { left: MOST_CLOSED };
  const done =
    (!desk || closeContracts(core, turn, desk, market.delisting!.priceTicks, REASON.delisted, budget)) &&
    cancelOrders(core, turn, market, budget);
  // Nothing has been sold for an hour that could still be decided; were there something, it is decided first (S10).
  if (!done || secondsRunning(core, market.info.id)) return;
  if (market.info.status !== HALTED) change(core, turn, market, HALTED);
  step(turn, market, { ...market.delisting!, stage: STAGE.closed });
}

function step(turn: Turn, market: Market, delisting: Delisting): void {
  market.delisting = delisting;
  turn.events.push({ kind: 'delisting', delisting });
}

function change(core: Core, turn: Turn, { info: { id } }: Market, status: MarketStatus): void {
  setStatus(core, id, status);
  turn.events.push({ kind: 'marketStatus', coinInfoId: id, status });
}

function hasContracts({ contracts }: Core, { market }: ContractDesk): boolean {
  for (const { state } of contracts.all()) if (state.coinInfoId === market.info.id) return true;
  return false;
}

/**
 * Whether the index ticks, and its window holds enough: after a standstill a minute of a running clock. An index that
 * never ticked never will.
 */
function hasPrice({ indexes }: Core, { ts }: Turn, { market }: ContractDesk): boolean {
  const { recent } = indexes.get(market.info.id)!;
  return recent.length === 0 || (recent.at(-1)?.ts === ts && windowOf(recent).length >= LEAST_CLOSING_TICKS);
}

/** The average of the window, told with the ticks that it is made of; the mark where there never was a tick. */
function priceFor({ indexes }: Core, turn: Turn, desk: ContractDesk, reason: Reason): PriceTicks {
  const { coinInfoId, recent, hash } = indexes.get(desk.market.info.id)!;
  const ticks = [...windowOf(recent)];
  const priceTicks = averageTicks(ticks) || referenceTicks(desk);
  turn.events.push({ kind: 'closing', closing: { coinInfoId, ts: turn.ts, reason, priceTicks, ticks, hash } });
  return priceTicks;
}

/** Takes every order out of the market's book, the older first. Answers whether none is left. */
function cancelOrders(core: Core, turn: Turn, market: Market, budget: Budget): boolean {
  const open = [...core.orders.all()]
    .filter(({ coinInfoId }) => coinInfoId === market.info.id)
    .sort((a, b) => a.id - b.id);
  for (const order of open.slice(0, budget.left)) cancel(core, turn, market, order, REASON.delisted);
  const done = open.length <= budget.left;
  budget.left = Math.max(0, budget.left - open.length);
  return done;
}
