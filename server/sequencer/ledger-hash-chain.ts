// Every record of a person carries the hash of the one before: who holds his own records can show that none was changed
// or left out (L8).
import { hash as digest } from 'node:crypto';
import { type StatementLine, firstPrevBytes } from '../../core/proofs/ledger-statement.ts';
import { FIRST_USER_UID } from '../exchange/command.ts';
import type { Posting } from '../exchange/event.ts';
import type { Rows, Store } from '../store/store.ts';
import { type LedgerEntryRow, ledgerEntryOfRow } from './mappers/order-mapper.ts';

/**
 * Persons whose last hash is remembered; at the limit the one remembered longest is forgotten, and read again when it
 * comes back.
 */
const MOST_HEADS = 20_000;
/** Records chained in one transaction when older ones are given their hashes. */
const BACKFILL_ENTRIES = 5_000;

/** What a record's own hash covers: the record as its owner reads it. A credit by hand says why in its reference. */
export function statementEntryOf(
  id: number,
  { wallet, coinId, recordType, refNo, ts, units, frozenUnits, available, frozen }: Posting,
): StatementLine {
  const isRemark = recordType.endsWith('_manual_add');
  return {
    id,
    ts,
    account: wallet,
    coinInfoId: coinId,
    recordType,
    units,
    frozenUnits,
    available,
    frozen,
    refNo: isRemark ? '' : refNo,
    remark: isRemark ? refNo : '',
  };
}

/** Hash that a person's first record follows. */
export function firstPrev(uid: number): string {
  return digest('sha256', firstPrevBytes(uid));
}

/** Bytes of a record without its texts, and the most that a text of so many characters takes with its length. */
const FIXED_BYTES = 32 + 8 + 8 + 1 + 4 + 4 * 8;
const mostBytes = (text: string): number => 4 + 3 * text.length;

/** Records are written here, one at a time; a longer one has a buffer of its own. */
const usual = Buffer.alloc(1024);
const usualNumbers = numbersOf(usual);

function numbersOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/**
 * SHA-256 of `lineBytes`, written in one buffer: this runs for every record of every order. `prev` is hex of 32 bytes.
 */
export function ledgerEntryHash(prev: string, line: StatementLine): string {
  const most = FIXED_BYTES + mostBytes(line.recordType) + mostBytes(line.refNo) + mostBytes(line.remark);
  const bytes = most <= usual.length ? usual : Buffer.alloc(most);
  const numbers = bytes === usual ? usualNumbers : numbersOf(bytes);
  bytes.write(prev, 'hex');
  numbers.setBigUint64(32, BigInt(line.id));
  numbers.setBigUint64(40, BigInt(line.ts));
  numbers.setUint8(48, line.account === 'spot' ? 1 : 2);
  numbers.setUint32(49, line.coinInfoId);
  numbers.setBigInt64(53, line.units);
  numbers.setBigInt64(61, line.frozenUnits);
  numbers.setBigInt64(69, line.available);
  numbers.setBigInt64(77, line.frozen);
  let end = FIXED_BYTES;
  for (const text of [line.recordType, line.refNo, line.remark]) {
    const length = bytes.write(text, end + 4);
    numbers.setUint32(end, length);
    end += 4 + length;
  }
  return digest('sha256', bytes.subarray(0, end));
}

interface ChainLink {
  prev: string;
  hash: string;
}

const UNCHAINED: ChainLink = { prev: '', hash: '' };

/** The ends of people's chains, as the group under way leaves them. */
export class LedgerHashChain {
  readonly #heads = new Map<number, string>();

  /**
   * Links a record to the person's last one; a promise only where that has to be read. Records of the house and its
   * bots have no chain: both are "".
   */
  link(rows: Pick<Rows, 'first'>, id: number, posting: Posting): ChainLink | Promise<ChainLink> {
    const { uid } = posting;
    if (uid < FIRST_USER_UID) return UNCHAINED;
    const prev = this.#heads.get(uid);
    return prev === undefined
      ? headOf(rows, uid).then((read) => this.#follow(read, id, posting))
      : this.#follow(prev, id, posting);
  }

  #follow(prev: string, id: number, posting: Posting): ChainLink {
    const { uid } = posting;
    const hash = ledgerEntryHash(prev, statementEntryOf(id, posting));
    this.#heads.delete(uid);
    this.#heads.set(uid, hash);
    const oldest = this.#heads.keys().next();
    if (this.#heads.size > MOST_HEADS && !oldest.done) this.#heads.delete(oldest.value);
    return { prev, hash };
  }
}

async function headOf(rows: Pick<Rows, 'first'>, uid: number): Promise<string> {
  const last = await rows.first<{ hash: string }>(
    'SELECT hash FROM exchange_line WHERE uid = ? ORDER BY id DESC LIMIT 1',
    [uid],
  );
  return last?.hash ?? firstPrev(uid);
}

/**
 * Gives records that were written before there were chains their hashes, a part at a time; each part is durable by
 * itself.
 */
export async function chainOlderEntries(store: Store): Promise<void> {
  while ((await store.transaction(chainSome)) > 0);
}

async function chainSome(rows: Rows): Promise<number> {
  const found = await rows.all<LedgerEntryRow>(
    `SELECT * FROM exchange_line WHERE hash = '' AND uid >= ${FIRST_USER_UID} ORDER BY uid, id LIMIT ${BACKFILL_ENTRIES}`,
  );
  const heads = new Map<number, string>();
  const links: (string | number)[][] = [];
  for (const row of found) {
    const { id, uid, ...posting } = ledgerEntryOfRow(row);
    const prev = heads.get(uid) ?? (await chainedHead(rows, uid));
    const hash = ledgerEntryHash(prev, statementEntryOf(id, { uid, ...posting }));
    heads.set(uid, hash);
    links.push([prev, hash, uid, id]);
  }
  await rows.many('UPDATE exchange_line SET prev = ?, hash = ? WHERE uid = ? AND id = ?', links);
  return found.length;
}

async function chainedHead(rows: Rows, uid: number): Promise<string> {
  const last = await rows.first<{ hash: string }>(
    "SELECT hash FROM exchange_line WHERE uid = ? AND hash <> '' ORDER BY id DESC LIMIT 1",
    [uid],
  );
  return last?.hash ?? firstPrev(uid);
}
