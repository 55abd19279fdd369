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

/** Language of users of whom no request with a language is known. */
const DEFAULT_LANGUAGE: LanguageCode = 'en-US';

interface NewUser {
  email: string;
  passwordHash: string;
  invitedBy: number | null;
  /** Whether demo money is due. */
  demoDue: boolean;
  now: number;
}

export class Users {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  byEmail(email: string): Promise<User | null> {
    return this.#one('email', normalEmail(email));
  }

  byUid(uid: number): Promise<User | null> {
    return this.#one('uid', uid);
  }

  /** Uid of the user with an invite code, or null. */
  async uidOfInviteCode(code: string): Promise<number | null> {
    return (await this.#one('invite_code', code.toUpperCase()))?.uid ?? null;
  }

  /** Adds a user with the next uid. Throws RejectError 1410 when the e-mail is taken. */
  add(user: NewUser): Promise<User> {
    return this.#store.transaction((rows) => insert(rows, user));
  }

  /** Users whose demo money is due. */
  async withoutDemoCredit(): Promise<User[]> {
    return (await this.#store.all<Row>('SELECT * FROM users WHERE demo_credited = 0')).map(userOf);
  }

  markDemoCredited(uid: number): Promise<void> {
    return this.#store.run('UPDATE users SET demo_credited = 1 WHERE uid = ?', [uid]);
  }

  setPassword(uid: number, passwordHash: string): Promise<void> {
    return this.#store.run('UPDATE users SET password_hash = ? WHERE uid = ?', [passwordHash, uid]);
  }

  /** As `setPassword`, where `before` is the stored hash; else false. */
  replacePassword(uid: number, passwordHash: string, before: string): Promise<boolean> {
    return this.#store.transaction(async (rows) => {
      const row = await rows.first<Row>('SELECT * FROM users WHERE uid = ?', [uid]);
      if (row?.password_hash !== before) return false;
      await rows.run('UPDATE users SET password_hash = ? WHERE uid = ?', [passwordHash, uid]);
      return true;
    });
  }

  /** Locks withdrawals until a time; a later lock stays. */
  lockWithdrawals(uid: number, until: number): Promise<void> {
    return this.#store.run('UPDATE users SET withdraw_lock_until = ? WHERE uid = ? AND withdraw_lock_until < ?', [
      until,
      uid,
      until,
    ]);
  }

  setActive(uid: number, active: boolean): Promise<void> {
    return this.#store.run('UPDATE users SET active = ? WHERE uid = ?', [active ? 1 : 0, uid]);
  }

  setCreditScore(uid: number, score: number): Promise<void> {
    return this.#store.run('UPDATE users SET credit_score = ? WHERE uid = ?', [score, uid]);
  }

  setAntiPhish(uid: number, word: string): Promise<void> {
    return this.#store.run('UPDATE users SET anti_phish = ? WHERE uid = ?', [word, uid]);
  }

  setLanguage(uid: number, language: string): Promise<void> {
    return this.#store.run('UPDATE users SET language = ? WHERE uid = ?', [language, uid]);
  }

  async languageOf(uid: number): Promise<string> {
    return (await this.#one('uid', uid))?.language ?? DEFAULT_LANGUAGE;
  }

  /** Users whom a user invited, newest first. */
  async invitedBy(uid: number, limit: number): Promise<{ list: User[]; total: number }> {
    const rows = await this.#store.all<Row>('SELECT * FROM users WHERE invited_by = ? ORDER BY uid DESC LIMIT ?', [
      uid,
      limit,
    ]);
    const count = await this.#store.first<{ total: bigint }>(
      'SELECT COUNT(*) AS total FROM users WHERE invited_by = ?',
      [uid],
    );
    return { list: rows.map(userOf), total: Number(count?.total ?? 0n) };
  }

  async frozenUids(): Promise<number[]> {
    return (await this.#store.all<{ uid: bigint }>('SELECT uid FROM users WHERE active = 0')).map(({ uid }) =>
      Number(uid),
    );
  }

  async #one(where: string, value: string | number): Promise<User | null> {
    const row = await this.#store.first<Row>(`SELECT * FROM users WHERE ${where} = ?`, [value]);
    return row ? userOf(row) : null;
  }
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
  if (!row) throw new Error('a user who was written is not there');
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
