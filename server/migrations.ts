// Every room's tables, in one list: what a start brings forward, and what a copy of a store must know.
import { accountMigrations } from './accounts/migrations.ts';
import { feedMigrations } from './feed/history.ts';
import { fundRoomMigrations } from './funds/migrations.ts';
import { contractMigrations } from './sequencer/contract-migrations.ts';
import { fundMigrations } from './sequencer/fund-migrations.ts';
import { ledgerMigrations } from './sequencer/ledger-migrations.ts';
import { exchangeMigrations } from './sequencer/migrations.ts';
import { secondsMigrations } from './sequencer/seconds-migrations.ts';
import { proofMigrations } from './proof/migrations.ts';
import { opsMigrations } from './ops/migrations.ts';
import type { Migration } from './store/migrate.ts';

export const MIGRATIONS: Migration[] = [...exchangeMigrations, ...contractMigrations, ...fundMigrations, ...secondsMigrations, ...ledgerMigrations, ...feedMigrations, ...accountMigrations, ...fundRoomMigrations, ...proofMigrations, ...opsMigrations];
