// Keys on a real view: the crosshair reaches the first and the last candle, and never leaves them.
import { expect, test } from 'vitest';
import { actOnKey } from '../../../chart/input/keys.ts';
import { ViewController } from '../../../chart/input/view-controller.ts';
import { makeChartFixture } from '../chart-fixture.ts';

test('steps of ten candles end at the first and at the last one', () => {
  const chart = makeChartFixture();
  const { view } = chart.composer;
  const controller = new ViewController(chart.composer, chart.mark, () => undefined, true);
  const press = (key: string, shift: boolean): number => {
    actOnKey(key, shift, controller);
    chart.frame();
    return view.crosshair!.row;
  };
  const last = chart.columns.length - 1;
  expect(press('ArrowUp', false)).toBe(last);
  expect(press('ArrowLeft', false)).toBe(last - 1);
  expect(press('ArrowRight', true)).toBe(last);
  controller.toOldest();
  controller.crosshairTo(0, 100);
  chart.frame();
  expect(press('ArrowRight', false)).toBeLessThan(10);
  expect(press('ArrowLeft', true)).toBe(0);
  expect(press('ArrowLeft', true)).toBe(0);
});
