// Trading on the chart for a page; its code comes after the first picture.
import { lazyBlock } from '../../../components/common/lazy-component.tsx';

/** Puts lines and marks on the chart behind `port`, and opens sheets over the page. */
export const ChartTrading = lazyBlock(
  () => import('./chart-sheets.tsx'),
  ({ ChartSheets: part }) => part,
);
