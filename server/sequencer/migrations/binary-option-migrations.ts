// Tables of binary options and their receipts, and the hashes of index ticks.
import type { Migration } from '../../store/migrate.ts';

export const binaryOptionMigrations: Migration[] = [
  {
    name: 'exchange-seconds-1',
    statements: [
      `CREATE TABLE exchange_seconds (
      id BIGINT PRIMARY KEY, uid BIGINT NOT NULL, coin_info_id BIGINT NOT NULL, client_no TEXT NOT NULL, direction TEXT NOT NULL, period_s BIGINT NOT NULL,
      amount_units BIGINT NOT NULL, profit_rate_e8 BIGINT NOT NULL, fee_units BIGINT NOT NULL, seen_units BIGINT NOT NULL, slip_e8 BIGINT NOT NULL,
      buy_time BIGINT NOT NULL, open_time BIGINT NOT NULL, expiration_time BIGINT NOT NULL, order_hash TEXT NOT NULL, prev_root TEXT NOT NULL, sig TEXT NOT NULL, key_id TEXT NOT NULL,
      strike_seq BIGINT NOT NULL, strike_ticks BIGINT NOT NULL, strike_ts BIGINT NOT NULL, exit_seq BIGINT NOT NULL, exit_ticks BIGINT NOT NULL, exit_ts BIGINT NOT NULL,
      status BIGINT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, payout_units BIGINT NOT NULL, settle_time BIGINT NOT NULL,
      proof_state BIGINT NOT NULL, proof TEXT NOT NULL
    )`,
      'CREATE INDEX exchange_seconds_open ON exchange_seconds (id) WHERE status < 2',
      'CREATE INDEX exchange_seconds_unproven ON exchange_seconds (id) WHERE proof_state = 0',
      'CREATE INDEX exchange_seconds_of_person ON exchange_seconds (uid, id)',
      // Null: from before ticks were hashed.
      'ALTER TABLE exchange_index ADD COLUMN hash TEXT',
    ],
  },
  {
    name: 'exchange-seconds-2',
    // Earlier orders are settled by the rule that they were sold with.
    statements: ["ALTER TABLE exchange_seconds ADD COLUMN rule TEXT NOT NULL DEFAULT 'v1'"],
  },
  {
    name: 'exchange-seconds-3',
    statements: [
      // Number of the clock's beats at the purchase.
      'ALTER TABLE exchange_seconds ADD COLUMN beat BIGINT NOT NULL DEFAULT 0',
      // Null: from before instants were secret.
      'ALTER TABLE exchange_index ADD COLUMN secret TEXT',
      'CREATE TABLE exchange_clock (id BIGINT PRIMARY KEY, head TEXT NOT NULL, second BIGINT NOT NULL, beats BIGINT NOT NULL)',
    ],
  },
];
