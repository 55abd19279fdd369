// The loader of tiles fetches what is in view, gives up what left it, and waits after a refusal.
import { describe, expect, it } from 'vitest';
import { encodeFlowTile, type FlowTile, FLOW_BARS } from '../../../core/market-data/flow-tile.ts';
import type { TileBytes } from '../../../workers/tiles/fetch-tile.ts';
import { type TileKey, TileLoader } from '../../../workers/tiles/tile-loader.ts';
import { VirtualTimers } from '../../support/feed/virtual-timers.ts';

const BAR_MS = 60_000;
const SPAN_MS = BAR_MS * FLOW_BARS;

const keyOf = (at: number): TileKey & { kind: 'flow' } => ({
  kind: 'flow',
  request: { coinInfoId: 2, barMs: BAR_MS, levelTicks: 1, fromMs: at * SPAN_MS },
});

function tileOf(at: number, untilMs = (at + 1) * SPAN_MS): FlowTile {
  return {
    coinInfoId: 2,
    fromMs: at * SPAN_MS,
    barMs: BAR_MS,
    levelTicks: 1,
    untilMs,
    lastId: 0,
    seams: [],
    time: Float64Array.of(at * SPAN_MS),
    firstLevel: Float64Array.of(100),
    levelCount: Uint32Array.of(1_000),
    sold: new Float64Array(1_000).fill(1),
    bought: new Float64Array(1_000),
  };
}

/** An exchange whose answers the test decides, and a clock that the test moves. */
function stage(maxBytes?: number) {
  const requests: { at: number; signal: AbortSignal; answer: (bytes: TileBytes) => Promise<void> }[] = [];
  const timers = new VirtualTimers();
  const loader = new TileLoader({
    fetch: (address, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        requests.push({
          at: Number(new URLSearchParams(address.split('?')[1]).get('fromMs')) / SPAN_MS,
          signal,
          answer: async (bytes) => {
            resolve(bytes);
            // The loader's own turns.
            for (let i = 0; i < 5; i++) await Promise.resolve();
          },
        });
      }),
    platform: { stampMs: () => timers.nowMs, after: (delayMs, run) => timers.after(delayMs, run) },
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  return {
    loader,
    requests,
    move: (ms: number) => timers.pass(ms),
    /** Answers the oldest request for a tile that is not answered. */
    answer: async (at: number, bytes: TileBytes = { kind: 'bytes', bytes: encodeFlowTile(tileOf(at)) }) => {
      const found = requests.findIndex((request) => request.at === at && !request.signal.aborted);
      await requests.splice(found, 1)[0]!.answer(bytes);
    },
    open: () => requests.filter(({ signal }) => !signal.aborted).map(({ at }) => at),
  };
}

describe('the loader of tiles', () => {
  it('fetches the first ones first, four at once, and calls the view for each', async () => {
    const { loader, answer, open } = stage();
    let changes = 0;
    const view = loader.open(() => (changes += 1));
    view.show([5, 4, 6, 3, 7, 2].map(keyOf));
    expect(open()).toEqual([5, 4, 6, 3]);
    expect(loader.flow(keyOf(5).request)).toEqual({ kind: 'loading' });
    await answer(5);
    expect(open()).toEqual([4, 6, 3, 7]);
    expect(changes).toBe(1);
    expect(loader.flow(keyOf(5).request)).toEqual({ kind: 'tile', tile: tileOf(5) });
  });

  it('gives up what left the view, and fetches it again when it comes back', async () => {
    const { loader, requests, answer, open } = stage();
    const view = loader.open(() => undefined);
    const other = loader.open(() => undefined);
    view.show([1, 2].map(keyOf));
    other.show([2].map(keyOf));
    view.show([3].map(keyOf));
    expect(requests.map(({ at, signal }) => [at, signal.aborted])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    view.show([1, 3].map(keyOf));
    expect(open()).toEqual([2, 3, 1]);
    other.dispose();
    expect(open()).toEqual([3, 1]);
    await answer(1);
    expect(loader.flow(keyOf(1).request).kind).toBe('tile');
    view.dispose();
    expect(open()).toEqual([]);
  });

  it('waits as long as the exchange wants, and twice as long after each failure or damage', async () => {
    const { loader, answer, move, open } = stage();
    loader.open(() => undefined).show([keyOf(1)]);
    await answer(1, { kind: 'later', delayMs: 3_000 });
    move(2_999);
    expect(open()).toEqual([]);
    move(1);
    expect(open()).toEqual([1]);
    await answer(1, { kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) });
    move(999);
    expect(open()).toEqual([]);
    move(1);
    await answer(1, { kind: 'later', delayMs: null });
    move(1_999);
    expect(open()).toEqual([]);
    move(1);
    await answer(1);
    expect(loader.flow(keyOf(1).request).kind).toBe('tile');
  });

  it('fetches the newest tile again and shows the old one meanwhile, a finished one never again', async () => {
    const { loader, answer, move, open } = stage();
    let changes = 0;
    loader.open(() => (changes += 1)).show([keyOf(1), keyOf(2)]);
    await answer(1);
    await answer(2, { kind: 'bytes', bytes: encodeFlowTile(tileOf(2, 2 * SPAN_MS + 5)) });
    move(5_000);
    expect(open()).toEqual([2]);
    expect(loader.flow(keyOf(2).request)).toMatchObject({ kind: 'tile', tile: { untilMs: 2 * SPAN_MS + 5 } });
    await answer(2, { kind: 'later', delayMs: 100 });
    expect(changes).toBe(2);
    expect(loader.flow(keyOf(2).request).kind).toBe('tile');
    move(100);
    await answer(2);
    move(1e6);
    expect(open()).toEqual([]);
  });

  it('fetches a tile that is over once more while the exchange waits for late trades', async () => {
    const { loader, answer, move, open } = stage();
    loader.open(() => undefined).show([keyOf(1)]);
    const late = (lots: number): TileBytes => ({
      kind: 'bytes',
      bytes: encodeFlowTile({ ...tileOf(1), bought: new Float64Array(1_000).fill(lots) }),
      mayChange: true,
    });
    await answer(1, late(0));
    move(11_999);
    expect(open()).toEqual([]);
    move(1);
    await answer(1, late(1));
    expect(loader.flow(keyOf(1).request)).toMatchObject({ tile: { bought: { 0: 1 } } });
    move(1e6);
    expect(open()).toEqual([]);
  });

  it('has no more bytes than allowed beside what is in view', async () => {
    const { loader, answer } = stage(50_000);
    const view = loader.open(() => undefined);
    for (let at = 1; at <= 10; at++) {
      view.show([keyOf(at)]);
      await answer(at);
    }
    expect(loader.bytes).toBeLessThanOrEqual(50_000);
    expect(loader.bytes).toBeGreaterThan(30_000);
    expect(loader.flow(keyOf(1).request).kind).toBe('loading');
    expect(loader.flow(keyOf(10).request).kind).toBe('tile');
    await Promise.all(
      [keyOf(11), keyOf(12), keyOf(13), keyOf(14)].map(async (key, i) => {
        if (i === 0) view.show([keyOf(11), keyOf(12), keyOf(13), keyOf(14)]);
        await answer(key.request.fromMs / SPAN_MS);
      }),
    );
    for (const at of [11, 12, 13, 14]) expect(loader.flow(keyOf(at).request).kind).toBe('tile');
  });

  it('shows what was not recorded as missing, and looks again later', async () => {
    const { loader, answer, move, open } = stage();
    loader.open(() => undefined).show([keyOf(1)]);
    await answer(1, { kind: 'missing' });
    expect(loader.flow(keyOf(1).request)).toEqual({ kind: 'missing' });
    move(30_000);
    expect(open()).toEqual([1]);
  });
});
