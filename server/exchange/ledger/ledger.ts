// Double-entry ledger: all accounts, available and frozen, and `post`, the only way to change them.
import type { Units } from '../../../core/units/units.ts';
import { CLEARING_UID, EXCHANGE_UID, type Wallet } from '../command.ts';
import type { CommandEvents } from '../command-events.ts';

/** One coin in one account of a user. Frozen money is still the user's, reserved for open orders. */
export interface Account {
  readonly uid: number;
  readonly wallet: Wallet;
  readonly coinId: number;
  available: Units;
  frozen: Units;
}

/** Most that the exchange account may owe in one coin, so that every balance fits a 64-bit integer column (L6). */
export const MAX_OWED_UNITS: Units = 9_000_000_000_000_000_000n;

export class Ledger {
  readonly #byUid = new Map<number, Account[]>();

  /** The account; created empty when it is new. */
  account(uid: number, wallet: Wallet, coinId: number): Account {
    const known = this.peek(uid, wallet, coinId);
    if (known) return known;
    const account: Account = { uid, wallet, coinId, available: 0n, frozen: 0n };
    const accounts = this.#byUid.get(uid);
    if (accounts) accounts.push(account);
    else this.#byUid.set(uid, [account]);
    return account;
  }

  peek(uid: number, wallet: Wallet, coinId: number): Account | undefined {
    const accounts = this.#byUid.get(uid);
    if (!accounts) return undefined;
    for (const account of accounts) if (account.coinId === coinId && account.wallet === wallet) return account;
    return undefined;
  }

  of(uid: number): readonly Account[] {
    return this.#byUid.get(uid) ?? [];
  }

  *all(): Iterable<Account> {
    for (const accounts of this.#byUid.values()) yield* accounts;
  }

  /**
   * Writes one entry: the balance changes by `units`, its frozen part by `frozenUnits`, available by the difference.
   * Throws Error when an account would become negative (L2): callers check before, so this is a defect.
   */
  post(
    context: CommandEvents,
    account: Account,
    recordType: string,
    units: Units,
    frozenUnits: Units,
    refNo: string,
  ): void {
    const frozen = account.frozen + frozenUnits;
    const available = account.available + units - frozenUnits;
    if (frozen < 0n || (available < 0n && account.uid !== EXCHANGE_UID && account.uid !== CLEARING_UID)) {
      throw new Error(`ledger below zero: uid ${account.uid}, coin ${account.coinId}, ${recordType} ${refNo}`);
    }
    account.frozen = frozen;
    account.available = available;
    const { uid, wallet, coinId } = account;
    context.events.push({
      kind: 'posting',
      posting: { uid, wallet, coinId, recordType, units, frozenUnits, available, frozen, refNo, ts: context.ts },
    });
  }
}
