// A made file of the flight recorder: raw records of markets.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { RECORD_HEAD, fileStart, writeHead } from '../../../workers/recorder/recording-file.ts';
import { btcInfo } from '../feed/btc-market.ts';

export type MadeRecord = readonly [kind: number, msAfterZero: number, content: string | Uint8Array];

export function feedFile(
  info: CoinInfo,
  zeroMs: number,
  records: readonly MadeRecord[],
  others: readonly CoinInfo[] = [],
): Uint8Array {
  const parts: Uint8Array[] = [
    fileStart({ savedMs: zeroMs, zeroMs, infos: [info, ...others], candles: [], trades: [] }),
    ...records.flatMap(([kind, ms, content]) => {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const head = new Uint8Array(RECORD_HEAD);
      writeHead(head, 0, kind, ms, bytes.length);
      return [head, bytes];
    }),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

/** A message with one purchase of half a coin. */
export function tradeText(id: number, ts: number, price: string, coinInfoId = btcInfo().id): string {
  const data = [{ id, price, amount: '0.5', side: 'buy', ts }];
  const head = { type: 'data', channel: 'trades', coinInfoId, kind: 'delta', seq: id, prevSeq: id - 1 };
  return JSON.stringify({ ...head, ts, pts: ts, data });
}
