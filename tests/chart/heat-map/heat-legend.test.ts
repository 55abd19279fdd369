// The legend of the heat map covers no label of the highest and the lowest price.
import { expect, it } from 'vitest';
import { drawHeatLegend } from '../../../chart/heat-map/heat-legend.ts';
import { HeatScale } from '../../../chart/heat-map/heat-scale.ts';
import { RectList } from '../../../chart/render/draw-list.ts';
import { makeChartFixture } from '../chart-fixture.ts';

/** 8 CSS px at 3x, and the row of the ramp. */
const [LEFT_PX, ROW_PX, FOOT_PX] = [24, 54, 24];
const WIDE_PX = 1000;

it('is at the foot of the plot, and above the label of the lowest price where that is there', () => {
  const chart = makeChartFixture();
  const { view, list, overlays } = chart.composer;
  const scale = new HeatScale();
  let atMs = 0;
  overlays.push({
    draw: () => {
      atMs = list.over.count;
      const source = {
        tickPrice: 100,
        lotCoins: 1,
        columnMs: [],
        revision: 1,
        levelTicksAt: () => 1,
        tilesAt: () => [],
      };
      drawHeatLegend(view, list, { source, scale, tiles: [], pointer: null });
    },
  });
  const { bottomPx } = view.panes[0]!;
  const tops = new Set<number>();
  for (let step = 0; step < 60; step++) {
    view.time.panBy(37);
    chart.frame();
    const [x, y, width, height] = list.over.floats.subarray(atMs * RectList.STRIDE);
    expect([x, height]).toEqual([LEFT_PX, ROW_PX]);
    expect(width).toBeLessThan(WIDE_PX);
    tops.add(y!);
    list.labels.texts.slice(0, list.labels.count).forEach((text, at) => {
      const [left, baseline] = [list.labels.x[at]!, list.labels.baseline[at]!];
      const isOver =
        left < x! + width! &&
        left + view.measure.width(text) > x! &&
        baseline > y! &&
        baseline - view.fontPx < y! + height!;
      if (isOver) expect(text).toBe('');
    });
  }
  expect(tops).toContain(bottomPx - FOOT_PX - ROW_PX);
  expect(tops.size).toBeGreaterThan(1);
});
