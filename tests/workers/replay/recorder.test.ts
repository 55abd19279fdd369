// The flight recorder: bounded, without private data, and its file replays to the saved state.
import { describe, expect, it } from 'vitest';
import { playHeadless } from '../../../bench/replay/headless.ts';
import { ownBytes, packedOf } from '../../../bench/harness/msgpack-frames.ts';
import { readTape } from '../../../bench/harness/recorded-tape.ts';
import { type CoinInfo, instrumentOf } from '../../../core/instruments/instrument.ts';
import { MSGPACK_PROTOCOL } from '../../../core/feed/feed-msgpack.ts';
import { MsgpackDecoder } from '../../../workers/decode/msgpack-decoder.ts';
import { createMarketWorker } from '../../../workers/create-market-worker.ts';
import { RETENTION_MS, MAX_BYTES, FlightRecorder } from '../../../workers/recorder/flight-recorder.ts';
import type { ObserverContext } from '../../../workers/recorder/frame-observer.ts';
import { openRecording } from '../../../workers/replay/recording.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { FakeScreen, FakePlatform } from '../../support/feed/fake-platform.ts';
import { startedMarket } from '../../support/feed/started-market.ts';

/** A worker with a recorder, views on every market of `infos`, and its socket. */
async function recorded(
  infos: CoinInfo[],
  depth: number,
  packed = false,
): Promise<{
  platform: FakePlatform;
  market: ReturnType<typeof createMarketWorker>;
  recorder: FlightRecorder;
  inside: ObserverContext;
}> {
  const platform = new FakePlatform();
  let recorder: FlightRecorder | null = null;
  let inside: ObserverContext | null = null;
  const watched = Object.assign(platform, {
    loadObserver: async () => (seen: ObserverContext) => {
      inside = seen;
      return (recorder = new FlightRecorder(seen, platform));
    },
  });
  if (packed) Object.assign(platform, { loadMsgpack: async () => new MsgpackDecoder() });
  platform.listed = infos;
  const market = await startedMarket(watched, new FakeScreen(() => platform.now));
  for (const { id } of infos) {
    await market.open(id, { kind: 'book', coinInfoId: id, depth, interval: 0, groupTicks: 1, rows: 25 });
    await market.open(1000 + id, { kind: 'trades', coinInfoId: id, rows: 200 });
    await market.open(2000 + id, { kind: 'candles', coinInfoId: id, interval: '1m', indicators: [] });
  }
  await platform.pass(10);
  if (packed) platform.socket.protocol = MSGPACK_PROTOCOL;
  platform.socket.onOpen();
  await platform.pass(10);
  return { platform, market, recorder: recorder!, inside: inside! };
}

const path = sharedFile('recordings/l2/okx-multi-20220227.ndjson.gz');

/** A store without data. */
const EMPTY_STORE = { books: { inUse: new Map() }, trades: { inUse: new Map() }, candles: { inUse: new Map() } };

describe('the flight recorder', () => {
  it('has nothing to save before the first message', async () => {
    const recorder = new FlightRecorder({ store: EMPTY_STORE, infos: () => [] } as unknown as ObserverContext, {
      nowMs: () => 0,
      stampMs: () => 0,
    });
    recorder.onConnection(true);
    await expect(recorder.save()).rejects.toThrow('nothing was recorded yet');
    recorder.onFrame('{"channel":"tickers"}', { kind: 'tickers' } as Parameters<FlightRecorder['onFrame']>[1]);
    expect((await recorder.save()).length).toBeGreaterThan(0);
  });

  it('stays within its limits of bytes and minutes', () => {
    let now = 0;
    const inside = {
      store: EMPTY_STORE,
      infos: () => [],
    } as unknown as ObserverContext;
    const recorder = new FlightRecorder(inside, { nowMs: () => now, stampMs: () => now });
    const event = { kind: 'book' } as Parameters<FlightRecorder['onFrame']>[1];
    const frame = 'x'.repeat(300_000);
    for (let i = 0; i < 200; i++) {
      recorder.onFrame(frame, event);
      expect(recorder.bytes).toBeLessThanOrEqual(MAX_BYTES);
    }
    expect(recorder.bytes).toBeGreaterThan(MAX_BYTES / 2);
    now += RETENTION_MS;
    for (let minute = 0; minute < 30; minute++, now += 60_000) recorder.onFrame('y', event);
    // Eleven segments: those of ten minutes and the open one.
    expect(recorder.bytes).toBeLessThan(1_048_576 + 12 * 20);
    // A message larger than a segment is left out without harm.
    recorder.onFrame('z'.repeat(2_000_000), event);
    expect(recorder.bytes).toBeLessThan(1_048_576 + 12 * 20);
  });

  it('records public messages only, malformed ones included', async () => {
    const { platform, market } = await recorded([], 0);
    platform.socket.receive({ type: 'auth', code: 0, uid: 77 });
    platform.socket.receive({
      type: 'data',
      channel: 'orders',
      kind: 'delta',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      pts: 1,
      data: { area: 'contract', order: { secret: 'SECRET' } },
    });
    platform.socket.receive({
      type: 'data',
      channel: 'balances',
      kind: 'delta',
      seq: 1,
      prevSeq: 0,
      ts: 1,
      pts: 1,
      data: 'SECRET',
    });
    platform.socket.receive('{"type":"data","channel":"orders","data":"SECRET');
    platform.socket.receive('{"type":"data","channel":"books","PUBLIC');
    const text = await new Response(
      new Blob([await market.recording()]).stream().pipeThrough(new DecompressionStream('gzip')),
    ).text();
    expect(text).toContain('PUBLIC');
    expect(text).not.toContain('SECRET');
  });

  it.skipIf(path === null)(
    'of MessagePack frames replays to the same hashes as the same messages in JSON',
    async () => {
      const tape = readTape(path!, { candles: true });
      const markets = new Map(tape.infos.map((info) => [info.id, instrumentOf(info)]));
      const start = tape.frames[0]!.t / 1000;
      const files = await Promise.all(
        [true, false].map(async (packed) => {
          const { platform, market } = await recorded(tape.infos, tape.depth, packed);
          for (const { t, text } of tape.frames.slice(0, 1500)) {
            if (t / 1000 - start > platform.now) await platform.pass(t / 1000 - start - platform.now);
            if (packed) platform.socket.onBytes(ownBytes(packedOf(text, markets)!));
            else platform.socket.receive(text);
          }
          return openRecording(new Blob([await market.recording()]));
        }),
      );
      const [first, again, json] = [
        await playHeadless(files[0]!),
        await playHeadless(files[0]!, 50),
        await playHeadless(files[1]!),
      ];
      expect(first.hashes.length).toBeGreaterThan(5);
      expect(new Set(first.hashes).size).toBe(first.hashes.length);
      expect(again.hashes).toEqual(first.hashes);
      expect(json.hashes).toEqual(first.hashes);
    },
  );

  it.skipIf(path === null)(
    'replays to the recorded state: from the beginning, the middle, over a lost frame and a lost socket',
    async () => {
      const tape = readTape(path!, { candles: true });
      const start = tape.frames[0]!.t / 1000;
      const { platform, market, inside } = await recorded(tape.infos, tape.depth);
      const play = async (from: number, to: number): Promise<void> => {
        for (const { t, text } of tape.frames.slice(from, to)) {
          if (t / 1000 - start > platform.now) await platform.pass(t / 1000 - start - platform.now);
          platform.socket.receive(text);
        }
      };
      const compare = async (): Promise<number> => {
        const recording = await openRecording(new Blob([await market.recording()]));
        const player = await playHeadless(recording);
        expect(recording.cut).toBe(false);
        for (const [key, { source }] of inside.store.books.inUse) {
          const twin = player.state.books.get(key)?.source;
          if (twin)
            expect([key, twin.state, twin.book.seq, twin.book.checksum]).toEqual([
              key,
              source.state,
              source.book.seq,
              source.book.checksum,
            ]);
        }
        for (const [
          key,
          {
            source: { series },
          },
        ] of inside.store.candles.inUse) {
          const twin = player.state.candles.get(key)?.source.series;
          if (twin)
            expect([...twin.close.subarray(0, twin.length)]).toEqual([...series.close.subarray(0, series.length)]);
        }
        expect((await playHeadless(recording, 50)).hashes).toEqual(player.hashes);
        return player.playedCount;
      };
      await play(0, 1200);
      const first = await compare();
      expect(first).toBeGreaterThan(1100);
      // A frame is lost: its book waits for a snapshot, live and in the replay.
      await play(1201, 1400);
      await compare();
      // Eleven minutes later the snapshots are dropped: books start from the oldest segment's own.
      for (let elapsed = 0; elapsed < 660_000; elapsed += 4_000) {
        await platform.pass(4_000);
        platform.socket.receive({ type: 'pong', ts: 1 });
        platform.socket.receive(
          `{"type":"data","channel":"tickers","kind":"delta","seq":${elapsed},"prevSeq":0,"ts":1,"pts":1,"data":[]}`,
        );
      }
      expect(await compare()).toBeLessThan(first / 2);
      platform.socket.onClose();
      await platform.pass(7_000);
      platform.socket.onOpen();
      await platform.pass(100);
      await compare();
    },
  );
});
