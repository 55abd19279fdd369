// A beat of the clock: every index gets its next tick, every market with contracts its mark and at the stamps its
// funding, every seconds contract what the ticks decide, and what has to end its end.
import { beatClosings, countSilence } from '../closing/close-on-clock.ts';
import type { ContractDesk } from '../contracts/open-contracts.ts';
import { advanceFunding, fundingReading, settleFunding } from '../contracts/funding.ts';
import type { Core } from '../state.ts';
import type { Command } from '../command.ts';
import type { MarkEvent } from '../event.ts';
import type { Answer } from '../place-spot.ts';
import { type DeskTick, type SecondsBeat, beatSeconds } from '../binary-options/settle-on-clock.ts';
import type { Turn } from '../command-context.ts';
import { beatFault, noteBeat } from './beat-secret.ts';
import { type IndexDesk, indexTicks } from './index-price.ts';
import { moveMark } from './mark-state.ts';
import { nextTick } from './tick-chain.ts';

export function clock(core: Core, turn: Turn, { secret }: Extract<Command, { kind: 'clock' }>): Answer {
  const refused = beatFault(core.clock, turn, secret);
  if (refused) return refused;
  noteBeat(core, turn, secret);
  const beats = new Map([...core.indexes].map(([id, desk]) => [id, beatIndex(core, turn, desk, secret)]));
  const desks = [...core.contracts.desks.values()];
  for (const desk of desks) beatMark(core, turn, desk, beats.get(desk.market.info.id)!);
  const told = desks
    .filter(({ mark }) => mark.markTicks > 0)
    .map((desk) => ({ desk, event: tellMark(turn, desk, core.indexes.get(desk.market.info.id)!) }));
  for (const desk of desks) if (desk.funding) settleFunding(core, turn, desk, desk.funding);
  for (const beat of beats.values()) beatSeconds(core, turn, beat);
  beatClosings(core, turn);
  // Told with the marks, but as they stand when all is done.
  for (const { desk, event } of told) Object.assign(event, standing(desk));
  return { orders: [] };
}

function beatMark(core: Core, turn: Turn, desk: ContractDesk, beat: SecondsBeat): void {
  countSilence(desk, beat, turn.ts);
  // An index that did not tick at this beat is no measure of now: the mark stays as it is.
  if (beat.now.ts !== turn.ts) return;
  if (moveMark(desk.mark, desk.market, beat.now.priceTicks)) desk.stirred = true;
  advanceFunding(desk, core.contracts.lastId, beat.now.priceTicks, turn.ts);
}

function tellMark(turn: Turn, { market, mark }: ContractDesk, index: IndexDesk): MarkEvent {
  const event: MarkEvent = {
    kind: 'mark',
    coinInfoId: market.info.id,
    ts: turn.ts,
    ...mark,
    indexTicks: index.priceTicks,
  };
  turn.events.push(event);
  return event;
}

function standing({ funding, silentBeats }: ContractDesk): Pick<MarkEvent, 'funding' | 'silentBeats'> {
  return { ...(funding ? { funding: fundingReading(funding) } : {}), ...(silentBeats > 0 ? { silentBeats } : {}) };
}

/** The index moves on by a tick, where its book has a price. */
function beatIndex({ seconds }: Core, turn: Turn, desk: IndexDesk, secret: string | undefined): SecondsBeat {
  const before = lastTick(desk);
  const priceTicks = indexTicks(desk, seconds.stakesIn(desk.coinInfoId));
  if (priceTicks > 0) turn.events.push(nextTick(desk, turn.ts, priceTicks, secret));
  return { desk, before, now: lastTick(desk) };
}

function lastTick({ seq, ts, priceTicks }: IndexDesk): DeskTick {
  return { seq, ts, priceTicks };
}
