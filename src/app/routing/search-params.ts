// Query parameters of the pages. Invalid values are dropped, never an error.
import { type ChartInterval, isChartInterval } from '../../../core/units/time.ts';
import { FILE_PARAM } from '../../lib/replay-address.ts';
import { MAX_DATE_MS } from '../../../core/units/durations.ts';

type Query = Record<string, unknown>;

const whole = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

export interface CoinSearch {
  coinInfoId?: number;
}
export function coinSearch(query: Query): CoinSearch {
  const coinInfoId = whole(query['coinInfoId']);
  return coinInfoId === undefined ? {} : { coinInfoId };
}

export interface KlineSearch extends CoinSearch {
  interval?: ChartInterval;
}
export function klineSearch(query: Query): KlineSearch {
  const interval = query['interval'];
  return { ...coinSearch(query), ...(typeof interval === 'string' && isChartInterval(interval) && { interval }) };
}

export interface ReplaySearch extends CoinSearch {
  /** Moment, ms since the epoch. */
  at?: number;
  /** The past is that of the file that was handed over with this key. */
  file?: number;
}
export function replaySearch(query: Query): ReplaySearch {
  const at = whole(query['at']);
  const isTime = at !== undefined && at <= MAX_DATE_MS;
  const file = whole(query[FILE_PARAM]);
  return { ...coinSearch(query), ...(isTime && { at }), ...(file !== undefined && { file }) };
}

export interface TradeSearch extends CoinSearch {
  side?: 'buy' | 'sell';
  /** Initial limit price in ticks. */
  priceTicks?: number;
  /** Initial size of a market buy, in whole quote coins. */
  total?: number;
}
export function tradeSearch(query: Query): TradeSearch {
  const side = query['side'];
  const priceTicks = whole(query['priceTicks']);
  const total = whole(query['total']);
  return {
    ...coinSearch(query),
    ...((side === 'buy' || side === 'sell') && { side }),
    ...(priceTicks !== undefined && { priceTicks }),
    ...(total !== undefined && { total }),
  };
}

export interface TypeSearch {
  type?: number;
}
export function typeSearch(query: Query): TypeSearch {
  const type = whole(query['type']);
  return type === undefined ? {} : { type };
}

export interface RouteSearch extends CoinSearch {
  chain?: string;
}
export function routeSearch(query: Query): RouteSearch {
  const chain = query['chain'];
  return { ...coinSearch(query), ...(typeof chain === 'string' && /^[A-Z0-9]{1,16}$/.test(chain) && { chain }) };
}

export interface IdSearch {
  id?: number;
}
export function idSearch(query: Query): IdSearch {
  const id = whole(query['id']);
  return id === undefined ? {} : { id };
}

export interface OrderSearch {
  type?: 'spot' | 'contract' | 'seconds';
  /** The order's id, or its order number. */
  id?: number | string;
}
export function orderSearch(query: Query): OrderSearch {
  const type = (['spot', 'contract', 'seconds'] as const).find((known) => known === query['type']);
  const given = query['id'];
  const id = whole(given) ?? (typeof given === 'string' && /^[\w-]{1,40}$/.test(given) ? given : undefined);
  return { ...(type && { type }), ...(id !== undefined && { id }) };
}

export interface NoticeSearch extends IdSearch {
  /** List of the notice: the user's own, notices to all users, or (for visitors) the public announcements. */
  kind?: 'personal' | 'system' | 'house';
}
export function noticeSearch(query: Query): NoticeSearch {
  const kind = (['personal', 'system', 'house'] as const).find((known) => known === query['kind']);
  return { ...idSearch(query), ...(kind && { kind }) };
}

export interface OrderNumSearch {
  orderNum?: string;
}
export function orderNumSearch(query: Query): OrderNumSearch {
  const orderNum = query['orderNum'];
  return typeof orderNum === 'string' && /^[A-Z0-9]{1,40}$/.test(orderNum) ? { orderNum } : {};
}

export interface PlaceSearch {
  /** Degrees, north and east positive; both present or both absent. */
  lat?: number;
  lng?: number;
  name?: string;
}
export function placeSearch(query: Query): PlaceSearch {
  const degrees = (value: unknown, most: number): number | undefined =>
    typeof value === 'number' && Math.abs(value) <= most ? value : undefined;
  const lat = degrees(query['lat'], 90);
  const lng = degrees(query['lng'], 180);
  const name = query['name'];
  return {
    ...(lat !== undefined && lng !== undefined && { lat, lng }),
    ...(typeof name === 'string' && { name: name.slice(0, 80) }),
  };
}

export interface LoginSearch {
  /** Path inside the app to return to after login. */
  back?: string;
}
/** Only "/..." without a second slash or a backslash: another site's address would make login an open redirect. */
export function loginSearch(query: Query): LoginSearch {
  const back = query['back'];
  return typeof back === 'string' && /^\/(?![/\\])/.test(back) && !back.startsWith('/pages/common/login')
    ? { back }
    : {};
}
