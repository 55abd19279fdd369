// What is kept: the store, the sequencer with the machine behind it, the proofs of prices and the daily roots of
// balances.
import { openVault } from '../services/auth/secret-box.ts';
import type { Config } from './config.ts';
import { MIGRATIONS } from './all-migrations.ts';
import { type ProofRoom, openProofs } from '../services/proofs/create-proofs.ts';
import { type BalanceRoots, openBalanceRoots } from '../sequencer/balance-roots.ts';
import { auditLedger } from '../sequencer/ledger-audit.ts';
import { checkDurable } from '../sequencer/durable.ts';
import { type Sequencer, createSequencer } from '../sequencer/sequencer.ts';
import { migrate, migrationsOf, refuseNewer } from '../store/migrate.ts';
import { openPrivateFolder } from '../store/private-folder.ts';
import { openStoreOf } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { forOperator, logError } from './startup-errors.ts';
import type { Listing } from './instruments.ts';

export interface Kept {
  store: Store;
  proofs: ProofRoom;
  sequencer: Sequencer;
  roots: BalanceRoots;
}

export async function openKept(config: Config, { house }: Listing, now: () => number): Promise<Kept> {
  await forOperator((async () => openPrivateFolder(config.dataDir))());
  const store = await forOperator(openStoreOf(config));
  try {
    return await openOn(store, config, house, now);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openOn(store: Store, config: Config, house: Listing['house'], now: () => number): Promise<Kept> {
  await forOperator(checkDurable(store));
  await forOperator(bringForward(store));
  const instruments = new Map(house.map((instrument) => [instrument.info.id, instrument]));
  const proofs = await forOperator(
    openProofs({ store, vault: openVault(config.dataDir), instruments, now, log: logError }),
  );
  const sequencer = await forOperator(
    createSequencer({ store, instruments: house, now, signReceipt: proofs.signReceipt, report: logError }),
  );
  await forOperator(refuseBentLedger(store));
  const roots = await openBalanceRoots({ store, sequencer, now, signer: proofs.rootSigner, report: logError });
  return { store, proofs, sequencer, roots };
}

async function bringForward(store: Store): Promise<void> {
  refuseNewer(await migrationsOf(store), MIGRATIONS);
  await migrate(store, MIGRATIONS);
}

/** A ledger that does not add up is nobody's money. */
async function refuseBentLedger(store: Store): Promise<void> {
  const { faults } = await auditLedger(store);
  if (faults.length > 0)
    throw new Error(
      `The ledger does not add up (${faults.slice(0, 3).join('; ')}${faults.length > 3 ? '; and more' : ''}); restore a backup. Nothing was started`,
    );
}
