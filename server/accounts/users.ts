// People: who they are, kept in the store. An e-mail is compared without regard to case.
import { randomInt } from 'node:crypto';
import { CODE, RejectError } from '../../contract/reject.ts';
import { FIRST_PERSON_UID } from '../exchange/command.ts';
import type { Rows, Store } from '../store/store.ts';

export interface User {
  uid: number;
  email: string;
  passwordHash: string;
  inviteCode: string;
  /** False: frozen by the house; may not log in (1403). */
  active: boolean;
  /** Whether the demo money was given, or was never due. */
  demoCredited: boolean;
  createTime: number;
}

interface Row {
  uid: bigint;
  email: string;
  password_hash: string;
  invite_code: string;
  active: bigint;
  demo_credited: bigint;
  create_time: bigint;
}

/** Letters and digits that are not mistaken for one another. */
const INVITE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;

export interface NewUser {
  email: string;
  passwordHash: string;
  invitedBy: number | null;
  /** Whether demo money is still to be given. */
  demoDue: boolean;
  now: number;
}

export interface Users {
  byEmail(email: string): Promise<User | null>;
  byUid(uid: number): Promise<User | null>;
  /** Uid of the person with an invite code, or null. */
  inviter(code: string): Promise<number | null>;
  /** Writes a person with the next uid. Throws RejectError 1410 when the e-mail is taken. */
  add(user: NewUser): Promise<User>;
  /** People who were written but have not got their demo money. */
  withoutDemoMoney(): Promise<User[]>;
  markDemoCredited(uid: number): Promise<void>;
}

export function createUsers(store: Store): Users {
  const one = async (where: string, value: string | number): Promise<User | null> => {
    const row = await store.first<Row>(`SELECT * FROM users WHERE ${where} = ?`, [value]);
    return row ? userOf(row) : null;
  };
  return {
    byEmail: (email) => one('email', normalEmail(email)),
    byUid: (uid) => one('uid', uid),
    inviter: async (code) => (await one('invite_code', code.toUpperCase()))?.uid ?? null,
    add: (user) => store.transaction((rows) => insert(rows, user)),
    withoutDemoMoney: async () => (await store.all<Row>('SELECT * FROM users WHERE demo_credited = 0')).map(userOf),
    markDemoCredited: (uid) => store.run('UPDATE users SET demo_credited = 1 WHERE uid = ?', [uid]),
  };
}

export function normalEmail(email: string): string {
  return email.toLowerCase();
}

async function insert(rows: Rows, user: NewUser): Promise<User> {
  const email = normalEmail(user.email);
  if (await rows.first('SELECT uid FROM users WHERE email = ?', [email])) throw new RejectError(CODE.emailTaken);
  const last = await rows.first<{ last: bigint | null }>('SELECT MAX(uid) AS last FROM users');
  const uid = Math.max(FIRST_PERSON_UID, Number(last?.last ?? 0) + 1);
  const inviteCode = await freeInviteCode(rows);
  await rows.run(
    `INSERT INTO users (uid, email, password_hash, invite_code, invited_by, active, demo_credited, create_time)
     VALUES (?, ?, ?, ?, ?, 1, ?, ?)`,
    [uid, email, user.passwordHash, inviteCode, user.invitedBy, user.demoDue ? 0 : 1, user.now],
  );
  return { uid, email, passwordHash: user.passwordHash, inviteCode, active: true, demoCredited: !user.demoDue, createTime: user.now };
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
  };
}
