// Orders on the feed's socket: exactly once, under the same session and limits as over HTTP, whatever the client does.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_CALLS_IN_FLIGHT } from '../../../server/gateway/socket/socket-client.ts';
import { type Form, PASSWORD, type Running, startRunning } from '../../support/server/running-exchange.ts';
import { withinASecond } from '../../support/data/within-a-second.ts';
import { SocketCaller } from '../../support/server/socket-caller.ts';

const BTC = 2;
let at: Running;
let anna: { token: string; uid: number };
let price: string;
let registered = 0;
const opened: SocketCaller[] = [];

async function start(env: Record<string, string> = {}): Promise<void> {
  at = await startRunning(env);
  price = (Number((await at.call('/coin/ticker', { coinInfoId: BTC })).data.last) * 0.95).toFixed(1);
}
const user = (): ReturnType<Running['user']> => at.user(`s${(registered += 1)}@example.com`);

beforeAll(() => start());
afterAll(() => at.stop());
beforeEach(async () => {
  anna = await user();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.ws.terminate();
});

async function socketOf(token = anna.token): Promise<SocketCaller> {
  const socket = await SocketCaller.open(at.exchange.address.url, token);
  opened.push(socket);
  return socket;
}
const order = (clientNo: string, change: Form = {}): Form => ({
  coinInfoId: BTC,
  side: 'buy',
  orderType: 'limit',
  price,
  amount: '0.001',
  clientNo,
  ...change,
});
const add = '/coin/order/add';
const openOrders = async (token = anna.token): Promise<{ id: number; clientNo: string }[]> =>
  (await at.call('/coin/order/list', { state: 'current' }, token)).data.list;

it('A16 refusals are in the language of the connection, then of the last call that named one', async () => {
  const german = await SocketCaller.open(at.exchange.address.url, anna.token, [], {
    'accept-language': 'de-CH,en;q=0.5',
  });
  const nothing = await socketOf();
  opened.push(german);
  let reqId = 1_000;
  const refusalOf = async (socket: SocketCaller, message: object): Promise<string> => {
    reqId += 1;
    socket.send({ reqId, ...message });
    await expect.poll(() => socket.received.some((answer) => answer.reqId === reqId)).toBe(true);
    const { msg, fail } = socket.received.find((answer) => answer.reqId === reqId);
    return msg ?? fail[0].msg;
  };
  const unknown = { type: 'subscribe', args: [{ channel: 'dance' }] };
  const wrong = { type: 'subscribe', args: [] };
  const call = { type: 'call', path: add, form: { ...order('words'), coinInfoId: '999', price: '0' } };
  const form = { ...call.form };
  expect(await refusalOf(german, unknown)).toBe('Nicht gefunden');
  expect(await refusalOf(german, wrong)).toContain('args');
  expect(await refusalOf(german, call)).toBe('Nicht gefunden');
  // Without Accept-Language the language is that of calls over HTTP without one.
  expect(await refusalOf(nothing, unknown)).toBe(await refusalOf(nothing, { ...call, form }));
  expect(await refusalOf(nothing, { ...call, language: 'fr-FR' })).toBe('Introuvable');
  expect(await refusalOf(nothing, call)).toBe('Introuvable');
  expect(await refusalOf(nothing, unknown)).toBe('Introuvable');
});

it('A21 a name that is twice in a call is refused: of its values only the last would be read', async () => {
  const socket = await socketOf();
  const form = { ...order('once'), coinInfoId: String(BTC) };
  // With quotes and backslashes inside of a text.
  const text = JSON.stringify({ type: 'call', reqId: 1, path: add, form, language: '"de"\\' }, null, 1);
  const other = JSON.stringify(form);
  const twice = [
    text.replace('"amount"', '"amount": "0.002", "amount"'),
    text.replace('"amount"', '"am\\u006funt": "0.002", "amount"'),
    text.replace('"form":', `"form":${other},"form":`),
    text.replace('"path":', '"path":1,"path":'),
    text.replace('"reqId":', '"reqId":2,"reqId":'),
  ];
  for (const [at, message] of twice.entries()) {
    expect(message).not.toBe(text);
    socket.send(message);
    await expect.poll(() => socket.received.filter(({ code }) => code === 1400)).toHaveLength(at + 1);
  }
  expect(await openOrders()).toEqual([]);
  socket.send(text);
  await expect.poll(() => socket.received.at(-1)).toMatchObject({ type: 'answer', reqId: 1, code: 0 });
});

describe('exactly once', () => {
  it('L11 answers one clientNo from two sockets and over HTTP at once with one order', async () => {
    const [one, two] = [await socketOf(), await socketOf()];
    const answers = await Promise.all([
      one.call(add, order('same')),
      two.call(add, order('same')),
      at.call(add, order('same'), anna.token),
      one.call(add, order('same')),
    ]);
    expect(answers.map((answer) => answer?.code)).toEqual([0, 0, 0, 0]);
    expect(new Set(answers.map((answer) => answer?.data.id)).size).toBe(1);
    expect(await openOrders()).toHaveLength(1);
    expect((await two.call(add, order('same', { amount: '0.002' })))?.code).toBe(1409);
  });

  it('L11 a call sent again after its connection was lost gets the first answer, on a socket or over HTTP', async () => {
    for (let round = 0; round < 20; round += 1) {
      const socket = await socketOf();
      const lost = socket.call(add, order(`r${round}`));
      socket.ws.terminate();
      expect(await lost).toBeNull();
      const again = await socketOf();
      const [first, second] = [
        await again.call(add, order(`r${round}`)),
        await at.call(add, order(`r${round}`), anna.token),
      ];
      expect([first?.code, second.data]).toEqual([0, first?.data]);
    }
    expect(await openOrders()).toHaveLength(20);
  });

  it('cancels and transfers on the socket, each once', async () => {
    const socket = await socketOf();
    const placed = await socket.call(add, order('c1'));
    const cancel = { id: placed?.data.id, clientNo: 'c2' };
    const [first, again] = [
      await socket.call('/coin/order/close', cancel),
      await socket.call('/coin/order/close', cancel),
    ];
    expect([first?.code, again?.data]).toEqual([0, first?.data]);
    const transfer = { coinInfoId: 1, type: 'transfer_to_contract', amount: '10', clientNo: 'c3' };
    const moved = await Promise.all([1, 2, 3].map(() => socket.call('/coin/transfer', transfer)));
    expect(moved.map((answer) => answer?.code)).toEqual([0, 0, 0]);
    const { assets } = (await at.call('/coin/assets', {}, anna.token)).data as {
      assets: { coinInfoId: number; balanceContract: string }[];
    };
    expect(assets.find(({ coinInfoId }) => coinInfoId === 1)?.balanceContract).toBe('10');
  });
});

describe('session and ownership', () => {
  it('a session that has ended moves nothing on an open socket', async () => {
    const socket = await socketOf();
    expect((await socket.call(add, order('s1')))?.code).toBe(0);
    const racing = Array.from({ length: 30 }, (_, n) => socket.call(add, order(`race${n}`)));
    await at.exchange.sessions.endAll(anna.uid);
    const late = await socket.call(add, order('late'));
    const codes = (await Promise.all(racing)).map((answer) => answer?.code);
    expect(late?.code).toBe(-1000);
    expect(codes.every((code) => code === 0 || code === -1000)).toBe(true);
    const stored = at.exchange.sequencer.machine.openOrders(anna.uid, null);
    expect(stored).toHaveLength(1 + codes.filter((code) => code === 0).length);
  });

  it('A4 goal 26: a changed password ends the other sessions on their open sockets, and not the one that changed it', async () => {
    const email = `s${registered}@example.com`;
    const { accesstoken } = (await at.call('/user/login', { email, password: PASSWORD })).data;
    const [own, stolen] = [await socketOf(), await socketOf(accesstoken)];
    for (const socket of [own, stolen]) {
      socket.send({ type: 'subscribe', reqId: 900, args: [{ channel: 'orders' }] });
      await expect.poll(() => socket.received.some(({ reqId }) => reqId === 900)).toBe(true);
    }
    const { demoCode } = (await at.call('/user/code/send', { scene: 'password' }, anna.token)).data;
    const form = { oldPassword: PASSWORD, newPassword: 'battery staple', rePassword: 'battery staple', code: demoCode };
    expect((await at.call('/user/update/password', form, anna.token)).code).toBe(0);
    expect((await stolen.call(add, order('thief')))?.code).toBe(-1000);
    expect(stolen.received.some(({ type, code }) => type === 'error' && code === -1000)).toBe(true);
    const placed = await own.call(add, order('mine'));
    expect(placed?.code).toBe(0);
    const shown = (socket: SocketCaller): boolean =>
      socket.received.some(({ channel, kind }) => channel === 'orders' && kind === 'delta');
    await expect.poll(() => shown(own)).toBe(true);
    stolen.send({ type: 'ping', t: 1 });
    await expect.poll(() => stolen.received.some(({ type }) => type === 'pong')).toBe(true);
    expect(shown(stolen)).toBe(false);
    expect((await at.call('/coin/assets', {}, accesstoken)).code).toBe(-1000);
  });

  it('A18 without a session, under a wrong token and for another user: -1000 or 1404, and nothing moves', async () => {
    const bert = await user();
    const placed = await (await socketOf()).call(add, order('mine'));
    expect((await (await socketOf('')).call(add, order('n1')))?.code).toBe(-1000);
    expect((await (await socketOf('A'.repeat(43))).call(add, order('n2')))?.code).toBe(-1000);
    const socket = await socketOf(bert.token);
    const cancel = await socket.call('/coin/order/close', { id: placed?.data.id, clientNo: 'n3' });
    expect(cancel?.code).toBe(1404);
    // The connection changes its session: calls belong to the new one from then on.
    socket.send({ type: 'auth', accesstoken: anna.token });
    expect((await socket.call('/coin/order/close', { id: placed?.data.id, clientNo: 'n3' }))?.code).toBe(0);
    expect([await openOrders(), await openOrders(bert.token)]).toEqual([[], []]);
  });

  it('answers only the calls of the table that are offered on the socket', async () => {
    const socket = await socketOf();
    for (const path of ['/user/info', '/coin/withdraw/add', '/nothing', '__proto__', 'toString', ''])
      expect((await socket.call(path))?.code, path).toBe(1404);
  });
});

describe('hostile clients', () => {
  it('refuses every form that is no object of texts, and moves nothing', async () => {
    const socket = await socketOf();
    const forms: unknown[] = [
      undefined,
      null,
      [],
      'coinInfoId=2',
      { ...order('h'), price: 1 },
      { ...order('h'), amount: ['0.001'] },
      { ...order('h'), amount: { $gt: '' } },
      { ...order('h'), coinInfoId: null },
      JSON.parse('{"__proto__": "x"}'),
      { constructor: 'x' },
      { '': 'x' },
      Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n}`, 'x'])),
    ];
    for (const [reqId, form] of forms.entries()) socket.send({ type: 'call', reqId, path: add, form });
    socket.send({ type: 'call', reqId: 900, path: add, form: order('h'), more: 1 });
    await expect.poll(() => socket.received.filter(({ reqId }) => reqId !== undefined)).toHaveLength(forms.length + 1);
    for (const { code, reqId } of socket.received.filter(({ type }) => type === 'answer'))
      expect(code, reqId).toBe(1400);
    expect(socket.received.find(({ reqId }) => reqId === 900)).toMatchObject({ type: 'error', code: 1400 });
    expect(await openOrders()).toEqual([]);
  });

  it('L11 ten thousand frames of one socket: one answer each, never more than the limit under way', async () => {
    const socket = await socketOf();
    const FRAMES = 10_000;
    const answers = await Promise.all(
      // Each client number five times, in one go.
      Array.from({ length: FRAMES }, (_, n) => socket.call(add, order(`f${n % (FRAMES / 5)}`, { amount: '0.0001' }))),
    );
    const codes = new Map<number, number>();
    for (const answer of answers) codes.set(answer?.code ?? NaN, (codes.get(answer?.code ?? NaN) ?? 0) + 1);
    expect(answers.every((answer) => answer !== null)).toBe(true);
    expect(codes.get(0)).toBeGreaterThanOrEqual(MAX_CALLS_IN_FLIGHT);
    const placed = new Map<string, Set<number>>();
    for (const answer of answers) {
      if (answer?.code !== 0) continue;
      const ids = placed.get(answer.data.clientNo) ?? new Set();
      placed.set(answer.data.clientNo, ids.add(answer.data.id));
    }
    expect([...placed.values()].every((ids) => ids.size === 1)).toBe(true);
    expect(at.exchange.sequencer.machine.openOrders(anna.uid, null)).toHaveLength(placed.size);
    for (const code of codes.keys()) expect([0, 1418, 1429], [...codes].join(' ')).toContain(code);
  });

  it('a frame that is cut places nothing, and one in pieces is one order', async () => {
    const text = JSON.stringify({ type: 'call', reqId: 1, path: add, form: stringsOf(order('cut')) });
    const auth = JSON.stringify({ type: 'auth', accesstoken: anna.token });
    for (const sent of [1, 5, 40, text.length - 1]) {
      const socket = await rawSocket();
      socket.write(maskedFrame(auth));
      socket.write(maskedFrame(text).subarray(0, sent + 4));
      await new Promise<void>((resolve) => socket.end(resolve));
    }
    const socket = await rawSocket();
    socket.write(maskedFrame(auth));
    for (const byte of maskedFrame(text)) socket.write(Buffer.of(byte));
    await expect.poll(() => openOrders()).toHaveLength(1);
    socket.destroy();
  });

  it('a message above the limit ends the connection with 1009, and moves nothing', async () => {
    const socket = await socketOf();
    expect(await socket.call(add, order('big', { price: '1'.repeat(40_000) }))).toBeNull();
    expect(socket.closedCode).toBe(1009);
    expect(await openOrders()).toEqual([]);
  });
});

describe('limits', () => {
  beforeAll(async () => {
    await at.stop();
    await start({ RATE_LIMIT: 'on' });
  });

  it('A20 counts the calls of all transports of a user together, and closes a client that floods with 1008', async () => {
    const [one, two] = [await socketOf(), await socketOf()];
    // So that what there is lasts for several rounds.
    const small = { amount: '0.0001' };
    let [made, placed] = [0, 0];
    const answers = await withinASecond(async () => {
      const some = await Promise.all(
        Array.from({ length: 12 }, (_, n) => {
          const form = order(`l${(made += 1)}`, small);
          return n % 3 === 0 ? at.call(add, form, anna.token) : (n % 3 === 1 ? one : two).call(add, form);
        }),
      );
      placed += some.filter((answer) => answer?.code === 0).length;
      return some;
    });
    const codes = answers.map((answer) => answer?.code);
    expect(codes.filter((code) => code === 1429)).toHaveLength(2);
    expect(codes.filter((code) => code === 0)).toHaveLength(10);
    expect(answers.find((answer) => answer?.code === 1429)?.data.retryAfter).toBeGreaterThan(0);
    const began = performance.now();
    const flood = await Promise.all(Array.from({ length: 1_000 }, (_, n) => one.call(add, order(`x${n}`, small))));
    expect(one.closedCode).toBe(1008);
    const accepted = flood.filter((answer) => answer?.code === 0).length;
    // One may be placed whose answer came too late for the connection.
    const byFlood = at.exchange.sequencer.machine.openOrders(anna.uid, null).length - placed;
    expect(byFlood).toBeGreaterThanOrEqual(accepted);
    // Ten of each second that it lasted, of which the first and the last may be parts.
    expect(byFlood).toBeLessThanOrEqual(10 * (2 + Math.floor((performance.now() - began) / 1_000)));
  });
});

function stringsOf(form: Form): Record<string, string> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
}

/** A connection after the upgrade, whose bytes the test writes itself. */
async function rawSocket(): Promise<ReturnType<typeof connect>> {
  const { port } = at.exchange.address;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET /mmtb-api/ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}

function maskedFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, body]);
}
