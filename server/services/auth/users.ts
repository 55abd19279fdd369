// Users in the store. E-mails are compared without regard to case.
import { randomInt } from 'node:crypto';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { LanguageCode } from '../../../core/units/language.ts';
import { FIRST_USER_UID } from '../../exchange/command.ts';
import type { Rows, Store } from '../../store/store.ts';

export interface User {
  uid: number;
  email: string;
  passwordHash: string;
  inviteCode: string;
  /** False: frozen by the operator; cannot log in (1403). */
  active: boolean;
  /** Whether the demo money was credited, or was never due. */
  demoCredited: boolean;
  createTime: number;
  /** Uid of the inviter; null for none. */
  invitedBy: number | null;
  /** 0 to 100; shown, never used to price or to block. */
  creditScore: number;
  /** Withdrawals are locked until then, in ms; 0: no lock. */
  withdrawLockUntil: number;
  /** The user's own word, which every mail contains, against phishing; "" for none. */
  antiPhish: string;
  /** Of the last request that is known; messages to the user are written in it. */
  language: string;
}

interface Row {
  uid: bigint;
  email: string;
  password_hash: string;
  invite_code: string;
  active: bigint;
  demo_credited: bigint;
  create_time: bigint;
  invited_by: bigint | null;
  credit_score: bigint;
  withdraw_lock_until: bigint;
  anti_phish: string;
  language: string;
}

/** Letters and digits that cannot be confused with one another. */
const INVITE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;

/** Of users without a request whose language is known. */
const DEFAULT_LANGUAGE: LanguageCode = 'en-US';

interface NewUser {
  email: string;
  passwordHash: string;
  invitedBy: number | null;
  /** Whether demo money is due. */
  demoDue: boolean;
  now: number;
}

export interface Users {
  byEmail(email: string): Promise<User | null>;
  byUid(uid: number): Promise<User | null>;
  /** Uid of the user with an invite code, or null. */
  uidOfInviteCode(code: string): Promise<number | null>;
  /** Adds a user with the next uid. Throws RejectError 1410 when the e-mail is taken. */
  add(user: NewUser): Promise<User>;
  /** Users whose demo money is due. */
  withoutDemoCredit(): Promise<User[]>;
  markDemoCredited(uid: number): Promise<void>;
  setPassword(uid: number, passwordHash: string): Promise<void>;
  /** As `setPassword`, where `before` is the stored hash; else false. */
  replacePassword(uid: number, passwordHash: string, before: string): Promise<boolean>;
  /** Locks withdrawals until a time; a later lock stays. */
  lockWithdrawals(uid: number, until: number): Promise<void>;
  setActive(uid: number, active: boolean): Promise<void>;
  setCreditScore(uid: number, score: number): Promise<void>;
  setAntiPhish(uid: number, word: string): Promise<void>;
  setLanguage(uid: number, language: string): Promise<void>;
  languageOf(uid: number): Promise<string>;
  /** Users whom a user invited, newest first. */
  invitedBy(uid: number, limit: number): Promise<{ list: User[]; total: number }>;
  frozenUids(): Promise<number[]>;
}

export function createUsers(store: Store): Users {
  const one = async (where: string, value: string | number): Promise<User | null> => {
    const row = await store.first<Row>(`SELECT * FROM users WHERE ${where} = ?`, [value]);
    return row ? userOf(row) : null;
  };
  return {
    byEmail: (email) => one('email', normalEmail(email)),
    byUid: (uid) => one('uid', uid),
    uidOfInviteCode: async (code) => (await one('invite_code', code.toUpperCase()))?.uid ?? null,
    add: (user) => store.transaction((rows) => insert(rows, user)),
    withoutDemoCredit: async () => (await store.all<Row>('SELECT * FROM users WHERE demo_credited = 0')).map(userOf),
    markDemoCredited: (uid) => store.run('UPDATE users SET demo_credited = 1 WHERE uid = ?', [uid]),
    setPassword: (uid, passwordHash) =>
      store.run('UPDATE users SET password_hash = ? WHERE uid = ?', [passwordHash, uid]),
    replacePassword: (uid, passwordHash, before) =>
      store.transaction(async (rows) => {
        const row = await rows.first<Row>('SELECT * FROM users WHERE uid = ?', [uid]);
        if (row?.password_hash !== before) return false;
        await rows.run('UPDATE users SET password_hash = ? WHERE uid = ?', [passwordHash, uid]);
        return true;
      }),
    lockWithdrawals: (uid, until) =>
      store.run('UPDATE users SET withdraw_lock_until = ? WHERE uid = ? AND withdraw_lock_until < ?', [
        until,
        uid,
        until,
      ]),
    setActive: (uid, active) => store.run('UPDATE users SET active = ? WHERE uid = ?', [active ? 1 : 0, uid]),
    setCreditScore: (uid, score) => store.run('UPDATE users SET credit_score = ? WHERE uid = ?', [score, uid]),
    setAntiPhish: (uid, word) => store.run('UPDATE users SET anti_phish = ? WHERE uid = ?', [word, uid]),
    setLanguage: (uid, language) => store.run('UPDATE users SET language = ? WHERE uid = ?', [language, uid]),
    languageOf: async (uid) => (await one('uid', uid))?.language ?? DEFAULT_LANGUAGE,
    async invitedBy(uid, limit) {
      const rows = await store.all<Row>('SELECT * FROM users WHERE invited_by = ? ORDER BY uid DESC LIMIT ?', [
        uid,
        limit,
      ]);
      const count = await store.first<{ total: bigint }>('SELECT COUNT(*) AS total FROM users WHERE invited_by = ?', [
        uid,
      ]);
      return { list: rows.map(userOf), total: Number(count?.total ?? 0n) };
    },
    frozenUids: async () =>
      (await store.all<{ uid: bigint }>('SELECT uid FROM users WHERE active = 0')).map(({ uid }) => Number(uid)),
  };
}

export function normalEmail(email: string): string {
  return email.toLowerCase();
}

async function insert(rows: Rows, user: NewUser): Promise<User> {
  const email = normalEmail(user.email);
  if (await rows.first('SELECT uid FROM users WHERE email = ?', [email])) throw new RejectError(CODE.emailTaken);
  const last = await rows.first<{ last: bigint | null }>('SELECT MAX(uid) AS last FROM users');
  const uid = Math.max(FIRST_USER_UID, Number(last?.last ?? 0) + 1);
  const inviteCode = await freeInviteCode(rows);
  await rows.run(
    `INSERT INTO users (uid, email, password_hash, invite_code, invited_by, active, demo_credited, create_time)
     VALUES (?, ?, ?, ?, ?, 1, ?, ?)`,
    [uid, email, user.passwordHash, inviteCode, user.invitedBy, user.demoDue ? 0 : 1, user.now],
  );
  const row = await rows.first<Row>('SELECT * FROM users WHERE uid = ?', [uid]);
  if (!row) throw new Error('a person who was written is not there');
  return userOf(row);
}

async function freeInviteCode(rows: Rows): Promise<string> {
  for (;;) {
    const code = Array.from({ length: INVITE_LENGTH }, () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)]).join('');
    if (!(await rows.first('SELECT uid FROM users WHERE invite_code = ?', [code]))) return code;
  }
}

function userOf(row: Row): User {
  return {
    uid: Number(row.uid),
    email: row.email,
    passwordHash: row.password_hash,
    inviteCode: row.invite_code,
    active: row.active === 1n,
    demoCredited: row.demo_credited === 1n,
    createTime: Number(row.create_time),
    invitedBy: row.invited_by === null ? null : Number(row.invited_by),
    creditScore: Number(row.credit_score),
    withdrawLockUntil: Number(row.withdraw_lock_until),
    antiPhish: row.anti_phish,
    language: row.language || DEFAULT_LANGUAGE,
  };
}
