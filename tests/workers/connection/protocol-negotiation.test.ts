// Negotiation of the MessagePack sub-protocol, and the fallback to JSON.
import { beforeEach, describe, expect, it } from 'vitest';
import { ownBytes, packedOf } from '../../../bench/harness/msgpack-frames.ts';
import { levelHash } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { BOOK_STATE, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { MSGPACK_PROTOCOL } from '../../../core/feed/feed-msgpack.ts';
import { MsgpackDecoder } from '../../../workers/decode/msgpack-decoder.ts';
import { coin } from '../../support/feed/coin.ts';
import { FakeScreen, FakePlatform } from '../../support/feed/fake-platform.ts';
import { startedMarket } from '../../support/feed/started-market.ts';

const info = coin(2);
const markets = new Map([[2, instrumentOf(info)]]);
let platform: FakePlatform;
let screen: FakeScreen;
/** Lets the decoder's bundle load, or fail. */
let arrive: (decoder: MsgpackDecoder) => void;
let fail: (error: Error) => void;

beforeEach(async () => {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  platform.answer = (path) => (path === '/coin/infos' ? { list: [info] } : { list: [] });
  (platform as FakePlatform & { loadMsgpack: () => Promise<MsgpackDecoder> }).loadMsgpack = () =>
    new Promise((resolve, reject) => {
      arrive = resolve;
      fail = reject;
    });
  const market = await startedMarket(platform, screen);
  await market.open(1, { kind: 'book', coinInfoId: 2, depth: 50, interval: 100, groupTicks: 1, rows: 5 });
});

function open(protocol: string): void {
  platform.socket.protocol = protocol;
  platform.socket.onOpen();
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
const subscribed = (): number => platform.socket.ofType('subscribe').length;

describe('the MessagePack sub-protocol', () => {
  it('is offered from the first socket on; nothing is subscribed before its decoder is loaded', async () => {
    expect(platform.offered).toEqual([[MSGPACK_PROTOCOL]]);
    open(MSGPACK_PROTOCOL);
    await platform.pass(50);
    expect(subscribed()).toBe(0);
    arrive(new MsgpackDecoder());
    await platform.pass(50);
    expect(subscribed()).toBe(1);
    await platform.pass(1_100);
    const before = screen.connection!.messages;
    platform.socket.onBytes(bytesOf(bookText('snapshot', 1, 5), bookText('delta', 2, 7)));
    await platform.pass(1_100);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.live, seq: 2, asks: [[100, 7000, 7000]] });
    // Both messages, and the answers to pings.
    expect(screen.connection!.messages).toBeGreaterThanOrEqual(before + 2);
    expect(screen.connection!.malformed).toBe(0);
  });

  it('an exchange that selects nothing gets JSON at once', async () => {
    open('');
    await platform.pass(50);
    expect(subscribed()).toBe(1);
    platform.socket.onText(bookText('snapshot', 1, 5));
    await platform.pass(50);
    expect(screen.books.get(1)!.state).toBe(BOOK_STATE.live);
  });

  it('a server that closes a socket with an offer is retried once without it; then with the usual delay', async () => {
    platform.socket.onClose();
    expect(platform.offered).toEqual([[MSGPACK_PROTOCOL], []]);
    platform.socket.onClose();
    await platform.pass(2_000);
    expect(platform.offered.length).toBe(2);
    await platform.pass(4_100);
    // Both attempts failed: the connection was the cause, not the offer.
    expect(platform.offered[2]).toEqual([MSGPACK_PROTOCOL]);
    open(MSGPACK_PROTOCOL);
    platform.socket.onClose();
    await platform.pass(6_100);
    platform.socket.onClose();
    // After the first acceptance the offer is never withdrawn for a failed socket.
    expect(platform.offered.length).toBe(4);
    await platform.pass(6_100);
    expect(platform.offered[4]).toEqual([MSGPACK_PROTOCOL]);
  });

  it('without its decoder JSON is used, on a new connection if the old one is MessagePack', async () => {
    open(MSGPACK_PROTOCOL);
    fail(new Error('away'));
    await platform.pass(50);
    expect(platform.offered).toEqual([[MSGPACK_PROTOCOL], []]);
    open('');
    await platform.pass(50);
    expect(subscribed()).toBe(1);
  });

  it('a malformed frame is counted, and a new connection uses JSON at once', async () => {
    open(MSGPACK_PROTOCOL);
    arrive(new MsgpackDecoder());
    await platform.pass(50);
    platform.socket.onBytes(bytesOf(bookText('snapshot', 1, 5)));
    const spoilt = bytesOf(bookText('delta', 2, 7));
    new Uint8Array(spoilt)[9]! ^= 1;
    platform.socket.onBytes(spoilt);
    await platform.pass(50);
    expect(platform.offered).toEqual([[MSGPACK_PROTOCOL], []]);
    expect(screen.connection!.state).toBe(LINK.connecting);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.repairing, asks: [[100, 5000, 5000]] });
    open('');
    await platform.pass(50);
    platform.socket.onText(bookText('snapshot', 2, 7));
    await platform.pass(1_100);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.live, asks: [[100, 7000, 7000]] });
    expect(screen.connection).toMatchObject({ malformed: 1 });
  });

  it('text messages are decoded on it too', async () => {
    open(MSGPACK_PROTOCOL);
    arrive(new MsgpackDecoder());
    await platform.pass(50);
    platform.socket.onText(bookText('snapshot', 1, 5));
    platform.socket.onBytes(bytesOf(bookText('delta', 2, 7)));
    await platform.pass(100);
    expect(screen.books.get(1)).toMatchObject({ state: BOOK_STATE.live, seq: 2 });
  });
});
