// Sessions: 256-bit tokens that only their holder knows; the store keeps their SHA-256.
import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../store/store.ts';

/** A session ends by itself after 30 days. */
const LIFE_MS = 30 * 86_400_000;
/** Sessions of one person at a time; a new one beyond it ends the oldest. */
const MAX_SESSIONS = 20;
/** Sessions held in memory; the rest is read again from the store when it is used. */
const MAX_KEPT = 50_000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface Session {
  uid: number;
  /** Hash of the token: names the session without being able to use it. */
  sessionKey: string;
}

export interface Sessions {
  /** A new session and its token. */
  start(uid: number): Promise<{ token: string; expireTime: number }>;
  /** The session of a token; null when there is none, or it has ended. */
  sessionOf(token: string): Promise<Session | null>;
  /** The person of a token; null when there is none. */
  uidOf(token: string): Promise<number | null>;
  /** Ends a session at once, for calls and for open sockets. */
  end(sessionKey: string): Promise<void>;
  /** Hears of every session that is ended before its time. */
  onSessionEnd(listener: (session: Session) => void): void;
}

interface Kept extends Session {
  expireTime: number;
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
    if (!session || session.expireTime <= now() || ended.has(sessionKey)) return null;
    keep(session);
    return { uid: session.uid, sessionKey };
  };
  return {
    async start(uid) {
      const token = randomBytes(32).toString('base64url');
      const session = { uid, sessionKey: keyOf(token), expireTime: now() + LIFE_MS };
      for (const sessionKey of await surplus(store, uid, now())) await end(sessionKey);
      await store.run('INSERT INTO sessions (session_key, uid, expire_time) VALUES (?, ?, ?)', [session.sessionKey, uid, session.expireTime]);
      keep(session);
      return { token, expireTime: session.expireTime };
    },
    sessionOf,
    uidOf: async (token) => (await sessionOf(token))?.uid ?? null,
    end,
    onSessionEnd: (listener) => { listeners.push(listener); },
  };
}

async function load(store: Store, sessionKey: string): Promise<Kept | null> {
  const row = await store.first<{ uid: bigint; expire_time: bigint }>('SELECT uid, expire_time FROM sessions WHERE session_key = ?', [sessionKey]);
  return row ? { uid: Number(row.uid), sessionKey, expireTime: Number(row.expire_time) } : null;
}

/** Sessions of a person that a new one replaces: those that have expired, and the oldest beyond the limit. */
async function surplus(store: Store, uid: number, now: number): Promise<string[]> {
  const rows = await store.all<{ session_key: string; expire_time: bigint }>(
    'SELECT session_key, expire_time FROM sessions WHERE uid = ? ORDER BY expire_time DESC', [uid],
  );
  return rows.filter((row, index) => index >= MAX_SESSIONS - 1 || Number(row.expire_time) <= now).map((row) => row.session_key);
}
