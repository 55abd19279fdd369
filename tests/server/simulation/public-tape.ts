// What everybody can see of a simulated market, second by second, in columns: the data of somebody who wants to predict
// it.
import { ASK, BID } from '../../../core/feed/checksum.ts';
import type { RandomSource } from '../../../server/simulation/random-stream.ts';
import { VirtualStreet } from './virtual-market.ts';

/** One market, one entry a second. Prices in ticks, lots as they are. */
export interface PublicColumns {
  /** Index tick of the second; of a perpetual that of its coin. */
  index: Float64Array;
  /** Middle of the best prices just after the tick. */
  middle: Float64Array;
  /** (bids - asks) / (bids + asks): at the best prices, and over ten levels. */
  nearImbalance: Float64Array;
  farImbalance: Float64Array;
  /** Lots that takers bought less those that they sold since the tick before, and how many they traded. */
  flow: Float64Array;
  volume: Float64Array;
  last: Float64Array;
}

const COLUMNS = [
  'index',
  'middle',
  'nearImbalance',
  'farImbalance',
  'flow',
  'volume',
  'last',
] as const satisfies readonly (keyof PublicColumns)[];
const FAR_LEVELS = 10;

/** So many seconds of markets by id. `progress` hears of each hour. */
export async function publicTape(
  ids: readonly number[],
  seconds: number,
  random: RandomSource,
  startMs: number,
  progress: (second: number) => void = () => undefined,
): Promise<Map<number, PublicColumns>> {
  const tape = new Map(
    ids.map((id) => [
      id,
      Object.fromEntries(COLUMNS.map((name) => [name, new Float64Array(seconds)])) as unknown as PublicColumns,
    ]),
  );
  const street = new VirtualStreet(ids, random, startMs);
  const traded = new Map(ids.map((id) => [id, { flow: 0, volume: 0 }]));
  street.onOutcome = ({ events }) => {
    for (const event of events) {
      if (event.kind !== 'trade') continue;
      const sums = traded.get(event.coinInfoId)!;
      sums.flow += event.side === 'buy' ? event.lots : -event.lots;
      sums.volume += event.lots;
    }
  };
  // A minute in which books fill up.
  await street.run(startMs + 60_000);
  let second = 0;
  await street.run(startMs + (61 + seconds) * 1000, (_, beat) => {
    if (!beat || second >= seconds) return;
    const indexes = new Map(street.machine.indexes().map(({ coinInfoId, priceTicks }) => [coinInfoId, priceTicks]));
    for (const [id, columns] of tape) {
      const bids = side(street, id, BID);
      const asks = side(street, id, ASK);
      const sums = traded.get(id)!;
      columns.index[second] = indexes.get(id) ?? 0;
      columns.middle[second] = (bids.best + asks.best) / 2;
      columns.nearImbalance[second] = (bids.near - asks.near) / (bids.near + asks.near);
      columns.farImbalance[second] = (bids.far - asks.far) / (bids.far + asks.far);
      columns.flow[second] = sums.flow;
      columns.volume[second] = sums.volume;
      columns.last[second] = street.machine.market(id)!.lastPriceTicks;
      Object.assign(sums, { flow: 0, volume: 0 });
    }
    second += 1;
    if (second % 3600 === 0) progress(second);
  });
  if (second < seconds) throw new Error(`only ${second} beats of ${seconds}`);
  return tape;
}

function side(
  street: VirtualStreet,
  id: number,
  code: typeof BID | typeof ASK,
): { best: number; near: number; far: number } {
  const found = { best: 0, near: 0, far: 0 };
  let levels = 0;
  street.machine.levels(id, code, (price, lots) => {
    if (levels === 0) Object.assign(found, { best: price, near: lots });
    if (levels < FAR_LEVELS) found.far += lots;
    levels += 1;
  });
  return found;
}
