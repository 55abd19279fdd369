// Calls that a gateway forwards to a slow engine, over a real NATS server.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import type { Bus } from '../../../server/cluster/bus.ts';
import { createCallForwarder } from '../../../server/cluster/call-forwarding.ts';
import { SUBJECT } from '../../../server/cluster/cluster-messages.ts';
import { connectNats } from '../../../server/cluster/nats-bus.ts';
import { natsForFile } from '../../support/server/nats-for-file.ts';

const EPOCH = 1;
const CALLS = 40;
/** Together 1.6 s: far more than one attempt waits. */
const ANSWER_MS = 40;
/** A machine so busy that answers take this many times as long shows nothing about how calls are sent. */
const MAX_LATE = 2;

const servers = natsForFile(1);

async function bus(): Promise<Bus> {
  const node = await connectNats({
    url: servers()!.url,
    name: 'test',
    report: (event, error) => {
      throw new Error(`${event}: ${String(error)}`);
    },
  });
  onTestFinished(() => node.close());
  return node;
}

it('a queue of seconds at the engine delays calls: each is answered, and sent few times', async ({ skip }) => {
  if (!servers()) skip('no nats-server');
  const [engine, gateway] = [await bus(), await bus()];
  let received = 0;
  let queue: Promise<unknown> = Promise.resolve();
  engine.respond(SUBJECT.call(EPOCH), ({ form }) => {
    received += 1;
    // One after another, also what it has answered before.
    queue = queue.then(() => pause(ANSWER_MS));
    return queue.then(() => ({ code: 0, msg: '', data: form['clientNo'] }));
  });
  engine.respond(SUBJECT.session(EPOCH), () => 7);
  const leader = { epoch: EPOCH, onOwner: () => () => undefined, fault: null, isAway: false };
  for (let tries = 5; ; tries -= 1) {
    const forwarder = createCallForwarder(gateway, leader);
    // The subscription has reached the server.
    await expect.poll(() => forwarder.uidOf('any').catch(() => null)).toBe(7);
    const origin = { ip: '127.0.0.1', userAgent: '', language: 'en-US' } as never;
    const placed = (clientNo: string): Promise<unknown> =>
      forwarder
        .call('/coin/order/add', { origin, traceId: '', token: '', form: () => ({ clientNo }) })
        .then(({ data }) => data)
        .catch((error: unknown) => error);
    const answersTo = async (name: string, count: number) => {
      received = 0;
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: count }, (_, at) => placed(`${name}${at}`)));
      const isLate = performance.now() - began > MAX_LATE * count * ANSWER_MS;
      return { isLate, sent: received / count, isWhole: answers.every((answer, at) => answer === `${name}${at}`) };
    };
    const first = await answersTo('first', CALLS);
    await queue;
    // The gateway knows by now what answers take.
    const later = await answersTo('later', CALLS / 4);
    await queue;
    if (tries > 0 && (first.isLate || later.isLate)) continue;
    expect([first.isWhole, later]).toEqual([true, expect.objectContaining({ sent: 1, isWhole: true })]);
    expect(first.sent).toBeLessThan(4);
    return;
  }
});

it('a call on a bus that is closed is given up at once, not sent again and again', async ({ skip }) => {
  if (!servers()) skip('no nats-server');
  const gateway = await bus();
  let sent = 0;
  const counted = Object.create(gateway, {
    request: {
      value: (...request: Parameters<Bus['request']>) => {
        sent += 1;
        return gateway.request(...request);
      },
    },
  }) as Bus;
  const leader = { epoch: EPOCH, onOwner: () => () => undefined, fault: null, isAway: false };
  const refused = expect(createCallForwarder(counted, leader).uidOf('any')).rejects.toMatchObject({
    reject: { code: CODE.busy },
  });
  await gateway.close();
  await refused;
  expect(sent).toBe(1);
});
