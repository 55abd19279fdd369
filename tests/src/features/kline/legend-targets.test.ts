// Buttons over the legend's names: a finger meets each of them, and none covers a part of another.
import { expect, test } from 'vitest';
import type { LegendItem } from '../../../../chart/api.ts';
import { legendTargets } from '../../../../src/features/kline/chart/legend-targets.ts';

const at = (leftPx: number, topPx: number, widthPx = 70): LegendItem => ({
  name: 'MA',
  hidden: false,
  leftPx,
  topPx,
  widthPx,
  heightPx: 20,
});
const placesOf = (items: LegendItem[]): number[][] =>
  legendTargets(items).map(({ leftPx, topPx, widthPx, heightPx }) => [leftPx, topPx, widthPx, heightPx]);

test('names in rows one below the other: each button begins where the one above it ends', () => {
  expect(placesOf([at(8, 0), at(8, 20, 90), at(30, 40, 10)])).toEqual([
    [8, 0, 70, 24],
    [8, 24, 90, 24],
    [30, 48, 24, 24],
  ]);
});

test('names beside each other, in another column or in a pane of their own stay over their text', () => {
  expect(placesOf([at(8, 0), at(120, 0), at(200, 20), at(8, 300)])).toEqual([
    [8, 0, 70, 24],
    [120, 0, 70, 24],
    [200, 20, 70, 24],
    [8, 300, 70, 24],
  ]);
});
