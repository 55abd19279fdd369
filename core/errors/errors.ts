// Every refusal: the codes of docs/api.md 3, with the values that their messages need.

/** Codes of the envelope. 0 is success; every other code is a Reject. */
export const CODE = {
  ok: 0,
  sessionInvalid: -1000,
  toast: -1001,
  fieldInvalid: 1400,
  captchaWrong: 1401,
  codeWrong: 1402,
  accountFrozen: 1403,
  notFound: 1404,
  googleWrong: 1405,
  googleNotBound: 1406,
  googleBound: 1407,
  loginWrong: 1408,
  clientNoReused: 1409,
  emailTaken: 1410,
  passwordsDiffer: 1411,
  passwordLength: 1412,
  inviteInvalid: 1413,
  kycNeeded: 1414,
  kycUnderReview: 1415,
  kycFailed: 1416,
  stepUpNeeded: 1417,
  limitReached: 1418,
  notAllowedHere: 1419,
  passwordCommon: 1420,
  notRecordedHere: 1421,
  tooManyRequests: 1429,
  busy: 1500,
  unsure: 1501,
  maintenance: 1503,
  notEnoughBalance: 2001,
  priceOffTick: 2002,
  amountOffStep: 2003,
  priceZero: 2004,
  amountZero: 2005,
  priceOutsideBand: 2006,
  belowMinNotional: 2007,
  marketClosed: 2008,
  profitSide: 2009,
  lossSide: 2010,
  multipleNotAllowed: 2011,
  orderFinished: 2012,
  nothingToClose: 2013,
  postOnlyWouldTrade: 2014,
  fokNotFillable: 2015,
  slippage: 2016,
  priceMoved: 2017,
  periodNotOffered: 2101,
  stakeOutsideLimits: 2102,
  exposureLimit: 2103,
  addressMissing: 3001,
  addressInvalid: 3002,
  addressCooling: 3003,
  belowMinimum: 3004,
  turnoverShort: 3005,
  networkSuspended: 3006,
  depositDayLimit: 3007,
  quoteExpired: 3101,
} as const;
export type Code = (typeof CODE)[keyof typeof CODE];

/** The sentences of one language by code; those of `toast` come with the answer. */
export type RefusalTexts = Readonly<Record<`${Exclude<Code, typeof CODE.toast>}`, string>>;

/** A refusal: its code and the values of its message (`{tick}` in the text is `params.tick`). */
export interface Reject {
  code: Code;
  params: Record<string, string | number>;
}

export function reject(code: Code, params: Record<string, string | number> = {}): Reject {
  return { code, params };
}

/** A refusal as an exception; the one error type that a call answers with. */
export class RejectError extends Error {
  readonly reject: Reject;
  constructor(code: Code, params: Record<string, string | number> = {}) {
    super(`reject ${code}`);
    this.reject = reject(code, params);
  }
}

/** Message of a refusal in a language's texts; the code itself when the language has none. */
export function sentence(words: Record<string, string>, refusal: Reject): string {
  const text = words[String(textCodeOf(refusal))] ?? `Error ${refusal.code}`;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(refusal.params[name] ?? ''));
}

/** Whose text it has: what the book does not fill at a price of one's own has no slippage to name. */
function textCodeOf({ code, params }: Reject): Code {
  return code === CODE.slippage && params['price'] !== undefined ? CODE.fokNotFillable : code;
}
