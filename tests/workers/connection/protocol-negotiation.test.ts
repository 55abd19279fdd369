// Negotiation of the MessagePack sub-protocol, and the fallback to JSON.
import { beforeEach, describe, expect, it } from 'vitest';
import { ownBytes, packedOf } from '../../../bench/harness/msgpack-frames.ts';
import { levelHash } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { MSGPACK_PROTOCOL } from '../../../core/feed/feed-msgpack.ts';
import { MsgpackDecoder } from '../../../workers/decode/msgpack-decoder.ts';
import { createMarketWorker } from '../../../workers/pipeline.ts';
import { coin } from '../../support/feed/coin.ts';
import { FakeScreen, FakeWorld } from '../../support/feed/fake-platform.ts';

const info = coin(2);
const markets = new Map([[2, instrumentOf(info)]]);
let world: FakeWorld;
let screen: FakeScreen;
/** Lets the decoder's bundle load, or fail. */
let arrive: (decoder: MsgpackDecoder) => void;
let fail: (error: Error) => void;

beforeEach(async () => {
  world = new FakeWorld();
  screen = new FakeScreen(() => world.now);
  world.answer = (path) => (path === '/coin/infos' ? { list: [info] } : { list: [] });
  (world as FakeWorld & { loadMsgpack: () => Promise<MsgpackDecoder> }).loadMsgpack = () =>
    new Promise((resolve, reject) => {
      arrive = resolve;
      fail = reject;
    });
  const market = createMarketWorker(world);
  await market.start({ socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'en-US' }, screen);
  await market.instruments();
  await market.open(1, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 5 });
});

function open(protocol: string): void {
  world.socket.protocol = protocol;
  world.socket.onOpen();
}

function bookText(kind: 'snapshot' | 'delta', seq: number, lots: number): string {
  const data = {
    [kind === 'snapshot' ? 'asks' : 'a']: [['1.00', lots.toFixed(3)]],
    [kind === 'snapshot' ? 'bids' : 'b']: [],
    cs: levelHash(2, 100, lots * 1000) >>> 0,
  };
  return JSON.stringify({
    type: 'data',
    channel: 'books',
    coinInfoId: 2,
    depth: 50,
    interval: 100,
    kind,
    seq,
    prevSeq: kind === 'snapshot' ? seq : seq - 1,
    ts: 1,
    pts: 1,
    data,
  });
}
const bytesOf = (...texts: string[]): ArrayBuffer =>
  ownBytes(Buffer.concat(texts.map((text) => packedOf(text, markets)!)));
const subscribed = (): number => world.socket.ofType('subscribe').length;

describe('the MessagePack sub-protocol', () => {
  it('is offered from the first socket on; nothing is subscribed before its decoder is loaded', async () => {
    expect(world.offered).toEqual([[MSGPACK_PROTOCOL]]);
    open(MSGPACK_PROTOCOL);
    await world.pass(50);
    expect(subscribed()).toBe(0);
    arrive(new MsgpackDecoder());
    await world.pass(50);
    expect(subscribed()).toBe(1);
    await world.pass(1_100);
    const before = screen.link!.messages;
    world.socket.onBytes(bytesOf(bookText('snapshot', 1, 5), bookText('delta', 2, 7)));
    await world.pass(1_100);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.live, seq: 2, asks: [[100, 7000, 7000]] });
    // Both messages, and the answers to pings.
    expect(screen.link!.messages).toBeGreaterThanOrEqual(before + 2);
    expect(screen.link!.malformed).toBe(0);
  });

  it('an exchange that selects nothing gets JSON at once', async () => {
    open('');
    await world.pass(50);
    expect(subscribed()).toBe(1);
    world.socket.onText(bookText('snapshot', 1, 5));
    await world.pass(50);
    expect(screen.books.get(1)!.state).toBe(BOOK_STATE.live);
  });

  it('a server that closes a socket with an offer is retried once without it; then with the usual delay', async () => {
    world.socket.onClose();
    expect(world.offered).toEqual([[MSGPACK_PROTOCOL], []]);
    world.socket.onClose();
    await world.pass(2_000);
    expect(world.offered.length).toBe(2);
    await world.pass(4_100);
    // Both attempts failed: the connection was the cause, not the offer.
    expect(world.offered[2]).toEqual([MSGPACK_PROTOCOL]);
    open(MSGPACK_PROTOCOL);
    world.socket.onClose();
    await world.pass(6_100);
    world.socket.onClose();
    // After the first acceptance the offer is never withdrawn for a failed socket.
    expect(world.offered.length).toBe(4);
    await world.pass(6_100);
    expect(world.offered[4]).toEqual([MSGPACK_PROTOCOL]);
  });

  it('without its decoder JSON is used, on a new connection if the old one is MessagePack', async () => {
    open(MSGPACK_PROTOCOL);
    fail(new Error('away'));
    await world.pass(50);
    expect(world.offered).toEqual([[MSGPACK_PROTOCOL], []]);
    open('');
    await world.pass(50);
    expect(subscribed()).toBe(1);
  });

  it('a malformed frame is counted, and a new connection uses JSON at once', async () => {
    open(MSGPACK_PROTOCOL);
    arrive(new MsgpackDecoder());
    await world.pass(50);
    world.socket.onBytes(bytesOf(bookText('snapshot', 1, 5)));
    const spoilt = bytesOf(bookText('delta', 2, 7));
    new Uint8Array(spoilt)[9]! ^= 1;
    world.socket.onBytes(spoilt);
    await world.pass(50);
    expect(world.offered).toEqual([[MSGPACK_PROTOCOL], []]);
    expect(screen.link!.state).toBe(LINK.connecting);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.repairing, asks: [[100, 5000, 5000]] });
    open('');
    await world.pass(50);
    world.socket.onText(bookText('snapshot', 2, 7));
    await world.pass(1_100);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.live, asks: [[100, 7000, 7000]] });
    expect(screen.link).toMatchObject({ malformed: 1 });
  });

  it('text messages are decoded on it too', async () => {
    open(MSGPACK_PROTOCOL);
    arrive(new MsgpackDecoder());
    await world.pass(50);
    world.socket.onText(bookText('snapshot', 1, 5));
    world.socket.onBytes(bytesOf(bookText('delta', 2, 7)));
    await world.pass(100);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.live, seq: 2 });
  });
});
