// Who may own the database: no node beside a living owner, and none that the bus does not reach.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bus } from '../../../server/cluster/bus.ts';
import { type Beat, CLUSTER_VERSION, SUBJECT } from '../../../server/cluster/cluster-messages.ts';
import { type LeadershipOptions, announceStart, takeLeadership } from '../../../server/cluster/leadership.ts';
import { connectNats } from '../../../server/cluster/nats-bus.ts';
import { LOCK } from '../../../server/store/postgres/postgres-connection.ts';
import { freePort } from '../../support/data/free-port.mjs';
import { interceptedBus } from '../../support/feed/faulty-bus.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';
import { freshDatabase, onServer, postgresForFile } from '../../support/server/test-database.ts';
import { until } from './cluster-fixture.ts';

const servers = natsForFile();
const server = postgresForFile();

async function busOf(): Promise<Bus> {
  const bus = await connectNats({ url: servers()!.url, name: 'test', report: () => undefined });
  onTestFinished(() => bus.close());
  return bus;
}

interface Owner {
  /** False when another has ended its session. */
  isOwner(): boolean;
  /**
   * Has another session wait for the database. The function gives it to that session; a standby has no chance between
   * them.
   */
  successor(): Promise<() => Promise<Owner>>;
  end(): Promise<void>;
}

/** A session that owns the database as soon as it has no other owner. */
async function ownerOf(databaseUrl: string): Promise<Owner> {
  const client = new Client({ connectionString: databaseUrl });
  let isOwner = true;
  client.on('error', () => undefined);
  client.on('end', () => {
    isOwner = false;
  });
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  await client.query(`SELECT pg_advisory_lock(${LOCK})`);
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`;
  return {
    isOwner: () => isOwner,
    end: () => client.end(),
    async successor() {
      const next = ownerOf(databaseUrl);
      await until('the next one waits', async () => (await client.query(waiting)).rows.length > 0);
      return async () => {
        // Where a standby has ended this session, the next one has the database too.
        await client.end().catch(() => undefined);
        return next;
      };
    },
  };
}

interface Standby {
  events: string[];
  isOwner(): boolean;
  /** How long the owner that it ended had been silent. */
  silentMs(): number;
  end(): Promise<void>;
}

function standbyOf(databaseUrl: string, bus: Bus): Standby {
  const events: string[] = [];
  let silentMs = NaN;
  let session: Client | null = null;
  const log: LeadershipOptions['log'] = (event, fields) => {
    events.push(event);
    silentMs = Number(fields['silentMs']);
  };
  void takeLeadership({ databaseUrl, bus, log }).then((taken) => {
    session = taken;
  });
  const end = async (): Promise<void> => session?.end();
  onTestFinished(end);
  return { events, isOwner: () => session !== null, silentMs: () => silentMs, end };
}

/** A session that is slow to end is ended again, and closes its connection after it has given the lock away. */
async function endedBy(standby: Standby, owner: Owner): Promise<void> {
  await until('the standby owns it', () => Promise.resolve(standby.isOwner()));
  await until('the owner has lost it', () => Promise.resolve(!owner.isOwner()));
  expect([...new Set(standby.events)]).toEqual(['standby.waiting', 'standby.ends_owner']);
}

describe('a standby', () => {
  it('without a database names the reason once while that may pass, and ends where it does not', async ({ skip }) => {
    const url = new URL(server() ?? skip('no PostgreSQL at hand'));
    if (!servers()) skip('no nats-server');
    const bus = await busOf();
    const away = new URL(url);
    away.port = String(await freePort());
    const standby = standbyOf(away.href, bus);
    await until('it has tried', () => Promise.resolve(standby.events.length > 0));
    await pause(200);
    expect(standby.events).toEqual(['standby.no_database']);
    url.pathname = '/none';
    await expect(takeLeadership({ databaseUrl: url.href, bus, log: () => undefined })).rejects.toThrow(
      `PostgreSQL at ${url.host}/none refused: database "none" does not exist`,
    );
  });

  it('leaves an owner that starts alone, however long that takes, and ends one that is silent', async ({ skip }) => {
    const database = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
    if (!servers()) skip('no nats-server');
    const bus = await busOf();
    const stop = announceStart(bus);
    onTestFinished(stop);
    const first = await ownerOf(database.where);
    const standby = standbyOf(database.where, bus);
    await until('it waits', () => Promise.resolve(standby.events.includes('standby.waiting')));
    const owner = await (await first.successor())();
    await pause(2_500);
    expect([owner.isOwner(), standby.events]).toEqual([true, ['standby.waiting']]);
    stop();
    await endedBy(standby, owner);
  });

  it('gives a new owner the time of a silence before it ends it', async ({ skip }) => {
    const database = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
    if (!servers()) skip('no nats-server');
    // On a busy machine a pause may be a silence by itself, and shows nothing.
    for (let tries = 10; ; tries -= 1) {
      const bus = await busOf();
      const first = await ownerOf(database.where);
      const replace = await first.successor();
      const began = performance.now();
      const standby = standbyOf(database.where, bus);
      await until('it waits', () => Promise.resolve(standby.events.includes('standby.waiting')));
      // Both pauses together are longer than a silence, neither is alone.
      await pause(550);
      const owner = await replace();
      const replacedAt = performance.now();
      await pause(550);
      const longestMs = Math.max(replacedAt - began, performance.now() - replacedAt);
      if (tries === 0 || longestMs < 950) {
        expect([owner.isOwner(), standby.isOwner()]).toEqual([true, false]);
        return;
      }
      await owner.end();
      await until('the standby owns it', () => Promise.resolve(standby.isOwner()));
      await standby.end();
    }
  });

  it('that stood still reads what came meanwhile before it ends an owner', async ({ skip }) => {
    const database = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
    if (!servers()) skip('no nats-server');
    const bus = await busOf();
    const unread: (() => void)[] = [];
    const slow: Bus = {
      ...interceptedBus(bus, (subject, message, deliver) => {
        if (subject === SUBJECT.starting) unread.push(() => deliver(message));
        else deliver(message);
      }),
      request: (...request) => {
        for (const read of unread.splice(0)) read();
        return bus.request(...request);
      },
    };
    const owner = await ownerOf(database.where);
    onTestFinished(announceStart(await busOf()));
    const standby = standbyOf(database.where, slow);
    await until('it waits', () => Promise.resolve(standby.events.includes('standby.waiting')));
    await pause(2_500);
    expect([owner.isOwner(), standby.events]).toEqual([true, ['standby.waiting']]);
    await owner.end();
    await until('the standby owns it', () => Promise.resolve(standby.isOwner()));
  });

  it('that has just come ends an owner whose session has been idle for long sooner', async ({ skip }) => {
    const database = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
    if (!servers()) skip('no nats-server');
    // On a busy machine one may come late; without the session's idle time none is under a second.
    for (let tries = 5, silentMs = Infinity; silentMs > 900; tries -= 1) {
      const owner = await ownerOf(database.where);
      await pause(1_100);
      const standby = standbyOf(database.where, await busOf());
      await endedBy(standby, owner);
      silentMs = standby.silentMs();
      if (tries === 0) expect(silentMs).toBeLessThan(900);
      await standby.end();
    }
  });

  it('without the bus takes nothing, and a free database as soon as the bus is back', async ({ skip }) => {
    const database = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
    const nats = servers() ?? skip('no nats-server');
    const owner = await ownerOf(database.where);
    const bus = await busOf();
    onTestFinished(announceStart(bus));
    const standby = standbyOf(database.where, bus);
    await until('it waits', () => Promise.resolve(standby.events.includes('standby.waiting')));
    nats.kill(0);
    await until('the bus is lost', () => Promise.resolve(!bus.isConnected));
    await owner.end();
    await pause(500);
    expect(standby.isOwner()).toBe(false);
    await nats.restart(0);
    await until('the standby owns it', () => Promise.resolve(standby.isOwner()));
    expect(standby.events).toEqual(['standby.waiting']);
  });

  it('writes nothing beside an owner that waits for a slow disk, and looks once before it follows it', async ({
    skip,
  }) => {
    const { where } = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
    if (!servers()) skip('no nats-server');
    await onServer(
      where,
      'CREATE TABLE looks (at timestamptz)',
      `CREATE FUNCTION look() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO looks VALUES (now()); END'`,
      `CREATE EVENT TRIGGER look ON ddl_command_end WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION look()`,
    );
    const owner = await ownerOf(where);
    const bus = await busOf();
    const beat: Beat = { version: CLUSTER_VERSION, epoch: 1, seq: 1, fault: 'a commit has been under way for 6000 ms' };
    const beats = setInterval(() => bus.publish(SUBJECT.beat, beat), 50);
    onTestFinished(() => clearInterval(beats));
    const standby = standbyOf(where, bus);
    await until('it waits', () => Promise.resolve(standby.events.includes('standby.waiting')));
    await pause(1_000);
    const looks = async (): Promise<number> => {
      const client = new Client({ connectionString: where });
      await client.connect();
      const { rows } = await client.query('SELECT at FROM looks').finally(() => client.end());
      return rows.length;
    };
    expect(await looks()).toBe(0);
    clearInterval(beats);
    // It has the last of them: a later one would be a report of its own, and another look.
    onTestFinished(bus.respond('t.last', () => true));
    expect(await bus.request('t.last', null, 60_000)).toBe(true);
    await owner.end();
    await until('the standby owns it', () => Promise.resolve(standby.isOwner()));
    expect(await looks()).toBe(1);
  });
});
