// Margin ratio of a user from the machine's positions and marks.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { riskRateE8 } from '../../../core/risk/margin.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import type { MachineQueries } from '../../exchange/machine-queries.ts';
/** 1 % in 1e-8. */
const PERCENT_E8 = 1_000_000n;

/** Highest margin ratio of a user's positions in a market (0: in all), in whole percent rounded down; 0 without any. */
export function createRiskPercent(
  known: ReadonlyMap<number, Instrument>,
  machine: Pick<MachineQueries, 'openContracts' | 'mark' | 'market'>,
): (uid: number, coinInfoId: number) => number {
  const terms = new Map(
    [...known]
      .filter(([, { info }]) => info.contractEnable === 1)
      .map(([id, instrument]) => [id, riskTermsOf(instrument)]),
  );
  return (uid, coinInfoId) => {
    let highest = 0n;
    for (const { coinInfoId: id, position } of machine.openContracts(uid, coinInfoId === 0 ? null : coinInfoId)) {
      const of = terms.get(id);
      const ticks = machine.mark(id)?.markTicks || machine.market(id)?.lastPriceTicks || 0;
      if (!of || ticks === 0) continue;
      const rate = riskRateE8(of, position, ticks);
      if (rate > highest) highest = rate;
    }
    return Number(highest / PERCENT_E8);
  };
}
