// Hash chain over each user's ledger entries: shows that none was changed or left out (L8).
import { hash as digest } from 'node:crypto';
import { type StatementLine, firstPrevBytes } from '../../core/proofs/ledger-statement.ts';
import { FIRST_USER_UID } from '../exchange/command.ts';
import type { Posting } from '../exchange/event.ts';
import type { Rows, Store } from '../store/store.ts';
import { type LedgerEntryRow, ledgerEntryOfRow } from './mappers/order-mapper.ts';

/** Users whose last hash is in memory; at the limit the oldest is dropped, and read again when needed. */
const MAX_HEADS = 20_000;
/** Entries hashed in one transaction when older ones are given hashes. */
const BACKFILL_ENTRIES = 5_000;

/**
 * The part of an entry that its hash covers: what its owner reads. For a credit by an operator the reference is the
 * remark.
 */
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

/** Hash that a user's first entry follows, in hex. */
export function firstPrev(uid: number): string {
  return digest('sha256', firstPrevBytes(uid));
}

/** Bytes of an entry without its texts, and most bytes of a text with its length. */
const FIXED_BYTES = 32 + 8 + 8 + 1 + 4 + 4 * 8;
const mostTextBytes = (text: string): number => 4 + 3 * text.length;

/** Entries are encoded here one at a time; a longer one gets a buffer of its own. */
const sharedBuffer = Buffer.alloc(1024);
const sharedView = viewOf(sharedBuffer);

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/**
 * SHA-256 of `lineBytes`, encoded in a shared buffer because it runs for each entry of each order. `prev` is hex of 32
 * bytes.
 */
export function ledgerEntryHash(prev: string, line: StatementLine): string {
  const most = FIXED_BYTES + mostTextBytes(line.recordType) + mostTextBytes(line.refNo) + mostTextBytes(line.remark);
  const bytes = most <= sharedBuffer.length ? sharedBuffer : Buffer.alloc(most);
  const numbers = bytes === sharedBuffer ? sharedView : viewOf(bytes);
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

/** The last hash of each user's chain, as of the group that is being written. */
export class LedgerHashChain {
  readonly #heads = new Map<number, string>();

  /**
   * Links a user's entry to the last one; a promise only when that has to be read. Entries of the exchange and its bots
   * have no chain.
   */
  link(rows: Pick<Rows, 'first'>, id: number, posting: Posting): ChainLink | Promise<ChainLink> {
    const { uid } = posting;
    const prev = this.#heads.get(uid);
    return prev === undefined
      ? headOf(rows, uid).then((read) => this.#append(read, id, posting))
      : this.#append(prev, id, posting);
  }

  #append(prev: string, id: number, posting: Posting): ChainLink {
    const { uid } = posting;
    const hash = ledgerEntryHash(prev, statementEntryOf(id, posting));
    this.#heads.delete(uid);
    this.#heads.set(uid, hash);
    const oldest = this.#heads.keys().next();
    if (this.#heads.size > MAX_HEADS && !oldest.done) this.#heads.delete(oldest.value);
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

/** Hashes the entries from before the chain existed, in parts that are durable one by one. */
export async function chainOlderEntries(store: Store): Promise<void> {
  while ((await store.transaction(chainBatch)) > 0);
}

async function chainBatch(rows: Rows): Promise<number> {
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
