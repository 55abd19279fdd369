// Messages of a venue's market: snapshot, change, trade. Recordings ("l2tape/1") contain them.

/**
 * [price, amount, ...venue's own fields], in the venue's decimals, which checksums need unchanged. Amounts are
 * absolute, "0" removes.
 */
export type VenueRow = [price: string, amount: string, ...rest: unknown[]];

interface ReceivedMessage {
  /** When it was received, microseconds since the epoch. */
  t: number;
  /** Symbol; absent on tapes of one symbol. */
  s?: string;
  /** Venue's event and transaction time, ms. */
  E?: number;
  T?: number;
  ts?: number;
}

/**
 * The whole book; replaces what was known. `seq`: Binance lastUpdateId, OKX seqId, Bybit's number across its books.
 * `u`: Bybit update id. `c`: checksum.
 */
export interface VenueSnapshot extends ReceivedMessage {
  k: 'snap';
  seq?: number;
  u?: number;
  c?: number;
  b: VenueRow[];
  a: VenueRow[];
}
/**
 * Change of a book. `U`, `u`, `pu`: update ids, first (Binance), last (Binance, Bybit) and the last before (Binance
 * futures); OKX: `seq` is its seqId, `pu` its prevSeqId.
 */
export interface VenueDelta extends ReceivedMessage {
  k: 'd';
  U?: number;
  u?: number;
  pu?: number;
  seq?: number;
  c?: number;
  b: VenueRow[];
  a: VenueRow[];
}
/** Trade. `m`: the buyer is the maker (so the taker sold); or `side`, the taker's. */
export interface VenueTrade extends ReceivedMessage {
  k: 'tr';
  id?: number | string;
  p: string;
  q: string;
  m?: boolean;
  side?: 'buy' | 'sell';
}
/** Best bid and ask as the venue sends them, beside its book: one row a side, as a list of rows or bare. */
export interface VenueBest extends ReceivedMessage {
  k: 'bbo';
  b?: VenueRow[] | VenueRow;
  a?: VenueRow[] | VenueRow;
}
/** Mark price: changes neither book nor tape here. */
interface VenueMark extends ReceivedMessage {
  k: 'mark';
}

export type VenueMessage = VenueSnapshot | VenueDelta | VenueTrade | VenueBest | VenueMark;

/** Rows of a book side; a single row may lack the outer list. A missing side, or one with price "", is empty. */
export function rowsOf(side: VenueRow[] | VenueRow | undefined): VenueRow[] {
  if (side === undefined || side.length === 0 || side[0] === '') return [];
  return typeof side[0] === 'string' ? [side as VenueRow] : (side as VenueRow[]);
}

/** Time of a message in ms: the venue's trade or event time, else the time of receipt. */
export function messageMs(message: VenueMessage): number {
  return message.T ?? message.E ?? message.ts ?? Math.floor(message.t / 1000);
}
