// The shape of one who looks over the street's shoulder: hears every public frame, may read the sources, changes
// nothing.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { MarketEvent } from '../decode/decoded-event.ts';
import type { MarketDataStore } from '../market-data-store.ts';

/** What a witness may read. */
export interface ObserverContext {
  readonly store: MarketDataStore;
  /** Instruments as they are believed now. */
  infos(): readonly CoinInfo[];
}

export interface FrameObserver {
  /**
   * A data frame, or one that could not be read, before the street takes it; `text` is null where it came in a binary
   * message. `event` is reused: not to be kept.
   */
  onFrame(text: string | null, event: MarketEvent): void;
  /** A binary message of public frames, before it is read. */
  onBinary(bytes: ArrayBuffer): void;
  /** The socket opened or went. */
  onConnection(open: boolean): void;
  /** What was kept, as a file; empty where nothing is. */
  save(): Promise<Uint8Array<ArrayBuffer>>;
}

export type CreateObserver = (context: ObserverContext) => FrameObserver;
