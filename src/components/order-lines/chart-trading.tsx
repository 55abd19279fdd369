// Trading on the chart, loaded after the first paint.
import { lazyBlock } from '../common/lazy-component.tsx';

/** Draws lines and marks on the chart behind `port` and opens sheets over the page. */
export const ChartTrading = lazyBlock(
  () => import('./chart-sheets.tsx'),
  ({ ChartSheets: part }) => part,
);
