// The chart's colours: the tokens of the page, as they are now.
import type { ChartTheme } from '../../../chart/chart.ts';
import { LINE_COLORS } from './indicators.ts';
import './lines.css';

/** Reads the tokens where they stand on `root`. Values are "#rrggbb": the tokens that the chart uses are written so. */
export function readChartTheme(root: HTMLElement): ChartTheme {
  const style = getComputedStyle(root);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    bg: token('bg'), surface: token('surface'), raised: token('raised'), line: token('line'),
    text: token('text'), text2: token('text-2'), text3: token('text-3'),
    accent: token('accent'), up: token('up'), down: token('down'), warn: token('warn'),
    lines: Array.from({ length: LINE_COLORS }, (_, at) => token(`line-${at + 1}`)),
    fontFamily: token('font'),
  };
}
