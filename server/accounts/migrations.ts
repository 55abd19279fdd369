// Tables of the accounts room: people, their sessions, codes sent by mail, favourites.
import type { Migration } from '../store/migrate.ts';

export const accountMigrations: Migration[] = [
  {
    name: 'accounts-1',
    statements: [
      `CREATE TABLE users (
        uid BIGINT PRIMARY KEY,
        email TEXT NOT NULL UNIQUE,
        password_hash TEXT NOT NULL,
        invite_code TEXT NOT NULL UNIQUE,
        invited_by BIGINT,
        active INTEGER NOT NULL,
        demo_credited INTEGER NOT NULL,
        create_time BIGINT NOT NULL
      )`,
      'CREATE TABLE sessions (session_key TEXT PRIMARY KEY, uid BIGINT NOT NULL, expire_time BIGINT NOT NULL)',
      'CREATE INDEX sessions_of_user ON sessions (uid, expire_time)',
      `CREATE TABLE mail_codes (
        email TEXT NOT NULL,
        scene TEXT NOT NULL,
        code_hash TEXT NOT NULL,
        expire_time BIGINT NOT NULL,
        tries INTEGER NOT NULL,
        PRIMARY KEY (email, scene)
      )`,
      'CREATE TABLE favourites (uid BIGINT NOT NULL, coin_info_id INTEGER NOT NULL, add_time BIGINT NOT NULL, PRIMARY KEY (uid, coin_info_id))',
    ],
  },
];
