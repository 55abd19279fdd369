// The feed socket over a real connection: handshake, subscriptions, bad messages, slow readers.
import { PassThrough } from 'node:stream';
import { type Socket, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { BID } from '../../../core/feed/checksum.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { MAX_PER_ADDRESS } from '../../../server/gateway/socket/feed-socket-server.ts';
import { ClientBook, type Message, randomLevels } from '../../support/server/feed-fixture.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';
import {
  books,
  feed,
  connectedClient,
  level,
  feedSocket,
  now,
  advance,
  advancedMs,
  TestClient,
  port,
  server,
} from './socket-fixture.ts';

describe('socket', () => {
  test('sends hello, answers pings, and ignores other upgrades', async () => {
    const peer = await connectedClient();
    expect(peer.received[0]).toMatchObject({ proto: 1, maxArgs: 100, limits: { msgPerSec: 20 } });
    peer.send({ type: 'ping', t: 7 });
    expect((await peer.until((message) => message.type === 'pong')).t).toBe(7);
    const other = new TestClient('/elsewhere');
    await other.untilClosed();
    let left = 0;
    server.on('upgrade', (request, raw) => {
      if (request.url === '/vite') {
        left += 1;
        raw.destroy();
      }
    });
    await new TestClient('/vite').untilClosed();
    expect(left).toBe(1);
  });

  test('each subscription is accepted or refused by itself; "*" ends them all', async () => {
    feed.apply(
      [level(100, 1), { kind: 'trade', coinInfoId: 2, id: 1, priceTicks: 100, lots: 5, side: 'buy', ts: now() }],
      now(),
    );
    const peer = await connectedClient();
    const good = [
      books,
      { channel: 'trades', coinInfoId: 2 },
      { channel: 'candles', coinInfoId: 2, period: '5m' },
      { channel: 'tickers' },
      { channel: 'ticker', coinInfoId: 2 },
    ];
    const bad = [
      { channel: 'weather' },
      { ...books, depth: 7 },
      { ...books, area: 'forex' },
      { channel: 'trades', coinInfoId: 99 },
      { channel: 'orders' },
      null,
      5,
      'x',
      [],
      { channel: '__proto__' },
    ];
    peer.send({ type: 'subscribe', reqId: 7, args: [...good, ...bad] });
    const answer = await peer.until((message) => message.type === 'subscribed');
    expect(answer.ok).toEqual(['books:2:20:0', 'trades:2', 'candles:2:5m', 'tickers', 'ticker:2']);
    expect(answer.fail.map((fail: Message) => fail.code)).toEqual([
      1404, 1400, 1404, 1404, -1000, 1400, 1400, 1400, 1404, 1404,
    ]);
    for (const { channel } of good)
      expect((await peer.until((message) => message.channel === channel)).kind).toBe('snapshot');
    feed.apply(
      [level(101, 2), { kind: 'trade', coinInfoId: 2, id: 2, priceTicks: 101, lots: 5, side: 'sell', ts: now() }],
      now(),
    );
    feed.runDueTasks(now() + 1_000);
    for (const { channel } of good)
      await peer.until((message) => message.channel === channel && message.kind === 'delta');
    expect(peer.received.find((message) => message.channel === 'trades' && message.kind === 'delta')).toMatchObject({
      seq: 2,
      prevSeq: 1,
      data: [{ id: 2, side: 'sell' }],
    });
    peer.send({ type: 'unsubscribe', reqId: 8, args: ['*'] });
    expect((await peer.until((message) => message.type === 'unsubscribed')).ok).toHaveLength(5);
    const count = peer.received.length;
    feed.apply([level(102, 2)], now());
    peer.send({ type: 'ping' });
    await peer.until((message) => message.type === 'pong');
    expect(peer.received).toHaveLength(count + 1);
  });

  test('bad messages are answered with a code and a sentence; the connection stays open', async () => {
    const peer = await connectedClient();
    const bad = [
      '',
      'x',
      '{',
      '[]',
      '5',
      'null',
      '{}',
      '{"type":"dance"}',
      '{"type":"subscribe"}',
      '{"type":"subscribe","reqId":3,"args":[]}',
      '{"type":"subscribe","reqId":-1,"args":["*"]}',
      '{"type":"auth"}',
      '{"type":"auth","accesstoken":5}',
      '{"type":"ping","t":"x"}',
      '{"type":"resync","channel":"trades","coinInfoId":2}',
      `{"type":"subscribe","reqId":1,"args":${JSON.stringify(Array(101).fill('*'))}}`,
      '{"__proto__":{"type":"ping"}}',
      `${'['.repeat(5000)}`,
      Buffer.from([0, 255, 1]),
    ];
    for (const text of bad) peer.send(text);
    await expect.poll(() => peer.received.filter((message) => message.type === 'error').length).toBe(bad.length);
    for (const message of peer.received.slice(1)) {
      expect(message.code).toBe(1400);
      expect(message.msg).not.toBe('');
    }
    expect(peer.received.find((message) => message.reqId === 3)).toBeDefined();
    peer.send({ type: 'resync', channel: 'books', coinInfoId: 2, depth: 20, interval: 0 });
    await peer.until((message) => message.code === 1404);
    peer.send({ type: 'ping' });
    await peer.until((message) => message.type === 'pong');
  });

  test('A21 an unknown field of a message or a subscription is refused by its name', async () => {
    const peer = await connectedClient();
    const refusals = (): Message[] => peer.received.filter(({ type }) => type === 'error');
    for (const [at, message] of [
      { type: 'ping', at: 1 },
      { type: 'resync', channel: 'books', coinInfoId: 2, depth: 20, interval: 0, depht: 5 },
      { type: 'subscribe', reqId: 1, args: ['*'], all: 1 },
      { type: 'auth', accesstoken: 'x', uid: 5 },
    ].entries()) {
      peer.send(message);
      await expect.poll(() => refusals().length).toBe(at + 1);
      expect(refusals()[at]).toMatchObject({ code: 1400, msg: `Enter a valid ${['at', 'depht', 'all', 'uid'][at]}` });
    }
    peer.send({
      type: 'subscribe',
      reqId: 2,
      args: [
        { channel: 'trades', coinInfoId: 2, depth: 5 },
        { channel: 'ticker', coinInfoId: 2 },
        { channel: 'tickers', coinInfoId: 2 },
      ],
    });
    expect(await peer.until((message) => message.type === 'subscribed')).toMatchObject({
      ok: ['ticker:2'],
      fail: [
        { code: 1400, msg: 'Enter a valid depth' },
        { code: 1400, msg: 'Enter a valid coinInfoId' },
      ],
    });
    peer.send({
      type: 'unsubscribe',
      reqId: 3,
      args: [
        { channel: 'ticker', coinInfoId: 2 },
        { channel: 'tickers', coinInfoId: 2 },
      ],
    });
    expect(await peer.until((message) => message.type === 'unsubscribed')).toMatchObject({
      reqId: 3,
      ok: ['ticker:2'],
    });
    expect(await peer.until((message) => message.type === 'error' && message.reqId === 3)).toMatchObject({
      code: 1400,
      msg: 'Enter a valid coinInfoId',
    });
  });

  test('a subscription that is nested too deeply is refused', async () => {
    const peer = await connectedClient();
    for (const depth of [3, 300, 15_000]) {
      const nested = '['.repeat(depth) + ']'.repeat(depth);
      peer.send(`{"type":"subscribe","reqId":${depth},"args":[${nested},{"channel":"tickers"}]}`);
      const answer = await peer.until((message) => message.type === 'subscribed' && message.reqId === depth);
      expect(answer).toMatchObject({ ok: ['tickers'], fail: [{ arg: depth === 3 ? [[[]]] : null, code: 1404 }] });
    }
  });

  test('a refused upgrade whose client disconnects leaves nothing open', async () => {
    const raw = new PassThrough();
    server.emit('upgrade', { url: '/elsewhere', headers: {}, socket: {} }, raw, Buffer.alloc(0));
    expect(() => raw.emit('error', new Error('ECONNRESET'))).not.toThrow();
    expect(raw.destroyed).toBe(true);
    const halfOpen = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    halfOpen.resume().write('GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await new Promise((resolve) => halfOpen.on('end', resolve));
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0);
    halfOpen.destroy();
  });

  test('limits the connections of an address; one more is refused until another ends', async () => {
    const peers = await Promise.all(Array.from({ length: MAX_PER_ADDRESS }, connectedClient));
    const more = new TestClient();
    await more.untilClosed();
    expect(more.received).toEqual([]);
    expect(feedSocket.connections()).toBe(MAX_PER_ADDRESS);
    peers[0]?.ws.close();
    await expect.poll(() => feedSocket.connections()).toBe(MAX_PER_ADDRESS - 1);
    await connectedClient();
  });

  test('broken frames, oversized messages and random bytes close only that connection', async () => {
    const chance = seeded(seedOf('socket bytes'));
    const bystander = await connectedClient();
    const large = await connectedClient();
    large.send('x'.repeat(40_000));
    await large.untilClosed();
    expect(large.closed?.code).toBe(1009);
    for (let round = 0; round < 30; round += 1) {
      const raw: Socket = connect(port, '127.0.0.1');
      raw.on('error', () => undefined);
      raw.write(
        'GET /mmtb-api/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
      raw.write(Buffer.from(Array.from({ length: 1 + Math.floor(chance() * 300) }, () => Math.floor(chance() * 256))));
      await new Promise((resolve) => setTimeout(resolve, 5));
      raw.destroy();
    }
    bystander.send({ type: 'ping' });
    await bystander.until((message) => message.type === 'pong');
    await expect.poll(() => feedSocket.connections()).toBe(1);
  });

  test('a message in many parts ends its connection: each part takes a hundred times its byte in memory', async () => {
    const peer = await connectedClient();
    for (const [at, letter] of [...'{"type":"ping"}'].entries()) peer.ws.send(letter, { fin: at === 14 });
    await peer.until((message) => message.type === 'pong');
    for (let count = 0; count < 100; count += 1) peer.ws.send(' ', { fin: false });
    await peer.untilClosed();
    expect(peer.closed?.code).toBe(1008);
  });

  test('a client above the message limit gets 1429, and is closed when it continues', async () => {
    const peer = await connectedClient();
    for (let index = 0; index < 70; index += 1) peer.send({ type: 'ping' });
    await peer.until((message) => message.code === 1429);
    expect(peer.received.filter((message) => message.type === 'pong').length).toBeGreaterThanOrEqual(60);
    for (let index = 0; index < 500; index += 1) peer.send({ type: 'ping' });
    await peer.untilClosed();
    expect(peer.closed?.code).toBe(1008);
  });

  test('subscriptions count as messages too, five as one: a client cannot have thousands of snapshots made', async () => {
    const peer = await connectedClient();
    const args = Array.from({ length: 100 }, () => books);
    for (const reqId of [1, 2, 3]) peer.send({ type: 'subscribe', reqId, args });
    peer.send({ type: 'unsubscribe', reqId: 4, args });
    for (const reqId of [1, 2])
      expect(await peer.until((message) => message.reqId === reqId)).toMatchObject({ fail: [] });
    for (const reqId of [3, 4])
      expect(await peer.until((message) => message.reqId === reqId)).toMatchObject({ type: 'error', code: 1429 });
    // What a message has left serves a small one, and a second brings twenty.
    peer.send({ type: 'subscribe', reqId: 5, args: [books] });
    expect(await peer.until((message) => message.reqId === 5)).toMatchObject({
      type: 'subscribed',
      ok: [expect.any(String)],
    });
    advance(2_000);
    peer.send({ type: 'unsubscribe', reqId: 6, args });
    expect(await peer.until((message) => message.reqId === 6)).toMatchObject({ type: 'unsubscribed' });
  });

  test('a client that does not ping is closed after 30 s', async () => {
    const peer = await connectedClient();
    advance(29_000);
    peer.send({ type: 'ping' });
    await peer.until((message) => message.type === 'pong');
    advance(29_000);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(peer.closed).toBeNull();
    advance(2_000);
    await peer.untilClosed();
    expect(peer.closed?.code).toBe(1001);
  });

  test('accepts at most 200 subscriptions', async () => {
    const peer = await connectedClient();
    const views = [20, 50, 200, 1000, 0].flatMap((depth) =>
      [0, 100, 250, 1000].map((interval) => ({ channel: 'books', depth, interval })),
    );
    for (const from of [2, 6, 10]) {
      const args = [0, 1, 2, 3].flatMap((step) => views.map((view) => ({ ...view, coinInfoId: from + step })));
      peer.send({ type: 'subscribe', reqId: from, args: [...args, args[0]] });
    }
    const answers = [2, 6, 10].map((reqId) => peer.until((message) => message.reqId === reqId));
    const subscribed = await Promise.all(answers);
    const counts = subscribed.map(({ ok, fail }) => [ok.length, fail.length]);
    expect(counts).toEqual([
      [80, 0],
      [80, 0],
      [40, 40],
    ]);
    // Waiting does not help: it is a limit, and no rate.
    for (const { code, msg } of subscribed[2].fail) expect([code, msg]).toEqual([1418, expect.stringContaining('200')]);
  });

  test('sends the full book, and sends it again on a resync', async () => {
    const chance = seeded(seedOf('socket book'));
    const peer = await connectedClient();
    peer.send({ type: 'subscribe', reqId: 1, args: [books] });
    await peer.until((message) => message.channel === 'books');
    for (let step = 0; step < 200; step += 1) feed.apply(randomLevels(chance, 5000, 5), now());
    peer.send({ type: 'resync', channel: 'books', coinInfoId: 2, depth: 20, interval: 0 });
    await expect.poll(() => peer.received.filter((message) => message.kind === 'snapshot').length).toBe(2);
    feed.apply(randomLevels(chance, 5000, 50), now());
    const version = feed.market(2)?.book.version;
    await peer.until((message) => message.seq === version);
    const client = new ClientBook(20);
    for (const message of peer.received) if (message.channel === 'books') client.apply(message);
    expect(client.cs).toBe(client.checksum());
    expect(client.levels(BID)[0]?.[0]).toBe(feed.market(2)?.book.bids.priceAt(0));
  });

  test('a slow reader misses deltas but gets a new snapshot; others are not delayed', async () => {
    const chance = seeded(seedOf('slow reader'));
    const many = Array.from({ length: 4000 }, (_, index) => level(10_000 - index, 5));
    feed.apply(many, now());
    const [slow, quick] = [await connectedClient(), await connectedClient()];
    const whole = { ...books, depth: 0 };
    for (const peer of [slow, quick]) {
      peer.send({ type: 'subscribe', reqId: 1, args: [whole] });
      await peer.until((message) => message.channel === 'books');
    }
    slow.ws.pause();
    for (let step = 0; step < 300; step += 1) {
      feed.apply(
        many.slice(0, 1500).map((event) => ({ ...event, lots: 1 + Math.floor(chance() * 99_999) }) as MarketEvent),
        now(),
      );
      if (step % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const version = feed.market(2)?.book.version;
    await quick.until((message) => message.seq === version);
    slow.ws.resume();
    await slow.until((message) => message.seq === version);
    feed.apply([level(10_000, 7)], now());
    await slow.until((message) => message.seq === feed.market(2)?.book.version);
    expect(slow.closed).toBeNull();
    const seen = { slow: 0, quick: 0 };
    for (const [name, peer] of [
      ['slow', slow],
      ['quick', quick],
    ] as const) {
      const client = new ClientBook(0);
      for (const message of peer.received) {
        if (message.channel !== 'books') continue;
        client.apply(message);
        seen[name] += 1;
      }
      expect(client.cs).toBe(client.checksum());
      expect(client.sides[BID].get(10_000)).toBe(7);
    }
    expect(seen.slow).toBeLessThan(seen.quick);
  });

  test('a client that reads nothing is closed with 1013', async () => {
    const peer = await connectedClient();
    peer.send({ type: 'subscribe', reqId: 1, args: [{ channel: 'trades', coinInfoId: 2 }] });
    await peer.until((message) => message.channel === 'trades');
    peer.ws.pause();
    for (let first = 1; feedSocket.connections() > 0 && first < 400_000; first += 250) {
      const batch = Array.from({ length: 250 }, (_, index): MarketEvent => ({
        kind: 'trade',
        coinInfoId: 2,
        id: first + index,
        priceTicks: 1,
        lots: 1,
        side: 'buy',
        ts: now(),
      }));
      feed.apply(batch, now());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => feedSocket.connections()).toBe(0);
  });

  test('a client that does not read its book for 20 s is closed, even below the buffer limit', async () => {
    const chance = seeded(seedOf('lying'));
    const many = Array.from({ length: 4000 }, (_, index) => level(10_000 - index, 5));
    const peer = await connectedClient();
    peer.send({ type: 'subscribe', reqId: 1, args: [{ ...books, depth: 0 }] });
    await peer.until((message) => message.channel === 'books');
    peer.ws.pause();
    for (let step = 0; step < 300; step += 1) {
      feed.apply(
        many.slice(0, 3000).map((event) => ({ ...event, lots: 1 + Math.floor(chance() * 99_999) }) as MarketEvent),
        now(),
      );
      if (step % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // The client still sends pings: it is closed because it does not read.
    for (const stepMs of [0, 10_000, 11_000]) {
      advance(stepMs);
      peer.send({ type: 'ping' });
      await new Promise((resolve) => setTimeout(resolve, 250));
      if (advancedMs() < 20_000) expect(feedSocket.connections()).toBe(1);
    }
    await expect.poll(() => feedSocket.connections()).toBe(0);
  });

  test('shutdown is announced', async () => {
    const peer = await connectedClient();
    await feedSocket.close();
    expect(await peer.until((message) => message.type === 'notice')).toMatchObject({ event: 'shutdown' });
    await peer.untilClosed();
    expect(peer.closed?.code).toBe(1001);
  });
});
