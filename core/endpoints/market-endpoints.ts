// Endpoints of markets: instruments, market data, favourites, spot orders.
import * as v from 'valibot';
import { candlesAnswer, eventsAnswer, infosAnswer, tradesAnswer } from './responses.ts';
import {
  bit,
  clientNo,
  coinInfoId,
  decimalText,
  pageOf,
  paging,
  range,
  textUpTo,
  whole,
  wholeIn,
  wholeList,
} from './form-fields.ts';
import { MARKET_TYPES } from '../instruments/instrument.ts';
import { DEPTHS, bookSchema, tickerSchema } from '../market-data/market-data.ts';
import { SIDES, SPOT_ORDER_TYPES, TIME_IN_FORCE, spotOrderSchema } from '../orders/spot-order.ts';
import { INTERVALS } from '../units/time.ts';

const tickersRequest = v.object({ ids: v.optional(wholeList), spark: v.optional(bit) });
const tickersAnswer = v.looseObject({ list: v.array(tickerSchema), ts: v.optional(v.number()) });
const oneMarket = v.object({ coinInfoId });
const candlesRequest = v.object({
  coinInfoId,
  period: v.picklist(INTERVALS),
  limit: v.optional(wholeIn(1, 1000), '300'),
  /** Exclusive upper bound in seconds, for older candles. */
  endTime: v.optional(whole),
  /** Inclusive lower bound in seconds, for filling a gap. */
  startTime: v.optional(whole),
});
const tradesRequest = v.object({ coinInfoId, limit: v.optional(wholeIn(1, 200), '50') });
const booksRequest = v.object({
  coinInfoId,
  depth: v.optional(v.pipe(v.picklist(DEPTHS.map(String)), v.transform(Number)), '50'),
  /** Another market type than the market's own has no book (1404). */
  area: v.optional(v.picklist(MARKET_TYPES)),
  /** ms: the book as it was after the last change at or before this time, from the archive; 1400 in the future. */
  time: v.optional(whole),
});
/** A past book is computed from recorded blocks: up to 0.2 s of the thread. */
const isPastBook = ({ time }: Readonly<Record<string, string>>): boolean => time !== undefined;
const eventsRequest = v.object({
  coinInfoId,
  /** ms: from the last whole book at or before `startTime` to before `endTime`. */
  startTime: whole,
  endTime: whole,
  /** Number of the last block of the page before; absent for the first page. */
  after: v.optional(whole),
});
const collectAnswer = v.looseObject({ collectList: v.array(v.number()) });

const orderFields = {
  coinInfoId,
  side: v.picklist(SIDES),
  orderType: v.picklist(SPOT_ORDER_TYPES),
  price: v.optional(decimalText),
  /** Of a stop order: the market's price at which it goes into the market. */
  stopPrice: v.optional(decimalText),
  /** Of an `oco`: its limit price, and the market's price at which it becomes a market order. */
  profitPrice: v.optional(decimalText),
  lossPrice: v.optional(decimalText),
  amount: v.optional(decimalText),
  /** Market buy by value: how much of the quote coin to spend. */
  total: v.optional(decimalText),
  tif: v.optional(v.picklist(TIME_IN_FORCE), 'GTC'),
  postOnly: v.optional(bit, '0'),
  clientNo,
};
const ORDER_ERRORS = [1403, 1404, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009, 2010, 2014, 2015] as const;

export const MARKET_CALLS = {
  '/coin/infos': {
    access: 'open',
    errors: [],
    /** With a session `collect` is 1 for the caller's favourites, else 0. */
    request: v.object({ type: v.optional(textUpTo(16)), version: v.optional(textUpTo(64)) }),
    answer: infosAnswer,
  },
  '/coin/tickers': { access: 'public', errors: [], request: tickersRequest, answer: tickersAnswer },
  '/coin/ticker': { access: 'public', errors: [1404], request: oneMarket, answer: tickerSchema },
  '/coin/candles': { access: 'public', errors: [1404], request: candlesRequest, answer: candlesAnswer },
  '/coin/trades': { access: 'public', errors: [1404], request: tradesRequest, answer: tradesAnswer },
  '/coin/books': {
    access: 'public',
    isOfHistory: isPastBook,
    errors: [1404],
    request: booksRequest,
    answer: bookSchema,
  },
  '/coin/events': {
    access: 'public',
    isOfHistory: () => true,
    errors: [1404],
    request: eventsRequest,
    answer: eventsAnswer,
  },
  '/coin/collect/add': {
    access: 'session',
    errors: [1404],
    request: v.object({ coinInfoId, type: v.optional(v.picklist(['coin', 'forex'])) }),
    answer: collectAnswer,
  },
  '/coin/collect/del': {
    access: 'session',
    errors: [],
    /** Removes `coinInfoId` or `ids`; `order` sorts the list instead. */
    request: v.object({ coinInfoId: v.optional(coinInfoId), ids: v.optional(wholeList), order: v.optional(wholeList) }),
    answer: collectAnswer,
  },
  '/coin/order/add': {
    access: 'session',
    errors: [...ORDER_ERRORS, 1418, 2016],
    money: true,
    socket: true,
    /**
     * `maxSlip`: how far from the last trade a market order may trade, as a fraction; it is filled completely or
     * refused (2016).
     */
    request: v.object({ ...orderFields, maxSlip: v.optional(decimalText) }),
    answer: spotOrderSchema,
  },
  '/coin/order/replace': {
    access: 'session',
    errors: [...ORDER_ERRORS, 2012],
    money: true,
    socket: true,
    /** `id`: the open order whose place it takes. */
    request: v.object({ id: whole, ...orderFields }),
    answer: spotOrderSchema,
  },
  '/coin/order/list': {
    access: 'session',
    errors: [],
    /** `export=csv`: the answer contains a file, and `list` is empty. */
    request: v.object({
      state: v.picklist(['current', 'history']),
      coinInfoId: v.optional(coinInfoId),
      side: v.optional(v.picklist(SIDES)),
      export: v.optional(v.picklist(['csv'])),
      ...paging,
      ...range,
    }),
    answer: v.looseObject({
      ...pageOf(spotOrderSchema).entries,
      fileName: v.optional(v.string()),
      csv: v.optional(v.string()),
    }),
  },
  '/coin/order/query': {
    access: 'session',
    errors: [1404],
    request: v.object({ id: v.optional(whole), orderNo: v.optional(textUpTo(40)), clientNo: v.optional(clientNo) }),
    answer: spotOrderSchema,
  },
  '/coin/order/close': {
    access: 'session',
    errors: [1404, 2012],
    money: true,
    socket: true,
    /** One of `id`, `ids`, or `all=1` (within `coinInfoId` when given). */
    request: v.object({
      id: v.optional(whole),
      ids: v.optional(wholeList),
      all: v.optional(bit, '0'),
      coinInfoId: v.optional(coinInfoId),
      clientNo: v.optional(clientNo),
    }),
    answer: v.looseObject({ list: v.array(spotOrderSchema) }),
  },
  '/forex/tickers': { access: 'public', errors: [], request: tickersRequest, answer: tickersAnswer },
  '/forex/ticker': { access: 'public', errors: [1404], request: oneMarket, answer: tickerSchema },
  '/forex/last': {
    access: 'public',
    errors: [1404],
    request: v.object({ coinInfoId: v.optional(coinInfoId), symbol: v.optional(textUpTo(16)) }),
    answer: v.looseObject({ coinInfoId: v.number(), last: v.string(), ts: v.number() }),
  },
  '/forex/candles': { access: 'public', errors: [1404], request: candlesRequest, answer: candlesAnswer },
  '/forex/trades': { access: 'public', errors: [1404], request: tradesRequest, answer: tradesAnswer },
  '/forex/books': {
    access: 'public',
    isOfHistory: isPastBook,
    errors: [1404],
    request: booksRequest,
    answer: bookSchema,
  },
  '/forex/events': {
    access: 'public',
    isOfHistory: () => true,
    errors: [1404],
    request: eventsRequest,
    answer: eventsAnswer,
  },
  '/forex/rate': {
    access: 'public',
    errors: [1404],
    request: v.object({ currency: v.optional(textUpTo(8)) }),
    answer: v.looseObject({ base: v.string(), rates: v.record(v.string(), v.string()), ts: v.number() }),
  },
} as const;
