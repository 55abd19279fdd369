// Columns of numbers read at once are those read one by one, of any length, and never past the end.
import { describe, expect, it } from 'vitest';
import { VarintReader, VarintWriter } from '../../core/encoding/varint-columns.ts';
import { seeded } from '../support/data/seeded-random.ts';

const SEED = 20_293;
const COUNT = 2_000;
/** Where the form of a number changes. */
const EDGES = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21 - 1, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 35, 2 ** 52];

function written(values: readonly number[], isSigned: boolean): Uint8Array {
  const out = new VarintWriter();
  for (const value of values)
    if (isSigned) out.signed(value);
    else out.unsigned(value);
  return out.bytes.slice();
}

describe('columns that are read at once', () => {
  const random = seeded(SEED);
  const values = [...EDGES, ...Array.from({ length: COUNT }, () => Math.floor(2 ** (random() * 52)))];

  it(`are the numbers that were written (seed ${SEED})`, () => {
    const column = new Float64Array(values.length);
    const reader = new VarintReader(written(values, false));
    reader.readInto(column);
    expect([...column]).toEqual(values);
    expect(reader.left).toBe(0);
  });

  it('leave the places between them as they are', () => {
    const pairs = new Float64Array(2 * values.length).fill(-1);
    const reader = new VarintReader(written(values, false));
    reader.readInto(pairs, 1, 2);
    expect([...pairs]).toEqual(values.flatMap((value) => [-1, value]));
  });

  it('are sums of differences of any sign', () => {
    const differences = values.map((value) => (random() < 0.5 ? -1 : 1) * Math.floor(value / 2 ** 12));
    let sum = 0;
    const sums = differences.map((difference) => (sum += difference));
    const column = new Float64Array(sums.length);
    new VarintReader(written(differences, true)).readSums(column);
    expect([...column]).toEqual(sums);
  });

  it('end with an error where the bytes do', () => {
    for (const value of EDGES) {
      const bytes = written([5, value], false);
      for (let end = 0; end < bytes.length; end++)
        expect(() => new VarintReader(bytes.subarray(0, end)).readInto(new Float64Array(2)), `${value} cut`).toThrow(
          'the columns end early',
        );
    }
  });
});
