// What the bots need of the exchange: a door to submit commands through, like everybody else's.
import type { Command } from '../../exchange/command.ts';
import type { Outcome } from '../../exchange/event.ts';

/** The sequencer as bots and market sources see it. */
export interface Submitter {
  submit(command: Command): Promise<Outcome>;
}

/** Maker of a market; one ledger account per market, below FIRST_PERSON_UID. */
export function makerUid(coinInfoId: number): number {
  return 1000 + coinInfoId;
}

/** Taker of a market. */
export function takerUid(coinInfoId: number): number {
  return 3000 + coinInfoId;
}
