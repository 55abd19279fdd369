// Interface of market sources: simulation, replay of a tape, live feed of a venue.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Command } from '../exchange/command.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { CandleRow, MarketEvent } from '../exchange/market-event.ts';

/** The sequencer as market sources use it. */
export interface CommandSubmitter {
  submit(command: Command): Promise<Outcome>;
}

/** The feed as market sources use it. */
export interface FeedPort {
  /** Applies the events of one message, which happened at `ts` by the market's own clock. */
  apply(events: MarketEvent[], ts: EpochMs): void;
  hasHistory(coinInfoId: number): boolean;
  importHistory(coinInfoId: number, interval: '1m' | '1h' | '1d', rows: CandleRow[]): void;
}

export interface MarketSourceOptions {
  /** `sim`, `sim:SEED`, `sim:SEED@still`, `replay:FILE[@SPEED]` or `live:VENUE`. */
  mode: string;
  instruments: CoinInfo[];
  sequencer: CommandSubmitter & {
    machine?: Pick<MachineQueries, 'market'>;
    onCommitted?(listener: (outcomes: Outcome[]) => void): void;
  };
  feed: FeedPort;
  /** Price in ticks from which a simulated market goes on; 0 when unknown. */
  startTicks: (coinInfoId: number) => number;
  now: () => EpochMs;
  log: (line: string) => void;
}

/** A running market source. After `stop` resolves it calls neither feed nor sequencer. */
export interface MarketSource {
  stop(): Promise<void>;
}
