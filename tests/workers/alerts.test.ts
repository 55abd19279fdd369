// Alerts of a visitor in the worker: told once, from the side they wait on, whatever page is open; what is passed while
// nobody looked is told as well.
import { beforeEach, describe, expect, it } from 'vitest';
import type { MarketWorker, PriceLevel, ThreadEvent } from '../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../../workers/pipeline.ts';
import type { FramePort } from '../../workers/platform.ts';
import { coin } from './coin.ts';
import { FakeScreen, FakeWorld, settled } from './fake-platform.ts';

let world: FakeWorld;
let screen: FakeScreen;
let market: MarketWorker<FramePort>;
let seq = 0;

const level = (priceTicks: number, above: boolean, coinInfoId = 2): PriceLevel => ({ coinInfoId, priceTicks, above });

async function say(last: string): Promise<void> {
  seq += 1;
  world.socket.say({
    type: 'data',
    channel: 'tickers',
    kind: seq === 1 ? 'snapshot' : 'delta',
    seq,
    prevSeq: seq === 1 ? seq : seq - 1,
    ts: seq,
    pts: seq,
    data: [{ coinInfoId: 2, last, ts: seq }],
  });
  await world.pass(50);
}

const reached = (): number[] =>
  screen.events
    .filter((event): event is Extract<ThreadEvent, { kind: 'alertTriggered' }> => event.kind === 'alertTriggered')
    .map((event) => event.level.priceTicks);

beforeEach(async () => {
  seq = 0;
  world = new FakeWorld();
  screen = new FakeScreen(() => world.now);
  world.answer = (path) => (path === '/coin/infos' ? { list: [coin(2), coin(3)], version: 'v1' } : { list: [] });
  market = createMarketWorker(world);
  await market.start({ socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'en-US' }, screen);
  await market.instruments();
  world.socket.onOpen();
  await settled();
});

describe('alerts of a visitor', () => {
  it('follow the tickers, and are told once each', async () => {
    await market.open(1, { kind: 'alerts', levels: [level(1010, true), level(990, false), level(5, true, 3)] });
    expect(world.socket.ofType('subscribe').flatMap((message) => message['args'] as unknown[])).toContainEqual({
      channel: 'tickers',
    });
    await say('10.00');
    expect(reached()).toEqual([]);
    await say('10.20');
    await say('10.00');
    await say('10.20');
    expect(reached()).toEqual([1010]);
    await say('9.80');
    expect(reached()).toEqual([1010, 990]);
  });

  it('are due when they were passed while nobody looked; without any the tickers are let go', async () => {
    await market.open(1, { kind: 'alerts', levels: [level(1010, true)] });
    await say('12.00');
    expect(reached()).toEqual([1010]);
    await market.change(1, { kind: 'alerts', levels: [level(1300, true)] });
    await say('13.00');
    expect(reached()).toEqual([1010, 1300]);
    await market.close(1);
    await world.pass(5_000);
    expect(world.socket.ofType('unsubscribe').flatMap((message) => message['args'] as unknown[])).toContainEqual({
      channel: 'tickers',
    });
  });

  it('are watched while nobody sees the page', async () => {
    await market.open(1, { kind: 'alerts', levels: [level(1010, true)] });
    await say('10.00');
    await market.wake('hidden');
    await world.pass(120_000);
    expect(world.socket.ofType('unsubscribe')).toEqual([]);
    await say('10.20');
    await world.pass(2_000);
    expect(reached()).toEqual([1010]);
  });
});
