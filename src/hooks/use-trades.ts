// Trades of one market, subscribed while the component is mounted.
import { useMemo } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { useView } from '../api/view-subscription.ts';
import { TradeCells } from '../stores/market/trade-rows.ts';

/** `leastWorth`: those worth at least so many quote units alone; 0: all. */
export function useTrades(instrument: Instrument, rows: number, leastWorth: number): TradeCells {
  // Other rows with another least worth: what the filter leaves out is not shown any longer.
  const cells = useMemo(
    () => ({ leastWorth, trades: new TradeCells(instrument, rows) }),
    [instrument, rows, leastWorth],
  );
  const view = { kind: 'trades', coinInfoId: instrument.info.id, rows } as const;
  useView(leastWorth > 0 ? { ...view, leastWorth } : view, cells.trades);
  return cells.trades;
}
