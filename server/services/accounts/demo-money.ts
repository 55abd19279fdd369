// A store with demo money never starts outside of demo mode, nor the reverse: demo money is never paid out.
import type { Store } from '../../store/store.ts';

/** Reference of the credit that is a user's first ledger entry in demo mode. */
export const DEMO_REMARK = 'demo';

interface UserRow {
  uid: bigint;
  demo_credited: bigint;
}

/** Throws Error with a sentence for the operator where the first or the last user registered in the other mode. */
export async function checkDemoMoney(store: Pick<Store, 'first'>, demo: boolean): Promise<void> {
  for (const order of ['ASC', 'DESC']) {
    const user = await store.first<UserRow>(`SELECT uid, demo_credited FROM users ORDER BY uid ${order} LIMIT 1`);
    if (user === undefined || (await hasDemoMoney(store, user)) === demo) continue;
    throw new Error(
      demo
        ? 'The users of this store registered outside of demo mode, and a demo gives money to everybody; start with DEMO=0.'
        : 'The users of this store have demo money, which would be real with DEMO=0; choose an empty DATA_DIR or DATABASE_URL.',
    );
  }
}

async function hasDemoMoney(store: Pick<Store, 'first'>, { uid, demo_credited: credited }: UserRow): Promise<boolean> {
  const first = await store.first<{ ref_no: string }>(
    'SELECT ref_no FROM exchange_line WHERE uid = ? ORDER BY id LIMIT 1',
    [uid],
  );
  // A registration that was interrupted is completed at this start.
  return credited === 0n || first?.ref_no === DEMO_REMARK;
}
