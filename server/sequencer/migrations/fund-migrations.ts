// Tables of deposit applications, withdrawals, and the quotes of conversions.
import type { Migration } from '../../store/migrate.ts';

export const fundMigrations: Migration[] = [
  {
    name: 'exchange-funds-1',
    statements: [
      `CREATE TABLE exchange_fund (
      id BIGINT PRIMARY KEY, uid BIGINT NOT NULL, kind TEXT NOT NULL, coin_id BIGINT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL, memo TEXT NOT NULL,
      units BIGINT NOT NULL, fee_units BIGINT NOT NULL, value_units BIGINT NOT NULL, picture TEXT NOT NULL, status BIGINT NOT NULL, reason TEXT NOT NULL,
      decided_by TEXT NOT NULL, client_no TEXT NOT NULL, create_time BIGINT NOT NULL, update_time BIGINT NOT NULL
    )`,
      'CREATE INDEX exchange_fund_open ON exchange_fund (id) WHERE status IN (0, 3)',
      'CREATE INDEX exchange_fund_of_person ON exchange_fund (uid, kind, id)',
      `CREATE TABLE exchange_quote (
      uid BIGINT PRIMARY KEY, id BIGINT NOT NULL, from_coin_id BIGINT NOT NULL, to_coin_id BIGINT NOT NULL, in_units BIGINT NOT NULL, out_units BIGINT NOT NULL,
      fee_units BIGINT NOT NULL, expire_time BIGINT NOT NULL
    )`,
    ],
  },
  {
    name: 'exchange-funds-2',
    // What an operator decided lately is read before each decision.
    statements: ['CREATE INDEX exchange_fund_decided ON exchange_fund (decided_by, update_time)'],
  },
];
