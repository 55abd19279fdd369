// Minutes of ticks, closed one after another: each gets a tree over its ticks' hashes, and a root that is chained to
// the one before and signed.
import { HASH_BYTES, NO_HASH, fromHex, hex } from '../../../core/encoding/bytes.ts';
import type { Anchor } from '../../../core/proofs/proof.ts';
import { MINUTE_MS, type MinuteTree, minuteTree } from '../../../core/proofs/proof-layout.ts';
import { type ClosedMinute, type Signer, signAnchor } from '../../../core/proofs/proof-builder.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Rows, Store } from '../../store/store.ts';
import { type Leaf, leavesOf } from './index-ticks.ts';

/** Closed minutes kept at hand: proofs are made of the newest ones. */
const MOST_KEPT = 16;

/** A closed minute and where each tick stands among its leaves, by "market number". */
interface KeptMinute {
  minute: MinuteTree;
  anchor: Anchor;
  places: Map<string, number>;
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

/** End of the minute a time lies in. */
export function minuteEnd(ts: EpochMs): EpochMs {
  return ts - (ts % MINUTE_MS) + MINUTE_MS;
}

/** The newest anchors, oldest first. */
export async function lastAnchors(rows: Rows, count: number): Promise<Anchor[]> {
  return (await rows.all<AnchorRow>(`SELECT * FROM proof_anchor ORDER BY ts DESC LIMIT ${count}`))
    .map(anchorOfRow)
    .reverse();
}

export class Minutes {
  readonly #store: Store;
  readonly #signer: Signer;
  readonly #kept = new Map<EpochMs, KeptMinute>();
  #newest: Anchor | null;

  private constructor(store: Store, signer: Signer, newest: Anchor | null) {
    this.#store = store;
    this.#signer = signer;
    this.#newest = newest;
  }

  static async open(store: Store, signer: Signer): Promise<Minutes> {
    return new Minutes(store, signer, (await lastAnchors(store, 1))[0] ?? null);
  }

  /** The newest signed root; zeros before the first. */
  newestRoot(): Uint8Array {
    return (this.#newest && fromHex(this.#newest.root, HASH_BYTES)) ?? NO_HASH;
  }

  /**
   * Closes every minute with ticks that ended at or before `ts`, durably; answers their anchors, oldest first. No tick
   * of such a minute may come later.
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
   * A closed minute as a market's ticks stand in it, or undefined while it is open. Throws when its ticks no longer
   * make the root that was signed.
   */
  async at(end: EpochMs, coinInfoId: number): Promise<ClosedMinute | undefined> {
    const kept = this.#kept.get(end) ?? (await this.#load(end));
    return (
      kept && {
        minute: kept.minute,
        anchor: kept.anchor,
        indexOf: (seq) => kept.places.get(`${coinInfoId} ${seq}`) ?? -1,
      }
    );
  }

  async #load(end: EpochMs): Promise<KeptMinute | undefined> {
    const row = await this.#store.first<AnchorRow>('SELECT * FROM proof_anchor WHERE ts = ?', [end]);
    if (!row) return undefined;
    const anchor = anchorOfRow(row);
    const leaves = await leavesOf(this.#store, end, MINUTE_MS);
    const minute = this.#tree(leaves, fromHex(anchor.prevRoot, HASH_BYTES) ?? NO_HASH, end);
    if (hex(minute.root) !== anchor.root)
      throw new Error(`the ticks of the minute up to ${end} are not those that were signed`);
    return this.#keep(minute, anchor, leaves);
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
    this.#keep(minute, anchor, leaves);
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

  #keep(minute: MinuteTree, anchor: Anchor, leaves: readonly Leaf[]): KeptMinute {
    const closed: KeptMinute = {
      minute,
      anchor,
      places: new Map(leaves.map(({ coinInfoId, seq }, at) => [`${coinInfoId} ${seq}`, at])),
    };
    this.#kept.set(anchor.ts, closed);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return closed;
  }
}
