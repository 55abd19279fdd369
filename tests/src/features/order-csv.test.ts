// Orders as CSV: columns, quoting, and protection from formula injection.
import { describe, expect, it } from 'vitest';
import { csvCell, csvOf } from '../../../src/lib/csv.ts';

describe('order CSV', () => {
  it('has a header and ends every line', () => {
    expect(
      csvOf(
        [
          { id: 1, side: 'buy', price: '0.1' },
          { id: 2, side: 'sell', price: '-0.1' },
        ],
        ['id', 'price', 'side'],
      ),
    ).toBe('id,price,side\r\n1,0.1,buy\r\n2,-0.1,sell\r\n');
    expect(csvOf<{ id: number }>([], ['id'])).toBe('id\r\n');
  });

  it('writes absent values as empty cells', () => {
    expect(csvOf<{ id: number; fee?: string }>([{ id: 1 }], ['id', 'fee'])).toBe('id,fee\r\n1,\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['a\nb', '"a\nb"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-12.5', '-12.5'],
    ['-a', "'-a"],
    ["'a", "''a"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\n=1+1', '"\'\n=1+1"'],
  ])('writes %j as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });
});
