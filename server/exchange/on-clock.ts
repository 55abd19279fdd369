// One beat of the clock: index ticks, mark prices, funding, binary options, then closings.
import { HALTED } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import type { ContractMarket } from './contracts/contract-market.ts';
import { fundingReading } from './contracts/funding-state.ts';
import { closeOnClock, countSilence } from './closing/close-on-clock.ts';
import { advanceFunding, settleFunding } from './contracts/funding.ts';
import type { CommandOf } from './command.ts';
import type { Answer } from './outcome.ts';
import type { IndexReading, ClockStep } from './mark/clock-step.ts';
import type { MarkEvent } from './event.ts';
import { settleBinaryOptions } from './binary-options/settle-on-clock.ts';
import { triggerStops } from './trigger-stops.ts';
import type { CommandContext } from './command-context.ts';
import { checkBeat, countBeat } from './mark/beat-secret.ts';
import { type IndexState, indexTicks } from './mark/index-price.ts';
import { advanceMark } from './mark/mark-state.ts';
import { nextTick } from './mark/tick-chain.ts';

export function onClock(context: CommandContext, { secret }: CommandOf<'clock'>): Answer {
  const { exchange } = context;
  const refused = checkBeat(context, secret);
  if (refused) return refused;
  countBeat(context, secret);
  const beats = new Map([...exchange.indexes].map(([id, index]) => [id, updateIndex(context, index, secret)]));
  const contractMarkets = [...exchange.contracts.markets.values()];
  for (const contractMarket of contractMarkets)
    updateMark(context, contractMarket, beats.get(contractMarket.market.info.id)!);
  const marks = contractMarkets
    .filter(({ mark }) => mark.markTicks > 0)
    .map((contractMarket) => ({
      contractMarket,
      event: emitMark(context, contractMarket, exchange.indexes.get(contractMarket.market.info.id)!),
    }));
  for (const contractMarket of contractMarkets)
    if (contractMarket.funding) settleFunding(context, contractMarket, contractMarket.funding);
  for (const beat of beats.values()) settleBinaryOptions(context, beat);
  closeOnClock(context);
  triggerStops(context);
  // The events were emitted with the marks; funding and silent beats are filled in as they are at the end of the beat.
  for (const { contractMarket, event } of marks) Object.assign(event, markValues(contractMarket));
  return { orders: [] };
}

function updateMark(context: CommandContext, contractMarket: ContractMarket, beat: ClockStep): void {
  countSilence(contractMarket, beat, context.ts);
  const isTicking = beat.now.ts === context.ts;
  if (isTicking && !contractMarket.isTicking) contractMarket.quietTradeId = contractMarket.market.tradeId;
  contractMarket.isTicking = isTicking;
  // Without an index tick at this beat the mark price stays as it is.
  if (!isTicking) return;
  if (advanceMark(contractMarket.mark, contractMarket.market, beat.now.priceTicks)) contractMarket.dirty = true;
  advanceFunding(context, contractMarket, beat.now.priceTicks);
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

/** Adds the index's next tick, where its book has a price and bots may quote: users' orders stay in a closed one. */
function updateIndex(context: CommandContext, index: IndexState, secret: string | undefined): ClockStep {
  const before = lastTick(index);
  const { info } = index.reference;
  const isOpen = info.status !== HALTED && sessionAt(info, context.ts).open;
  const priceTicks = isOpen ? indexTicks(index, context.exchange.binaryOptions.stakesIn(index.coinInfoId)) : 0;
  if (priceTicks > 0) context.events.push(nextTick(index, context.ts, priceTicks, secret));
  return { index, before, now: lastTick(index) };
}

function lastTick({ seq, ts, priceTicks }: IndexState): IndexReading {
  return { seq, ts, priceTicks };
}
