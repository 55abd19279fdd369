// Audits the stored ledger: hash chains, sums, both sides of each command, and balances; all of it or its end.
import { FIRST_USER_UID } from '../exchange/command.ts';
import type { Rows } from '../store/store.ts';
import { firstPrev, ledgerEntryHash, statementEntryOf } from './ledger-hash-chain.ts';
import { EVENTS_PER_COMMAND } from './changesets/row-changeset.ts';
import { type LedgerEntryRow, type LedgerEntry, ledgerEntryOfRow } from './mappers/order-mapper.ts';

/** Entries read at a time, and most faults that are listed. */
const PAGE_ENTRIES = 5_000;
const MAX_FAULTS = 100;

/** What was audited, and the faults as sentences; none means a sound ledger. */
export interface AuditReport {
  records: number;
  balances: number;
  faults: string[];
}

/** The faults as the beginning of a sentence for the operator. */
export function unbalanced(faults: readonly string[]): string {
  return `The ledger does not add up (${faults.slice(0, 3).join('; ')}${faults.length > 3 ? '; and more' : ''})`;
}

/** Consistent when `rows` is a transaction or nothing is written meanwhile. Throws what the store throws. */
export async function auditLedger(rows: Pick<Rows, 'all'>): Promise<AuditReport> {
  const audit = new BalanceAudit();
  let records = 0;
  for (let uid = FIRST_USER_UID, id = 0; ;) {
    const page = (
      await rows.all<LedgerEntryRow>(
        `SELECT * FROM exchange_line WHERE uid > ? OR (uid = ? AND id > ?) ORDER BY uid, id LIMIT ${PAGE_ENTRIES}`,
        [uid, uid, id],
      )
    ).map(ledgerEntryOfRow);
    page.forEach((line) => audit.check(line));
    records += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ENTRIES) break;
    [uid, id] = [last.uid, last.id];
  }
  const balances = await rows.all<BalanceRow>(
    `SELECT uid, wallet, coin_id, available, frozen FROM exchange_balance WHERE uid >= ${FIRST_USER_UID} ORDER BY uid, wallet, coin_id`,
  );
  audit.compare(balances);
  const faults = [...audit.faults, ...(await unbalancedCommands(rows)), ...(await unbalancedCoins(rows))];
  return { records, balances: balances.length, faults: faults.slice(0, MAX_FAULTS) };
}

/** Accounts whose new entries are read together. */
const PAGE_ACCOUNTS = 500;

/**
 * Audits the entries of commands after `seq`, which continue what was audited before: the chains and sums from the last
 * older entry on, both sides of each command, the balances of users with new entries, and the sums of all balances.
 */
export async function auditLedgerAfter(rows: Pick<Rows, 'all'>, seq: number): Promise<AuditReport> {
  const after = (seq + 1) * EVENTS_PER_COMMAND - 1;
  const faults: string[] = [];
  const sides = new Map<string, { sum: bigint; least: number }>();
  let [records, balances] = [0, 0];
  for (let from = 0; ;) {
    const accounts = await rows.all<{ uid: bigint }>(
      `SELECT DISTINCT uid FROM exchange_balance WHERE uid > ? ORDER BY uid LIMIT ${PAGE_ACCOUNTS}`,
      [from],
    );
    const last = accounts.at(-1);
    if (!last) break;
    const found = await rows.all<LedgerEntryRow>(
      `SELECT l.* FROM (SELECT DISTINCT uid FROM exchange_balance WHERE uid > ? AND uid <= ?) u
       CROSS JOIN exchange_line l WHERE l.uid = u.uid AND l.id > ?`,
      [from, last.uid, after],
    );
    const byUser = new Map<number, LedgerEntry[]>();
    for (const entry of found.map(ledgerEntryOfRow)) {
      const key = `${Math.floor(entry.id / EVENTS_PER_COMMAND)} ${entry.coinId}`;
      const { sum, least } = sides.get(key) ?? { sum: 0n, least: entry.uid };
      sides.set(key, { sum: sum + entry.units, least: Math.min(least, entry.uid) });
      if (entry.uid < FIRST_USER_UID) continue;
      const own = byUser.get(entry.uid);
      if (own) own.push(entry);
      else byUser.set(entry.uid, [entry]);
    }
    for (const [uid, unsorted] of byUser) {
      // The index gives them in this order; the database would sort whole rows to be sure of it.
      const entries = unsorted.toSorted((a, b) => a.id - b.id);
      const audited = await auditEnd(rows, uid, entries, after);
      faults.push(...audited.faults);
      balances += audited.balances;
    }
    records += found.length;
    from = Number(last.uid);
  }
  for (const [key, { sum, least }] of sides) {
    const [command, coinId] = key.split(' ');
    if (sum !== 0n && least < FIRST_USER_UID) faults.push(`command ${command} leaves ${sum} of coin ${coinId}`);
  }
  faults.push(...(await unbalancedCoins(rows)));
  return { records, balances, faults: faults.slice(0, MAX_FAULTS) };
}

/** Audits `entries`, which are those of one user with an id above `after`. */
async function auditEnd(
  rows: Pick<Rows, 'all'>,
  uid: number,
  entries: readonly LedgerEntry[],
  after: number,
): Promise<{ faults: string[]; balances: number }> {
  const audit = new BalanceAudit();
  const older = 'FROM exchange_line WHERE uid = ? AND id <= ?';
  const [head] = await rows.all<{ hash: string }>(`SELECT hash ${older} ORDER BY id DESC LIMIT 1`, [uid, after]);
  audit.begin(uid, head?.hash ?? firstPrev(uid));
  const keys = new Map(entries.map(({ wallet, coinId }) => [`${wallet} ${coinId}`, { wallet, coinId }]));
  for (const { wallet, coinId } of keys.values()) {
    const [was] = await rows.all<LastBalance>(
      `SELECT available, frozen ${older} AND wallet = ? AND coin_id = ? ORDER BY id DESC LIMIT 1`,
      [uid, after, wallet, coinId],
    );
    if (was) audit.beginBalance(uid, wallet, coinId, was);
  }
  entries.forEach((entry) => audit.check(entry));
  const balances = await rows.all<BalanceRow>(
    'SELECT uid, wallet, coin_id, available, frozen FROM exchange_balance WHERE uid = ? ORDER BY wallet, coin_id',
    [uid],
  );
  const changed = balances.filter(({ wallet, coin_id: coinId }) => keys.has(`${wallet} ${coinId}`));
  audit.compare(changed);
  return { faults: audit.faults, balances: changed.length };
}

/** Entries read at a time by an audit while the exchange runs: some 10 ms. */
const STEP_ENTRIES = 500;

/**
 * Audits the whole ledger in small steps, user by user: chains, sums and balances. Nothing may be written between the
 * reads of a step.
 */
export class StepwiseAudit {
  #uid = FIRST_USER_UID - 1;
  #id = 0;
  #audit: BalanceAudit | null = null;

  /** Audits the next `count` entries and returns their faults; null: all users are audited. */
  async step(rows: Pick<Rows, 'all'>, count = STEP_ENTRIES): Promise<string[] | null> {
    const faults: string[] = [];
    for (let left = count; left > 0 && faults.length === 0;) {
      if (this.#audit === null && !(await this.#beginNext(rows))) return left === count ? null : faults;
      // A user without entries costs reads too.
      left -= 1 + (await this.#continue(rows, left, faults));
    }
    return faults;
  }

  async #beginNext(rows: Pick<Rows, 'all'>): Promise<boolean> {
    const [next] = await rows.all<{ uid: bigint }>(
      'SELECT uid FROM exchange_balance WHERE uid > ? ORDER BY uid LIMIT 1',
      [this.#uid],
    );
    if (!next) return false;
    [this.#uid, this.#id, this.#audit] = [Number(next.uid), 0, new BalanceAudit()];
    return true;
  }

  /** Returns how many entries of the user it has read. */
  async #continue(rows: Pick<Rows, 'all'>, limit: number, faults: string[]): Promise<number> {
    const audit = this.#audit!;
    const entries = (
      await rows.all<LedgerEntryRow>('SELECT * FROM exchange_line WHERE uid = ? AND id > ? ORDER BY id LIMIT ?', [
        this.#uid,
        this.#id,
        limit,
      ])
    ).map(ledgerEntryOfRow);
    entries.forEach((entry) => audit.check(entry));
    this.#id = entries.at(-1)?.id ?? this.#id;
    if (entries.length < limit) {
      audit.compare(
        await rows.all<BalanceRow>(
          'SELECT uid, wallet, coin_id, available, frozen FROM exchange_balance WHERE uid = ?',
          [this.#uid],
        ),
      );
      this.#audit = null;
    }
    faults.push(...audit.faults.splice(0));
    return entries.length;
  }
}

interface BalanceRow {
  uid: bigint;
  wallet: string;
  coin_id: bigint;
  available: bigint;
  frozen: bigint;
}
interface LastBalance {
  available: bigint;
  frozen: bigint;
}

/** Checks entries in the order of users and ids, then their balances. */
class BalanceAudit {
  readonly faults: string[] = [];
  readonly #lastBalances = new Map<string, LastBalance>();
  #uid = 0;
  #prev = '';

  /** The next entry to check must follow one with the hash `head`. */
  begin(uid: number, head: string): void {
    [this.#uid, this.#prev] = [uid, head];
  }

  beginBalance(uid: number, wallet: string, coinId: number, was: LastBalance): void {
    this.#lastBalances.set(`${uid} ${wallet} ${coinId}`, was);
  }

  check(line: LedgerEntry): void {
    if (line.uid !== this.#uid) [this.#uid, this.#prev] = [line.uid, firstPrev(line.uid)];
    const name = `record ${line.id} of ${line.uid}`;
    if (line.prev !== this.#prev) this.faults.push(`${name} does not follow the one before`);
    if (!/^[0-9a-f]{64}$/.test(line.prev) || ledgerEntryHash(line.prev, statementEntryOf(line.id, line)) !== line.hash)
      this.faults.push(`${name} does not match its hash`);
    const key = `${line.uid} ${line.wallet} ${line.coinId}`;
    const was = this.#lastBalances.get(key) ?? { available: 0n, frozen: 0n };
    const adds =
      line.available === was.available + line.units - line.frozenUnits && line.frozen === was.frozen + line.frozenUnits;
    if (!adds) this.faults.push(`${name} does not add up`);
    this.#lastBalances.set(key, { available: line.available, frozen: line.frozen });
    this.#prev = line.hash;
  }

  /** Each balance equals that after its last entry, and no balance is missing. */
  compare(balances: readonly BalanceRow[]): void {
    for (const { uid, wallet, coin_id: coinId, available, frozen } of balances) {
      const key = `${uid} ${wallet} ${coinId}`;
      const end = this.#lastBalances.get(key) ?? { available: 0n, frozen: 0n };
      if (end.available !== available || end.frozen !== frozen)
        this.faults.push(
          `balance ${key} is ${available} and ${frozen}, its records make ${end.available} and ${end.frozen}`,
        );
      this.#lastBalances.delete(key);
    }
    for (const [key, { available, frozen }] of this.#lastBalances)
      if (available !== 0n || frozen !== 0n) this.faults.push(`balance ${key} is missing`);
  }
}

/**
 * Commands whose entries do not sum to 0, since both sides of what touches a user are stored (L9). Entries from before
 * that rule have one side only.
 */
async function unbalancedCommands(rows: Pick<Rows, 'all'>): Promise<string[]> {
  const found = await rows.all<{ seq: bigint; coin_id: bigint; sum: bigint }>(
    `SELECT id / 1048576 AS seq, coin_id, CAST(SUM(units) AS BIGINT) AS sum FROM exchange_line GROUP BY id / 1048576, coin_id
     HAVING SUM(units) <> 0 AND MIN(uid) < ${FIRST_USER_UID} LIMIT ${MAX_FAULTS}`,
  );
  return found.map(({ seq, coin_id: coinId, sum }) => `command ${seq} leaves ${sum} of coin ${coinId}`);
}

async function unbalancedCoins(rows: Pick<Rows, 'all'>): Promise<string[]> {
  const found = await rows.all<{ coin_id: bigint; sum: bigint }>(
    'SELECT coin_id, CAST(SUM(available + frozen) AS BIGINT) AS sum FROM exchange_balance GROUP BY coin_id HAVING SUM(available + frozen) <> 0',
  );
  return found.map(({ coin_id: coinId, sum }) => `balances of coin ${coinId} sum to ${sum}`);
}
