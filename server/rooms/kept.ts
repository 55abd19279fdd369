// What is kept: the store, the sequencer with the machine behind it, the proofs of prices and the daily roots of balances.
import { openVault } from '../accounts/vault.ts';
import type { Config } from '../config.ts';
import { MIGRATIONS } from '../migrations.ts';
import { type ProofRoom, openProofs } from '../proof/open.ts';
import { type BalanceRoots, openBalanceRoots } from '../sequencer/balance-roots.ts';
import { checkDurable } from '../sequencer/durable.ts';
import { type Sequencer, createSequencer } from '../sequencer/sequencer.ts';
import { migrate } from '../store/migrate.ts';
import { openStoreOf } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { forOperator, logError } from './for-operator.ts';
import type { Listing } from './listing.ts';

export interface Kept {
  store: Store;
  proofs: ProofRoom;
  sequencer: Sequencer;
  roots: BalanceRoots;
}

export async function openKept(config: Config, { house }: Listing, now: () => number): Promise<Kept> {
  const store = await forOperator(openStoreOf(config));
  await forOperator(checkDurable(store));
  await migrate(store, MIGRATIONS);
  const instruments = new Map(house.map((instrument) => [instrument.info.id, instrument]));
  const proofs = await forOperator(openProofs({ store, vault: openVault(config.dataDir), instruments, now, log: logError }));
  const sequencer = await forOperator(createSequencer({ store, instruments: house, now, signReceipt: proofs.signReceipt, report: logError }));
  const roots = await openBalanceRoots({ store, sequencer, now, signer: proofs.rootSigner, report: logError });
  return { store, proofs, sequencer, roots };
}
