// Operator accounts: name, role, password, authenticator, and sessions of eight hours.
import { createHash, randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { Invitation, Operator, OperatorAccount, Role } from '../../core/endpoints/operator-answers.ts';
import { HOUR_MS } from '../../core/units/durations.ts';
import { hashPassword, verifyPassword } from '../services/auth/passwords.ts';
import { type ThrottleRule, CODE_THROTTLE, LoginThrottle } from '../services/auth/login-throttle.ts';
import { SECRET_BYTES, codeTimes, matchingStep, otpauthOf } from '../services/auth/totp.ts';
import type { SecretBox } from '../store/secret-box.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { Store } from '../store/store.ts';
import { type OperatorDevices, createOperatorDevices } from './operator-token.ts';

/** Lifetime of a session. */
const SESSION_MS = 8 * HOUR_MS;
/** Lifetime of an invitation. */
const INVITE_MS = 24 * HOUR_MS;
/**
 * After a reset an account may neither request nor approve actions that need two operators for this long, so that a
 * stolen token is not enough to approve one's own request.
 */
const HOLD_MS = 24 * HOUR_MS;
const TOKEN_BYTES = 32;
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 100;
/** Of the count that a wrong password adds to, which only takes as long as counting a code. */
const NO_LOCK: ThrottleRule = { captchaAfter: Infinity, lockAfter: Infinity, lockMs: 0 };

interface Row {
  name: string;
  role: Role;
  password: string;
  totp: string;
  last_step: bigint;
  invite: string;
  invite_until: bigint;
  disabled: bigint;
  held_until: bigint;
  created: bigint;
}

/** What an operator shows at a login, and where it comes from. */
interface LoginTry {
  name: string;
  password: string;
  code: string;
  network?: string;
  device?: string;
}

/** Typed as an argument of a command, so it never begins with a dash. */
const newInvitation = (): string => randomBytes(TOKEN_BYTES).toString('hex');

/** `clockAheadMs`: the machine's clock minus `now()`, in ms; 0: they agree. */
export class OperatorAccounts {
  readonly #store: Store;
  readonly #secretBox: SecretBox;
  readonly #now: () => number;
  readonly #clockAheadMs: () => number;
  readonly #throttle: LoginThrottle;
  readonly #devices: OperatorDevices;

  constructor(store: Store, secretBox: SecretBox, now: () => number, clockAheadMs: () => number = () => 0) {
    this.#store = store;
    this.#secretBox = secretBox;
    this.#now = now;
    this.#clockAheadMs = clockAheadMs;
    this.#throttle = new LoginThrottle(store, secretBox, now);
    this.#devices = createOperatorDevices(secretBox);
  }

  async list(): Promise<OperatorAccount[]> {
    return (await this.#store.all<Row>('SELECT * FROM ops_account ORDER BY created, name')).map(accountOf);
  }

  async of(name: string): Promise<OperatorAccount | null> {
    const row = await this.#rowOf(name);
    return row ? accountOf(row) : null;
  }

  /** Admins who are there, or have an invitation that can still be accepted: also one whose account was reset. */
  async adminCount(): Promise<number> {
    const row = await this.#store.first<{ total: bigint }>(
      "SELECT COUNT(*) AS total FROM ops_account WHERE role = 'admin' AND disabled = 0 AND (password <> '' OR invite_until >= ?)",
      [this.#now()],
    );
    return Number(row?.total ?? 0n);
  }

  /**
   * Creates an account and returns its invitation, which is shown once. Throws RejectError 1400 when the name is taken.
   */
  async invite(name: string, role: Role): Promise<string> {
    const invite = newInvitation();
    await this.#store.transaction(async (rows) => {
      if (await rows.first('SELECT name FROM ops_account WHERE name = ?', [name]))
        throw new RejectError(CODE.fieldInvalid, { field: 'name', rule: 'taken' });
      await rows.run(
        'INSERT INTO ops_account (name, role, password, totp, last_step, invite, invite_until, disabled, held_until, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        [name, role, '', '', 0, digest(invite), this.#now() + INVITE_MS, 0, 0, this.#now()],
      );
    });
    return invite;
  }

  /** Changes the role, also of open sessions; 'disabled' ends the account. Throws RejectError 1404. */
  async setRole(name: string, role: Role | 'disabled'): Promise<void> {
    await this.#existing(name);
    if (role === 'disabled') {
      await this.#store.run("UPDATE ops_account SET disabled = 1, invite = '' WHERE name = ?", [name]);
      await this.#store.run('DELETE FROM ops_session WHERE name = ?', [name]);
    } else await this.#store.run('UPDATE ops_account SET role = ? WHERE name = ?', [role, name]);
  }

  /** Removes password and authenticator, ends the sessions, and returns a new invitation. Throws RejectError 1404. */
  async reset(name: string): Promise<string> {
    await this.#existing(name);
    const invite = newInvitation();
    await this.#store.run(
      "UPDATE ops_account SET password = '', totp = '', last_step = 0, invite = ?, invite_until = ?, held_until = ? WHERE name = ?",
      [digest(invite), this.#now() + INVITE_MS, this.#now() + HOLD_MS, name],
    );
    await this.#store.run('DELETE FROM ops_session WHERE name = ?', [name]);
    await this.#throttle.clear(codeGuessesOf(name));
    return invite;
  }

  /** Creates the authenticator secret of an invitation. Throws RejectError 1413 for an invalid invitation. */
  async openInvitation(invite: string): Promise<Invitation> {
    const { name, role } = await this.#invited(invite);
    const secret = randomBytes(SECRET_BYTES);
    await this.#store.run('UPDATE ops_account SET totp = ?, last_step = 0 WHERE invite = ?', [
      this.#secretBox.seal(secret, totpContextOf(name)).toString('base64url'),
      digest(invite),
    ]);
    return {
      name,
      role,
      secret: base32nopad.encode(secret),
      otpauth: otpauthOf(base32nopad.encode(secret), 'DeFi operator', name),
    };
  }

  /**
   * Sets up the account and opens a session. Throws RejectError 1413, 1412 (password of 12 to 100 characters) or 1405.
   */
  async acceptInvitation(invite: string, password: string, code: string): Promise<string> {
    const row = await this.#invited(invite);
    if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
      throw new RejectError(CODE.passwordLength);
    if (row.totp === '' || !(await this.#useCode(row, code))) throw new RejectError(CODE.googleWrong);
    const hash = await hashPassword(password, row.name);
    // By the invitation: one that was replaced meanwhile sets up nothing.
    await this.#store.run("UPDATE ops_account SET password = ?, invite = '', invite_until = 0 WHERE invite = ?", [
      hash,
      digest(invite),
    ]);
    const session = await this.#openSession(row.name, hash);
    if (session === null) throw new RejectError(CODE.inviteInvalid);
    return session;
  }

  /**
   * A session token; null when name, password or code is wrong, without saying which. Five wrong codes beside the right
   * password lock the account for a quarter of an hour, then twice as long with each one more: with the password alone
   * a code could be guessed within months. A `device` that its owner has logged in from has a count of its own, so that
   * a thief of the password does not lock the owner out.
   */
  async login({ name, password, code, network = '', device = '' }: LoginTry): Promise<string | null> {
    const row = await this.#rowOf(name);
    const stored = row && row.disabled === 0n && row.password !== '' ? row.password : null;
    const isCorrect = await verifyPassword(stored, password, network);
    const guesses = codeGuessesOf(name, this.#devices.isOf(name, device) ? device : '');
    if (!(await this.#countCode(guesses, isCorrect)) || !row || !(await this.#useCode(row, code))) return null;
    await this.#throttle.clear(guesses);
    return this.#openSession(row.name, row.password);
  }

  /** A new device of the operator of a session, for later logins; null for an unknown or expired one. */
  async deviceOf(token: string): Promise<string | null> {
    const operator = await this.operatorOf(token);
    return operator && this.#devices.make(operator.name);
  }

  async logout(token: string): Promise<void> {
    await this.#store.run('DELETE FROM ops_session WHERE hash = ?', [digest(token)]);
  }

  /** The operator of a session; null for an unknown or expired one. */
  async operatorOf(token: string): Promise<Operator | null> {
    const row = await this.#store.first<{ name: string; role: Role }>(
      "SELECT a.name, a.role FROM ops_session s JOIN ops_account a ON a.name = s.name WHERE s.hash = ? AND s.expires > ? AND a.disabled = 0 AND a.password <> ''",
      [digest(token), this.#now()],
    );
    return row ? { name: row.name, role: row.role } : null;
  }

  /** Counts a code as wrong until it was right; false while too many were. A wrong password takes as long. */
  async #countCode(guesses: string, isPasswordCorrect: boolean): Promise<boolean> {
    try {
      if (isPasswordCorrect) {
        await this.#throttle.attempt(guesses, CODE_THROTTLE);
        return true;
      }
    } catch (error) {
      if (!(error instanceof RejectError)) throw error;
    }
    await this.#throttle.attempt(codeGuessesOf(''), NO_LOCK);
    return false;
  }

  #rowOf(name: string): Promise<Row | undefined> {
    return this.#store.first<Row>('SELECT * FROM ops_account WHERE name = ?', [name]);
  }

  async #invited(invite: string): Promise<Row> {
    const row = await this.#store.first<Row>('SELECT * FROM ops_account WHERE invite = ? AND disabled = 0', [
      digest(invite),
    ]);
    if (!row || Number(row.invite_until) < this.#now()) throw new RejectError(CODE.inviteInvalid);
    return row;
  }

  async #existing(name: string): Promise<Row> {
    const row = await this.#rowOf(name);
    if (!row) throw new RejectError(CODE.notFound);
    return row;
  }

  /** `password` is the stored one that was checked; null when it was reset meanwhile, or the account disabled. */
  async #openSession(name: string, password: string): Promise<string | null> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return this.#store.transaction(async (rows) => {
      const row = await rows.first<Row>('SELECT * FROM ops_account WHERE name = ?', [name]);
      if (row?.password !== password || row.disabled !== 0n) return null;
      await rows.run('DELETE FROM ops_session WHERE expires < ?', [this.#now()]);
      await rows.run('INSERT INTO ops_session (hash, name, expires) VALUES (?, ?, ?)', [
        digest(token),
        name,
        this.#now() + SESSION_MS,
      ]);
      return token;
    });
  }

  /** Consumes an authenticator code: it is valid once, also for concurrent logins. */
  async #useCode(row: Row, code: string): Promise<boolean> {
    const step = matchingStep(
      this.#secretBox.open(Buffer.from(row.totp, 'base64url'), totpContextOf(row.name)),
      code,
      codeTimes(this.#now(), this.#clockAheadMs()),
      Number(row.last_step),
    );
    if (step === null) return false;
    return this.#store.transaction(async (rows) => {
      const fresh = await rows.first<{ last_step: bigint }>('SELECT last_step FROM ops_account WHERE name = ?', [
        row.name,
      ]);
      if (!fresh || Number(fresh.last_step) >= step) return false;
      await rows.run('UPDATE ops_account SET last_step = ? WHERE name = ?', [step, row.name]);
      return true;
    });
  }
}

function accountOf({ name, role, password, disabled, held_until: heldUntil, created }: Row): OperatorAccount {
  return {
    name,
    role,
    status: disabled === 1n ? 'disabled' : password === '' ? 'invited' : 'active',
    heldUntil: Number(heldUntil),
    createTime: Number(created),
  };
}

/** Tokens are stored as hashes: a stolen database gives no access. */
function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function codeGuessesOf(name: string, device = ''): string {
  return `operator code ${name} ${device}`.trim();
}

function totpContextOf(name: string): string {
  return `operator totp ${name}`;
}
