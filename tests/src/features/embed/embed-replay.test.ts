// The embedded chart as a replay: its address, the commands of its page, and files.
import { describe, expect, it } from 'vitest';
import { printIndicatorList } from '../../../../src/features/embed/indicator-list.ts';
import { pastFault } from '../../../../src/features/embed/frame-replay.ts';
import { MARKETS, address, frameOf, recordedReplay } from './embed-fixture.ts';

describe('a frame that replays', () => {
  it('reads its moment from the address, as ISO time or ms', () => {
    expect(address('replay=2026-11-25T12:00:00Z').replayMs).toBe(Date.UTC(2026, 10, 25, 12));
    expect(address('replay=1764000000000').replayMs).toBe(1_764_000_000_000);
    expect(address('').replayMs).toBeNull();
    for (const bad of ['soon', '', '-5', '1e400'])
      expect(address(`replay=${bad}`), bad).toMatchObject({ replayMs: null, faults: [{ code: 'malformed' }] });
  });

  it('obeys the commands of its page, and reports the moment', async () => {
    const { calls, replay, emit } = recordedReplay();
    const frame = frameOf('symbol=BTC/USDT&interval=1h&replay=5', replay);
    frame.markets.value = MARKETS;
    await frame.request('replayAt', { time: 9 });
    await frame.request('replaySpeed', { speed: 25 });
    await frame.request('replayPlay');
    await frame.request('replayPause');
    expect(await frame.request('replayStep', { by: 'candle' })).toMatchObject({ event: 'answer' });
    expect(calls.slice(1)).toEqual(['goTo 9', 'speed 25', 'play', 'pause', 'step candle 1h']);
    expect(calls[0]).toMatch(/^show /);
    const now = { time: 9, playing: false, speed: 25, known: 'events', ended: false } as const;
    emit(now);
    expect(frame.events('replay')).toMatchObject([{ replay: now }]);
    expect(frame.seen.feed, 'a past price is not seen without its time').toMatch(/^stale .*19(69|70)/);
  });

  it('carries out commands that come before its market, in their order', async () => {
    const { calls, replay } = recordedReplay();
    const frame = frameOf('symbol=BTC/USDT&replay=5', replay);
    const all = Promise.all([
      frame.request('replaySpeed', { speed: 25 }),
      frame.request('replayAt', { time: 9 }),
      frame.request('replayPlay'),
      frame.request('replayPause'),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toEqual([]);
    frame.markets.value = MARKETS;
    expect((await all).map(({ event }) => event)).toEqual(['answer', 'answer', 'answer', 'answer']);
    expect(calls).toEqual([expect.stringMatching(/^show /), 'speed 25', 'goTo 9', 'play', 'pause']);
    const unknown = frameOf('symbol=NONE&replay=5', recordedReplay().replay);
    unknown.markets.value = MARKETS;
    expect(await unknown.request('replayPlay')).toMatchObject({ event: 'error', code: 'unknown-symbol' });
  });

  it('shows why a moment was refused until another one is shown', async () => {
    const { replay } = recordedReplay();
    const frame = frameOf('symbol=BTC/USDT&replay=5', {
      ...replay,
      goTo: async (ms) => {
        if (ms === 1) throw pastFault('empty')!;
      },
    });
    frame.markets.value = MARKETS;
    expect(await frame.request('replayAt', { time: 1 })).toMatchObject({ code: 'no-candles' });
    expect(frame.seen.note).toMatch(/Nothing is known/);
    await frame.request('replayAt', { time: 2 });
    expect(frame.seen.note).toBe('');
  });

  it('refuses a moment that no clock reaches', async () => {
    const { calls, replay } = recordedReplay();
    const frame = frameOf('symbol=BTC/USDT&replay=5', replay);
    frame.markets.value = MARKETS;
    for (const time of [8.64e15 + 1, 2 ** 53 - 1, -1, 0.5, NaN, '9'])
      expect(await frame.request('replayAt', { time }), String(time)).toMatchObject({ code: 'malformed' });
    expect(calls).toHaveLength(1);
  });

  it('is what a frame of the live market refuses to be', async () => {
    const frame = frameOf('');
    frame.markets.value = MARKETS;
    for (const [command, fields] of [
      ['replayAt', { time: 1 }],
      ['replayPlay', {}],
      ['replayStep', { by: 'event' }],
    ] as const)
      expect(await frame.request(command, fields)).toMatchObject({ event: 'error', code: 'no-replay' });
  });

  it('plays a file that its page hands over, on the grid of the file, whatever was shown', async () => {
    const { calls, replay } = recordedReplay();
    const frame = frameOf('symbol=ETH/USDT&interval=1h&replay=5', replay);
    frame.markets.value = MARKETS;
    const answer = await frame.request('replayFile', { file: new Blob(['feed']) });
    expect(answer).toMatchObject({ event: 'answer', value: { symbol: 'BTC/USDT', interval: '1h' } });
    expect(calls.at(-2)).toBe('open feed');
    expect(calls.at(-1)).toMatch(/^show /);
    expect([frame.shown.at(-1), frame.grids.at(-1)]).toEqual(['BTC/USDT 1h MA VOL', '0.5']);
    expect(frame.events('error')).toEqual([]);
    // The exchange's markets are none of the file's.
    expect(await frame.request('setSymbol', { symbol: 'ETH/USDT' })).toMatchObject({ code: 'unknown-symbol' });
    await frame.request('replayFile', { file: new TextEncoder().encode('again').buffer });
    expect(calls.slice(-2)).toEqual(['open again', expect.stringMatching(/^show /)]);
  });

  it('refuses a file in a sentence, and stays as it was', async () => {
    const { calls, replay } = recordedReplay();
    const frame = frameOf('replay=5', replay);
    frame.markets.value = MARKETS;
    const before = [...calls];
    expect(await frame.request('replayFile', { file: new Blob() })).toMatchObject({
      event: 'error',
      code: 'bad-file',
      message: expect.stringMatching(/no recording/),
    });
    expect([calls, frame.grids]).toEqual([before, [MARKETS[0]!.info.priceTick]]);
    expect(frame.seen.note).toMatch(/no recording/);
    const live = frameOf('');
    live.markets.value = MARKETS;
    expect(await live.request('replayFile', { file: new Blob(['feed']) })).toMatchObject({ code: 'no-replay' });
  });

  it('reports a moment of which nothing is known', () => {
    const { replay, fault } = recordedReplay();
    const frame = frameOf('replay=5', replay);
    fault(pastFault('empty')!);
    expect(frame.events('error')).toMatchObject([{ id: null, code: 'no-candles' }]);
    expect([pastFault('ready'), pastFault('toString'), pastFault(undefined)]).toEqual([null, null, null]);
  });

  it('has the order-flow layers among its indicators', () => {
    const { settings, faults } = address('main=VPVR,SVP,FOOTPRINT,HEAT&sub=DELTA,CVD');
    expect(faults).toEqual([]);
    expect([printIndicatorList(settings.main), printIndicatorList(settings.sub)]).toEqual([
      'VPVR,SVP,FOOTPRINT,HEAT',
      'DELTA,CVD',
    ]);
  });
});
