// Start of the exchange: creates the tables, completes the rows and fills a machine with them.
import { type Instrument, type MarketStatus, isMarketStatus } from '../../core/instruments/instrument.ts';
import { FIRST_USER_UID, INSURANCE_UID, type Wallet } from '../exchange/command.ts';
import { Machine } from '../exchange/machine.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import { migrate } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { readClock } from './mappers/clock-mapper.ts';
import { contractMigrations } from './migrations/contract-migrations.ts';
import { readDelistings, readRecent } from './mappers/closing-mapper.ts';
import { type ContractRow, LAST_MARKS, type MarkRow, contractOfRow, markOfRow } from './mappers/contract-mapper.ts';
import { type JournalEnd, type JournalRecords, checkJournal } from './journal/journal.ts';
import { NO_RECORD } from './journal/record-codec.ts';
import { snapshotSeq } from './journal/snapshot.ts';
import { requireEqual } from './projection/holdings-check.ts';
import { Projection } from './projection/projection.ts';
import { journalMigrations } from './migrations/journal-migrations.ts';
import { fundMigrations } from './migrations/fund-migrations.ts';
import { readFunds } from './mappers/fund-mapper.ts';
import { ledgerMigrations } from './migrations/ledger-migrations.ts';
import { chainOlderEntries } from './ledger-hash-chain.ts';
import { exchangeMigrations } from './migrations/order-migrations.ts';
import { type OrderRow, orderOfRow } from './mappers/order-mapper.ts';
import { type AppliedCommand, COUNTERS, type Counters } from './projector.ts';
import { binaryOptionMigrations } from './migrations/binary-option-migrations.ts';
import { readBinaryOptions } from './mappers/binary-option-mapper.ts';

export interface Recovered {
  machine: Machine;
  /** Number and time of the last committed command; 0 in a new store. */
  seq: number;
  ts: number;
  /** What the next record follows. */
  journal: Pick<JournalEnd, 'head' | 'seq'>;
  rows: StoredRows;
}

/** Up to where a store has rows. */
export interface StoredRows {
  /** Number of the last command that has rows. */
  seq: number;
  /** Number of the stored snapshot's last command, from which the journal goes on; null: one is to be written. */
  snapshotSeq: number | null;
  /** Commands without rows, oldest first, except those that concern bots alone. */
  unwritten: readonly AppliedCommand[];
}

/** Creates the tables. */
export function migrateExchange(store: Store): Promise<void> {
  return migrate(store, [
    ...exchangeMigrations,
    ...contractMigrations,
    ...fundMigrations,
    ...binaryOptionMigrations,
    ...ledgerMigrations,
    ...journalMigrations,
  ]);
}

/**
 * Throws Error when the stored state contradicts itself or the instruments. `withoutJournal`: number of the last
 * command that has rows, where the operator begins a new journal after it.
 */
export async function recover(
  store: Store,
  records: JournalRecords,
  instruments: Instrument[],
  withoutJournal: number | null = null,
): Promise<Recovered> {
  await migrateExchange(store);
  await chainOlderEntries(store);
  await endBotOrders(store);
  const rowsAt = await readCounters(store);
  const { head, seq } = await checkJournal(records, rowsAt);
  if (head === NO_RECORD && rowsAt.seq !== withoutJournal) await refuseLostJournal(store, rowsAt.seq);
  const replayed = seq > rowsAt.seq ? await completeRows(store, records, instruments, seq) : null;
  const { machine, ...counters } = await readRows(store, instruments);
  if (replayed) requireEqual(machine, replayed);
  const rows = { seq: counters.seq, snapshotSeq: null, unwritten: [] };
  return { machine, ...counters, journal: { head, seq: counters.seq }, rows };
}

/** A store from before the journal has no snapshot either; later ones have one before their first record. */
async function refuseLostJournal(store: Store, rowsSeq: number): Promise<void> {
  if (rowsSeq === 0 || (await snapshotSeq(store)) === null) return;
  throw new Error(
    `The journal is gone, and with it what was answered after command ${rowsSeq}, which has rows: bring it back, or ` +
      `restore a backup. To go on without it set WITHOUT_JOURNAL=${rowsSeq}. Nothing was changed`,
  );
}

/** Writes the rows of commands that only the journal has. */
async function completeRows(
  store: Store,
  records: JournalRecords,
  instruments: Instrument[],
  seq: number,
): Promise<Machine> {
  const projection = await Projection.open({ store, records, instruments, takesSnapshots: false });
  await projection.advance(seq);
  return projection.machine;
}

/** The machine as of the last command that has rows. */
async function readRows(store: Store, instruments: Instrument[]): Promise<Omit<Recovered, 'journal' | 'rows'>> {
  const markets = await readMarkets(store, instruments);
  const counters = await readCounters(store);
  const balances = await store.all<{ uid: bigint; wallet: Wallet; coin_id: bigint; available: bigint; frozen: bigint }>(
    'SELECT * FROM exchange_balance',
  );
  const orders = (await store.all<OrderRow>('SELECT * FROM exchange_order WHERE status < 3 ORDER BY id')).map(
    orderOfRow,
  );
  const machine = new Machine(instruments);
  machine.restore({
    orderId: counters.orderId,
    dealId: counters.dealId,
    contractId: counters.contractId,
    markets,
    orders,
    contracts: (await store.all<ContractRow>('SELECT * FROM exchange_contract WHERE status < 3 ORDER BY id')).map(
      contractOfRow,
    ),
    funds: await readFunds(store, counters.fundId),
    seconds: await readBinaryOptions(store, counters.secondsId),
    clock: await readClock(store),
    marks: await readMarks(store),
    delistings: await readDelistings(store),
    balances: balances.map((row) => ({
      uid: Number(row.uid),
      wallet: row.wallet,
      coinId: Number(row.coin_id),
      available: row.available,
      frozen: row.frozen,
    })),
  });
  return { machine, seq: counters.seq, ts: counters.ts };
}

const OF_BOTS = `uid > ${INSURANCE_UID} AND uid < ${FIRST_USER_UID}`;

/** Bots' orders end with their process (L13); earlier versions stored them. */
async function endBotOrders(store: Store): Promise<void> {
  await store.batch([
    [`DELETE FROM exchange_order WHERE status < 3 AND ${OF_BOTS}`, [[]]],
    [`UPDATE exchange_balance SET available = available + frozen, frozen = 0 WHERE frozen <> 0 AND ${OF_BOTS}`, [[]]],
  ]);
}

async function readMarks(store: Store): Promise<StoredState['marks']> {
  const marks = (await store.all<MarkRow>(LAST_MARKS)).map(markOfRow);
  return Promise.all(
    marks.map(async (mark) => ({ ...mark, recent: await readRecent(store, mark.coinInfoId, mark.indexSeq) })),
  );
}

/** A counter that has no row yet gets one with 0. */
async function readCounters(store: Store): Promise<Counters> {
  const rows = await store.all<{ name: string; value: bigint }>('SELECT name, value FROM exchange_counter');
  const found = new Map(rows.map(({ name, value }) => [name, Number(value)]));
  const missing = COUNTERS.filter((name) => !found.has(name));
  await store.many(
    'INSERT INTO exchange_counter (name, value) VALUES (?, 0)',
    missing.map((name) => [name]),
  );
  const counters: Counters = { seq: 0, ts: 0, orderId: 0, dealId: 0, contractId: 0, fundId: 0, secondsId: 0 };
  for (const name of COUNTERS) counters[name] = found.get(name) ?? 0;
  return counters;
}

interface MarketRow {
  coin_info_id: bigint;
  price_tick: string;
  amount_step: string;
  trade_id: bigint;
  last_price_ticks: bigint;
  status: bigint | null;
}

/**
 * Stored state of each market. New instruments get a row; one whose grid has changed is refused, because stored prices
 * count its ticks.
 */
async function readMarkets(store: Store, instruments: Instrument[]): Promise<StoredState['markets']> {
  const rows = await store.all<MarketRow>('SELECT * FROM exchange_market');
  const byId = new Map(rows.map((row) => [Number(row.coin_info_id), row]));
  const fresh: Instrument[] = [];
  for (const instrument of instruments) {
    const { id, pair, priceTick, amountStep } = instrument.info;
    const row = byId.get(id);
    if (!row) fresh.push(instrument);
    else if (row.price_tick !== priceTick || row.amount_step !== amountStep) {
      throw new Error(
        `${pair} was stored with tick ${row.price_tick} and step ${row.amount_step}, and now has ${priceTick} and ${amountStep}; give it a new id`,
      );
    }
  }
  await store.many(
    'INSERT INTO exchange_market (coin_info_id, price_tick, amount_step, trade_id, last_price_ticks) VALUES (?, ?, ?, 0, 0)',
    fresh.map(({ info }) => [info.id, info.priceTick, info.amountStep]),
  );
  return rows.map((row) => ({
    coinInfoId: Number(row.coin_info_id),
    tradeId: Number(row.trade_id),
    lastPriceTicks: Number(row.last_price_ticks),
    status: statusOf(row),
  }));
}

function statusOf({ status }: MarketRow): MarketStatus | null {
  const number = Number(status ?? -1n);
  return isMarketStatus(number) ? number : null;
}
