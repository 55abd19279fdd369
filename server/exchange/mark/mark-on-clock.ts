// A beat of the clock: every index gets its next tick, every market with contracts its mark and at the stamps its
// funding, every seconds contract what the ticks decide, and what has to end its end.
import { closeOnClock, countSilence } from '../closing/close-on-clock.ts';
import type { ContractMarket } from '../contracts/open-contracts.ts';
import { advanceFunding, fundingReading, settleFunding } from '../contracts/funding.ts';
import type { ExchangeState } from '../state.ts';
import type { Command } from '../command.ts';
import type { MarkEvent } from '../event.ts';
import type { Answer } from '../place-spot.ts';
import { type IndexReading, type ClockStep, settleBinaryOptions } from '../binary-options/settle-on-clock.ts';
import type { CommandContext } from '../command-context.ts';
import { beatFault, noteBeat } from './beat-secret.ts';
import { type IndexState, indexTicks } from './index-price.ts';
import { moveMark } from './mark-state.ts';
import { nextTick } from './tick-chain.ts';

export function onClock(
  exchange: ExchangeState,
  context: CommandContext,
  { secret }: Extract<Command, { kind: 'clock' }>,
): Answer {
  const refused = beatFault(exchange.clock, context, secret);
  if (refused) return refused;
  noteBeat(exchange, context, secret);
  const beats = new Map(
    [...exchange.indexes].map(([id, contractMarket]) => [id, updateIndex(exchange, context, contractMarket, secret)]),
  );
  const contractMarkets = [...exchange.contracts.markets.values()];
  for (const contractMarket of contractMarkets)
    updateMark(exchange, context, contractMarket, beats.get(contractMarket.market.info.id)!);
  const marks = contractMarkets
    .filter(({ mark }) => mark.markTicks > 0)
    .map((contractMarket) => ({
      contractMarket,
      event: emitMark(context, contractMarket, exchange.indexes.get(contractMarket.market.info.id)!),
    }));
  for (const contractMarket of contractMarkets)
    if (contractMarket.funding) settleFunding(exchange, context, contractMarket, contractMarket.funding);
  for (const beat of beats.values()) settleBinaryOptions(exchange, context, beat);
  closeOnClock(exchange, context);
  // Told with the marks, but as they stand when all is done.
  for (const { contractMarket, event } of marks) Object.assign(event, markValues(contractMarket));
  return { orders: [] };
}

function updateMark(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  beat: ClockStep,
): void {
  countSilence(contractMarket, beat, context.ts);
  // An index that did not tick at this beat is no measure of now: the mark stays as it is.
  if (beat.now.ts !== context.ts) return;
  if (moveMark(contractMarket.mark, contractMarket.market, beat.now.priceTicks)) contractMarket.dirty = true;
  advanceFunding(contractMarket, exchange.contracts.lastId, beat.now.priceTicks, context.ts);
}

function emitMark(context: CommandContext, { market, mark }: ContractMarket, index: IndexState): MarkEvent {
  const event: MarkEvent = {
    kind: 'mark',
    coinInfoId: market.info.id,
    ts: context.ts,
    ...mark,
    indexTicks: index.priceTicks,
  };
  context.events.push(event);
  return event;
}

function markValues({ funding, silentBeats }: ContractMarket): Pick<MarkEvent, 'funding' | 'silentBeats'> {
  return { ...(funding ? { funding: fundingReading(funding) } : {}), ...(silentBeats > 0 ? { silentBeats } : {}) };
}

/** The index moves on by a tick, where its book has a price. */
function updateIndex(
  { seconds }: ExchangeState,
  context: CommandContext,
  index: IndexState,
  secret: string | undefined,
): ClockStep {
  const before = lastTick(index);
  const priceTicks = indexTicks(index, seconds.stakesIn(index.coinInfoId));
  if (priceTicks > 0) context.events.push(nextTick(index, context.ts, priceTicks, secret));
  return { index, before, now: lastTick(index) };
}

function lastTick({ seq, ts, priceTicks }: IndexState): IndexReading {
  return { seq, ts, priceTicks };
}
