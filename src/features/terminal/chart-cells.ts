// The charts of the terminal: how many, their markets and intervals, and what links them.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import * as v from 'valibot';
import { type ChartInterval, isChartInterval } from '../../../core/units/time.ts';
import { stored } from '../../stores/device/storage.ts';

export const CHART_COUNTS = [1, 2, 4] as const;
export const LINKS = ['symbol', 'interval', 'crosshair', 'time'] as const;
export type LinkPart = (typeof LINKS)[number];

const interval = v.custom<ChartInterval>((value) => typeof value === 'string' && isChartInterval(value));
const schema = v.object({
  count: v.picklist(CHART_COUNTS),
  /** Of the second chart onward; a market of 0 is that of the first chart. */
  cells: v.array(v.object({ id: v.number(), interval })),
  links: v.array(v.picklist(LINKS)),
});
export type ChartCells = v.InferOutput<typeof schema>;

/** Four intervals of one market: what a second look is for. */
const DEFAULT: ChartCells = {
  count: 1,
  cells: [
    { id: 0, interval: '1m' },
    { id: 0, interval: '1h' },
    { id: 0, interval: '1d' },
  ],
  links: ['symbol', 'crosshair'],
};

const item = stored('fxproCharts');

/** The charts of a stored text; the usual ones for a text of another version. */
function cellsOf(text: string): ChartCells {
  try {
    const read = v.parse(schema, JSON.parse(text));
    return read.cells.length === DEFAULT.cells.length ? read : DEFAULT;
  } catch {
    return DEFAULT;
  }
}

export const chartCells: ReadonlySignal<ChartCells> = computed(() => cellsOf(item.value));

export function changeCharts(change: Partial<ChartCells>): void {
  item.value = JSON.stringify({ ...chartCells.peek(), ...change });
}

/** Changes the chart `index`, 0 for the second one. */
export function changeCell(index: number, change: { id?: number; interval?: ChartInterval }): void {
  changeCharts({ cells: chartCells.peek().cells.map((cell, at) => (at === index ? { ...cell, ...change } : cell)) });
}

export function toggleLink(part: LinkPart, on: boolean): void {
  const { links } = chartCells.peek();
  changeCharts({ links: LINKS.filter((each) => (each === part ? on : links.includes(each))) });
}
