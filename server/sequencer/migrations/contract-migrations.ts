// Tables of contracts, their notes, index ticks and marks.
import type { Migration } from '../../store/migrate.ts';

export const contractMigrations: Migration[] = [
  {
    name: 'exchange-contracts-1',
    statements: [
      `CREATE TABLE exchange_contract (
      id BIGINT PRIMARY KEY, uid BIGINT NOT NULL, coin_info_id BIGINT NOT NULL, client_no TEXT NOT NULL, direction TEXT NOT NULL, order_type TEXT NOT NULL,
      multiple BIGINT NOT NULL, lots BIGINT NOT NULL, limit_ticks BIGINT NOT NULL, create_time BIGINT NOT NULL,
      trigger_by TEXT NOT NULL, profit_ticks BIGINT NOT NULL, loss_ticks BIGINT NOT NULL, book_order_id BIGINT NOT NULL, pending_lots BIGINT NOT NULL, held_units BIGINT NOT NULL,
      position_lots BIGINT NOT NULL, position_open_units BIGINT NOT NULL, position_entry_margin_units BIGINT NOT NULL, position_margin_units BIGINT NOT NULL,
      position_open_fee_units BIGINT NOT NULL, position_funding_units BIGINT NOT NULL,
      opened_lots BIGINT NOT NULL, opened_units BIGINT NOT NULL, open_fee_units BIGINT NOT NULL, initial_units BIGINT NOT NULL,
      closed_lots BIGINT NOT NULL, closed_units BIGINT NOT NULL, close_fee_units BIGINT NOT NULL, added_units BIGINT NOT NULL, realised_units BIGINT NOT NULL,
      status BIGINT NOT NULL, close_type BIGINT NOT NULL, close_reason TEXT NOT NULL, open_time BIGINT NOT NULL, close_time BIGINT NOT NULL, update_time BIGINT NOT NULL
    )`,
      'CREATE INDEX exchange_contract_open ON exchange_contract (id) WHERE status < 3',
      'CREATE INDEX exchange_contract_of_person ON exchange_contract (uid, id)',
      'CREATE INDEX exchange_contract_named ON exchange_contract (uid, client_no)',
      `CREATE TABLE exchange_contract_note (
      id BIGINT PRIMARY KEY, contract_id BIGINT NOT NULL, uid BIGINT NOT NULL, kind TEXT NOT NULL, lots BIGINT NOT NULL, units BIGINT NOT NULL,
      fee_units BIGINT NOT NULL, price_ticks BIGINT NOT NULL, reason TEXT NOT NULL, ts BIGINT NOT NULL
    )`,
      'CREATE INDEX exchange_contract_note_of ON exchange_contract_note (contract_id, id)',
      `CREATE TABLE exchange_index (
      coin_info_id BIGINT NOT NULL, seq BIGINT NOT NULL, ts BIGINT NOT NULL, price_ticks BIGINT NOT NULL, PRIMARY KEY (coin_info_id, seq)
    )`,
      'CREATE INDEX exchange_index_time ON exchange_index (ts)',
      'CREATE TABLE exchange_mark (coin_info_id BIGINT PRIMARY KEY, mark_ticks BIGINT NOT NULL, basis_e8 BIGINT NOT NULL)',
    ],
  },
  {
    name: 'exchange-contracts-2',
    statements: [
      'ALTER TABLE exchange_contract ADD COLUMN profit_lots BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE exchange_contract ADD COLUMN loss_lots BIGINT NOT NULL DEFAULT 0',
    ],
  },
  {
    name: 'exchange-contracts-3',
    statements: ['start_ms', 'minute_ms', 'samples', 'sum_e8'].map(
      (name) => `ALTER TABLE exchange_mark ADD COLUMN funding_${name} BIGINT NOT NULL DEFAULT 0`,
    ),
  },
  {
    name: 'exchange-contracts-4',
    statements: [
      ...['silent_beats', 'funding_due_rate_e8', 'funding_due_after_id', 'funding_due_until_id'].map(
        (name) => `ALTER TABLE exchange_mark ADD COLUMN ${name} BIGINT NOT NULL DEFAULT 0`,
      ),
      'CREATE TABLE exchange_delisting (coin_info_id BIGINT PRIMARY KEY, at_ms BIGINT NOT NULL, stage BIGINT NOT NULL, price_ticks BIGINT NOT NULL)',
      `CREATE TABLE exchange_closing (
      coin_info_id BIGINT NOT NULL, ts BIGINT NOT NULL, reason TEXT NOT NULL, price_ticks BIGINT NOT NULL, ticks TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (coin_info_id, ts)
    )`,
    ],
  },
  {
    name: 'exchange-contracts-5',
    statements: ['ALTER TABLE exchange_mark ADD COLUMN before_ticks BIGINT NOT NULL DEFAULT 0'],
  },
  {
    name: 'exchange-contracts-6',
    statements: [
      'CREATE TABLE exchange_funding (coin_info_id BIGINT NOT NULL, ts BIGINT NOT NULL, rate_e8 BIGINT NOT NULL, PRIMARY KEY (coin_info_id, ts))',
      'CREATE INDEX exchange_contract_note_time ON exchange_contract_note (ts)',
    ],
  },
];
