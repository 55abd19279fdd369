// Heartbeats: quiet channels are verified, missed messages are requested or refetched.
import { beforeEach, expect, it } from 'vitest';
import { BOOK_STATE, type MarketWorker } from '../../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../../../workers/platform.ts';
import { coin } from '../../support/feed/coin.ts';
import { FakeScreen, FakePlatform } from '../../support/feed/fake-platform.ts';
import { startedMarket } from '../../support/feed/started-market.ts';

let platform: FakePlatform;
let screen: FakeScreen;
let market: MarketWorker<FramePort>;

beforeEach(async () => {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  platform.answer = (path) => (path === '/coin/infos' ? { list: [coin(2)] } : { list: [], hasMore: false });
  market = await startedMarket(platform, screen);
  platform.socket.onOpen();
});

const heartbeat = (seqs: Record<string, number>): void =>
  platform.socket.receive({ type: 'heartbeat', ts: platform.nowMs(), seqs });
const subscribed = (): number => platform.socket.ofType('subscribe').length;

it('a slow channel that missed a message is subscribed again', async () => {
  await market.open(1, { kind: 'channel', channel: 'mark', coinInfoId: 2 });
  const { reqId } = platform.socket.ofType('subscribe').at(-1)!;
  platform.socket.receive({ type: 'subscribed', reqId, ok: ['mark:2'], fail: [], ts: 1 });
  platform.socket.receive({
    type: 'data',
    channel: 'mark',
    coinInfoId: 2,
    kind: 'snapshot',
    seq: 5,
    prevSeq: 5,
    ts: 1,
    pts: 1,
    data: {},
  });
  await platform.pass(50);
  const before = subscribed();
  heartbeat({ 'mark:2': 5 });
  expect(subscribed()).toBe(before);
  heartbeat({ 'mark:2': 6 });
  expect(subscribed()).toBe(before + 1);
  await platform.pass(1_000);
  expect([screen.connection!.resyncs, screen.viewStatuses.get(1)]).toEqual([1, BOOK_STATE.repairing]);
});

it('a message of a slow channel that comes twice is not passed on after a later one', async () => {
  await market.open(1, { kind: 'channel', channel: 'mark', coinInfoId: 2 });
  const { reqId } = platform.socket.ofType('subscribe').at(-1)!;
  platform.socket.receive({ type: 'subscribed', reqId, ok: ['mark:2'], fail: [], ts: 1 });
  const mark = (seq: number, pts: number): void =>
    platform.socket.receive({
      type: 'data',
      channel: 'mark',
      coinInfoId: 2,
      kind: 'delta',
      seq,
      prevSeq: seq - 1,
      ts: pts,
      pts,
      data: { mark: String(seq) },
    });
  for (const [seq, pts] of [
    [5, 50],
    [6, 60],
    [5, 50],
    [1, 70],
  ] as const)
    mark(seq, pts);
  await platform.pass(50);
  const passed = screen.events.flatMap((event) =>
    event.kind === 'channel' ? [(event.data as { mark: string }).mark] : [],
  );
  expect(passed).toEqual(['5', '6', '1']);
});

it('a missed private message makes the page refetch the account, once', async () => {
  await market.setSession('token');
  platform.socket.receive({ type: 'auth', code: 0, uid: 5 });
  const resets = async (): Promise<number> => {
    await platform.pass(50);
    return screen.events.filter(({ kind }) => kind === 'accountInvalidated').length;
  };
  heartbeat({ orders: 3, balances: 8 });
  expect(await resets()).toBe(0);
  platform.socket.receive({
    type: 'data',
    channel: 'balances',
    kind: 'delta',
    seq: 9,
    prevSeq: 8,
    ts: 1,
    pts: 1,
    data: [],
  });
  heartbeat({ orders: 3, balances: 9 });
  expect(await resets()).toBe(0);
  heartbeat({ orders: 4, balances: 9 });
  heartbeat({ orders: 4, balances: 9 });
  expect(await resets()).toBe(1);
});

it('a heartbeat of unknown channels, or of none, changes nothing', async () => {
  const before = platform.socket.sent.length;
  heartbeat({ 'books:2:50:100': 7, 'trades:99': 1, anything: 3 });
  heartbeat({});
  expect(platform.socket.sent.length).toBe(before);
  platform.socket.receive('{"type":"heartbeat","ts":5,"seqs":{"trades:2":"x"}}');
  await platform.pass(1_000);
  expect(screen.connection!.malformed).toBe(1);
});
