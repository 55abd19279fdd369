// Waits until the database has no owner, and ends the session of an owner that has fallen silent.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { LOCK, serverAddressOf } from '../store/postgres/postgres-connection.ts';
import type { Bus } from './bus.ts';
import { type Beat, SUBJECT } from './cluster-messages.ts';

/** Between two looks at the lock. */
const POLL_MS = 25;
/** Four beats: an owner that is silent for this long while the bus and the database work is stopped or cut off. */
const SILENT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;

const OWNER = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = ${LOCK}
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

export interface LeadershipOptions {
  databaseUrl: string;
  bus: Bus;
  log: (event: string, fields: Readonly<Record<string, string | number>>) => void;
}

/**
 * Resolves when this node may try to own the database; the lock itself decides between several. The database is the
 * only authority: a silent owner loses its session, and with it the lock, before anything here opens.
 */
export async function waitForLeadership({ databaseUrl, bus, log }: LeadershipOptions): Promise<void> {
  let lastMessageAt = performance.now();
  const dispose = bus.subscribe(SUBJECT.beat, (message) => {
    if ((message as Beat).epoch > 0) lastMessageAt = performance.now();
  });
  let isWaiting = false;
  let client: Client | null = null;
  try {
    for (;;) {
      client ??= await connected(databaseUrl);
      const owner = client && (await ownerOf(client));
      if (client && owner === null) return;
      if (owner === undefined) client = null;
      if (!isWaiting && owner) log('standby.waiting', { database: serverAddressOf(databaseUrl) });
      isWaiting = true;
      if (owner && performance.now() - lastMessageAt > SILENT_MS && (await isBusWorking(bus))) {
        log('standby.ends_owner', { silentMs: Math.round(performance.now() - lastMessageAt) });
        await client?.query('SELECT pg_terminate_backend($1)', [owner]).catch(() => undefined); // looked at again
        lastMessageAt = performance.now();
      }
      await pause(POLL_MS);
    }
  } finally {
    dispose();
    await client?.end().catch(() => undefined); // the wait is over either way
  }
}

/** Null while the server does not answer: then no process can own the database either. */
async function connected(connectionString: string): Promise<Client | null> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  client.on('error', () => undefined); // the next query fails
  try {
    await client.connect();
    return client;
  } catch {
    return null;
  }
}

/** Process id of the session that holds the lock; null when none does, undefined when the server does not answer. */
async function ownerOf(client: Client): Promise<number | null | undefined> {
  try {
    return ((await client.query<{ pid: number }>(OWNER)).rows[0]?.pid ?? null) as number | null;
  } catch {
    return undefined;
  }
}

/** A message to itself comes back: silence is then the owner's, not the network's of this node. */
async function isBusWorking(bus: Bus): Promise<boolean> {
  if (!bus.isConnected) return false;
  const subject = `defi.probe.${process.pid}.${Math.round(performance.now())}`;
  const dispose = bus.respond(subject, () => true);
  try {
    return (await bus.request(subject, null, POLL_MS * 10)) === true;
  } catch {
    return false;
  } finally {
    dispose();
  }
}
