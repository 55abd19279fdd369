// An exchange whose rows follow its journal, opened as a start does and left as a crash does.
import { FIRST_USER_UID } from '../../../../server/exchange/command.ts';
import { rowsOnThisThread } from '../../../../server/sequencer/projection/rows-on-this-thread.ts';
import { rowWritingOf } from '../../../../server/sequencer/projection/row-writing.ts';
import { type Sequencer, createSequencer } from '../../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../../server/store/store.ts';
import { contractInstruments } from '../../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, BTC, COIN, USDT, credit } from '../../../support/exchange/spot-fixture.ts';
import type { TestDatabase } from '../../../support/server/test-database.ts';

/** In each commit; behind it, with the journal in a table; or as the product has them: beside, or on a built thread. */
type RowsWay = 'in each commit' | 'beside a table' | 'beside' | URL;

export interface Opened {
  store: Store;
  sequencer: Sequencer;
  /** As a crash does: what has no rows yet never gets any from this process. */
  crash: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function opened(
  database: TestDatabase,
  now: () => number,
  {
    rows = 'beside a table',
    wrap = (store: Store): Store => store,
    defersBots = true,
  }: { rows?: RowsWay; wrap?: (store: Store) => Store; defersBots?: boolean } = {},
): Promise<Opened> {
  const store = await database.open();
  try {
    const instruments = contractInstruments();
    const rowWriting =
      rows === 'beside a table'
        ? { logDir: null, startRows: rowsOnThisThread(wrap(store), instruments, null) }
        : rowWritingOf(wrap(store), {
            dataDir: database.where,
            instruments,
            thread: rows instanceof URL ? rows : null,
          });
    const sequencer = await createSequencer({
      store: wrap(store),
      instruments,
      now,
      defersBots,
      report: () => {},
      ...(rows !== 'in each commit' && { rowWriting }),
    });
    return {
      store,
      sequencer,
      crash: () => store.close(),
      stop: async () => {
        await sequencer.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Credits two users a million of each of two coins. */
export async function withMoney<T extends Pick<Opened, 'sequencer'>>(at: T): Promise<T> {
  for (const uid of [ALICE, BOB])
    for (const coinId of [USDT, BTC]) await at.sequencer.submit(credit(uid, coinId, 1_000_000n * COIN));
  return at;
}

/** Numbers of the last command in the rows, and in the journal. */
export async function reached({ store, sequencer }: Opened): Promise<{ rows: number; journal: number }> {
  const row = await store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'seq'");
  const rows = Number(row?.value ?? 0n);
  // Rows are never ahead of it.
  let journal = rows;
  for (let page = await sequencer.journal.read(journal + 1, 1_000); page.length > 0;) {
    journal = page.at(-1)!.seq;
    page = await sequencer.journal.read(journal + 1, 1_000);
  }
  return { rows, journal };
}

/** What users have, by the machine, and what was written about them, by the store. */
export async function portrait({ sequencer: { machine, queries } }: Opened): Promise<object> {
  const uids = [...new Set(machine.allBalances().map(({ uid }) => uid))]
    .filter((uid) => uid >= FIRST_USER_UID)
    .sort((a, b) => a - b);
  return Promise.all(
    uids.map(async (uid) => ({
      uid,
      balances: machine
        .balances(uid)
        .filter(({ available, frozen }) => available !== 0n || frozen !== 0n)
        .map(({ wallet, coinId, available, frozen }) => `${wallet} ${coinId} ${available} ${frozen}`)
        .sort(),
      open: machine.openOrders(uid, null),
      contracts: machine.openContracts(uid, null),
      ended: await queries.orders(uid, { state: 'history', offset: 0, limit: 1_000 }),
      closed: await queries.history(uid, { offset: 0, limit: 1_000 }),
      funds: machine.openFunds().filter((fund) => fund.uid === uid),
      settled: await queries.funds(uid, { kind: 'withdraw', offset: 0, limit: 1_000 }),
      entries: await queries.ledgerEntries(uid, { offset: 0, limit: 5_000 }),
    })),
  );
}
