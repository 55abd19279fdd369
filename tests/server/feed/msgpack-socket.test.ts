// The msgpack wire over a real connection: negotiation, and equality with the JSON wire.
import { describe, expect, test } from 'vitest';
import { ASK } from '../../../core/feed/checksum.ts';
import { ownBytes } from '../../../bench/harness/msgpack-frames.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { parseSteps } from '../../../core/units/units.ts';
import { MSGPACK_PROTOCOL } from '../../../core/feed/feed-msgpack.ts';
import { MsgpackDecoder } from '../../../workers/decode/msgpack-decoder.ts';
import { type Message, randomLevels } from '../../support/server/feed-fixture.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { books, feed, connectedClient, info, level, now, TestClient } from './socket-fixture.ts';

describe('the msgpack wire', () => {
  /** Events of all binary messages received, decoded as the worker does. */
  function events(peer: TestClient): { kind: string; seq?: number; asks?: number[] }[] {
    const decoder = new MsgpackDecoder();
    decoder.setInstruments(new Map([[2, instrumentOf(info)]]));
    const list: { kind: string; seq?: number; asks?: number[] }[] = [];
    for (const bytes of peer.binary) {
      decoder.read(ownBytes(bytes), (event) =>
        list.push(
          event.kind === 'book'
            ? { kind: 'book', seq: event.seq, asks: [...event.asks.data.subarray(0, event.asks.count * 2)] }
            : { kind: event.kind },
        ),
      );
    }
    return list;
  }

  test('is used for clients that offer it: market data batched in binary messages, the rest as text', async () => {
    const peer = new TestClient('/mmtb-api/ws', [MSGPACK_PROTOCOL]);
    await peer.until((message) => message.type === 'hello');
    expect(peer.ws.protocol).toBe(MSGPACK_PROTOCOL);
    feed.apply([level(10_001, 7, ASK)], now());
    peer.send({
      type: 'subscribe',
      reqId: 1,
      args: [
        books,
        { channel: 'trades', coinInfoId: 2 },
        { channel: 'candles', coinInfoId: 2, period: '1m' },
        { channel: 'tickers' },
      ],
    });
    await expect.poll(() => events(peer).length, { interval: 5 }).toBe(4);
    expect(peer.binary.length).toBe(1);
    expect(events(peer).map(({ kind }) => kind)).toEqual(['book', 'trades', 'candles', 'tickers']);
    feed.apply(
      [
        level(10_001, 9, ASK),
        { kind: 'trade', coinInfoId: 2, id: 1, priceTicks: 10_001, lots: 3, side: 'buy', ts: now() },
      ],
      now(),
    );
    await expect.poll(() => events(peer).length, { interval: 5 }).toBe(6);
    expect(events(peer)[5]).toMatchObject({ kind: 'book', asks: [10_001, 9] });
    expect(peer.received.filter(({ type }) => type === 'data')).toEqual([]);
  });

  test('is not used for clients that do not offer it, or offer something else', async () => {
    for (const protocols of [[], ['something.else']]) {
      const peer = new TestClient('/mmtb-api/ws', protocols);
      if (protocols.length > 0) {
        // The client library closes the socket, because none of its sub-protocols was selected.
        await peer.untilClosed();
        continue;
      }
      await peer.until((message) => message.type === 'hello');
      peer.send({ type: 'subscribe', reqId: 1, args: [books] });
      await peer.until((message) => message.channel === 'books');
      expect(peer.binary).toEqual([]);
    }
  });

  test('both wires carry the same data, message by message', async () => {
    const [text, packed] = [await connectedClient(), new TestClient('/mmtb-api/ws', [MSGPACK_PROTOCOL])];
    await packed.until((message) => message.type === 'hello');
    for (const peer of [text, packed]) peer.send({ type: 'subscribe', reqId: 1, args: [books] });
    await text.until((message) => message.channel === 'books');
    await expect.poll(() => events(packed).length, { interval: 5 }).toBe(1);
    const chance = seeded(5);
    for (let i = 0; i < 50; i++) feed.apply(randomLevels(chance, 10_000, 4), now());
    const textMessages = (): Message[] => text.received.filter(({ channel }) => channel === 'books');
    await expect
      .poll(() => events(packed).length >= 40 && events(packed).length === textMessages().length, {
        timeout: 30_000,
        interval: 5,
      })
      .toBe(true);
    const grid = instrumentOf(info);
    const seen = textMessages().map(({ seq, data }) => ({
      kind: 'book',
      seq,
      asks: (data.asks ?? data.a).flatMap(([p, q]: [string, string]) => [
        parseSteps(p, grid.price),
        parseSteps(q, grid.amount),
      ]),
    }));
    expect(events(packed)).toEqual(seen);
  });
});
