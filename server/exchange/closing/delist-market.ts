// Announcing, moving and calling off the end of a market (R16). The clock closes it.
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { CommandOf } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Answer } from '../outcome.ts';
import type { Market } from '../matching/spot-market.ts';
import type { CommandContext } from '../command-context.ts';
import { LAST_MS, STAGE } from './delisting.ts';

/** Shortest and longest time between the announcement and the end: a day and a year. */
const NOTICE_MS = 24 * HOUR_MS;
const MAX_NOTICE_MS = 366 * NOTICE_MS;

const timeReject = (rule: string): Reject => reject(CODE.fieldInvalid, { field: 'time', rule });

/** `atMs` 0 calls the end off. Repeating the command changes nothing. */
export function delistMarket(context: CommandContext, { coinInfoId, atMs }: CommandOf<'delistMarket'>): Answer {
  const { exchange } = context;
  const market = exchange.markets.get(coinInfoId);
  if (!market || (atMs === 0 && !market.delisting)) return reject(CODE.notFound);
  const { delisting } = market;
  if (delisting?.atMs === atMs) return { orders: [] };
  if (delisting && context.ts >= delisting.atMs - LAST_MS) return timeReject('it can be changed until an hour before');
  const refused = atMs === 0 ? null : checkNotice(atMs, context.ts);
  if (refused ?? leavesIndexWithoutBook(exchange, coinInfoId, atMs))
    return refused ?? timeReject('no market may lose the book that its index is read from');
  market.delisting = atMs === 0 ? null : { coinInfoId, atMs, stage: STAGE.announced, priceTicks: 0 };
  context.events.push({
    kind: 'delisting',
    delisting: market.delisting ?? { coinInfoId, atMs: 0, stage: STAGE.announced, priceTicks: 0 },
  });
  return { orders: [] };
}

function checkNotice(atMs: EpochMs, ts: EpochMs): Reject | null {
  const ahead = Number.isSafeInteger(atMs) && atMs >= ts + NOTICE_MS && atMs <= ts + MAX_NOTICE_MS;
  return ahead ? null : timeReject('24 hours ahead at the least, a year at the most');
}

/** Whether an index would continue after the end of the market whose book it reads. */
function leavesIndexWithoutBook({ indexes, markets }: ExchangeState, coinInfoId: number, atMs: EpochMs): boolean {
  const endOf = (market: Market | undefined): number =>
    market?.info.id === coinInfoId ? atMs || Infinity : (market?.delisting?.atMs ?? Infinity);
  return [...indexes.values()].some((index) => endOf(markets.get(index.coinInfoId)) > endOf(index.reference));
}

/** Refusal of a closed market; with `delistTime` where its end is announced or past. */
export function closedReject({ delisting }: Market): Reject {
  return reject(CODE.marketClosed, delisting ? { delistTime: delisting.atMs } : {});
}
