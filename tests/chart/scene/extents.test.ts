// Lowest and highest visible values: cached from window to window, equal to a plain scan.
import { expect, test } from 'vitest';
import { Extents } from '../../../chart/scene/columns/extents.ts';
import { plainExtremes } from '../../support/data/chart-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

test.each([1, 2, 3])(
  'windows that slide, grow, shrink and jump while values change equal a plain scan (seed %i)',
  (seed) => {
    const random = seeded(seed);
    const between = (from: number, to: number): number => from + Math.floor(random() * (to - from));
    // Few values, so that equal ones are met; holes, and a stretch without any value.
    const value = (row: number): number => (random() < 0.1 || (row > 700 && row < 800) ? NaN : between(-20, 20));
    const make = (): Float64Array => Float64Array.from({ length: 2000 }, (_, row) => value(row));
    let low = make();
    let high = make();
    let length = 1000;
    let from = 400;
    let to = 500;
    const extents = new Extents(low, high);
    for (let step = 0; step < 3_000; step += 1) {
      const turn = random();
      if (turn < 0.6) {
        const move = between(-4, 5);
        from += move;
        to += move + between(-2, 3);
      } else if (turn < 0.65) {
        from = between(0, length);
        to = from + between(0, 700);
      } else if (turn < 0.85) {
        const row = random() < 0.8 ? length - 1 : between(0, length);
        low[row] = value(row);
        high[row] = value(row);
        length = Math.min(1999, length + between(0, 2));
        extents.changed(row, length);
      } else if (turn < 0.86) {
        low = make();
        high = make();
        extents.setColumns(low, high);
      } else if (turn < 0.87) {
        low.copyWithin(3, 0, length - 3);
        high.copyWithin(3, 0, length - 3);
        extents.changed(-1, length);
      }
      from = Math.min(length, Math.max(0, from));
      to = Math.min(length, Math.max(from, to));
      const range = Float64Array.of(Infinity, -Infinity);
      extents.widen(range, from, to, length, 0);
      const wanted = plainExtremes(low, high, from, to);
      expect([...range], `seed ${seed} step ${step} [${from}, ${to})`).toEqual(wanted);
      const first = (column: Float64Array, extreme: number): number =>
        Number.isFinite(extreme) ? column.indexOf(extreme, from) : -1;
      if (step % 7 > 0) continue;
      expect(extents.rowOf('lowest', from, to, length, 0), `seed ${seed} step ${step}`).toBe(first(low, wanted[0]));
      expect(extents.rowOf('highest', from, to, length, 0), `seed ${seed} step ${step}`).toBe(first(high, wanted[1]));
    }
  },
);
