// Tables of user accounts.
// Users, sessions, mail codes, favourites, second factors, KYC, notices, daily equity, alerts, layouts.
import type { Migration } from '../../store/migrate.ts';

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
  {
    name: 'accounts-2',
    statements: [
      'ALTER TABLE users ADD COLUMN credit_score INTEGER NOT NULL DEFAULT 100',
      'ALTER TABLE users ADD COLUMN withdraw_lock_until BIGINT NOT NULL DEFAULT 0',
      "ALTER TABLE users ADD COLUMN anti_phish TEXT NOT NULL DEFAULT ''",
      'CREATE INDEX users_of_inviter ON users (invited_by)',
      "ALTER TABLE sessions ADD COLUMN ip TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT ''",
      'ALTER TABLE sessions ADD COLUMN create_time BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE sessions ADD COLUMN last_time BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE favourites ADD COLUMN place INTEGER NOT NULL DEFAULT 0',
      `CREATE TABLE guess_guards (
        guard_key TEXT PRIMARY KEY,
        failures INTEGER NOT NULL,
        locked_until BIGINT NOT NULL,
        last_time BIGINT NOT NULL
      )`,
      'CREATE TABLE two_factor (uid BIGINT PRIMARY KEY, secret TEXT NOT NULL, last_step BIGINT NOT NULL, bind_time BIGINT NOT NULL)',
      'CREATE TABLE two_factor_prep (uid BIGINT PRIMARY KEY, secret TEXT NOT NULL, expire_time BIGINT NOT NULL)',
      'CREATE TABLE recovery_codes (uid BIGINT NOT NULL, code_hash TEXT NOT NULL, PRIMARY KEY (uid, code_hash))',
      'CREATE TABLE two_factor_review (uid BIGINT PRIMARY KEY, picture TEXT NOT NULL, submit_time BIGINT NOT NULL)',
      `CREATE TABLE kyc (
        uid BIGINT PRIMARY KEY,
        status INTEGER,
        form TEXT NOT NULL,
        reasons TEXT NOT NULL,
        submit_time BIGINT NOT NULL,
        review_time BIGINT NOT NULL
      )`,
      `CREATE TABLE notices (
        id BIGINT PRIMARY KEY,
        uid BIGINT NOT NULL,
        category TEXT NOT NULL,
        template TEXT NOT NULL,
        title TEXT NOT NULL,
        content TEXT NOT NULL,
        link TEXT NOT NULL,
        create_time BIGINT NOT NULL
      )`,
      'CREATE INDEX notices_of_user ON notices (uid, id)',
      'CREATE TABLE notice_reads (uid BIGINT NOT NULL, notice_id BIGINT NOT NULL, PRIMARY KEY (uid, notice_id))',
      `CREATE TABLE equity_days (
        uid BIGINT NOT NULL,
        day_start BIGINT NOT NULL,
        taken_time BIGINT NOT NULL,
        equity BIGINT NOT NULL,
        flow BIGINT NOT NULL,
        PRIMARY KEY (uid, day_start)
      )`,
    ],
  },
  { name: 'accounts-3', statements: ['CREATE TABLE reward_days (day_start BIGINT PRIMARY KEY)'] },
  {
    name: 'accounts-4',
    statements: [
      `CREATE TABLE alerts (
        id BIGINT PRIMARY KEY,
        uid BIGINT NOT NULL,
        coin_info_id INTEGER NOT NULL,
        price_ticks BIGINT NOT NULL,
        above INTEGER NOT NULL,
        repeats INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        armed INTEGER NOT NULL,
        create_time BIGINT NOT NULL,
        fire_time BIGINT NOT NULL
      )`,
      'CREATE INDEX alerts_of_user ON alerts (uid, id)',
      'CREATE TABLE push_targets (endpoint TEXT PRIMARY KEY, uid BIGINT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, create_time BIGINT NOT NULL)',
      'CREATE INDEX push_targets_of_user ON push_targets (uid, create_time)',
    ],
  },
  {
    name: 'accounts-5',
    statements: [
      'ALTER TABLE alerts ADD COLUMN rate_percent INTEGER NOT NULL DEFAULT 0',
      'ALTER TABLE alerts ADD COLUMN channels INTEGER NOT NULL DEFAULT 7',
    ],
  },
  {
    name: 'accounts-6',
    statements: [
      'CREATE TABLE known_devices (device_key TEXT PRIMARY KEY, uid BIGINT NOT NULL, last_time BIGINT NOT NULL)',
      'CREATE INDEX known_devices_of_user ON known_devices (uid, last_time)',
      "ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT ''",
      // Codes are valid for ten minutes; a user who waits for one requests it again.
      'DROP TABLE mail_codes',
      `CREATE TABLE mail_codes (
        email TEXT NOT NULL,
        scene TEXT NOT NULL,
        device TEXT NOT NULL,
        code_hash TEXT NOT NULL,
        expire_time BIGINT NOT NULL,
        tries INTEGER NOT NULL,
        PRIMARY KEY (email, scene, device)
      )`,
    ],
  },
  {
    name: 'accounts-7',
    statements: [
      `CREATE TABLE layouts (
        uid BIGINT NOT NULL,
        name TEXT NOT NULL,
        version BIGINT NOT NULL,
        layout TEXT NOT NULL,
        update_time BIGINT NOT NULL,
        PRIMARY KEY (uid, name)
      )`,
    ],
  },
  { name: 'accounts-8', statements: ["ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT ''"] },
  { name: 'accounts-9', statements: ["ALTER TABLE push_targets ADD COLUMN holder TEXT NOT NULL DEFAULT ''"] },
  {
    name: 'accounts-10',
    statements: [
      'CREATE TABLE first_devices (uid BIGINT PRIMARY KEY, device_key TEXT NOT NULL)',
      // When a device became known was not stored: the one that was not used for the longest time may be the first.
      `INSERT INTO first_devices (uid, device_key)
       SELECT uid, MIN(device_key) FROM known_devices AS known
       WHERE last_time = (SELECT MIN(last_time) FROM known_devices WHERE uid = known.uid) GROUP BY uid`,
    ],
  },
  {
    name: 'accounts-11',
    statements: [
      // Secrets are prepared for ten minutes; a user who has one on the screen gets another.
      'DROP TABLE two_factor_prep',
      `CREATE TABLE two_factor_prep (
        uid BIGINT NOT NULL,
        session_key TEXT NOT NULL,
        secret TEXT NOT NULL,
        expire_time BIGINT NOT NULL,
        PRIMARY KEY (uid, session_key)
      )`,
    ],
  },
];
