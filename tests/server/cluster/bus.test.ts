// The bus over real NATS servers: order, size, answers, and the loss of a server.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Bus, NoAnswerError } from '../../../server/cluster/bus.ts';
import { FrameAssembler, framesOf } from '../../../server/cluster/message-frames.ts';
import { connectNats } from '../../../server/cluster/nats-bus.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { startNats } from '../../support/server/nats.mjs';
import { natsForFile } from '../../support/server/nats-for-file.ts';

const reports: string[] = [];
const servers = natsForFile(2);

afterEach(() => expect(reports.splice(0)).toEqual([]));

async function bus(url = servers()?.url): Promise<Bus> {
  const node = await connectNats({
    url: url!,
    name: 'test',
    report: (event, error) => reports.push(`${event} ${error}`),
  });
  onTestFinished(() => node.close());
  return node;
}

async function until(condition: () => boolean, mostMs = 30_000): Promise<void> {
  const began = performance.now();
  while (!condition()) {
    if (performance.now() - began > mostMs) throw new Error(`not within ${mostMs} ms`);
    await pause(5);
  }
}

/** Asks until the responder's subscription has reached the server of the asker; an answer may take long, too. */
async function answered(node: Bus, subject: string, message: unknown): Promise<unknown> {
  for (let waitMs = 500; ; waitMs *= 2)
    try {
      return await node.request(subject, message, waitMs);
    } catch (error) {
      if (!(error instanceof NoAnswerError) || waitMs > 10_000) throw error;
    }
}

describe('the bus', () => {
  it('soon leaves a server that accepts and then says nothing', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const began = performance.now();
    await expect(bus(`nats://127.0.0.1:${portOf(silent)}`)).rejects.toThrow(/does not answer \(timeout\)/);
    expect(performance.now() - began).toBeLessThan(4_500);
  });

  it('delivers messages of one sender in order, bigints and bytes included', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const [one, other] = [await bus(servers()!.urlOf(0)), await bus(servers()!.urlOf(1))];
    const received: unknown[] = [];
    other.subscribe('t.order', (message) => received.push(message));
    await until(() => {
      one.publish('t.order', 'probe');
      return received.length > 0;
    });
    const sent = Array.from({ length: 500 }, (_, at) => ({ at, units: 10n ** 20n, bytes: new Uint8Array([at % 256]) }));
    for (const message of sent) one.publish('t.order', message);
    const numbered = (): unknown[] => received.filter((message) => message !== 'probe');
    await until(() => numbered().length === sent.length);
    expect(
      numbered().map((message) => ({
        ...(message as object),
        bytes: new Uint8Array((message as { bytes: Uint8Array }).bytes),
      })),
    ).toEqual(sent);
  });

  it('carries an answer of several megabytes', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const [one, other] = [await bus(), await bus()];
    other.respond('t.large', (size) => 'x'.repeat(size as number));
    expect(((await answered(one, 't.large', 5_000_000)) as string).length).toBe(5_000_000);
  });

  it('carries it over a server that takes small messages alone', async ({ skip }) => {
    const config = join(dataFolder(onTestFinished), 'nats.conf');
    writeFileSync(config, 'max_payload: 65536\n');
    const small = (await startNats(1, { args: ['-c', config] })) ?? skip('no nats-server');
    onTestFinished(() => small.remove());
    const [one, other] = [await bus(small.url), await bus(small.url)];
    other.respond('t.small', (text) => text);
    const text = 'x'.repeat(300_000);
    expect(await answered(one, 't.small', text)).toBe(text);
  });

  it('rejects with the error of the responder, and with NoAnswerError without one', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const [one, other] = [await bus(), await bus()];
    other.respond('t.error', () => {
      throw new Error('no such thing');
    });
    await expect(answered(one, 't.error', 1)).rejects.toThrow('no such thing');
    await expect(one.request('t.silent', 1, 50)).rejects.toThrow(NoAnswerError);
  });

  it('moves to another server when its own ends, and reports how long it had none', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const other = await bus(servers()!.urlOf(1));
    const one = await bus(`${servers()!.urlOf(0)},${servers()!.urlOf(1)}`);
    const received: unknown[] = [];
    one.subscribe('t.move', (message) => received.push(message));
    const publishing = setInterval(() => other.publish('t.move', Date.now()), 5);
    onTestFinished(() => clearInterval(publishing));
    await until(() => received.length > 0);
    servers()!.kill(0);
    const killedAt = Date.now();
    await until(() => received.some((sent) => (sent as number) > killedAt + 100));
    expect(one.isConnected).toBe(true);
    expect(one.disconnectedMs()).toBe(0);
    servers()!.kill(1);
    await until(() => !one.isConnected && one.disconnectedMs() > 20);
    await servers()!.restart(1);
    const restartedAt = Date.now();
    await until(() => received.some((sent) => (sent as number) > restartedAt));
    await servers()!.restart(0);
  });

  it('is not connected while it is being closed', async ({ skip }) => {
    if (!servers()) skip('no nats-server');
    const node = await bus();
    const closed = node.close();
    expect(node.isConnected).toBe(false);
    await closed;
  });

  it('refuses to start without a server, in a sentence without the password', async () => {
    for (const url of ['nats://user:secret@127.0.0.1:1', 'nats://user:sec@ret@127.0.0.1:1'])
      await expect(bus(url)).rejects.toThrow(
        'NATS at nats://127.0.0.1:1 does not answer (connection refused); start it, or correct NATS_URL',
      );
  });
});

describe('frames', () => {
  const large = { text: 'x'.repeat(2_000_000) };

  it('join in any order, also twice', () => {
    const frames = framesOf([large, 2], 7n, 1);
    expect(frames.length).toBeGreaterThan(2);
    const reader = new FrameAssembler();
    const given = [...frames.slice(1).toReversed(), frames[1]!, frames[0]!];
    expect(given.flatMap((frame) => reader.add(frame))).toEqual([large, 2]);
  });

  it('of a batch that lost one complete nothing, and do not hold up others', () => {
    const reader = new FrameAssembler();
    for (let batch = 0; batch < 100; batch += 1) {
      const [first] = framesOf([large], 7n, batch);
      expect(reader.add(first!)).toEqual([]);
    }
    expect(reader.add(framesOf(['small'], 8n, 1)[0]!)).toEqual(['small']);
    expect(() => reader.add(new Uint8Array(3))).toThrow('without a head');
  });
});
