// Endpoints of accounts (`/user/`) and of published content (`/common/`).
import * as v from 'valibot';
import { articleSchema, noticeSchema, recordLineSchema, sessionLineSchema } from './responses.ts';
import { ALL_CHANNELS, alertSchema } from './alert.ts';
import { MAX_LAYOUT_CHARACTERS, MAX_LAYOUT_NAME_CHARACTERS, namedLayoutSchema } from './layout.ts';
import { PICTURES_BODY_LIMIT_BYTES } from './http.ts';
import {
  bit,
  code,
  coinInfoId,
  pageOf,
  paging,
  picture,
  range,
  textUpTo,
  whole,
  wholeIn,
  wholeList,
} from './form-fields.ts';

const email = v.pipe(v.string(), v.maxLength(100), v.email());
/** Password length has a code of its own (1412): the schema accepts any text up to what hashing can bear. */
const password = v.pipe(v.string(), v.maxLength(200));
/** Random secret of a client (256 bits, base64url) that identifies its device; the exchange stores its hash. */
const device = v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)));
const captcha = { captchaId: v.optional(textUpTo(64)), captcha: v.optional(textUpTo(64)) };
const sentAnswer = v.looseObject({ expire: v.number(), interval: v.number(), demoCode: v.optional(v.string()) });
const nothing = v.looseObject({});

/** The caller as `/user/info` and a login answer them; `money`: of the worth of both accounts. */
const callerWith = <T extends v.GenericSchema>(money: T) => ({
  user: v.looseObject({
    id: v.number(),
    email: v.string(),
    avatar: v.optional(v.union([v.string(), v.number()])),
    usdtAmountSpot: money,
    usdtAmountContract: money,
    inviteCode: v.optional(v.string()),
    createTime: v.optional(v.number()),
    status: v.optional(v.picklist([0, 1])),
    antiPhish: v.optional(v.string()),
    withdrawLockUntil: v.optional(v.number()),
  }),
  userKyc: v.nullable(v.looseObject({ status: v.number(), reasons: v.optional(v.record(v.string(), v.string())) })),
  hasGoogleAuth: v.picklist([0, 1]),
  service: v.string(),
});

/** A server may leave out the worth: `/user/info` follows. */
const sessionAnswer = v.looseObject({
  accesstoken: v.string(),
  expireTime: v.number(),
  ...callerWith(v.optional(v.string())),
});

const userAnswer = v.looseObject({
  ...callerWith(v.string()),
  sessions: v.optional(v.array(sessionLineSchema)),
  /** The data filled in so far; for pictures, whether they are present. */
  kyc: v.optional(
    v.nullable(
      v.looseObject({
        country: v.optional(v.string()),
        certType: v.optional(v.string()),
        fullName: v.optional(v.string()),
        certNo: v.optional(v.string()),
        imgFront: v.picklist([0, 1]),
        imgBack: v.picklist([0, 1]),
      }),
    ),
  ),
  kycImage: v.optional(v.nullable(v.string())),
});

export const ACCOUNT_CALLS = {
  '/user/login': {
    access: 'public',
    errors: [1401, 1402, 1403, 1405, 1408],
    /**
     * `googleCode` when an authenticator is bound. While wrong guesses lock the account, its owner can log in from a
     * `device` of an earlier login, or with `code` (scene `login`).
     */
    request: v.object({ email, password, ...captcha, googleCode: v.optional(code), code: v.optional(code), device }),
    answer: sessionAnswer,
  },
  '/user/layout': {
    access: 'session',
    errors: [],
    /**
     * Without a name: the list alone. A change is made where `layoutVersion` is the stored version (0: there is none of
     * this name), else `saved` is 0. At most 20 layouts (1400).
     */
    request: v.object({
      layoutName: v.optional(textUpTo(MAX_LAYOUT_NAME_CHARACTERS)),
      layoutVersion: v.optional(whole, '0'),
      layout: v.optional(textUpTo(MAX_LAYOUT_CHARACTERS)),
      layoutRename: v.optional(textUpTo(MAX_LAYOUT_NAME_CHARACTERS)),
      layoutRemove: v.optional(bit, '0'),
    }),
    answer: v.looseObject({ list: v.array(namedLayoutSchema), saved: v.optional(v.picklist([0, 1])) }),
  },
  '/user/register': {
    access: 'public',
    errors: [1401, 1402, 1410, 1411, 1412, 1413, 1420],
    /** A captcha is required after too many wrong codes from one address. */
    request: v.object({
      email,
      code,
      password,
      rePassword: password,
      inviteCode: v.optional(textUpTo(32)),
      ...captcha,
      device,
    }),
    answer: sessionAnswer,
  },
  '/user/info': {
    access: 'session',
    errors: [1404],
    /**
     * `logout=1` ends this session after the answer. `sessions=1` lists the open sessions, `endSession` ends one by its
     * id, or all `others`. `kyc=1` and `kycImage` return the submitted data as long as it can be changed, then only
     * what reveals no document. `antiPhish` sets the anti-phishing word in emails ("" removes it).
     */
    request: v.object({
      logout: v.optional(bit),
      sessions: v.optional(bit),
      endSession: v.optional(textUpTo(32)),
      kyc: v.optional(bit),
      kycImage: v.optional(v.picklist(['front', 'back'])),
      antiPhish: v.optional(v.union([v.literal(''), textUpTo(20)])),
    }),
    answer: userAnswer,
  },
  '/user/update/password': {
    access: 'session',
    errors: [1402, 1405, 1406, 1408, 1411, 1412, 1420],
    /** Confirmed by `code` (scene `password`) or `googleCode`. */
    request: v.object({
      oldPassword: password,
      newPassword: password,
      rePassword: password,
      code: v.optional(code),
      googleCode: v.optional(code),
    }),
    answer: nothing,
  },
  '/user/point/change/log': {
    access: 'session',
    errors: [],
    /**
     * `type`: 0 or all, spot, contract, or one record type. `lastId`: only records before it. `export=csv`: the answer
     * contains a file, and `list` is empty.
     */
    request: v.object({
      type: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,40}$/)), '0'),
      account: v.optional(v.picklist(['spot', 'contract'])),
      coinInfoId: v.optional(coinInfoId),
      lastId: v.optional(wholeIn(1, Number.MAX_SAFE_INTEGER)),
      export: v.optional(v.picklist(['csv'])),
      ...paging,
      ...range,
    }),
    answer: v.looseObject({
      ...pageOf(recordLineSchema).entries,
      lastId: v.optional(v.number()),
      fileName: v.optional(v.string()),
      csv: v.optional(v.string()),
    }),
  },
  '/user/kyc': {
    access: 'session',
    errors: [1415],
    bodyLimitBytes: PICTURES_BODY_LIMIT_BYTES,
    request: v.object({
      country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/))),
      certType: v.optional(v.picklist(['1', '2', '3'])),
      fullName: v.optional(v.pipe(textUpTo(80), v.minLength(2))),
      certNo: v.optional(v.pipe(textUpTo(40), v.minLength(4))),
      imgFront: v.optional(picture),
      imgBack: v.optional(picture),
      draft: v.optional(bit, '0'),
    }),
    answer: v.looseObject({ status: v.nullable(v.number()), submitTime: v.number() }),
  },
  '/user/bind/google/prep': {
    access: 'session',
    errors: [1407],
    request: v.object({}),
    answer: v.looseObject({ secret: v.string(), otpauth: v.string(), qr: v.string(), expireTime: v.number() }),
  },
  '/user/bind/google': {
    access: 'session',
    errors: [1402, 1405, 1407],
    request: v.object({ secret: textUpTo(64), googleCode: code, code }),
    answer: v.looseObject({ hasGoogleAuth: v.picklist([0, 1]), recoveryCodes: v.array(v.string()) }),
  },
  '/user/bind/google/reset': {
    access: 'session',
    errors: [1402, 1405, 1406, 1408],
    bodyLimitBytes: PICTURES_BODY_LIMIT_BYTES,
    /**
     * Confirmed by `googleCode`, `recoveryCode`, or `imgSelf`, which is reviewed: until then the authenticator stays
     * bound.
     */
    request: v.object({
      password,
      code,
      googleCode: v.optional(code),
      recoveryCode: v.optional(textUpTo(32)),
      imgSelf: v.optional(picture),
    }),
    answer: v.looseObject({
      hasGoogleAuth: v.picklist([0, 1]),
      review: v.optional(v.picklist([0, 1])),
      withdrawLockUntil: v.optional(v.number()),
    }),
  },
  '/user/code/send': {
    access: 'session',
    errors: [],
    /**
     * `demoCode`, without a mail server, is shown to a `device` of an earlier login of the owner, or on this machine.
     */
    request: v.object({ scene: v.picklist(['password', 'bindGoogle', 'resetGoogle', 'withdraw', 'address']), device }),
    answer: sentAnswer,
  },
  '/user/notice': {
    access: 'session',
    errors: [],
    /**
     * `alerts=1` lists the user's alerts. `alertCoin` with `alertTicks` creates one on a price, `alertRate` one on the
     * margin ratio of positions, in whole percent, in the market `alertCoin` or in all. `alertRepeat=1`: it fires each
     * time the value is reached again; `alertChannels`: the channels that notify, as bits.
     * An alert on a price or rate that exists already is updated. `alertMove` with `alertTicks` changes the price of
     * one, `alertRemove` deletes one, each by its id. `pushEndpoint` with `pushP256dh` and `pushAuth` registers a
     * browser for pushes; without the two it is removed.
     */
    request: v.object({
      kind: v.optional(v.picklist(['personal', 'system', 'all']), 'all'),
      unread: v.optional(bit, '0'),
      ...range,
      ...paging,
      alerts: v.optional(bit),
      alertCoin: v.optional(coinInfoId),
      alertTicks: v.optional(wholeIn(1, Number.MAX_SAFE_INTEGER)),
      alertRepeat: v.optional(bit),
      alertRate: v.optional(wholeIn(1, 100)),
      alertChannels: v.optional(wholeIn(1, ALL_CHANNELS)),
      alertMove: v.optional(whole),
      alertRemove: v.optional(whole),
      pushEndpoint: v.optional(textUpTo(600)),
      pushP256dh: v.optional(textUpTo(120)),
      pushAuth: v.optional(textUpTo(40)),
    }),
    /** `pushKey`: what browsers subscribe with (base64url). */
    answer: v.looseObject({
      ...pageOf(noticeSchema).entries,
      unreadNum: v.number(),
      alerts: v.optional(v.array(alertSchema)),
      pushKey: v.optional(v.string()),
    }),
  },
  '/user/notice/read': {
    access: 'session',
    errors: [1404],
    request: v.object({ id: v.optional(whole), ids: v.optional(wholeList), all: v.optional(bit, '0') }),
    answer: v.looseObject({ unreadNum: v.number() }),
  },
  '/user/profit': {
    access: 'session',
    errors: [],
    request: v.object({ range: v.optional(v.picklist(['today', '7d', '30d', 'all']), 'all') }),
    /** `series`: `[start of the day in ms, equity, profit]`, the running day last. Money in USDT. */
    answer: v.looseObject({
      profitToday: v.string(),
      profitTotal: v.string(),
      profitRate: v.string(),
      series: v.array(v.tuple([v.number(), v.string(), v.string()])),
      inviteNum: v.number(),
      inviteProfit: v.string(),
      inviteList: v.array(v.looseObject({ email: v.string(), createTime: v.number() })),
    }),
  },
  '/common/prop': {
    access: 'open',
    errors: [],
    /** `faucet`, in demo mode and with a session, refills the demo balance, once an hour: `{amount, nextTime}`. */
    request: v.object({ keys: textUpTo(400) }),
    answer: v.record(v.string(), v.unknown()),
  },
  '/common/code/send': {
    access: 'public',
    errors: [1401],
    /**
     * A code is valid on the `device` that requested it. With `password` and a captcha (scene `login`) the right
     * password sends an email, whatever others requested; a wrong one gets the same answer.
     */
    request: v.object({
      email,
      scene: v.picklist(['register', 'forgot', 'login']),
      password: v.optional(password),
      ...captcha,
      device,
    }),
    answer: sentAnswer,
  },
  '/common/notice': {
    access: 'public',
    errors: [1404],
    /**
     * `kind`: notices when absent. With `id`, that item of any kind unless one is given, and its `content`: HTML in
     * which the text is escaped.
     */
    request: v.object({
      kind: v.optional(v.picklist(['banner', 'notice', 'article'])),
      id: v.optional(whole),
      lang: v.optional(textUpTo(16)),
      ...range,
      ...paging,
    }),
    answer: v.looseObject({
      ...pageOf(articleSchema).entries,
      id: v.optional(v.number()),
      title: v.optional(v.string()),
      summary: v.optional(v.string()),
      img: v.optional(v.string()),
      link: v.optional(v.string()),
      createTime: v.optional(v.number()),
      top: v.optional(v.picklist([0, 1])),
      content: v.optional(v.string()),
    }),
  },
  '/common/find/password': {
    access: 'public',
    errors: [1401, 1402, 1405, 1411, 1412, 1420],
    /** A captcha is required after too many wrong codes from one address. */
    request: v.object({
      email,
      code,
      password,
      rePassword: password,
      googleCode: v.optional(code),
      ...captcha,
      device,
    }),
    answer: nothing,
  },
} as const;
