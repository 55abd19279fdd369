// The table of calls: path, request and answer. The typed client and the server's routes are both made from it.
import * as v from 'valibot';
import { assetSchema, candlesAnswer, infosAnswer, tradesAnswer } from './answers.ts';
import { bit, clientNo, decimalText, pageOf, paging, range, textUpTo, whole, wholeIn, wholeList } from './form.ts';
import { DEPTHS, bookSchema, tickerSchema } from './market.ts';
import { ORDER_TYPES, SIDES, TIME_IN_FORCE, spotOrderSchema } from './order.ts';
import { INTERVALS } from './time.ts';

/** Who may call: anybody, or the holder of a session (else -1000). */
export type Access = 'public' | 'session';

/** One call. `money` marks those whose `clientNo` makes a retry answer as the first try did. */
export interface Call {
  access: Access;
  money?: true;
  request: v.GenericSchema;
  answer: v.GenericSchema;
}

const email = v.pipe(v.string(), v.maxLength(100), v.email());
/** Length is a rule with its own code (1412), so any text passes the schema up to a bound that hashing can bear. */
const password = v.pipe(v.string(), v.maxLength(200));
const code = v.pipe(v.string(), v.regex(/^\d{6}$/));
const captcha = { captchaId: v.optional(textUpTo(64)), captcha: v.optional(textUpTo(64)) };
const coinInfoId = wholeIn(1, 1_000_000);

const sessionAnswer = v.looseObject({
  accesstoken: v.string(),
  expireTime: v.number(),
  user: v.looseObject({ id: v.number(), email: v.string() }),
  userKyc: v.nullable(v.looseObject({ status: v.number() })),
  hasGoogleAuth: v.picklist([0, 1]),
  service: v.string(),
});

const userAnswer = v.looseObject({
  user: v.looseObject({
    id: v.number(), email: v.string(), avatar: v.optional(v.union([v.string(), v.number()])),
    usdtAmountSpot: v.string(), usdtAmountContract: v.string(), inviteCode: v.optional(v.string()), createTime: v.optional(v.number()),
  }),
  userKyc: v.nullable(v.looseObject({ status: v.number() })),
  hasGoogleAuth: v.picklist([0, 1]),
  service: v.string(),
});

const tickersRequest = v.object({ ids: v.optional(wholeList), spark: v.optional(bit) });
const tickersAnswer = v.looseObject({ list: v.array(tickerSchema), ts: v.optional(v.number()) });
const oneMarket = v.object({ coinInfoId });
const candlesRequest = v.object({
  coinInfoId,
  period: v.picklist(INTERVALS),
  limit: v.optional(wholeIn(1, 1000), '300'),
  /** Seconds, exclusive: candles before it, for scrolling back. */
  endTime: v.optional(whole),
  /** Seconds, inclusive: candles from it on, for filling a gap. */
  startTime: v.optional(whole),
});
const tradesRequest = v.object({ coinInfoId, limit: v.optional(wholeIn(1, 200), '50') });
const booksRequest = v.object({
  coinInfoId, depth: v.optional(v.pipe(v.picklist(DEPTHS.map(String)), v.transform(Number)), '50'),
});
const collectAnswer = v.looseObject({ collectList: v.array(v.number()) });

/** The calls offered so far, by path. */
export const CALLS = {
  '/user/login': {
    access: 'public',
    request: v.object({ email, password, ...captcha }),
    answer: sessionAnswer,
  },
  '/user/register': {
    access: 'public',
    request: v.object({ email, code, password, rePassword: password, inviteCode: v.optional(textUpTo(32)), ...captcha }),
    answer: sessionAnswer,
  },
  '/user/info': {
    access: 'session',
    /** `logout=1` ends this session at the server; the answer is then the last one it gives. */
    request: v.object({ logout: v.optional(bit) }),
    answer: userAnswer,
  },
  '/common/prop': {
    access: 'public',
    request: v.object({ keys: textUpTo(400) }),
    answer: v.record(v.string(), v.unknown()),
  },
  '/common/code/send': {
    access: 'public',
    request: v.object({ email, scene: v.picklist(['register', 'forgot']), ...captcha }),
    answer: v.looseObject({ expire: v.number(), interval: v.number(), demoCode: v.optional(v.string()) }),
  },
  '/coin/infos': {
    access: 'public',
    request: v.object({ type: v.optional(textUpTo(16)), version: v.optional(textUpTo(64)) }),
    answer: infosAnswer,
  },
  '/coin/tickers': { access: 'public', request: tickersRequest, answer: tickersAnswer },
  '/coin/ticker': { access: 'public', request: oneMarket, answer: tickerSchema },
  '/coin/candles': { access: 'public', request: candlesRequest, answer: candlesAnswer },
  '/coin/trades': { access: 'public', request: tradesRequest, answer: tradesAnswer },
  '/coin/books': { access: 'public', request: booksRequest, answer: bookSchema },
  '/coin/assets': {
    access: 'session',
    request: v.object({ hideZero: v.optional(bit) }),
    answer: v.looseObject({ assets: v.array(assetSchema), usdtAmountSpotFreeze: v.string(), usdtAmountContractFreeze: v.string(), seq: v.optional(v.number()) }),
  },
  '/coin/collect/add': {
    access: 'session',
    request: v.object({ coinInfoId, type: v.optional(v.picklist(['coin', 'forex'])) }),
    answer: collectAnswer,
  },
  '/coin/collect/del': {
    access: 'session',
    request: v.object({ coinInfoId: v.optional(coinInfoId), ids: v.optional(wholeList) }),
    answer: collectAnswer,
  },
  '/coin/order/add': {
    access: 'session',
    money: true,
    request: v.object({
      coinInfoId,
      side: v.picklist(SIDES),
      orderType: v.picklist(ORDER_TYPES),
      price: v.optional(decimalText),
      amount: v.optional(decimalText),
      /** Market buy by money: how much of the quote coin to spend. */
      total: v.optional(decimalText),
      tif: v.optional(v.picklist(TIME_IN_FORCE), 'GTC'),
      postOnly: v.optional(bit, '0'),
      clientNo,
    }),
    answer: spotOrderSchema,
  },
  '/coin/order/list': {
    access: 'session',
    request: v.object({
      state: v.picklist(['current', 'history']), coinInfoId: v.optional(coinInfoId), side: v.optional(v.picklist(SIDES)), ...paging, ...range,
    }),
    answer: pageOf(spotOrderSchema),
  },
  '/coin/order/query': {
    access: 'session',
    request: v.object({ id: v.optional(whole), orderNo: v.optional(textUpTo(40)), clientNo: v.optional(clientNo) }),
    answer: spotOrderSchema,
  },
  '/coin/order/close': {
    access: 'session',
    money: true,
    /** One of `id`, `ids`, or `all=1` (within `coinInfoId` when given). */
    request: v.object({
      id: v.optional(whole), ids: v.optional(wholeList), all: v.optional(bit), coinInfoId: v.optional(coinInfoId), clientNo: v.optional(clientNo),
    }),
    answer: v.looseObject({ list: v.array(spotOrderSchema) }),
  },
  '/forex/tickers': { access: 'public', request: tickersRequest, answer: tickersAnswer },
  '/forex/ticker': { access: 'public', request: oneMarket, answer: tickerSchema },
  '/forex/last': {
    access: 'public',
    request: v.object({ coinInfoId: v.optional(coinInfoId), symbol: v.optional(textUpTo(16)) }),
    answer: v.looseObject({ coinInfoId: v.number(), last: v.string(), ts: v.number() }),
  },
  '/forex/candles': { access: 'public', request: candlesRequest, answer: candlesAnswer },
  '/forex/trades': { access: 'public', request: tradesRequest, answer: tradesAnswer },
  '/forex/books': { access: 'public', request: booksRequest, answer: bookSchema },
  '/forex/rate': {
    access: 'public',
    request: v.object({ currency: v.optional(textUpTo(8)) }),
    answer: v.looseObject({ base: v.string(), rates: v.record(v.string(), v.string()), ts: v.number() }),
  },
} as const satisfies Record<string, Call>;

export type CallPath = keyof typeof CALLS;
/** What the server reads from a call's form, after the schema. */
export type RequestOf<P extends CallPath> = v.InferOutput<(typeof CALLS)[P]['request']>;
/** What the client writes into a call's form: numbers and booleans are printed as the wire wants them. */
export type FormOf<P extends CallPath> = { [K in keyof v.InferInput<(typeof CALLS)[P]['request']>]: string | number | boolean | undefined };
export type AnswerOf<P extends CallPath> = v.InferOutput<(typeof CALLS)[P]['answer']>;

/** The envelope of every answer. HTTP is 200 for business refusals too. */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
  /** Server time in ms. */
  ts?: number;
  traceId?: string;
}
