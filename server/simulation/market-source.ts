// What every market source is given and gives back, whether it simulates, replays or listens to a venue.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Submitter } from './bots/bot-port.ts';
import type { Outcome } from '../exchange/event.ts';
import type { MachineReads } from '../exchange/machine.ts';
import type { CandleRow, MarketEvent } from '../exchange/market-event.ts';

/** The feed as market sources see it. */
export interface FeedPort {
  /** Everything one message said, stamped with the market's own time. */
  apply(events: MarketEvent[], ts: EpochMs): void;
  hasHistory(coinInfoId: number): boolean;
  importHistory(coinInfoId: number, interval: '1m' | '1h' | '1d', rows: CandleRow[]): void;
  /** Last known price in ticks; 0 when unknown. */
  lastTicks(coinInfoId: number): number;
}

export interface MarketOptions {
  /** `sim`, `sim:SEED`, `replay:FILE[@SPEED]` or `live:VENUE`. */
  mode: string;
  instruments: CoinInfo[];
  sequencer: Submitter & {
    machine?: Pick<MachineReads, 'market'>;
    onCommitted?(listener: (outcomes: Outcome[]) => void): void;
  };
  feed: FeedPort;
  now: () => EpochMs;
  log: (line: string) => void;
}

/** A running market. `stop` resolves when nothing of it will touch feed or sequencer any more. */
export interface RunningMarket {
  stop(): Promise<void>;
}
