// Sessions: 256-bit tokens that only their holder knows; the store keeps their SHA-256, and where each was begun.
import { createHash, randomBytes } from 'node:crypto';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';

/** A session ends by itself after 30 days. */
const LIFE_MS = 30 * 86_400_000;
/** Sessions of one person at a time; a new one beyond it ends the oldest. */
const MAX_SESSIONS = 20;
/** Sessions held in memory; the rest is read again from the store when it is used. */
const MAX_KEPT = 50_000;
/** How stale "last used" may be: a busy session is written this seldom. */
const TOUCH_MS = 10 * 60_000;
/** Letters of a session's key by which its owner names it. */
const ID_LETTERS = 16;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

interface Session {
  uid: number;
  /** Hash of the token: names the session without being able to use it. */
  sessionKey: string;
}

/** A session as its owner sees it in the list. Times in ms. */
interface SessionLine {
  id: string;
  current: 0 | 1;
  ip: string;
  agent: string;
  createTime: number;
  lastTime: number;
  expireTime: number;
}

export interface Sessions {
  /** A new session and its token. */
  start(
    uid: number,
    from?: { ip: string; agent: string; device?: string },
  ): Promise<{ token: string; expireTime: number }>;
  /** The session of a token; null when there is none, or it has ended. */
  sessionOf(token: string): Promise<Session | null>;
  /** The person of a token; null when there is none. */
  uidOf(token: string): Promise<number | null>;
  /** Ends a session at once, for calls and for open sockets. */
  end(sessionKey: string): Promise<void>;
  /** Ends every session of a person but `except`; its device alone stays known. */
  endAll(uid: number, except?: string): Promise<void>;
  /** Sessions of a person that have not ended, the last used first. */
  list(session: Session): Promise<SessionLine[]>;
  /**
   * Ends the session that the list names `id`; its device is no longer known, unless it is the caller's own. Throws
   * RejectError 1404 when it is none of the person's.
   */
  endListed(session: Session, id: string): Promise<void>;
  /** Hears of every session that is ended before its time. */
  onSessionEnd(listener: (session: Session) => void): void;
}

interface Kept extends Session {
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

export function createSessions(store: Store, now: () => number): Sessions {
  const kept = new Map<string, Kept>();
  /** Sessions that ended: a request that was loading one meanwhile must not bring it back. */
  const ended = new Set<string>();
  const listeners: ((session: Session) => void)[] = [];
  const keep = (session: Kept): void => {
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(session.sessionKey, session);
  };
  const end = async (sessionKey: string): Promise<void> => {
    const session = kept.get(sessionKey) ?? (await load(store, sessionKey));
    if (ended.size >= MAX_KEPT) ended.clear();
    ended.add(sessionKey);
    kept.delete(sessionKey);
    await store.run('DELETE FROM sessions WHERE session_key = ?', [sessionKey]);
    if (session) for (const listener of listeners) listener({ uid: session.uid, sessionKey });
  };
  const sessionOf = async (token: string): Promise<Session | null> => {
    if (!TOKEN.test(token)) return null;
    const sessionKey = keyOf(token);
    const session = kept.get(sessionKey) ?? (await load(store, sessionKey));
    const nowMs = now();
    if (!session || session.expireTime <= nowMs || ended.has(sessionKey)) return null;
    keep(session);
    if (nowMs - session.lastTime >= TOUCH_MS) {
      session.lastTime = nowMs;
      await store.run('UPDATE sessions SET last_time = ? WHERE session_key = ?', [nowMs, sessionKey]);
    }
    return { uid: session.uid, sessionKey };
  };
  return {
    async start(uid, { ip, agent, device = '' } = { ip: '', agent: '' }) {
      const token = randomBytes(32).toString('base64url');
      const nowMs = now();
      const session = { uid, sessionKey: keyOf(token), expireTime: nowMs + LIFE_MS, lastTime: nowMs };
      for (const sessionKey of await surplus(store, uid, nowMs)) await end(sessionKey);
      await store.run(
        'INSERT INTO sessions (session_key, uid, expire_time, create_time, last_time, ip, agent, device) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [session.sessionKey, uid, session.expireTime, nowMs, nowMs, ip, agent, device],
      );
      keep(session);
      return { token, expireTime: session.expireTime };
    },
    sessionOf,
    uidOf: async (token) => (await sessionOf(token))?.uid ?? null,
    end,
    async endAll(uid, except) {
      const rows = await store.all<Row>('SELECT * FROM sessions WHERE uid = ?', [uid]);
      const kept = rows.find(({ session_key: sessionKey }) => sessionKey === except)?.device ?? '';
      await store.run('DELETE FROM known_devices WHERE uid = ? AND device_key <> ?', [uid, kept]);
      for (const { session_key: sessionKey } of rows) if (sessionKey !== except) await end(sessionKey);
    },
    async list({ uid, sessionKey }) {
      const rows = await store.all<Row>(
        'SELECT * FROM sessions WHERE uid = ? AND expire_time > ? ORDER BY last_time DESC, session_key',
        [uid, now()],
      );
      return rows.map((row) => lineOf(row, sessionKey));
    },
    async endListed({ uid, sessionKey }, id) {
      const rows = await store.all<Row>('SELECT * FROM sessions WHERE uid = ?', [uid]);
      const found = rows.find(({ session_key: key }) => idOf(key) === id);
      if (!found) throw new RejectError(CODE.notFound);
      const own = rows.find(({ session_key: key }) => key === sessionKey)?.device;
      if (found.device !== own) await store.run('DELETE FROM known_devices WHERE device_key = ?', [found.device]);
      await end(found.session_key);
    },
    onSessionEnd: (listener) => {
      listeners.push(listener);
    },
  };
}

function idOf(sessionKey: string): string {
  return sessionKey.slice(0, ID_LETTERS);
}

function lineOf(row: Row, current: string): SessionLine {
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

async function load(store: Store, sessionKey: string): Promise<Kept | null> {
  const row = await store.first<Row>('SELECT * FROM sessions WHERE session_key = ?', [sessionKey]);
  return row
    ? { uid: Number(row.uid), sessionKey, expireTime: Number(row.expire_time), lastTime: Number(row.last_time) }
    : null;
}

/** Sessions of a person that a new one replaces: those that have expired, and the oldest beyond the limit. */
async function surplus(store: Store, uid: number, now: number): Promise<string[]> {
  const rows = await store.all<Row>('SELECT * FROM sessions WHERE uid = ? ORDER BY expire_time DESC', [uid]);
  return rows
    .filter((row, index) => index >= MAX_SESSIONS - 1 || Number(row.expire_time) <= now)
    .map((row) => row.session_key);
}
