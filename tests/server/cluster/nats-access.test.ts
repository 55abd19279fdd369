// NATS with TLS, nkeys and permissions, as docs/cluster/nats-secure.conf sets it up.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bus, NoAnswerError } from '../../../server/cluster/bus.ts';
import { SUBJECT } from '../../../server/cluster/cluster-messages.ts';
import { type NatsSettings, connectNats } from '../../../server/cluster/nats-bus.ts';
import { ROOT } from '../../support/data/shared-file.ts';
import { clockAhead } from '../../support/exchange/clock-ahead.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { type NatsServers, startNats } from '../../support/server/nats.mjs';
import { callAt, launcherForFile, registered } from '../../support/server/server-process.ts';
import { databaseWithPast, postgresForFile } from '../../support/server/test-database.ts';
import { healthOf, launchEngine, listening, startGatewayNode, until } from './cluster-fixture.ts';

const CONFIG = join(ROOT, 'docs', 'cluster', 'nats-secure.conf');
const AHEAD_MS = 60_000;
const database = postgresForFile();
const launch = launcherForFile();

/** A server that was started for this test. */
async function serverWith(
  skip: (note: string) => never,
  options: Parameters<typeof startNats>[1],
): Promise<NatsServers> {
  const servers = (await startNats(1, options)) ?? skip('no nats-server');
  onTestFinished(() => servers.remove());
  return servers;
}

/** A certificate of this machine that is its own authority. */
function certificateIn(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}

interface Secured {
  /** `tls://` address. */
  url: string;
  caFile: string;
  /** Files with the seeds of nkeys; the server does not know `stranger`. */
  nkeyFiles: Record<'engine' | 'gateway' | 'other' | 'stranger', string>;
}

async function secured(skip: (note: string) => never): Promise<Secured> {
  const folder = dataFolder(onTestFinished);
  const { cert, key } = certificateIn(folder);
  const [engine, gateway, other, stranger] = Array.from({ length: 4 }, () => nkeys.createUser());
  const pairs = { engine: engine!, gateway: gateway!, other: other!, stranger: stranger! };
  const fileOf = (role: keyof typeof pairs): string => {
    const file = join(folder, `${role}.nk`);
    writeFileSync(file, `${new TextDecoder().decode(pairs[role].getSeed())}\n`);
    return file;
  };
  const servers = await serverWith(skip, {
    args: ['-c', CONFIG],
    env: {
      NATS_CERT_FILE: cert,
      NATS_KEY_FILE: key,
      ENGINE_NKEY: pairs.engine.getPublicKey(),
      GATEWAY_1_NKEY: pairs.gateway.getPublicKey(),
      GATEWAY_1_INBOX: `defi.inbox.${pairs.gateway.getPublicKey()}.>`,
      GATEWAY_2_NKEY: pairs.other.getPublicKey(),
      GATEWAY_2_INBOX: `defi.inbox.${pairs.other.getPublicKey()}.>`,
    },
  });
  return {
    url: servers.url.replace('nats://127.0.0.1', 'tls://localhost'),
    caFile: cert,
    nkeyFiles: {
      engine: fileOf('engine'),
      gateway: fileOf('gateway'),
      other: fileOf('other'),
      stranger: fileOf('stranger'),
    },
  };
}

async function connected(settings: NatsSettings, reports: string[] = []): Promise<Bus> {
  const bus = await connectNats({
    ...settings,
    name: 'test',
    report: (event, error) => reports.push(`${event} ${error}`),
  });
  onTestFinished(() => bus.close());
  return bus;
}

/** Asks until the responder's subscription has reached the server; an answer may take long, too. */
/** As plain names: what is sent here is of no type that nodes expect. */
const OF_ENGINE: readonly string[] = [SUBJECT.beat, SUBJECT.journal, SUBJECT.events];
const CALLS: string = SUBJECT.call(1);

async function answered(bus: Bus, subject: string, message: unknown): Promise<unknown> {
  for (let waitMs = 500; ; waitMs *= 2)
    try {
      return await bus.request(subject, message, waitMs);
    } catch (error) {
      if (!(error instanceof NoAnswerError) || waitMs > 10_000) throw error;
    }
}

describe('NATS with a user and a password', () => {
  it('lets in who has both in the address, and no other', async ({ skip }) => {
    const servers = await serverWith(skip, { args: ['--user', 'node', '--pass', 'a:b/c'] });
    const url = servers.url.replace('//', `//node:${encodeURIComponent('a:b/c')}@`);
    const bus = await connected({ url });
    bus.respond('t.echo', (message) => message);
    expect(await answered(bus, 't.echo', 7)).toBe(7);
    await expect(connected({ url: servers.url })).rejects.toThrow(/refuses this node; correct NATS_URL/);
    await expect(connected({ url: url.replace('nats:', 'tls:') })).rejects.toThrow(/does not support 'tls'/);
  });
});

describe('a NATS server that refuses a password for a while', () => {
  it('is tried until it takes it again, and subscriptions go on', async ({ skip }) => {
    const args = ['--user', 'node', '--pass', 'first'];
    const servers = await serverWith(skip, { args });
    const bus = await connected({ url: servers.url.replace('//', '//node:first@') });
    bus.respond('t.echo', (message) => message);
    expect(await answered(bus, 't.echo', 1)).toBe(1);
    for (const password of ['renewed', 'first']) {
      args.splice(-1, 1, password);
      servers.kill(0);
      await servers.restart(0);
      // The client gives up for good at a second refusal in a row, unless it is set otherwise.
      if (password === 'renewed') await expect.poll(() => bus.disconnectedMs()).toBeGreaterThan(700);
    }
    await expect.poll(() => bus.isConnected).toBe(true);
    expect(await answered(bus, 't.echo', 2)).toBe(2);
  });
});

describe('NATS with TLS and nkeys', () => {
  it('lets in the nkeys of the roles alone, over TLS alone', async ({ skip }) => {
    const { url, caFile, nkeyFiles } = await secured(skip);
    const engine = await connected({ url, caFile, nkeyFile: nkeyFiles.engine });
    engine.respond(CALLS, (message) => message);
    const gateway = await connected({ url, caFile, nkeyFile: nkeyFiles.gateway });
    expect(await answered(gateway, CALLS, 'order')).toBe('order');
    await expect(connected({ url, caFile, nkeyFile: nkeyFiles.stranger })).rejects.toThrow(/refuses this node/);
    await expect(connected({ url, caFile })).rejects.toThrow(/refuses this node/);
    // Its certificate is of no authority that this machine knows.
    await expect(connected({ url, nkeyFile: nkeyFiles.engine })).rejects.toThrow(/self-signed certificate/);
  });

  it('a gateway cannot speak as the engine does, nor read calls and answers of other gateways', async ({ skip }) => {
    const { url, caFile, nkeyFiles } = await secured(skip);
    const reports: string[] = [];
    const engine = await connected({ url, caFile, nkeyFile: nkeyFiles.engine });
    const gateway = await connected({ url, caFile, nkeyFile: nkeyFiles.gateway }, reports);
    const received: unknown[] = [];
    for (const subject of OF_ENGINE) engine.subscribe(subject, (message) => received.push(message));
    engine.respond(CALLS, (message) => message);
    const overheard: unknown[] = [];
    gateway.subscribe(CALLS, (message) => overheard.push(message));
    const other = await connected({ url, caFile, nkeyFile: nkeyFiles.other }, reports);
    for (const inboxes of ['defi.inbox.>', 'defi.inbox.*.*'])
      other.subscribe(inboxes, (message) => overheard.push(message));
    // A request names where its answer goes: not to where the engine alone publishes.
    for (const replyTo of [...OF_ENGINE, 'defi.inbox.a 0\r\n\r\nPUB defi.beat 0\r\n', null])
      gateway.publish(CALLS, { replyTo, id: 1, body: 'forged' });
    for (const subject of OF_ENGINE) gateway.publish(subject, 'forged');
    await expect.poll(() => reports.length).toBeGreaterThanOrEqual(6);
    expect(await answered(gateway, CALLS, 'order')).toBe('order'); // after all of them
    engine.publish(OF_ENGINE[0]!, 'real');
    await expect.poll(() => received).toEqual(['real']);
    expect(overheard).toEqual([]);
    expect(reports.join()).toMatch(/not_permitted|subscription_failed/);
  });

  it('carries a whole cluster', async ({ skip }) => {
    const { url, caFile, nkeyFiles } = await secured(skip);
    const settings = {
      natsUrl: url,
      databaseUrl: (await databaseWithPast(database() ?? skip('no PostgreSQL at hand'))).where,
      dataDir: dataFolder(onTestFinished),
      env: {
        engine: { NATS_CA: caFile, NATS_NKEY: nkeyFiles.engine },
        // It has to ask for the time.
        gateway: { NATS_CA: caFile, NATS_NKEY: nkeyFiles.gateway, ...clockAhead(AHEAD_MS) },
      },
    };
    const leader = await listening(launchEngine(launch, settings));
    const standby = launchEngine(launch, settings);
    const gateway = await startGatewayNode(launch, settings);
    await until('the gateway follows', async () => (await healthOf(gateway.url)) === 200);
    const token = await registered(gateway.url, 'user@example.com');
    const health = async () => (await (await fetch(`${gateway.url}/healthz`)).json()) as { data: object };
    await expect.poll(async () => (await health()).data).toEqual({ clockAheadMs: expect.closeTo(AHEAD_MS, -3) });
    expect((await callAt(gateway.url, '/coin/assets', {}, token)).code).toBe(0);
    // A state that came late is loaded again; a refusal of the server is a report of its own.
    const report = /not_permitted|(?<!follower\.fill)_failed/;
    for (const { text } of [leader, standby, gateway]) expect(text()).not.toMatch(report);
  }, 240_000);

  it('is documented with the settings that the nodes read', () => {
    const operations = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
    for (const name of ['NATS_CA', 'NATS_NKEY', 'nats-secure.conf']) expect(operations).toContain(name);
  });
});
