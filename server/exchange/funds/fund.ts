// Deposit applications, withdrawals and quotes of conversions: what of them the machine keeps while they are open.
import { FUND_STATUS, type FundStatus } from '../../../core/orders/fund-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Units } from '../../../core/units/units.ts';

export type FundKind = 'recharge' | 'withdraw';

/** A deposit application or a withdrawal; all money in units of its coin but `valueUnits`. */
export interface FundOrder {
  id: number;
  uid: number;
  kind: FundKind;
  coinId: number;
  chain: string;
  address: string;
  memo: string;
  units: Units;
  /** What the house keeps of a withdrawal. */
  feeUnits: Units;
  /** Worth in USDT when it was credited (F6); 0 until then, and of withdrawals. */
  valueUnits: Units;
  /** Name of the screenshot; "" for a withdrawal. */
  picture: string;
  status: FundStatus;
  reason: string;
  /** Who decided; "" while nobody has. */
  by: string;
  clientNo: string;
  createTime: EpochMs;
  updateTime: EpochMs;
}

/** A conversion as it was offered: `inUnits` of one coin for `outUnits` of another, after `feeUnits` of the latter. */
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

/** What a person has of one coin. */
export interface CoinUnits {
  coinId: number;
  spotUnits: Units;
  spotFrozenUnits: Units;
  contractUnits: Units;
  contractFrozenUnits: Units;
}

/** Answer to a transfer or a conversion: its number, and what was moved as it stands after it. */
export interface Moved {
  id: number;
  assets: CoinUnits[];
}

/** Letters in front of the numbers of deposits, withdrawals, transfers and conversions. */
const LETTERS = { recharge: 'D', withdraw: 'W', transfer: 'T', convert: 'C' } as const;

/** Number under which the ledger and the wire know it. */
export function fundNo(kind: keyof typeof LETTERS, id: number): string {
  return LETTERS[kind] + String(id).padStart(12, '0');
}

/** Id of a quote's or conversion's number, or null when it is none. */
export function convertId(quoteNo: string): number | null {
  return /^C\d{12,15}$/.test(quoteNo) ? Number(quoteNo.slice(1)) : null;
}

/** Whether anything is still to happen with it. */
export function isOpen({ status }: FundOrder): boolean {
  return status === FUND_STATUS.review || status === FUND_STATUS.paying;
}

/** Open applications and withdrawals, and the one quote that each person may have. */
export class Funds {
  /** Last id given out, to whichever of them (F1). */
  lastId = 0;
  /** By uid; a quote stays until it is used or replaced, also when it has expired. */
  readonly quotes = new Map<number, ConvertQuote>();
  readonly #open = new Map<number, FundOrder>();
  readonly #counts = new Map<string, number>();

  /** An order while it is open. */
  get(id: number): FundOrder | undefined {
    return this.#open.get(id);
  }

  /** Every open order, oldest first. */
  all(): FundOrder[] {
    return [...this.#open.values()].sort((a, b) => a.id - b.id);
  }

  /** Keeps an order as it is now, as long as it is open. */
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

  /** How many applications or withdrawals a person has open. */
  countOf(uid: number, kind: FundKind): number {
    return this.#counts.get(`${uid} ${kind}`) ?? 0;
  }
}
