// Reads the chart's colours from the page's design tokens.
import type { ChartTheme } from '../../chart/api.ts';
import '../styles/chart-lines.css';

/** Reads the tokens computed on `root`. Values are "#rrggbb": the tokens used by charts are written that way. */
export function readChartTheme(root: HTMLElement): ChartTheme {
  const style = getComputedStyle(root);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const lines: string[] = [];
  for (let line = token('line-1'); line !== ''; line = token(`line-${lines.length + 1}`)) lines.push(line);
  return {
    bg: token('bg'),
    surface: token('surface'),
    raised: token('raised'),
    line: token('line'),
    text: token('text'),
    text2: token('text-2'),
    text3: token('text-3'),
    accent: token('accent'),
    up: token('up'),
    down: token('down'),
    warn: token('warn'),
    lines,
    fontFamily: token('font'),
  };
}
