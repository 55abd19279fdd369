// Read-only observer of decoded frames (the flight recorder implements it).
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { MarketEvent } from '../decode/decoded-event.ts';
import type { MarketDataStore } from '../market-data-store.ts';

/** What an observer may read. */
export interface ObserverContext {
  readonly store: MarketDataStore;
  /** The current instruments. */
  infos(): readonly CoinInfo[];
}

export interface FrameObserver {
  /**
   * A data message, or a malformed one, before it is applied; `text` is null for a binary message. `event` is reused:
   * do not retain it.
   */
  onFrame(text: string | null, event: MarketEvent): void;
  /** A binary message of public frames, before it is decoded. */
  onBinary(bytes: ArrayBuffer): void;
  /** The socket opened or closed. */
  onConnection(open: boolean): void;
  /** The recording as a file. Throws Error before the first message. */
  save(): Promise<Uint8Array<ArrayBuffer>>;
}

export type CreateObserver = (context: ObserverContext) => FrameObserver;
