// The same fault run against a real exchange: its books, trades and candles through the proxy, one killed socket, and
// then its own responses beside the worker's state.
import { API_BASE, SOCKET_PATH } from '../../core/endpoints/http.ts';
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { startRunning } from '../../tests/support/server/running-exchange.ts';
import { Proxy } from './proxy.ts';
import { type Chance, WAYS } from './corrupt.ts';
import { type Painted, WorkerHarness } from './worker-harness.ts';
import { ReferenceBooks } from './reference-book.ts';
import { type Tally, Watch } from './watch.ts';

const MARKETS = 8;
const DEPTH = 50;
const PACE_MS = 100;
const RATE = 0.3;
/** Share of trades and candles that are lost, doubled, late or cut short. */
const OTHERS = 0.2;
const OTHER_WAYS = ['drop', 'duplicate', 'reorder', 'truncate'] as const;
const FAULTS_MS = 25_000;
/** Time to come to rest: the reconnect waits 5 s, and so does a second candle repair. */
const REST_MS = 14_000;

export interface ExchangeResult {
  painted: Painted;
  others: number;
  candles: number;
  missing: number;
  differing: number;
  unrepaired: number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function exchangeStorm(chance: Chance, tally: Tally): Promise<ExchangeResult> {
  const running = await startRunning();
  const {
    exchange: { http, address },
  } = running;
  const post = async (url: string, headers: Record<string, string>, payload: string): Promise<unknown> =>
    JSON.parse(
      (await http.inject({ method: 'POST', url: url.replace('http://bench', API_BASE), headers, payload })).body,
    );
  const infos = ((await running.call('/coin/infos')).data.list as CoinInfo[])
    .filter(({ pair, type }) => pair !== '' && type === 'crypto')
    .slice(0, MARKETS);
  const proxy = await Proxy.start(`ws://127.0.0.1:${address.port}${SOCKET_PATH}`);
  const reference = new ReferenceBooks(infos);
  const harness = new WorkerHarness({ socketUrl: proxy.url, post, reference, onTaken: (text) => watch.taken(text) });
  const watch = new Watch(
    infos,
    reference,
    chance,
    RATE,
    (key) => harness.inside.store.books.inUse.get(key)?.source,
    tally,
  );
  let calm = false;
  let others = 0;
  proxy.filter = (text) => {
    if (!/"channel":"(trades|candles)"/.test(text) || calm || chance() >= OTHERS) return watch.pass(text, calm);
    others++;
    const { now, later } = WAYS[OTHER_WAYS[Math.floor(chance() * OTHER_WAYS.length)]!]!(text, chance);
    return [...now, ...later];
  };
  await harness.start();
  for (const { id } of infos) {
    await harness.watchBook(
      id,
      channelKey({ channel: 'books', coinInfoId: id, depth: DEPTH, interval: PACE_MS }),
      DEPTH,
      PACE_MS,
      id,
    );
    await harness.market.open(1000 + id, { kind: 'trades', coinInfoId: id, rows: 50 });
    await harness.market.open(2000 + id, { kind: 'candles', coinInfoId: id, interval: '1m', indicators: [] });
  }
  await wait(FAULTS_MS);
  calm = true;
  proxy.cut('kill');
  await wait(REST_MS);
  const result = { painted: harness.painted, others, candles: 0, missing: 0, differing: 0, unrepaired: 0 };
  result.unrepaired = [...harness.inside.store.books.inUse.values()].filter(
    ({ source }) => source.state !== BOOK_STATE.live,
  ).length;
  for (const { id } of infos) await compare(id, harness, running.call, result);
  harness.end();
  await proxy.close();
  await running.stop();
  return result;
}

/** Closed candles of the exchange, beside those of the worker. */
async function compare(
  id: number,
  { inside }: WorkerHarness,
  call: (path: string, form: Record<string, string | number>) => Promise<{ data: { list: [number, ...string[]][] } }>,
  result: ExchangeResult,
): Promise<void> {
  const series = inside.store.candles.inUse.get(channelKey({ channel: 'candles', coinInfoId: id, period: '1m' }))!
    .source.series;
  const {
    data: { list },
  } = await call('/coin/candles', { coinInfoId: id, period: '1m', limit: 100 });
  const closed = list.filter((candle) => Number(candle[7]) === 1);
  result.candles += closed.length;
  for (const [seconds, open, high, low, close, volume] of closed) {
    const at = series.indexOf(seconds * 1000);
    if (series.timeAt(at) !== seconds * 1000) result.missing++;
    else if (
      [series.open, series.high, series.low, series.close, series.volume].some(
        (column, i) => column[at] !== Number([open, high, low, close, volume][i]),
      )
    )
      result.differing++;
  }
}
