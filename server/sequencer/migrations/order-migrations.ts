// Tables of the exchange: orders, fills, ledger entries, balances, markets, counters and the journal.
import type { Migration } from '../../store/migrate.ts';

/**
 * Money and ids are 64-bit integers. Rows of bots (uid < 10000) exist only while they matter: open orders and balances.
 */
export const exchangeMigrations: Migration[] = [
  {
    name: 'exchange-1',
    statements: [
      `CREATE TABLE exchange_order (
      id BIGINT PRIMARY KEY, uid BIGINT NOT NULL, coin_info_id BIGINT NOT NULL, client_no TEXT NOT NULL,
      side TEXT NOT NULL, order_type TEXT NOT NULL, tif TEXT NOT NULL, post_only BIGINT NOT NULL,
      price_ticks BIGINT NOT NULL, lots BIGINT NOT NULL, total_units BIGINT NOT NULL,
      deal_lots BIGINT NOT NULL, deal_units BIGINT NOT NULL, fee_units BIGINT NOT NULL, frozen_units BIGINT NOT NULL,
      status BIGINT NOT NULL, reason TEXT NOT NULL, create_time BIGINT NOT NULL, update_time BIGINT NOT NULL
    )`,
      'CREATE INDEX exchange_order_open ON exchange_order (id) WHERE status < 3',
      'CREATE INDEX exchange_order_of_person ON exchange_order (uid, id) WHERE uid >= 10000',
      `CREATE TABLE exchange_deal (
      id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL, uid BIGINT NOT NULL, coin_info_id BIGINT NOT NULL,
      price_ticks BIGINT NOT NULL, lots BIGINT NOT NULL, units BIGINT NOT NULL, fee_units BIGINT NOT NULL, maker BIGINT NOT NULL, ts BIGINT NOT NULL
    )`,
      'CREATE INDEX exchange_deal_of_order ON exchange_deal (order_id, id)',
      `CREATE TABLE exchange_line (
      uid BIGINT NOT NULL, id BIGINT NOT NULL, wallet TEXT NOT NULL, coin_id BIGINT NOT NULL, record_type TEXT NOT NULL,
      units BIGINT NOT NULL, frozen_units BIGINT NOT NULL, available BIGINT NOT NULL, frozen BIGINT NOT NULL, ref_no TEXT NOT NULL, ts BIGINT NOT NULL,
      PRIMARY KEY (uid, id)
    )`,
      `CREATE TABLE exchange_balance (
      uid BIGINT NOT NULL, wallet TEXT NOT NULL, coin_id BIGINT NOT NULL, available BIGINT NOT NULL, frozen BIGINT NOT NULL,
      PRIMARY KEY (uid, wallet, coin_id)
    )`,
      `CREATE TABLE exchange_market (
      coin_info_id BIGINT PRIMARY KEY, price_tick TEXT NOT NULL, amount_step TEXT NOT NULL, trade_id BIGINT NOT NULL, last_price_ticks BIGINT NOT NULL
    )`,
      'CREATE TABLE exchange_counter (name TEXT PRIMARY KEY, value BIGINT NOT NULL)',
      'CREATE TABLE exchange_journal (seq BIGINT PRIMARY KEY, ts BIGINT NOT NULL, command TEXT NOT NULL)',
      `CREATE TABLE exchange_answer (
      uid BIGINT NOT NULL, client_no TEXT NOT NULL, body TEXT NOT NULL, answer TEXT NOT NULL,
      order_id BIGINT, seq BIGINT NOT NULL, ts BIGINT NOT NULL,
      PRIMARY KEY (uid, client_no)
    )`,
      'CREATE INDEX exchange_answer_refused ON exchange_answer (ts) WHERE order_id IS NULL',
    ],
  },
  {
    name: 'exchange-2',
    /** Null: the status of the instrument. */
    statements: ['ALTER TABLE exchange_market ADD COLUMN status BIGINT'],
  },
  {
    name: 'exchange-3',
    /** Price that a stop order waits for (M17); 0 for none. */
    statements: ['ALTER TABLE exchange_order ADD COLUMN stop_ticks BIGINT NOT NULL DEFAULT 0'],
  },
  {
    name: 'exchange-4',
    /** Price at which a limit order becomes a market order (M18); 0 for none. */
    statements: ['ALTER TABLE exchange_order ADD COLUMN loss_ticks BIGINT NOT NULL DEFAULT 0'],
  },
];
