// Tables of deposit addresses, address books, and payments of the simulated chain.
import type { Migration } from '../../store/migrate.ts';

export const walletMigrations: Migration[] = [
  {
    name: 'funds-1',
    statements: [
      `CREATE TABLE deposit_address (
      uid BIGINT NOT NULL, coin_id BIGINT NOT NULL, chain TEXT NOT NULL, number BIGINT NOT NULL, address TEXT NOT NULL, memo TEXT NOT NULL, create_time BIGINT NOT NULL,
      PRIMARY KEY (uid, coin_id, chain, number)
    )`,
      `CREATE TABLE book_address (
      id BIGINT PRIMARY KEY, uid BIGINT NOT NULL, coin_id BIGINT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL, memo TEXT NOT NULL, account_name TEXT NOT NULL,
      create_time BIGINT NOT NULL, active_time BIGINT NOT NULL, gone INTEGER NOT NULL
    )`,
      'CREATE INDEX book_address_of_person ON book_address (uid, id)',
      'CREATE TABLE chain_payment (ref TEXT PRIMARY KEY, txid TEXT NOT NULL, confirmations BIGINT NOT NULL, start_time BIGINT NOT NULL)',
    ],
  },
];
