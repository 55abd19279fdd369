// The words a venue's market speaks, whichever venue it is: full book, change of book, trade. Tapes ("l2tape/1") are written in them.

/** [price, amount, ...whatever the venue adds], in the venue's own decimals: checksums need them unchanged. Amounts are absolute, "0" removes. */
export type VenueRow = [price: string, amount: string, ...rest: unknown[]];

interface Heard {
  /** When it was received, microseconds since the epoch. */
  t: number;
  /** Symbol; absent on tapes of one symbol. */
  s?: string;
  /** Venue's event and transaction time, ms. */
  E?: number;
  T?: number;
  ts?: number;
}

/** The whole book; replaces what was known. `seq`: Binance lastUpdateId. `c`: checksum. */
export interface VenueSnapshot extends Heard { k: 'snap'; seq?: number; c?: number; b: VenueRow[]; a: VenueRow[] }
/** Change of a book. `U`, `u`, `pu`: Binance update ids, first, last and the last before. */
export interface VenueDelta extends Heard { k: 'd'; U?: number; u?: number; pu?: number; c?: number; b: VenueRow[]; a: VenueRow[] }
/** Trade. `m`: the buyer is the maker (so the taker sold); or `side`, the taker's. */
export interface VenueTrade extends Heard { k: 'tr'; id?: number | string; p: string; q: string; m?: boolean; side?: 'buy' | 'sell' }
/** Words that change neither book nor tape here: best bid and ask, mark price. */
export interface VenueOther extends Heard { k: 'bbo' | 'mark' }

export type VenueMessage = VenueSnapshot | VenueDelta | VenueTrade | VenueOther;

/** The market's own time of a message in ms: trade or event time where the venue gives one, else when it was received. */
export function messageMs(message: VenueMessage): number {
  return message.T ?? message.E ?? message.ts ?? Math.floor(message.t / 1000);
}
