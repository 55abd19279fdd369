// Open deposit applications and withdrawals, and conversion quotes, as the machine holds them.
import { FUND_STATUS, type FundStatus } from '../../../core/orders/fund-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Units } from '../../../core/units/units.ts';

export type FundKind = 'recharge' | 'withdraw';

/** How a quote reads the books; `v1` is that of commands which were committed before there was another. */
export type RateRule = 'v1' | 'v2';

/**
 * What a credited deposit is valued at (F6): `v2` the index; `v1`, of decisions that were committed before there was
 * another, the last trade.
 */
export type WorthRule = 'v1' | 'v2';

/** A deposit application or a withdrawal; money in units of its coin, except `valueUnits`. */
export interface FundOrder {
  id: number;
  uid: number;
  kind: FundKind;
  coinId: number;
  chain: string;
  address: string;
  memo: string;
  units: Units;
  /** Charge of a withdrawal. */
  feeUnits: Units;
  /** Value in USDT when it was credited (F6); 0 until then, and for withdrawals. */
  valueUnits: Units;
  /** File name of the screenshot; "" for a withdrawal. */
  picture: string;
  status: FundStatus;
  reason: string;
  /** Who decided; "" before the decision. */
  by: string;
  clientNo: string;
  createTime: EpochMs;
  updateTime: EpochMs;
}

/** An offered conversion: `inUnits` of one coin for `outUnits` of another, after `feeUnits` of the latter. */
export interface ConvertQuote {
  id: number;
  uid: number;
  fromCoinId: number;
  toCoinId: number;
  inUnits: Units;
  outUnits: Units;
  feeUnits: Units;
  expireTime: EpochMs;
}

/** A user's balances of one coin. */
export interface CoinBalances {
  coinId: number;
  spotUnits: Units;
  spotFrozenUnits: Units;
  contractUnits: Units;
  contractFrozenUnits: Units;
}

/** Answer to a transfer or a conversion: its number and the balances after it. */
export interface TransferResult {
  id: number;
  assets: CoinBalances[];
}

/** Prefixes of the numbers of deposits, withdrawals, transfers and conversions. */
const LETTERS = { recharge: 'D', withdraw: 'W', transfer: 'T', convert: 'C' } as const;

/** Number in the ledger and on the wire. */
export function fundNo(kind: keyof typeof LETTERS, id: number): string {
  return LETTERS[kind] + String(id).padStart(12, '0');
}

/** Id of a quote's or conversion's number; null when the text is no such number. */
export function convertId(quoteNo: string): number | null {
  return /^C\d{12,15}$/.test(quoteNo) ? Number(quoteNo.slice(1)) : null;
}

/** Whether it is under review or being paid. */
export function isOpen({ status }: FundOrder): boolean {
  return status === FUND_STATUS.review || status === FUND_STATUS.paying;
}

/** Open applications and withdrawals, and at most one quote for each user. */
export class Funds {
  /** Last id that was assigned; one counter for all kinds (F1). */
  lastId = 0;
  /** By uid; a quote stays until it is used or replaced, even after it has expired. */
  readonly quotes = new Map<number, ConvertQuote>();
  readonly #open = new Map<number, FundOrder>();
  readonly #counts = new Map<string, number>();

  /** The order while it is open. */
  get(id: number): FundOrder | undefined {
    return this.#open.get(id);
  }

  /** All open orders, oldest first. */
  all(): FundOrder[] {
    return [...this.#open.values()].sort((a, b) => a.id - b.id);
  }

  /** Stores the order while it is open, and removes it otherwise. */
  set(fund: FundOrder): void {
    const before = this.#open.has(fund.id);
    if (isOpen(fund)) this.#open.set(fund.id, fund);
    else this.#open.delete(fund.id);
    const change = Number(this.#open.has(fund.id)) - Number(before);
    const key = `${fund.uid} ${fund.kind}`;
    const count = this.countOf(fund.uid, fund.kind) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }

  /** How many applications or withdrawals a user has open. */
  countOf(uid: number, kind: FundKind): number {
    return this.#counts.get(`${uid} ${kind}`) ?? 0;
  }
}
