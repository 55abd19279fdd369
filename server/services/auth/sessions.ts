// Sessions: 256-bit tokens. The store has their SHA-256, with address and device of the login.
import { createHash, randomBytes } from 'node:crypto';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import type { Store } from '../../store/store.ts';

/** A session expires after 30 days. */
const LIFE_MS = 30 * DAY_MS;
/** Sessions of one user; a further one ends the oldest. */
const MAX_SESSIONS = 20;
/** Sessions cached in memory; the cache is emptied at the limit, and sessions are read again from the store. */
const MAX_CACHED = 50_000;
/** Precision of "last used": a busy session is written at most this often. */
const TOUCH_MS = 10 * 60_000;
/** Characters of a session's key that identify it in the user's list. */
const ID_LETTERS = 16;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

interface Session {
  uid: number;
  /** Hash of the token: identifies the session, but gives no access. */
  sessionKey: string;
}

/** A session as its owner sees it in the list. Times in ms. */
interface SessionSummary {
  id: string;
  current: 0 | 1;
  ip: string;
  agent: string;
  createTime: number;
  lastTime: number;
  expireTime: number;
}

interface CachedSession extends Session {
  expireTime: number;
  lastTime: number;
}

interface Row {
  session_key: string;
  uid: bigint;
  expire_time: bigint;
  last_time: bigint;
  create_time: bigint;
  ip: string;
  agent: string;
  device: string;
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export class Sessions {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #cache = new Map<string, CachedSession>();
  /** Keys of tokens whose sessions were found, because hashing a token takes a large part of a call's time. */
  readonly #keys = new Map<string, string>();
  /** Ended sessions: a request that was loading one meanwhile must not cache it again. */
  readonly #ended = new Set<string>();
  readonly #listeners: ((session: Session) => void)[] = [];

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Creates a session and its token. */
  async start(
    uid: number,
    { ip, agent, device = '' }: { ip: string; agent: string; device?: string } = { ip: '', agent: '' },
  ): Promise<{ token: string; expireTime: number }> {
    const token = randomBytes(32).toString('base64url');
    const nowMs = this.#now();
    const session = { uid, sessionKey: keyOf(token), expireTime: nowMs + LIFE_MS, lastTime: nowMs };
    for (const sessionKey of await excessSessions(this.#store, uid, nowMs)) await this.end(sessionKey);
    await this.#store.run(
      'INSERT INTO sessions (session_key, uid, expire_time, create_time, last_time, ip, agent, device) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      [session.sessionKey, uid, session.expireTime, nowMs, nowMs, ip, agent, device],
    );
    this.#remember(session);
    return { token, expireTime: session.expireTime };
  }

  /** The session of a token, at once where it is in memory; null when there is none, or it has ended. */
  sessionOf(token: string): Session | Promise<Session | null> {
    const sessionKey = this.#keys.get(token);
    const cached = sessionKey === undefined ? undefined : this.#cache.get(sessionKey);
    const nowMs = this.#now();
    return cached &&
      cached.expireTime > nowMs &&
      !this.#ended.has(cached.sessionKey) &&
      nowMs - cached.lastTime < TOUCH_MS
      ? cached
      : this.#findSession(token);
  }

  /** Uid of a token's session; null when there is none. */
  async uidOf(token: string): Promise<number | null> {
    return (await this.sessionOf(token))?.uid ?? null;
  }

  /** Whether a session that a call began with has ended meanwhile. */
  hasEnded(sessionKey: string): boolean {
    return this.#ended.has(sessionKey);
  }

  /** Key of the device that a session was begun on; '' for none. */
  async deviceOf(sessionKey: string): Promise<string> {
    const row = await this.#store.first<Row>('SELECT * FROM sessions WHERE session_key = ?', [sessionKey]);
    return row?.device ?? '';
  }

  /** Ends a session at once, for calls and for open sockets. */
  async end(sessionKey: string): Promise<void> {
    const session = this.#cache.get(sessionKey) ?? (await load(this.#store, sessionKey));
    if (this.#ended.size >= MAX_CACHED) this.#ended.clear();
    this.#ended.add(sessionKey);
    this.#cache.delete(sessionKey);
    await this.#store.run('DELETE FROM sessions WHERE session_key = ?', [sessionKey]);
    if (session) for (const listener of this.#listeners) listener({ uid: session.uid, sessionKey });
  }

  /** Ends every session of a user but `except`, and forgets every device but that session's. */
  async endAll(uid: number, except?: string): Promise<void> {
    const rows = await this.#store.all<Row>('SELECT * FROM sessions WHERE uid = ?', [uid]);
    const ownDevice = rows.find(({ session_key: sessionKey }) => sessionKey === except)?.device ?? '';
    await this.#store.run('DELETE FROM known_devices WHERE uid = ? AND device_key <> ?', [uid, ownDevice]);
    for (const { session_key: sessionKey } of rows) if (sessionKey !== except) await this.end(sessionKey);
  }

  /** A user's current sessions, last used first. */
  async list({ uid, sessionKey }: Session): Promise<SessionSummary[]> {
    const rows = await this.#store.all<Row>(
      'SELECT * FROM sessions WHERE uid = ? AND expire_time > ? ORDER BY last_time DESC, session_key',
      [uid, this.#now()],
    );
    return rows.map((row) => summaryOf(row, sessionKey));
  }

  /**
   * Ends the session with that `id` of the list and forgets its device, unless it is the caller's own. Throws
   * RejectError 1404 when the user has no such session.
   */
  async endListed({ uid, sessionKey }: Session, id: string): Promise<void> {
    const rows = await this.#store.all<Row>('SELECT * FROM sessions WHERE uid = ?', [uid]);
    const found = rows.find(({ session_key: key }) => idOf(key) === id);
    if (!found) throw new RejectError(CODE.notFound);
    const ownDevice = rows.find(({ session_key: key }) => key === sessionKey)?.device;
    if (found.device !== ownDevice)
      await this.#store.run('DELETE FROM known_devices WHERE device_key = ?', [found.device]);
    await this.end(found.session_key);
  }

  /** Called for every session that ends before it expires. */
  onSessionEnd(listener: (session: Session) => void): void {
    this.#listeners.push(listener);
  }

  #remember(session: CachedSession): void {
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(session.sessionKey, session);
  }

  async #findSession(token: string): Promise<Session | null> {
    const knownKey = this.#keys.get(token);
    if (knownKey === undefined && !TOKEN.test(token)) return null;
    const sessionKey = knownKey ?? keyOf(token);
    const cached = this.#cache.get(sessionKey);
    const session = cached ?? (await load(this.#store, sessionKey));
    const nowMs = this.#now();
    if (!session || session.expireTime <= nowMs || this.#ended.has(sessionKey)) {
      this.#keys.delete(token);
      return null;
    }
    if (!cached) this.#remember(session);
    if (knownKey === undefined) {
      if (this.#keys.size >= MAX_CACHED) this.#keys.clear();
      this.#keys.set(token, sessionKey);
    }
    if (nowMs - session.lastTime >= TOUCH_MS) {
      session.lastTime = nowMs;
      await this.#store.run('UPDATE sessions SET last_time = ? WHERE session_key = ?', [nowMs, sessionKey]);
      if (this.#ended.has(sessionKey)) return null;
    }
    return { uid: session.uid, sessionKey };
  }
}

function idOf(sessionKey: string): string {
  return sessionKey.slice(0, ID_LETTERS);
}

function summaryOf(row: Row, current: string): SessionSummary {
  return {
    id: idOf(row.session_key),
    current: row.session_key === current ? 1 : 0,
    ip: row.ip,
    agent: row.agent,
    createTime: Number(row.create_time),
    lastTime: Number(row.last_time),
    expireTime: Number(row.expire_time),
  };
}

async function load(store: Store, sessionKey: string): Promise<CachedSession | null> {
  const row = await store.first<Row>('SELECT * FROM sessions WHERE session_key = ?', [sessionKey]);
  return row
    ? { uid: Number(row.uid), sessionKey, expireTime: Number(row.expire_time), lastTime: Number(row.last_time) }
    : null;
}

/** Keys of a user's sessions that a new one replaces: expired ones, and the oldest beyond the limit. */
async function excessSessions(store: Store, uid: number, now: number): Promise<string[]> {
  const rows = await store.all<Row>('SELECT * FROM sessions WHERE uid = ? ORDER BY expire_time DESC', [uid]);
  return rows
    .filter((row, index) => index >= MAX_SESSIONS - 1 || Number(row.expire_time) <= now)
    .map((row) => row.session_key);
}
