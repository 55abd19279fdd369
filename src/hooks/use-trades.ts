// Trades of one market, subscribed while the component is mounted.
import { useMemo } from 'react';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { useView } from '../api/view-subscription.ts';
import { type TradeCells, createTrades } from '../stores/market/trade-rows.ts';

export function useTrades(instrument: Instrument, rows: number): TradeCells {
  const trades = useMemo(() => createTrades(instrument, rows), [instrument, rows]);
  useView({ kind: 'trades', coinInfoId: instrument.info.id, rows }, trades);
  return trades;
}
