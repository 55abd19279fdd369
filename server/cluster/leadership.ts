// Waits until the database has no owner, and ends the session of an owner that has fallen silent.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode } from '../store/error-code.ts';
import { LOCK, clientOf, isLost, serverAddressOf } from '../store/postgres/postgres-connection.ts';
import { watched } from '../store/postgres/session-watch.ts';
import { refusesWrites } from '../store/postgres/write-probe.ts';
import type { Bus, Dispose, Subject } from './bus.ts';
import { BEAT_MS, SUBJECT } from './cluster-messages.ts';

/** Between two attempts to take the lock. */
const POLL_MS = 15;
/** Between two looks whether a database that refused an engine's commit takes writes again. */
const WRITE_POLL_MS = 500;
/** Four beats: an owner that is silent for this long while the bus and the database work is stopped or cut off. */
const SILENT_MS = 1_000;
/**
 * Two beats: enough for a node that has just come, where the owner's session has been idle for SILENT_MS too. A
 * market commits several times a second.
 */
const SILENT_AND_IDLE_MS = 500;
/** A message to itself that takes longer has met a bus that does not work. */
const PROBE_MS = 250;

/** Takes the lock where it is free; else names the session that has it. */
const TAKE = `SELECT pg_try_advisory_lock(${LOCK}) AS mine, (SELECT pid FROM pg_locks WHERE locktype = 'advisory'
  AND granted AND classid = 0 AND objid = ${LOCK} AND pid <> pg_backend_pid()
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS owner`;
/** How long a session has been idle, ms. */
const IDLE =
  'SELECT EXTRACT(EPOCH FROM clock_timestamp() - state_change)::float8 * 1000 AS ms FROM pg_stat_activity WHERE pid = $1';

export interface LeadershipOptions {
  databaseUrl: string;
  bus: Bus;
  log: (event: string, fields: Readonly<Record<string, string | number>>) => void;
}

/**
 * Resolves with a session that has the database's lock: this node may own the database. The database is the only
 * authority: a silent owner loses its session, and with it the lock, before anything here opens. A node without the bus
 * takes nothing: no user could reach it. Nor does one take a database that could not be written, until it can:
 * engines would pass the lead between them, each to fail at its first commit.
 */
export async function takeLeadership({ databaseUrl, bus, log }: LeadershipOptions): Promise<Client> {
  const watch = new OwnerWatch(bus, log);
  const server = new DatabaseServer(databaseUrl, log);
  let known: number | null = null;
  let client: Client | null = null;
  try {
    for (;;) {
      if (bus.isConnected) client ??= await server.connected();
      const owner = client && bus.isConnected ? await takenBy(databaseUrl, client) : null;
      if (owner === 'lost') client = null;
      if (client && owner === 'me') {
        if (!(await watch.mayLead(client))) continue;
        const mine = client;
        client = null;
        return mine;
      }
      if (client && typeof owner === 'number') {
        if (known === null) log('standby.waiting', { database: serverAddressOf(databaseUrl) });
        // What an earlier owner did not say is no silence of this one.
        if (known !== owner) watch.restartSilence();
        known = owner;
        await watch.endSilent(client, owner);
      }
      await pause(POLL_MS);
    }
  } finally {
    watch.dispose();
    await client?.end().catch(() => undefined); // the wait is over either way
  }
}

/** Makes sessions of the database, and logs why there is none. */
class DatabaseServer {
  readonly #url: string;
  readonly #log: LeadershipOptions['log'];
  #wasThere = false;
  #logged = '';

  constructor(url: string, log: LeadershipOptions['log']) {
    this.#url = url;
    this.#log = log;
  }

  /**
   * Null while the server does not answer: then no process can own the database either. Throws Error with a sentence
   * when it refuses the first one: a wrong password or name does not pass by itself.
   */
  async connected(): Promise<Client | null> {
    const client = clientOf(this.#url);
    client.on('error', () => undefined); // the next query fails
    try {
      await client.connect();
      [this.#wasThere, this.#logged] = [true, ''];
      return client;
    } catch (cause) {
      const reason = (cause as Error).message || errorCode(cause);
      const database = serverAddressOf(this.#url);
      if (!this.#wasThere && !isLost(cause)) throw new Error(`PostgreSQL at ${database} refused: ${reason}`, { cause });
      if (reason !== this.#logged) this.#log('standby.no_database', { database, reason });
      this.#logged = reason;
      return null;
    }
  }
}

/** Silence and faults of the database's owner, as the bus shows them. */
class OwnerWatch {
  /** Whether the last owner is known to have failed by its store; so is one of which no message came yet. */
  #isInDoubt = true;
  #lastMessageAt = performance.now();
  readonly #bus: Bus;
  readonly #log: LeadershipOptions['log'];
  readonly #disposers: readonly Dispose[];

  constructor(bus: Bus, log: LeadershipOptions['log']) {
    this.#bus = bus;
    this.#log = log;
    this.#disposers = [
      bus.subscribe(SUBJECT.starting, () => this.restartSilence()),
      bus.subscribe(SUBJECT.beat, ({ epoch, fault }) => {
        if (epoch === 0) return;
        this.restartSilence();
        this.#isInDoubt = fault !== undefined;
      }),
    ];
  }

  /** The owner counts as silent from now on, not from its last message. */
  restartSilence(): void {
    this.#lastMessageAt = performance.now();
  }

  /**
   * Whether the session that has the lock may lead. False: ask again once it still has it; where the database takes no
   * writes, the lock is given back for WRITE_POLL_MS.
   */
  async mayLead(session: Client): Promise<boolean> {
    // The last report of the owner before may still be on its way: it is ahead of a message to itself.
    await isBusWorking(this.#bus);
    if (!this.#isInDoubt) return true;
    // Only now: each look writes, and would delay a database whose owner waits for its disk.
    if (!(await refusesWrites(session))) {
      this.#isInDoubt = false;
      return false;
    }
    await session.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined); // the next query fails too
    await pause(WRITE_POLL_MS);
    return false;
  }

  /** Ends the session of an owner that is silent while bus and database work. */
  async endSilent(session: Client, owner: number): Promise<void> {
    // What came while this process was stopped is read before the message to itself: it looks again after that.
    if (!(await this.#isSilent(session, owner))) return;
    if (!(await isBusWorking(this.#bus)) || !(await this.#isSilent(session, owner))) return;
    this.#log('standby.ends_owner', { silentMs: Math.round(this.#silentMs()) });
    await session.query('SELECT pg_terminate_backend($1)', [owner]).catch(() => undefined); // looked at again
    this.restartSilence();
  }

  dispose(): void {
    for (const dispose of this.#disposers) dispose();
  }

  async #isSilent(session: Client, owner: number): Promise<boolean> {
    const silentMs = this.#silentMs();
    return silentMs > SILENT_MS || (silentMs > SILENT_AND_IDLE_MS && (await idleMs(session, owner)) > SILENT_MS);
  }

  #silentMs(): number {
    return performance.now() - this.#lastMessageAt;
  }
}

/** Shows other standbys that the owner of the database is alive: until it serves it sends no beats. */
export function announceStart(bus: Bus): Dispose {
  const announce = (): void => bus.publish(SUBJECT.starting, null);
  announce();
  const timer = setInterval(announce, BEAT_MS);
  return () => clearInterval(timer);
}

/** Who has the lock now: this session, or the process of another one; `lost` where the server does not answer. */
async function takenBy(databaseUrl: string, client: Client): Promise<'me' | 'lost' | number | null> {
  try {
    const taking = client.query<{ mine: boolean; owner: number | null }>(TAKE);
    const { rows } = await watched(databaseUrl, client, taking);
    return rows[0]!.mine ? 'me' : rows[0]!.owner;
  } catch {
    return 'lost';
  }
}

/** 0 where the server does not say it. */
async function idleMs(client: Client, pid: number): Promise<number> {
  return client.query<{ ms: number | null }>(IDLE, [pid]).then(
    ({ rows }) => rows[0]?.ms ?? 0,
    () => 0, // the next query fails too
  );
}

/** A message to itself comes back: silence is then the owner's, not the network's of this node. */
async function isBusWorking(bus: Bus): Promise<boolean> {
  if (!bus.isConnected) return false;
  const subject: Subject<null, boolean> = `defi.probe.${process.pid}.${Math.round(performance.now())}`;
  const dispose = bus.respond(subject, () => true);
  try {
    return await bus.request(subject, null, PROBE_MS);
  } catch {
    return false;
  } finally {
    dispose();
  }
}
