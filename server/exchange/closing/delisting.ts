// The end of a market, announced: by whom it may be, how long before, and what it must not leave behind (R16). The
// moment itself is the clock's.
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { Command } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Market } from '../matching/spot-market.ts';
import type { Answer } from '../place-spot.ts';
import type { CommandContext } from '../command-context.ts';

const HOUR_MS = 3_600_000;
/** An end is announced this long before at the least, and a year at the most. */
const NOTICE_MS = 24 * HOUR_MS;
const MOST_NOTICE_MS = 366 * NOTICE_MS;
/** Before its end a market is left to closing, and the end stands. */
export const LAST_MS = HOUR_MS;

/** How far an end is: announced, under way (it has its price), over. */
export const STAGE = { announced: 0, closing: 1, closed: 2 } as const;
type Stage = (typeof STAGE)[keyof typeof STAGE];

/** `priceTicks`: what contracts are settled at; 0 before that is known, and where there are none. */
export interface Delisting {
  coinInfoId: number;
  atMs: EpochMs;
  stage: Stage;
  priceTicks: PriceTicks;
}

const no = (rule: string): Reject => reject(CODE.fieldInvalid, { field: 'time', rule });

/** `atMs` 0 calls the end off. Said again it changes nothing. */
export function delistMarket(
  exchange: ExchangeState,
  context: CommandContext,
  { coinInfoId, atMs }: Extract<Command, { kind: 'delistMarket' }>,
): Answer {
  const market = exchange.markets.get(coinInfoId);
  if (!market || (atMs === 0 && !market.delisting)) return reject(CODE.notFound);
  const { delisting } = market;
  if (delisting?.atMs === atMs) return { orders: [] };
  if (delisting && context.ts >= delisting.atMs - LAST_MS) return no('it can be changed until an hour before');
  const refused = atMs === 0 ? null : tooSoon(atMs, context.ts);
  if (refused ?? orphaned(exchange, coinInfoId, atMs))
    return refused ?? no('no market may lose the book that its index is read from');
  market.delisting = atMs === 0 ? null : { coinInfoId, atMs, stage: STAGE.announced, priceTicks: 0 };
  context.events.push({
    kind: 'delisting',
    delisting: market.delisting ?? { coinInfoId, atMs: 0, stage: STAGE.announced, priceTicks: 0 },
  });
  return { orders: [] };
}

function tooSoon(atMs: EpochMs, ts: EpochMs): Reject | null {
  const ahead = Number.isSafeInteger(atMs) && atMs >= ts + NOTICE_MS && atMs <= ts + MOST_NOTICE_MS;
  return ahead ? null : no('24 hours ahead at the least, a year at the most');
}

/** Whether some index would outlive the book that it is read from. */
function orphaned({ indexes, markets }: ExchangeState, coinInfoId: number, atMs: EpochMs): boolean {
  const endOf = (market: Market | undefined): number =>
    market?.info.id === coinInfoId ? atMs || Infinity : (market?.delisting?.atMs ?? Infinity);
  return [...indexes.values()].some(
    (contractMarket) => endOf(markets.get(contractMarket.coinInfoId)) > endOf(contractMarket.reference),
  );
}

/** Why a market takes nothing: with `delistTime` where it ends, or has ended. */
export function closedReject({ delisting }: Market): Reject {
  return reject(CODE.marketClosed, delisting ? { delistTime: delisting.atMs } : {});
}
