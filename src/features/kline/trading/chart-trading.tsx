// Trading on the chart for a page; its code comes after the first picture.
import { Suspense, lazy } from 'react';
import type { Instrument } from '../../../../contract/instrument.ts';
import type { TradingPort } from './chart-trader.ts';

const Sheets = lazy(async () => ({ default: (await import('./chart-sheets.tsx')).ChartSheets }));

/** Puts lines and marks on the chart behind `port`, and opens sheets over the page. */
export function ChartTrading({ port, instrument }: { port: TradingPort; instrument: Instrument }) {
  return <Suspense fallback={null}><Sheets port={port} instrument={instrument} /></Suspense>;
}
