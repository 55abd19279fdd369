// Named layouts of the trading terminal: texts of the client, each with a version that finds lost updates.
import { MAX_LAYOUTS, type NamedLayout } from '../../../core/endpoints/layout.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Rows, Store } from '../../store/store.ts';

/** A change of one layout. It is made only where `version` is the stored one; 0: there is none of this name. */
interface LayoutChange {
  name: string;
  version: number;
}

interface Row {
  name: string;
  version: bigint;
  layout: string;
  update_time: bigint;
}

async function versionOf(rows: Rows, uid: number, name: string): Promise<number> {
  const found = await rows.first<{ version: bigint }>('SELECT version FROM layouts WHERE uid = ? AND name = ?', [
    uid,
    name,
  ]);
  return Number(found?.version ?? 0n);
}

async function add(
  rows: Rows,
  uid: number,
  { name, layout, nowMs }: { name: string; layout: string; nowMs: number },
): Promise<void> {
  const count = await rows.first<{ count: bigint }>('SELECT COUNT(*) AS count FROM layouts WHERE uid = ?', [uid]);
  if (Number(count?.count ?? 0n) >= MAX_LAYOUTS)
    throw new RejectError(CODE.fieldInvalid, { field: 'layoutName', rule: `at most ${MAX_LAYOUTS}` });
  await rows.run('INSERT INTO layouts (uid, name, version, layout, update_time) VALUES (?, ?, 1, ?, ?)', [
    uid,
    name,
    layout,
    nowMs,
  ]);
}

/** Each change returns whether it was made. */
export class Layouts {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** By name. */
  async list(uid: number): Promise<NamedLayout[]> {
    return (
      await this.#store.all<Row>('SELECT name, version, layout, update_time FROM layouts WHERE uid = ? ORDER BY name', [
        uid,
      ])
    ).map(({ name, version, layout, update_time }) => ({
      name,
      version: Number(version),
      layout,
      updateTime: Number(update_time),
    }));
  }

  /** Throws RejectError 1400 when the list is full. */
  save(uid: number, change: LayoutChange, layout: string): Promise<boolean> {
    return this.#when(change, uid, async (rows) => {
      if (change.version === 0) await add(rows, uid, { name: change.name, layout, nowMs: this.#now() });
      else
        await rows.run(
          'UPDATE layouts SET layout = ?, version = version + 1, update_time = ? WHERE uid = ? AND name = ?',
          [layout, this.#now(), uid, change.name],
        );
      return true;
    });
  }

  /** Not made when the new name exists already. */
  rename(uid: number, change: LayoutChange, to: string): Promise<boolean> {
    return this.#when(change, uid, async (rows) => {
      if (change.version === 0 || (await versionOf(rows, uid, to)) > 0) return false;
      await rows.run('UPDATE layouts SET name = ?, version = version + 1, update_time = ? WHERE uid = ? AND name = ?', [
        to,
        this.#now(),
        uid,
        change.name,
      ]);
      return true;
    });
  }

  remove(uid: number, change: LayoutChange): Promise<boolean> {
    return this.#when(change, uid, async (rows) => {
      await rows.run('DELETE FROM layouts WHERE uid = ? AND name = ?', [uid, change.name]);
      return change.version > 0;
    });
  }

  /** Makes a change where the version is the stored one. */
  #when({ name, version }: LayoutChange, uid: number, make: (rows: Rows) => Promise<boolean>): Promise<boolean> {
    return this.#store.transaction(async (rows) =>
      (await versionOf(rows, uid, name)) === version ? make(rows) : false,
    );
  }
}
