// A beat of the clock: every index gets its next tick, every market with contracts its mark and at the stamps its funding, every seconds contract what the ticks decide.
import type { ContractDesk } from '../contracts/contracts.ts';
import { advanceFunding, fundingReading, settleFunding } from '../contracts/funding.ts';
import type { Core } from '../core.ts';
import type { Answer } from '../place.ts';
import { type DeskTick, type SecondsBeat, beatSeconds } from '../seconds/beat.ts';
import type { Turn } from '../turn.ts';
import { type IndexDesk, indexTicks } from './index-price.ts';
import { moveMark } from './mark.ts';
import { nextTick } from './tick-chain.ts';

export function clock(core: Core, turn: Turn): Answer {
  const beats = [...core.indexes.values()].map((desk) => beatIndex(turn, desk));
  const due: { desk: ContractDesk; rate: bigint }[] = [];
  for (const [coinInfoId, desk] of core.contracts.desks) {
    const index = core.indexes.get(coinInfoId)!;
    if (moveMark(desk.mark, desk.market, index.priceTicks)) desk.stirred = true;
    // An index that did not tick at this beat is no measure of now.
    const rate = index.ts === turn.ts ? advanceFunding(desk, index.priceTicks, turn.ts) : null;
    if (rate !== null) due.push({ desk, rate });
    const { markTicks, basisE8 } = desk.mark;
    const funding = desk.funding ? { funding: fundingReading(desk.funding) } : {};
    if (markTicks > 0) turn.events.push({ kind: 'mark', coinInfoId, ts: turn.ts, markTicks, indexTicks: index.priceTicks, basisE8, ...funding });
  }
  for (const { desk, rate } of due) settleFunding(core, turn, desk, rate);
  for (const beat of beats) beatSeconds(core, turn, beat);
  return { orders: [] };
}

/** The index moves on by a tick, where its book has a price. */
function beatIndex(turn: Turn, desk: IndexDesk): SecondsBeat {
  const before = lastTick(desk);
  const priceTicks = indexTicks(desk);
  if (priceTicks > 0) turn.events.push(nextTick(desk, turn.ts, priceTicks));
  return { desk, before, now: lastTick(desk) };
}

function lastTick({ seq, ts, priceTicks }: IndexDesk): DeskTick {
  return { seq, ts, priceTicks };
}
