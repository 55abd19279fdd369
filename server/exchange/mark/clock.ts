// A beat of the clock: every index gets its next tick, every market with contracts its mark.
import type { Core } from '../core.ts';
import type { Answer } from '../place.ts';
import type { Turn } from '../turn.ts';
import { indexTicks } from './index-price.ts';
import { moveMark } from './mark.ts';

export function clock(core: Core, turn: Turn): Answer {
  for (const desk of core.indexes.values()) {
    const priceTicks = indexTicks(desk);
    if (priceTicks === 0) continue;
    desk.seq += 1;
    desk.priceTicks = priceTicks;
    desk.ts = turn.ts;
    turn.events.push({ kind: 'index', coinInfoId: desk.coinInfoId, seq: desk.seq, ts: turn.ts, priceTicks });
  }
  for (const [coinInfoId, desk] of core.contracts.desks) {
    const index = core.indexes.get(coinInfoId)!;
    if (moveMark(desk.mark, desk.market, index.priceTicks)) desk.stirred = true;
    const { markTicks, basisE8 } = desk.mark;
    if (markTicks > 0) turn.events.push({ kind: 'mark', coinInfoId, ts: turn.ts, markTicks, indexTicks: index.priceTicks, basisE8 });
  }
  return { orders: [] };
}
