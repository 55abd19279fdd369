// Price alerts in the worker: fire once, also for levels passed while the page was hidden.
import { beforeEach, describe, expect, it } from 'vitest';
import type { MarketWorker, PriceLevel, ThreadEvent } from '../../core/worker-protocol/worker-protocol.ts';
import type { FramePort } from '../../workers/platform.ts';
import { coin } from '../support/feed/coin.ts';
import { FakeScreen, FakePlatform, settled } from '../support/feed/fake-platform.ts';
import { startedMarket } from '../support/feed/started-market.ts';

let platform: FakePlatform;
let screen: FakeScreen;
let market: MarketWorker<FramePort>;
let seq = 0;

const level = (priceTicks: number, above: boolean, coinInfoId = 2): PriceLevel => ({ coinInfoId, priceTicks, above });

async function receiveLast(last: string): Promise<void> {
  seq += 1;
  platform.socket.receive({
    type: 'data',
    channel: 'tickers',
    kind: seq === 1 ? 'snapshot' : 'delta',
    seq,
    prevSeq: seq === 1 ? seq : seq - 1,
    ts: seq,
    pts: seq,
    data: [{ coinInfoId: 2, last, ts: seq }],
  });
  await platform.pass(50);
}

const reached = (): number[] =>
  screen.events
    .filter((event): event is Extract<ThreadEvent, { kind: 'alertTriggered' }> => event.kind === 'alertTriggered')
    .map((event) => event.level.priceTicks);

beforeEach(async () => {
  seq = 0;
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  platform.answer = (path) => (path === '/coin/infos' ? { list: [coin(2), coin(3)], version: 'v1' } : { list: [] });
  market = await startedMarket(platform, screen);
  platform.socket.onOpen();
  await settled();
});

describe('price alerts of a visitor', () => {
  it('follow the tickers, and fire once each', async () => {
    await market.open(1, { kind: 'alerts', levels: [level(1010, true), level(990, false), level(5, true, 3)] });
    expect(platform.socket.ofType('subscribe').flatMap((message) => message['args'] as unknown[])).toContainEqual({
      channel: 'tickers',
    });
    await receiveLast('10.00');
    expect(reached()).toEqual([]);
    await receiveLast('10.20');
    await receiveLast('10.00');
    await receiveLast('10.20');
    expect(reached()).toEqual([1010]);
    await receiveLast('9.80');
    expect(reached()).toEqual([1010, 990]);
  });

  it('fire for a level passed while the page was hidden; without alerts the tickers are unsubscribed', async () => {
    await market.open(1, { kind: 'alerts', levels: [level(1010, true)] });
    await receiveLast('12.00');
    expect(reached()).toEqual([1010]);
    await market.change(1, { kind: 'alerts', levels: [level(1300, true)] });
    await receiveLast('13.00');
    expect(reached()).toEqual([1010, 1300]);
    await market.close(1);
    await platform.pass(5_000);
    expect(platform.socket.ofType('unsubscribe').flatMap((message) => message['args'] as unknown[])).toContainEqual({
      channel: 'tickers',
    });
  });

  it('work while the page is hidden', async () => {
    await market.open(1, { kind: 'alerts', levels: [level(1010, true)] });
    await receiveLast('10.00');
    await market.wake('hidden');
    await platform.pass(120_000);
    expect(platform.socket.ofType('unsubscribe')).toEqual([]);
    await receiveLast('10.20');
    await platform.pass(2_000);
    expect(reached()).toEqual([1010]);
  });
});
