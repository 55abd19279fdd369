// The daily root of all users' balances: read at one moment, summed up in a hash tree, signed and published (L10).
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type BalanceProof,
  type BalanceRoot,
  SALT_BYTES,
  printNode,
  printSums,
} from '../../core/proofs/balance-proof.ts';
import { type Bytes, hex } from '../../core/encoding/bytes.ts';
import { pathOf } from '../../core/proofs/merkle.ts';
import {
  type OwnBalances,
  type SumNode,
  addSums,
  balancesMessage,
  sumLeafBytes,
  sumNodeBytes,
} from '../../core/proofs/ledger-statement.ts';
import { DAY_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { FIRST_USER_UID } from '../exchange/command.ts';
import type { Store } from '../store/store.ts';
import { type LeafRow, type RootRow, leafValues, balancesOfLeaf, rootOfRow } from './mappers/balance-root-mapper.ts';
import type { Sequencer } from './sequencer.ts';

/** Roots that are published; all older ones stay in the store. */
const PUBLISHED_ROOTS = 31;
/** Hashes computed before yielding to the event loop: about 10 ms. */
const HASHES_IN_A_ROW = 500;

/** Signer of roots: the raw Ed25519 signature of a message, and the id of the key. */
export interface RootSigner {
  keyId: string;
  sign(message: Bytes): Uint8Array;
}

export interface BalanceRoots {
  /** Newest first, at most 31. */
  published(): BalanceRoot[];
  /** A user's proof against the newest root; null for a user without balances then. */
  proofOf(uid: number): Promise<BalanceProof | null>;
  /** Resolves when no root is being built any more; none is started from then on. */
  close(): Promise<void>;
}

export interface BalanceRootDeps {
  store: Store;
  sequencer: Pick<Sequencer, 'onCommitted'>;
  now: () => EpochMs;
  /** Absent: roots are published unsigned. */
  signer?: RootSigner | undefined;
  /** Called when a root could not be built; the next commit tries again. */
  report: (what: string, error: unknown) => void;
}

/** Today's root exists when this resolves; later ones are built with the first commit of each day. */
export async function openBalanceRoots(deps: BalanceRootDeps): Promise<BalanceRoots> {
  const rows = await deps.store.all<RootRow>(`SELECT * FROM balance_root ORDER BY day DESC LIMIT ${PUBLISHED_ROOTS}`);
  const roots = new DailyBalanceRoots(deps, rows.map(rootOfRow), Number(rows[0]?.day ?? -1n));
  await roots.closeDay();
  deps.sequencer.onCommitted(() => {
    roots.closeDay().catch((error: unknown) => {
      deps.report('balance_root.build_failed', error);
    });
  });
  return roots;
}

class DailyBalanceRoots implements BalanceRoots {
  readonly #deps: BalanceRootDeps;
  readonly #published: BalanceRoot[];
  #day: number;
  #closing: Promise<void> | null = null;
  #open = true;
  /** The newest tree; after a start rebuilt from its leaves at the first request. */
  #tree: Promise<SumNode[][]> | null = null;

  constructor(deps: BalanceRootDeps, published: BalanceRoot[], day: number) {
    this.#deps = deps;
    this.#published = published;
    this.#day = day;
  }

  published(): BalanceRoot[] {
    return [...this.#published];
  }

  async proofOf(uid: number): Promise<BalanceProof | null> {
    await this.#closing?.catch(() => undefined); // reported where it began; the previous root is used
    const root = this.#published[0];
    const row = await this.#deps.store.first<LeafRow>('SELECT * FROM balance_leaf WHERE uid = ?', [uid]);
    if (!root || !row) return null;
    this.#tree ??= this.#storedTree();
    const index = Number(row.place);
    const own = balancesOfLeaf(row);
    return {
      v: 1,
      ...root,
      index,
      salt: hex(own.salt),
      sums: printSums(own.sums),
      path: pathOf(await this.#tree, index).map(printNode),
    };
  }

  async close(): Promise<void> {
    this.#open = false;
    await this.#closing?.catch(() => undefined); // reported where it began
  }

  closeDay(): Promise<void> {
    if (this.#closing) return this.#closing;
    const day = Math.floor(this.#deps.now() / DAY_MS);
    if (day <= this.#day || !this.#open) return Promise.resolve();
    this.#closing = this.#buildDay(day).finally(() => {
      this.#closing = null;
    });
    return this.#closing;
  }

  async #buildDay(day: number): Promise<void> {
    const { store, now, signer } = this.#deps;
    const ts = now();
    const { leaves, seq } = await readLeaves(store);
    const tree = await treeOf(leaves);
    const top: SumNode = tree.at(-1)?.[0] ?? { hash: createHash('sha256').digest(), sums: [] };
    const sig = signer ? hex(signer.sign(balancesMessage(ts, leaves.length, top))) : '';
    const root: BalanceRoot = { ts, count: leaves.length, root: printNode(top), sig, keyId: signer?.keyId ?? '' };
    await store.transaction(async (rows) => {
      await rows.run(
        'INSERT INTO balance_root (day, ts, seq, count, hash, sums, sig, key_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [day, ts, seq, root.count, root.root.hash, JSON.stringify(root.root.sums), sig, root.keyId],
      );
      await rows.run('DELETE FROM balance_leaf');
      await rows.many('INSERT INTO balance_leaf (uid, place, salt, sums) VALUES (?, ?, ?, ?)', leaves.map(leafValues));
    });
    this.#day = day;
    this.#tree = Promise.resolve(tree);
    this.#published.unshift(root);
    this.#published.length = Math.min(this.#published.length, PUBLISHED_ROOTS);
  }

  async #storedTree(): Promise<SumNode[][]> {
    return treeOf(
      (await this.#deps.store.all<LeafRow>('SELECT * FROM balance_leaf ORDER BY place')).map(balancesOfLeaf),
    );
  }
}

/**
 * All users' balances by coin as of one commit: a single statement. Throws Error on a negative balance, which no tree
 * may hide.
 */
async function readLeaves(store: Store): Promise<{ leaves: OwnBalances[]; seq: number }> {
  const rows = await store.all<{ uid: bigint; coin_id: bigint; units: bigint; seq: bigint }>(
    `SELECT uid, coin_id, CAST(SUM(available + frozen) AS BIGINT) AS units, (SELECT value FROM exchange_counter WHERE name = 'seq') AS seq
     FROM exchange_balance WHERE uid >= ${FIRST_USER_UID} GROUP BY uid, coin_id HAVING SUM(available + frozen) <> 0 ORDER BY uid, coin_id`,
  );
  const leaves: OwnBalances[] = [];
  for (const row of rows) {
    if (row.units < 0n) throw new Error(`user ${row.uid} has ${row.units} of coin ${row.coin_id}`);
    const sum = { coinInfoId: Number(row.coin_id), units: row.units };
    const last = leaves.at(-1);
    if (last?.uid === Number(row.uid)) leaves[leaves.length - 1] = { ...last, sums: [...last.sums, sum] };
    else leaves.push({ uid: Number(row.uid), salt: randomBytes(SALT_BYTES), sums: [sum] });
  }
  return { leaves, seq: Number(rows[0]?.seq ?? 0n) };
}

const sha256 = (bytes: Bytes): Uint8Array => createHash('sha256').update(bytes).digest();

/** As `sumTree`, yielding to the event loop in between. */
async function treeOf(leaves: readonly OwnBalances[]): Promise<SumNode[][]> {
  let made = 0;
  const yieldSometimes = async (): Promise<void> => {
    if (++made % HASHES_IN_A_ROW === 0) await yieldToEventLoop();
  };
  let level: SumNode[] = [];
  for (const own of leaves) {
    level.push({ hash: sha256(sumLeafBytes(own)), sums: own.sums });
    await yieldSometimes();
  }
  const levels = level.length > 0 ? [level] : [];
  while (level.length > 1) {
    const above: SumNode[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at]!, level[at + 1]];
      above.push(right ? { hash: sha256(sumNodeBytes(left, right)), sums: addSums(left.sums, right.sums) } : left);
      await yieldSometimes();
    }
    levels.push(above);
    level = above;
  }
  return levels;
}
