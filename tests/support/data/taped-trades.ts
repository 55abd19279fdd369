// Trades of the recorded tapes, read by nothing of ours.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sharedFile } from './shared-file.ts';

export interface TapedTrade {
  id: number;
  ts: number;
  price: string;
  amount: string;
  isBuy: boolean;
}

export const TAPES = [
  'binance-spot-BTCUSDT-20240808',
  'binance-usdm-BTCUSDT-20240808',
  'binance-coinm-BTCUSD_PERP-20240808',
  'kraken-spot-multi-20210405',
  'okx-multi-20220227',
] as const;

interface Line {
  k: string;
  s?: string;
  id: number | string;
  T: number;
  p: string;
  q: string;
  m?: boolean;
  side?: string;
}

/** Trades of each market of a tape, in the order of receipt; null where the recordings are absent. */
export function tapedTrades(tape: (typeof TAPES)[number]): Map<string, TapedTrade[]> | null {
  const path = sharedFile(`recordings/l2/${tape}.ndjson.gz`);
  if (path === null) return null;
  const byMarket = new Map<string, TapedTrade[]>();
  for (const text of gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1)) {
    const line = JSON.parse(text) as Line;
    if (line.k !== 'tr') continue;
    const trades = byMarket.get(line.s ?? '') ?? [];
    byMarket.set(line.s ?? '', trades);
    const isBuy = line.side === undefined ? !line.m : line.side === 'buy';
    trades.push({ id: Number(line.id), ts: line.T, price: line.p, amount: line.q, isBuy });
  }
  return byMarket;
}

/** Decimals that the texts need. */
export function decimalsOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => (text.split('.')[1] ?? '').replace(/0+$/, '').length));
}
