// Audits the stored ledger: hash chains, sums, both sides of each command, and balances.
import { FIRST_USER_UID } from '../exchange/command.ts';
import type { Rows } from '../store/store.ts';
import { firstPrev, ledgerEntryHash, statementEntryOf } from './ledger-hash-chain.ts';
import { type LedgerEntryRow, type LedgerEntry, ledgerEntryOfRow } from './mappers/order-mapper.ts';

/** Entries read at a time, and most faults that are listed. */
const PAGE_ENTRIES = 5_000;
const MOST_FAULTS = 100;

/** What was audited, and the faults as sentences; none means a sound ledger. */
export interface AuditReport {
  records: number;
  balances: number;
  faults: string[];
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
  return { records, balances: balances.length, faults: faults.slice(0, MOST_FAULTS) };
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

/** Checks the entries of one user after the other. */
class BalanceAudit {
  readonly faults: string[] = [];
  readonly #lastBalances = new Map<string, LastBalance>();
  #uid = 0;
  #prev = '';

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
     HAVING SUM(units) <> 0 AND MIN(uid) < ${FIRST_USER_UID} LIMIT ${MOST_FAULTS}`,
  );
  return found.map(({ seq, coin_id: coinId, sum }) => `command ${seq} leaves ${sum} of coin ${coinId}`);
}

async function unbalancedCoins(rows: Pick<Rows, 'all'>): Promise<string[]> {
  const found = await rows.all<{ coin_id: bigint; sum: bigint }>(
    'SELECT coin_id, CAST(SUM(available + frozen) AS BIGINT) AS sum FROM exchange_balance GROUP BY coin_id HAVING SUM(available + frozen) <> 0',
  );
  return found.map(({ coin_id: coinId, sum }) => `balances of coin ${coinId} sum to ${sum}`);
}
