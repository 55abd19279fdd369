// Migrations of all tables, in the order in which they run; also the tables that a backup copies.
import { accountMigrations } from '../services/accounts/account-migrations.ts';
import { feedMigrations } from '../feed/candle-history.ts';
import { walletMigrations } from '../services/funds/wallet-migrations.ts';
import { contractMigrations } from '../sequencer/migrations/contract-migrations.ts';
import { fundMigrations } from '../sequencer/migrations/fund-migrations.ts';
import { journalMigrations } from '../sequencer/migrations/journal-migrations.ts';
import { ledgerMigrations } from '../sequencer/migrations/ledger-migrations.ts';
import { exchangeMigrations } from '../sequencer/migrations/order-migrations.ts';
import { binaryOptionMigrations } from '../sequencer/migrations/binary-option-migrations.ts';
import { proofMigrations } from '../services/proofs/proof-migrations.ts';
import { opsMigrations } from '../admin/admin-migrations.ts';
import type { Migration } from '../store/migrate.ts';

export const MIGRATIONS: Migration[] = [
  ...exchangeMigrations,
  ...contractMigrations,
  ...fundMigrations,
  ...binaryOptionMigrations,
  ...ledgerMigrations,
  ...journalMigrations,
  ...feedMigrations,
  ...accountMigrations,
  ...walletMigrations,
  ...proofMigrations,
  ...opsMigrations,
];
