// Reads the chart's colours, font and number style from the page's design tokens and language.
import type { ChartTheme } from '../../chart/api.ts';
import { numberStyleOf } from '../../core/units/number-style.ts';
import '../styles/chart-lines.css';
import cyrillic from '../styles/fonts/inter-cyrillic.woff2';
import latin from '../styles/fonts/inter-latin.woff2';
import vietnamese from '../styles/fonts/inter-vietnamese.woff2';

/** Font files beyond Latin by language. */
const SCRIPT_FONTS: Record<string, string> = { 'ru-RU': cyrillic, vi: vietnamese };

/** Reads the tokens computed on `root`. Values are "#rrggbb": the tokens used by charts are written that way. */
export function readChartTheme(root: HTMLElement): ChartTheme {
  const style = getComputedStyle(root);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const lines: string[] = [];
  for (let line = token('line-1'); line !== ''; line = token(`line-${lines.length + 1}`)) lines.push(line);
  const script = SCRIPT_FONTS[root.lang];
  return {
    bg: token('bg'),
    surface: token('surface'),
    raised: token('raised'),
    line: token('line'),
    text: token('text'),
    text2: token('text-2'),
    text3: token('text-3'),
    accent: token('accent'),
    up: token('up-graphic'),
    down: token('down-graphic'),
    upText: token('up'),
    downText: token('down'),
    warn: token('warn-graphic'),
    lines,
    fontFamily: token('font'),
    fontFiles: script === undefined ? [latin] : [latin, script],
    numbers: numberStyleOf(root.lang),
  };
}
