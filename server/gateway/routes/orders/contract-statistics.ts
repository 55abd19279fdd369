// Public statistics of a market with contracts: funding payments and open interest.
import {
  MAX_FUNDING_PAYMENTS,
  MAX_OPEN_INTEREST_SAMPLES,
  OPEN_INTEREST_INTERVAL_S,
} from '../../../../core/endpoints/contract-endpoints.ts';
import type { AnswerOf } from '../../../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import type { EpochMs } from '../../../../core/units/time.ts';
import { printMoney, printSteps } from '../../../../core/units/units.ts';
import { FUNDING_MS } from '../../../exchange/contracts/funding-state.ts';
import type { MachineQueries } from '../../../exchange/machine-queries.ts';
import type { ContractQueries } from '../../../sequencer/queries/contract-queries.ts';
import type { Handlers } from '../../handler.ts';
import type { Markets } from './spot-routes.ts';

export interface StatisticsDeps extends Markets {
  reads: Pick<ContractQueries, 'fundingPayments' | 'openInterest'>;
  machine: Pick<MachineQueries, 'mark'>;
}

type Statistics = AnswerOf<'/coin/contract/statistics'>;

const INTERVAL_MS = OPEN_INTEREST_INTERVAL_S * 1000;
/** An answer is shared for this long: everyone may call, and the reads cover a day. */
const SHARED_MS = 5_000;

export function contractStatisticsHandlers(deps: StatisticsDeps): Handlers<'/coin/contract/statistics'> {
  const shared = new Map<number, { atMs: EpochMs; answer: Promise<Statistics> }>();
  return {
    '/coin/contract/statistics': async ({ coinInfoId }, { now }) => {
      if (deps.known.get(coinInfoId)?.info.contractEnable !== 1) throw new RejectError(CODE.notFound, {});
      const last = shared.get(coinInfoId);
      if (last && Math.abs(now - last.atMs) < SHARED_MS) return last.answer;
      const answer = readStatistics(deps, coinInfoId, now);
      shared.set(coinInfoId, { atMs: now, answer });
      // A failed read is not shared.
      answer.catch(() => shared.delete(coinInfoId));
      return answer;
    },
  };
}

async function readStatistics(deps: StatisticsDeps, coinInfoId: number, now: EpochMs): Promise<Statistics> {
  const { reads } = deps;
  const payments = await reads.fundingPayments(coinInfoId, MAX_FUNDING_PAYMENTS);
  const last = now - (now % INTERVAL_MS);
  const times = Array.from(
    { length: MAX_OPEN_INTEREST_SAMPLES },
    (_, at) => last - (MAX_OPEN_INTEREST_SAMPLES - 1 - at) * INTERVAL_MS,
  );
  const interest = await reads.openInterest(coinInfoId, times[0]!, INTERVAL_MS);
  const { amount } = deps.known.get(coinInfoId)!;
  const print = (lots: number): string => printSteps(lots, amount);
  return {
    funding: {
      ...fundingAnswer(deps.machine, coinInfoId),
      list: payments.map(({ ts, rateE8 }): [number, string] => [ts, printMoney(rateE8)]),
    },
    openInterest: {
      long: print(interest.now.longLots),
      short: print(interest.now.shortLots),
      interval: OPEN_INTEREST_INTERVAL_S,
      list: samplesOf(times, interest).map(([time, longLots, shortLots]): [number, string, string] => [
        time,
        print(longLots),
        print(shortLots),
      ]),
    },
  };
}

/** Open interest at the given times, ascending: what is open now, less all that was traded since. */
function samplesOf(
  times: readonly EpochMs[],
  { now, changes }: Awaited<ReturnType<ContractQueries['openInterest']>>,
): [EpochMs, number, number][] {
  let [long, short, next] = [now.longLots, now.shortLots, 0];
  return times
    .toReversed()
    .map((time): [EpochMs, number, number] => {
      for (; next < changes.length && changes[next]!.startMs >= time; next += 1) {
        long -= changes[next]!.longLots;
        short -= changes[next]!.shortLots;
      }
      return [time, long, short];
    })
    .toReversed();
}

/** Without funding the rate is 0 and `nextTime` is 0. */
export function fundingAnswer(
  machine: Pick<MachineQueries, 'mark'>,
  coinInfoId: number,
): AnswerOf<'/coin/contract/order/multiple'>['funding'] {
  const reading = machine.mark(coinInfoId)?.funding;
  return {
    enable: reading ? 1 : 0,
    rate: printMoney(reading?.rateE8 ?? 0n),
    nextTime: reading?.nextMs ?? 0,
    interval: FUNDING_MS / 1000,
  };
}
