// Public data of a simulated market per second, as columns: the input of the predictors.
import { ASK, BID } from '../../../core/feed/checksum.ts';
import type { RandomSource } from '../../../server/simulation/random-stream.ts';
import { VirtualMarket } from './virtual-market.ts';

/** One entry per second. Prices in ticks, volumes in lots. */
export interface PublicColumns {
  /** Index tick of the second; for a perpetual that of its coin. */
  index: Float64Array;
  /** Mid price just after the tick. */
  middle: Float64Array;
  /** (bids - asks) / (bids + asks): at the best prices, and over ten levels. */
  nearImbalance: Float64Array;
  farImbalance: Float64Array;
  /** Lots bought by takers less lots sold since the last tick, and their sum. */
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

/** Records markets by id for that many seconds. `progress` is called every hour of them. */
export async function recordPublicData(
  ids: readonly number[],
  seconds: number,
  random: RandomSource,
  startMs: number,
  progress: (second: number) => void = () => undefined,
): Promise<Map<number, PublicColumns>> {
  const data = new Map(
    ids.map((id) => [
      id,
      Object.fromEntries(COLUMNS.map((name) => [name, new Float64Array(seconds)])) as unknown as PublicColumns,
    ]),
  );
  const exchange = new VirtualMarket(ids, random, startMs);
  const traded = new Map(ids.map((id) => [id, { flow: 0, volume: 0 }]));
  exchange.onOutcome = ({ events }) => {
    for (const event of events) {
      if (event.kind !== 'trade') continue;
      const sums = traded.get(event.coinInfoId)!;
      sums.flow += event.side === 'buy' ? event.lots : -event.lots;
      sums.volume += event.lots;
    }
  };
  // The books fill within a minute.
  await exchange.run(startMs + 60_000);
  let second = 0;
  await exchange.run(startMs + (61 + seconds) * 1000, (_, beat) => {
    if (!beat || second >= seconds) return;
    const indexes = new Map(exchange.machine.indexes().map(({ coinInfoId, priceTicks }) => [coinInfoId, priceTicks]));
    for (const [id, columns] of data) {
      const bids = side(exchange, id, BID);
      const asks = side(exchange, id, ASK);
      const sums = traded.get(id)!;
      columns.index[second] = indexes.get(id) ?? 0;
      columns.middle[second] = (bids.best + asks.best) / 2;
      columns.nearImbalance[second] = (bids.near - asks.near) / (bids.near + asks.near);
      columns.farImbalance[second] = (bids.far - asks.far) / (bids.far + asks.far);
      columns.flow[second] = sums.flow;
      columns.volume[second] = sums.volume;
      columns.last[second] = exchange.machine.market(id)!.lastPriceTicks;
      Object.assign(sums, { flow: 0, volume: 0 });
    }
    second += 1;
    if (second % 3600 === 0) progress(second);
  });
  if (second < seconds) throw new Error(`only ${second} beats of ${seconds}`);
  return data;
}

function side(
  exchange: VirtualMarket,
  id: number,
  code: typeof BID | typeof ASK,
): { best: number; near: number; far: number } {
  const found = { best: 0, near: 0, far: 0 };
  let levels = 0;
  exchange.machine.levels(id, code, (price, lots) => {
    if (levels === 0) Object.assign(found, { best: price, near: lots });
    if (levels < FAR_LEVELS) found.far += lots;
    levels += 1;
  });
  return found;
}
