// Opens what is durable: store, sequencer and state machine, price proofs, daily balance roots.
import type { Client } from 'pg';
import { openSecretBox } from '../store/secret-box.ts';
import type { Config } from './config.ts';
import { MIGRATIONS } from './all-migrations.ts';
import { type ProofService, openProofService } from '../services/proofs/proof-service.ts';
import { type BalanceRoots, openBalanceRoots } from '../sequencer/balance-roots.ts';
import { BackgroundAudit } from '../sequencer/background-audit.ts';
import { auditLedger, auditLedgerAfter, unbalanced } from '../sequencer/ledger-audit.ts';
import { checkDurable } from '../sequencer/durability-check.ts';
import type { WarmMachine } from '../sequencer/resume.ts';
import { rowWritingOf } from '../sequencer/projection/row-writing.ts';
import { type Sequencer, createSequencer } from '../sequencer/sequencer.ts';
import { migrate, migrationsOf, refuseUnknownMigrations } from '../store/migrate.ts';
import { openPrivateFolder } from '../store/private-folder.ts';
import { awaitingReads } from '../store/awaiting-store.ts';
import { openStoreOf } from '../store/open-store.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import type { Store } from '../store/store.ts';
import { markElsewhere, refuseEmptyDatabase, refuseOwnRows } from '../store/rows-elsewhere.ts';
import { refuseUnfinished } from '../store/unfinished-restore.ts';
import { logError } from '../gateway/monitoring/log.ts';
import { asConfigError } from './startup-errors.ts';
import type { InstrumentSet } from './instruments.ts';

export interface Persistence {
  store: Store;
  proofs: ProofService;
  sequencer: Sequencer;
  roots: BalanceRoots;
  /** The audit of the ledger that this start has not made; null where it has, or another thread makes it. */
  audit: BackgroundAudit | null;
  /** Lets another process have the data folder. */
  unlock: () => void;
}

/** What a standby brings along that has taken the database. */
export interface Takeover {
  /** The session that has the database's lock. */
  locked: Client;
  /** The machine that followed the last owner; null where there was none to follow. */
  warm: WarmMachine | null;
}

/** `rowsThread`: the built file of the thread that writes rows; absent: they are written on this one. */
export async function openPersistence(
  config: Config,
  { own }: InstrumentSet,
  now: () => number,
  { takeover = null, rowsThread = null }: { takeover?: Takeover | null; rowsThread?: URL | null | undefined } = {},
): Promise<Persistence> {
  const unlock = await asConfigError(() => openFolder(config));
  let store: Store | undefined;
  try {
    store = await asConfigError(openStoreOf(config, takeover?.locked, logError));
    return { ...(await openWith(store, { config, own, now, warm: takeover?.warm ?? null, rowsThread })), unlock };
  } catch (error) {
    await store?.close();
    unlock();
    throw error;
  }
}

/**
 * Beside a PostgreSQL database the folder has the archive, which two processes would write over each other: it is
 * locked, as the embedded store does by itself. Engines of a cluster may share it.
 */
function openFolder({ dataDir, databaseUrl, role }: Config): () => void {
  openPrivateFolder(dataDir);
  refuseUnfinished(dataDir);
  if (databaseUrl === null) refuseOwnRows(dataDir);
  return databaseUrl !== null && role === 'all' ? lockFolder(dataDir).release : () => undefined;
}

/** The exchange's tables, whose rows follow the journal. */
const PROJECTED = 'exchange_';

interface PersistenceOptions {
  config: Config;
  own: InstrumentSet['own'];
  now: () => number;
  warm: WarmMachine | null;
  rowsThread: URL | null;
}

async function openWith(
  ownStore: Store,
  { config, own, now, warm, rowsThread }: PersistenceOptions,
): Promise<Omit<Persistence, 'unlock'>> {
  await asConfigError(checkDurable(ownStore));
  await asConfigError(migrateToNewest(ownStore, config.dataDir));
  let projected = (): Promise<void> => Promise.resolve();
  // Everybody but the sequencer reads rows as of what was committed when they ask.
  const store = awaitingReads(ownStore, PROJECTED, () => projected());
  const instruments = new Map(own.map((instrument) => [instrument.info.id, instrument]));
  const secretBox = await asConfigError(() => openSecretBox(config.dataDir));
  const proofs = await asConfigError(
    openProofService({
      store,
      secretBox,
      instruments,
      now,
      log: logError,
      catchesUp: warm === null,
    }),
  );
  const auditing = { isOwed: false };
  const sequencer = await asConfigError(
    createSequencer({
      store: ownStore,
      instruments: own,
      warm,
      withoutJournal: config.withoutJournal,
      now,
      signReceipt: proofs.signReceipt,
      // Other nodes know only what is durable.
      defersBots: config.role === 'all',
      rowWriting: rowWritingOf(
        ownStore,
        { dataDir: config.dataDir, instruments: own, thread: rowsThread },
        ownStore.kind === 'sqlite' ? auditing : undefined,
      ),
      report: logError,
    }),
  );
  projected = () => sequencer.projected();
  try {
    // The owner that the machine followed has audited it; reading all of it again would delay the takeover.
    if (!sequencer.wasWarm) auditing.isOwed = await asConfigError(requireBalancedLedger(store, rowsThread !== null));
    const roots = await openBalanceRoots({ store, sequencer, now, signer: proofs.rootSigner, report: logError });
    const audit = auditing.isOwed && ownStore.kind === 'postgres' ? new BackgroundAudit(ownStore, logError) : null;
    return { store, proofs, sequencer, roots, audit };
  } catch (error) {
    await sequencer.close();
    throw error;
  }
}

async function migrateToNewest(store: Store, dataDir: string): Promise<void> {
  const seen = await migrationsOf(store);
  refuseUnknownMigrations(seen, MIGRATIONS);
  const isElsewhere = store.kind === 'postgres';
  if (isElsewhere && seen.length === 0) refuseEmptyDatabase(dataDir);
  await migrate(store, MIGRATIONS, seen);
  if (isElsewhere) markElsewhere(dataDir);
}

/** A ledger with more entries is audited by the thread that writes rows: these take some seconds. */
export const MAX_AUDITED_AT_START = 100_000;
/** Commands at the end of a long ledger, or of one in PostgreSQL, that a start audits: half a second. */
export const AUDITED_COMMANDS = 10_000;

/**
 * Throws Error when the stored ledger does not balance: the exchange must not start on it. Of a long ledger the end
 * alone is audited where the rest may follow; then it returns true. `hasThread`: a thread writes rows, and would audit
 * it.
 */
async function requireBalancedLedger(store: Store, hasThread: boolean): Promise<boolean> {
  const seq = await auditedFrom(store, hasThread);
  const { faults } = seq === null ? await auditLedger(store) : await auditLedgerAfter(store, seq);
  if (faults.length > 0) throw new Error(`${unbalanced(faults)}; restore a backup. Nothing was started`);
  return seq !== null;
}

/** The command after which a start audits the ledger; null: all of it. */
async function auditedFrom(store: Store, hasThread: boolean): Promise<number | null> {
  if (store.kind === 'sqlite' && !(hasThread && (await hasLongLedger(store)))) return null;
  const row = await store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'seq'");
  const seq = Number(row?.value ?? 0n) - AUDITED_COMMANDS;
  return seq > 0 ? seq : null;
}

/** Two reads of one end each: for both in one the database would walk the whole table. */
async function hasLongLedger(store: Store): Promise<boolean> {
  const row = await store.first<{ n: bigint | null }>(
    'SELECT (SELECT MAX(rowid) FROM exchange_line) - (SELECT MIN(rowid) FROM exchange_line) AS n',
  );
  return Number(row?.n ?? 0n) >= MAX_AUDITED_AT_START;
}
