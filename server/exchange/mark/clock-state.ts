// State of the exchange clock: its commitment and its number of beats (S15).

export interface ClockState {
  /** Hash of the next secret, in hex; '' before the first commitment. */
  head: string;
  /** The last second that had a beat with a secret. */
  second: number;
  /** Number of beats so far. */
  beats: number;
}
