// @vitest-environment happy-dom
// Charts of the terminal: their number, markets, intervals and links are stored.
import { beforeEach, describe, expect, it } from 'vitest';
import { changeCell, changeCharts, chartCells, toggleLink } from '../../../../src/features/terminal/chart-cells.ts';
import { stored } from '../../../../src/stores/device/storage.ts';

beforeEach(() => void (stored('fxproCharts').value = ''));

describe('the charts of the terminal', () => {
  it('are one at first, and remember what is changed', () => {
    expect(chartCells.value).toMatchObject({ count: 1, links: ['symbol', 'crosshair'] });
    changeCharts({ count: 4 });
    changeCell(1, { id: 102 });
    changeCell(1, { interval: '4h' });
    toggleLink('time', true);
    toggleLink('symbol', false);
    expect(chartCells.value).toMatchObject({ count: 4, links: ['crosshair', 'time'] });
    expect(chartCells.value.cells[1]).toEqual({ id: 102, interval: '4h' });
  });

  it('are the usual ones for a stored text of another version', () => {
    const usual = chartCells.value;
    for (const text of ['{', '{"count":3,"cells":[],"links":[]}', '{"count":2,"cells":[],"links":[]}'])
      expect(((stored('fxproCharts').value = text), chartCells.value)).toEqual(usual);
  });
});
