// What an embedded chart needs of a replay, and why one is refused.
import { EmbedFault, type EmbedReplay } from '../../../core/embed/embed-protocol.ts';
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import type { ChartInterval } from '../../../core/units/time.ts';
import type { PastRefusal } from '../../../core/worker-protocol/past-protocol.ts';
import type { ReplayRefusal } from '../../../core/worker-protocol/replay-protocol.ts';

export interface FrameReplay {
  /** Shows a market, at the moment that is shown; the first one at the address's. */
  show(coinInfoId: number): void;
  /** Throws EmbedFault for a moment of which nothing is known. */
  goTo(ms: number): Promise<void>;
  /** Plays once the market's moment is shown. Throws EmbedFault where none is. */
  play(): Promise<void>;
  pause(): void;
  /** Steps once the market's moment is shown. Throws EmbedFault where none is. */
  step(by: 'event' | 'candle', interval: ChartInterval): Promise<void>;
  /** Also of the markets that are shown later. */
  setSpeed(times: number): void;
  /**
   * Takes the past from a recording: the next `show` is of it. Throws EmbedFault for a file that is none; what was
   * shown stays.
   */
  open(file: Blob): Promise<OpenedPast>;
  /** `onFault`: a moment that no command named is not shown. */
  onChange(onMoment: (replay: EmbedReplay) => void, onFault: (fault: EmbedFault) => void): void;
}

interface OpenedPast {
  infos: readonly CoinInfo[];
  /** Ids of the markets that were recorded, those with most messages first. */
  markets: readonly number[];
}

const FILE_REFUSALS: Record<ReplayRefusal, string> = {
  large: 'The file is larger than 64 MiB, or unpacks to more than 512 MiB.',
  foreign: 'The file is no recording of a feed and no venue tape.',
  venue: 'The tape is of a venue whose rules are not known.',
  empty: 'The recording has no complete message of a market.',
};

export function fileFault(refusal: ReplayRefusal): EmbedFault {
  return new EmbedFault('bad-file', FILE_REFUSALS[refusal]);
}

const PAST_FAULTS: Record<PastRefusal, EmbedFault> = {
  market: new EmbedFault('unknown-symbol', 'The past has no such market.'),
  empty: new EmbedFault('no-candles', 'Nothing is known of this market at that moment.'),
  unreachable: new EmbedFault('failed', 'The exchange cannot be reached.'),
};

/** Null for a phase of a player that is no refusal. */
export function pastFault(phase: string | undefined): EmbedFault | null {
  return Object.hasOwn(PAST_FAULTS, phase ?? '') ? PAST_FAULTS[phase as PastRefusal] : null;
}
