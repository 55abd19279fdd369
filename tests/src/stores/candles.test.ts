// Growing candle columns against a naive twin: resets, tails and prepended pages, with indicator lines.
import { describe, expect, it } from 'vitest';
import { CANDLES_MODE, SECTION_HEAD } from '../../../core/worker-protocol/worker-protocol.ts';
import { type CandlesChange, CandleStore } from '../../../src/stores/market/candle-columns.ts';
import { candlesSection } from '../../support/data/generated-frame.ts';

const SEED = 20261121;
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Taken {
  store: CandleStore;
  changes: CandlesChange[];
  take(section: number[]): void;
}
function newStore(): Taken {
  const changes: CandlesChange[] = [];
  const store = new CandleStore(
    (change) => changes.push(change),
    () => undefined,
  );
  return {
    store,
    changes,
    take: (section) => store.onSection(Float64Array.from(section), SECTION_HEAD),
  };
}

/** The first cell that differs, as a sentence; a comparison by `toEqual` takes as long as a hundred of these. */
function firstDifference(columns: readonly ArrayLike<number>[], rows: readonly number[][]): string | null {
  for (const [i, row] of rows.entries())
    for (const [c, column] of columns.entries())
      if (!Object.is(column[i], row[c])) return `row ${i}, column ${c} is ${column[i]}, not ${row[c]}`;
  return null;
}

describe('candle columns', () => {
  it(`equal a plain array of rows after any series of sections (seed ${SEED})`, () => {
    const chance = random(SEED);
    const pick = (least: number, most: number): number => least + Math.floor(chance() * (most - least + 1));
    for (let round = 0; round < 40; round += 1) {
      const { store, take } = newStore();
      const lines = pick(0, 3);
      const width = 6 + lines;
      const rowsOf = (count: number): number[][] =>
        Array.from({ length: count }, () => Array.from({ length: width }, () => chance()));
      const columnsOf = (rows: number[][]): number[][] =>
        Array.from({ length: width }, (_, c) => rows.map((row) => row[c] ?? NaN));
      let twin = rowsOf(pick(0, 900));
      take(candlesSection(1, { mode: CANDLES_MODE.reset, first: 0, total: twin.length }, columnsOf(twin), lines));
      for (let step = 0; step < 30; step += 1) {
        if (chance() < 0.2) {
          const older = rowsOf(pick(1, 700));
          twin = [...older, ...twin];
          take(
            candlesSection(1, { mode: CANDLES_MODE.prepend, first: 0, total: twin.length }, columnsOf(older), lines),
          );
        } else {
          const first = Math.max(0, twin.length - pick(0, 3));
          const tail = rowsOf(pick(1, 4) + (twin.length - first));
          twin = [...twin.slice(0, first), ...tail];
          take(candlesSection(1, { mode: CANDLES_MODE.tail, first, total: twin.length }, columnsOf(tail), lines));
        }
        const { columns } = store;
        expect(columns.length).toBe(twin.length);
        const all = [
          columns.time,
          columns.open,
          columns.high,
          columns.low,
          columns.close,
          columns.volume,
          ...store.lines,
        ];
        expect(firstDifference(all, twin), `round ${round}, step ${step}`).toBe(null);
      }
    }
  });

  it('report what changed, and whether arrays were replaced', () => {
    const { changes, take, store } = newStore();
    const one = Array.from({ length: 6 }, (_, c) => [c]);
    take(candlesSection(1, { mode: CANDLES_MODE.reset, first: 0, total: 1, hasMore: 1 }, one));
    const { time } = store.columns;
    take(candlesSection(1, { mode: CANDLES_MODE.tail, first: 0, total: 1, hasMore: 1 }, one));
    take(candlesSection(1, { mode: CANDLES_MODE.prepend, first: 0, total: 2, hasMore: 0 }, one));
    expect(changes).toEqual([
      { change: 'reset', added: 0, moved: false },
      { change: 'tail', added: 0, moved: false },
      { change: 'prepend', added: 1, moved: false },
    ]);
    expect(store.columns.time).toBe(time);
    expect(store.hasMore).toBe(false);
    const many = Array.from({ length: 7 }, () => Array.from({ length: 3000 }, () => 1));
    take(candlesSection(1, { mode: CANDLES_MODE.reset, first: 0, total: 3000 }, many));
    expect(changes.at(-1)).toEqual({ change: 'reset', added: 0, moved: true });
    expect(store.columns.time).not.toBe(time);
  });

  it('distinguish a change before the last row from a tick', () => {
    const { changes, take } = newStore();
    const rows = (count: number): number[][] => Array.from({ length: 6 }, () => Array.from({ length: count }, () => 1));
    take(candlesSection(1, { mode: CANDLES_MODE.reset, first: 0, total: 5 }, rows(5)));
    for (const first of [4, 5, 4, 3])
      take(candlesSection(1, { mode: CANDLES_MODE.tail, first, total: 7 }, rows(7 - first)));
    expect(changes.map(({ change }) => change)).toEqual(['reset', 'tail', 'refresh', 'refresh', 'refresh']);
  });

  it('refuse a tail that leaves a gap', () => {
    const { take } = newStore();
    const one = Array.from({ length: 6 }, () => [1]);
    expect(() => take(candlesSection(1, { mode: CANDLES_MODE.tail, first: 5, total: 6 }, one))).toThrow(
      'does not continue',
    );
  });
});
