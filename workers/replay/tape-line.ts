// A line of an "l2tape/1" recording, and what it becomes.

/** `t` is when it was received, in microseconds since the epoch. */
export interface TapeLine {
  t: number;
  s?: string;
  k: 'snap' | 'd' | 'tr' | 'bbo' | 'mark';
  b: string[][] | string[];
  a: string[][] | string[];
  E?: number; T?: number; U?: number; u?: number; pu?: number; seq?: number;
  id?: number | string; p?: string; q?: string; m?: boolean; side?: 'buy' | 'sell';
}

/** One frame, and when it was received: microseconds since the epoch. */
export interface TapeFrame {
  t: number;
  text: string;
}

/** Whether 1 m candles are built from the trades, and tickers sent (the usual). */
export interface TapeOptions {
  candles?: boolean;
  tickers?: boolean;
}

/** Rows of a book side; a bbo has one, written without the outer array. Missing sides are empty. */
export function levelsOf(side: string[][] | string[] | undefined): string[][] {
  if (side === undefined || side.length === 0) return [];
  return typeof side[0] === 'string' ? [side as string[]] : side as string[][];
}
