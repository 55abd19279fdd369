// Closes the minutes of ticks: each gets a hash tree and a signed root, chained to the previous root.
import { HASH_BYTES, NO_HASH, fromHex, hex } from '../../../core/encoding/bytes.ts';
import type { Anchor } from '../../../core/proofs/proof.ts';
import { type MinuteTree, minuteTree } from '../../../core/proofs/proof-layout.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { type ClosedMinute, type Signer, signAnchor } from '../../../core/proofs/proof-builder.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Rows, Store } from '../../store/store.ts';
import { type Leaf, leavesOf } from './index-ticks.ts';

/** Closed minutes in memory: proofs use the newest ones. */
const MAX_CACHED = 16;

/** A closed minute, and the leaf index of each tick by "market number". */
interface CachedMinute {
  minute: MinuteTree;
  anchor: Anchor;
  indexes: Map<string, number>;
}

interface AnchorRow {
  ts: bigint;
  count: bigint;
  tree: string;
  prev_root: string;
  root: string;
  sig: string;
  key_id: string;
}

function anchorOfRow(row: AnchorRow): Anchor {
  return {
    ts: Number(row.ts),
    count: Number(row.count),
    tree: row.tree,
    prevRoot: row.prev_root,
    root: row.root,
    sig: row.sig,
    keyId: row.key_id,
  };
}

/** End of the minute that contains a time. */
export function minuteEnd(ts: EpochMs): EpochMs {
  return ts - (ts % MINUTE_MS) + MINUTE_MS;
}

/** The newest anchors, oldest first. */
export async function lastAnchors(rows: Rows, count: number): Promise<Anchor[]> {
  return (await rows.all<AnchorRow>(`SELECT * FROM proof_anchor ORDER BY ts DESC LIMIT ${count}`))
    .map(anchorOfRow)
    .reverse();
}

export class TickMinutes {
  readonly #store: Store;
  readonly #signer: Signer;
  readonly #cache = new Map<EpochMs, CachedMinute>();
  #newest: Anchor | null;

  private constructor(store: Store, signer: Signer, newest: Anchor | null) {
    this.#store = store;
    this.#signer = signer;
    this.#newest = newest;
  }

  static async open(store: Store, signer: Signer): Promise<TickMinutes> {
    return new TickMinutes(store, signer, (await lastAnchors(store, 1))[0] ?? null);
  }

  /** The newest signed root; zeros before the first. */
  newestRoot(): Uint8Array {
    return (this.#newest && fromHex(this.#newest.root, HASH_BYTES)) ?? NO_HASH;
  }

  /**
   * Closes every minute with ticks that ended at or before `ts`, durably; returns their anchors, oldest first.
   * Later ticks must not belong to such a minute.
   */
  async closeUntil(ts: EpochMs): Promise<Anchor[]> {
    const closed: Anchor[] = [];
    for (;;) {
      const from = this.#newest?.ts ?? 0;
      const first = await this.#store.first<{ ts: bigint | null }>(
        'SELECT MIN(ts) AS ts FROM exchange_index WHERE ts >= ? AND hash IS NOT NULL',
        [from],
      );
      if (first?.ts === null || first?.ts === undefined) return closed;
      const end = minuteEnd(Number(first.ts));
      if (end > ts) return closed;
      closed.push(await this.#close(end));
    }
  }

  /**
   * A closed minute with the leaf indexes of a market, or undefined while it is open. Throws Error when its ticks
   * no longer hash to the signed root.
   */
  async closedMinute(end: EpochMs, coinInfoId: number): Promise<ClosedMinute | undefined> {
    const cached = this.#cache.get(end) ?? (await this.#load(end));
    return (
      cached && {
        minute: cached.minute,
        anchor: cached.anchor,
        indexOf: (seq) => cached.indexes.get(`${coinInfoId} ${seq}`) ?? -1,
      }
    );
  }

  async #load(end: EpochMs): Promise<CachedMinute | undefined> {
    const row = await this.#store.first<AnchorRow>('SELECT * FROM proof_anchor WHERE ts = ?', [end]);
    if (!row) return undefined;
    const anchor = anchorOfRow(row);
    const leaves = await leavesOf(this.#store, end, MINUTE_MS);
    const minute = this.#tree(leaves, fromHex(anchor.prevRoot, HASH_BYTES) ?? NO_HASH, end);
    if (hex(minute.root) !== anchor.root)
      throw new Error(`the ticks of the minute up to ${end} are not those that were signed`);
    return this.#remember(minute, anchor, leaves);
  }

  async #close(end: EpochMs): Promise<Anchor> {
    const leaves = await leavesOf(this.#store, end, MINUTE_MS);
    const minute = this.#tree(leaves, this.newestRoot(), end);
    const anchor = signAnchor(minute, this.#signer);
    const { ts, count, tree, prevRoot, root, sig, keyId } = anchor;
    await this.#store.transaction((rows) =>
      rows.run(
        'INSERT INTO proof_anchor (ts, count, tree, prev_root, root, sig, key_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
        [ts, count, tree, prevRoot, root, sig, keyId],
      ),
    );
    this.#newest = anchor;
    this.#remember(minute, anchor, leaves);
    return anchor;
  }

  #tree(leaves: readonly Leaf[], prevRoot: Uint8Array, end: EpochMs): MinuteTree {
    return minuteTree(
      leaves.map(({ hash }) => fromHex(hash, HASH_BYTES) ?? NO_HASH),
      prevRoot,
      end,
      this.#signer.sha256,
    );
  }

  #remember(minute: MinuteTree, anchor: Anchor, leaves: readonly Leaf[]): CachedMinute {
    const closed: CachedMinute = {
      minute,
      anchor,
      indexes: new Map(leaves.map(({ coinInfoId, seq }, index) => [`${coinInfoId} ${seq}`, index])),
    };
    this.#cache.set(anchor.ts, closed);
    const oldest = this.#cache.keys().next().value;
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
    return closed;
  }
}
