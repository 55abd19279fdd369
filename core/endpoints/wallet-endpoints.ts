// Endpoints of the wallet.
import * as v from 'valibot';
import { assetSchema } from './asset.ts';
import { PICTURES_BODY_LIMIT_BYTES } from './http.ts';
import {
  bit,
  clientNo,
  code,
  coinInfoId,
  decimalText,
  pageOf,
  paging,
  picture,
  range,
  textUpTo,
  whole,
  wholeIn,
} from './form-fields.ts';
import {
  TRANSFER_TYPES,
  bookAddressSchema,
  depositAddressSchema,
  gateSchema,
  rechargeOrderSchema,
  withdrawOrderSchema,
} from '../orders/fund-order.ts';

const chain = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,16}$/));
const address = textUpTo(128);
const route = v.object({ coinInfoId, chain });
/** Fields of lists: `status` filters, `id` selects one, `export=csv` returns a file instead. */
const orders = {
  status: v.optional(wholeIn(0, 4)),
  coinInfoId: v.optional(coinInfoId),
  id: v.optional(whole),
  export: v.optional(v.picklist(['csv'])),
  ...paging,
  ...range,
};
const file = { fileName: v.optional(v.string()), csv: v.optional(v.string()) };

export const WALLET_CALLS = {
  '/coin/assets': {
    access: 'session',
    errors: [],
    /**
     * With `proof=1` also `proof`: the caller's balances are included in the day's published root (verified by
     * `balance-proof.ts`); null for callers without balances on that day.
     */
    request: v.object({ hideZero: v.optional(bit), proof: v.optional(bit) }),
    answer: v.looseObject({
      assets: v.array(assetSchema),
      usdtAmountSpotFreeze: v.string(),
      usdtAmountContractFreeze: v.string(),
      usdtAmountSpot: v.optional(v.string()),
      usdtAmountContract: v.optional(v.string()),
      seq: v.optional(v.number()),
      proof: v.optional(v.nullable(v.looseObject({ v: v.literal(1) }))),
    }),
  },
  '/coin/transfer': {
    access: 'session',
    errors: [1403, 1404, 2001, 2008, 2016, 3101],
    money: true,
    socket: true,
    /**
     * A transfer between the caller's wallets: `coinInfoId`, `amount`, `clientNo`. A conversion (`type=convert`) first
     * gets a quote, with `toCoinInfoId`, `amount` and `dryRun=1`; with its `quoteNo` and `clientNo` it executes at that
     * rate. Only a user's newest quote is valid.
     */
    request: v.object({
      type: v.picklist(TRANSFER_TYPES),
      coinInfoId: v.optional(coinInfoId),
      toCoinInfoId: v.optional(coinInfoId),
      amount: v.optional(decimalText),
      dryRun: v.optional(bit, '0'),
      quoteNo: v.optional(textUpTo(40)),
      clientNo: v.optional(clientNo),
    }),
    /**
     * `rate`: value of one unit of the first coin in the second, before `fee`, which is deducted; `out` is credited.
     * `assets`: the changed balances after the transfer.
     */
    answer: v.looseObject({
      orderNo: v.optional(v.string()),
      assets: v.optional(v.array(assetSchema)),
      quoteNo: v.optional(v.string()),
      rate: v.optional(v.string()),
      fee: v.optional(v.string()),
      out: v.optional(v.string()),
      expireTime: v.optional(v.number()),
    }),
  },
  '/coin/recharge/address': { access: 'session', errors: [1404, 3006], request: route, answer: depositAddressSchema },
  '/coin/recharge/address/generate': {
    access: 'session',
    errors: [1404, 1418, 3006],
    request: route,
    answer: depositAddressSchema,
  },
  '/coin/recharge/add': {
    access: 'session',
    errors: [1403, 1404, 1418, 3004, 3006, 3007],
    money: true,
    bodyLimitBytes: PICTURES_BODY_LIMIT_BYTES,
    /** `address`: one of the caller's deposit addresses; `img`: a screenshot of the payment. */
    request: v.object({ coinInfoId, chain, address, amount: decimalText, img: picture, clientNo }),
    answer: v.looseObject({ id: v.number(), orderNo: v.string(), status: v.number() }),
  },
  '/coin/recharge/order': {
    access: 'session',
    errors: [1404],
    request: v.object(orders),
    answer: v.looseObject({ ...pageOf(rechargeOrderSchema).entries, ...file }),
  },
  '/coin/withdraw/address': {
    access: 'session',
    errors: [1404],
    /** `del` removes an entry; the answer is the remaining list. */
    request: v.object({ coinInfoId: v.optional(coinInfoId), chain: v.optional(chain), del: v.optional(whole) }),
    answer: v.looseObject({ list: v.array(bookAddressSchema) }),
  },
  '/coin/withdraw/address/generate': {
    access: 'session',
    errors: [1402, 1404, 1405, 1417, 1418, 3002, 3006],
    /** Confirmed by `code` (scene `address`), and `googleCode` where an authenticator is bound. */
    request: v.object({
      coinInfoId,
      chain,
      address,
      accountName: textUpTo(30),
      memo: v.optional(v.union([v.literal(''), textUpTo(64)])),
      code: v.optional(code),
      googleCode: v.optional(code),
    }),
    answer: bookAddressSchema,
  },
  '/coin/withdraw/add': {
    access: 'session',
    errors: [1403, 1404, 1405, 1406, 1414, 1415, 1416, 1417, 1418, 2001, 3001, 3003, 3004, 3005, 3006],
    money: true,
    request: v.object({
      coinInfoId,
      addressId: v.optional(whole),
      amount: decimalText,
      googleCode: v.optional(code),
      clientNo,
    }),
    /** `estimate`: expected time of arrival, ms. */
    answer: v.looseObject({
      id: v.number(),
      orderNo: v.string(),
      amount: v.string(),
      serviceCharge: v.string(),
      actualAmount: v.string(),
      status: v.number(),
      estimate: v.number(),
      simulated: v.optional(v.picklist([0, 1])),
    }),
  },
  '/coin/withdraw/order': {
    access: 'session',
    errors: [1404, 2012],
    /** `cancelId`: cancels one while it is under review. */
    request: v.object({ ...orders, cancelId: v.optional(whole) }),
    answer: v.looseObject({ ...pageOf(withdrawOrderSchema).entries, ...file, gate: v.optional(gateSchema) }),
  },
} as const;
