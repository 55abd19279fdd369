// Keeps a chart in the theme and the number style of the page.
import { effect } from '@preact/signals-react';
import type { ChartTheme } from '../../../chart/api.ts';
import { readChartTheme } from '../../lib/chart-theme.ts';
import { numberStyle } from '../../lib/number-style.ts';
import { themeVersion } from '../../stores/device/theme.ts';

/** Applies the theme now, as it may have changed while the chart was made, and after every change. */
export function followTheme(setTheme: (theme: ChartTheme) => void): () => void {
  return effect(() => {
    void themeVersion.value;
    void numberStyle.value;
    setTheme(readChartTheme(document.documentElement));
  });
}
