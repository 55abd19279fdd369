// Trading on the chart for a page; its code comes after the first picture.
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { Side } from '../../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../../core/units/units.ts';
import { lazyBlock } from '../../../components/common/lazy-component.tsx';
import type { TradingPort } from './chart-trader.ts';

export interface ChartTradingProps {
  port: TradingPort;
  instrument: Instrument;
  /** A price was tapped, and what to do there is chosen: to a ticket. */
  onTrade: (side: Side, priceTicks: PriceTicks) => void;
}

/** Puts lines and marks on the chart behind `port`, and opens sheets over the page. */
export const ChartTrading = lazyBlock(
  () => import('./chart-sheets.tsx'),
  ({ ChartSheets: part }) => part,
);
