// A fault run on one feed: server, proxy, worker, each over a real socket, until enough faults were made and all were
// repaired.
import { channelKey } from '../../core/feed/feed-protocol.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { type Feed, FeedServer } from './feed-server.ts';
import { Proxy } from './proxy.ts';
import type { Chance } from './corrupt.ts';
import { type Painted, WorkerHarness } from './worker-harness.ts';
import { ReferenceBooks } from './reference-book.ts';
import { type Tally, Watch } from './watch.ts';

/** Share of a calm book's messages that are corrupted. */
const RATE = 0.5;
/** A repair that takes longer is given up, and counts as missed. */
const LONGEST_REPAIR_MS = 15_000;
/** At the end of a feed no further message reveals what was lost last. */
const LAST_WORDS_MS = 500;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Everything between a feed and a worker that watches all of its books. */
export interface Line {
  server: FeedServer;
  proxy: Proxy;
  harness: WorkerHarness;
  reference: ReferenceBooks;
  allLive(): boolean;
  end(): Promise<void>;
}

export async function openLine(feed: Feed, onTaken: (text: string) => void): Promise<Line> {
  const server = await FeedServer.start(feed);
  const proxy = await Proxy.start(server.url);
  const reference = new ReferenceBooks(feed.infos);
  const post = async (url: string): Promise<unknown> => ({
    code: 0,
    msg: '',
    data: url.endsWith('/infos') ? { list: feed.infos } : { list: [] },
  });
  const harness = new WorkerHarness({ socketUrl: proxy.url, post, reference, onTaken });
  await harness.start();
  for (const { id: coinInfoId } of feed.infos) {
    await harness.watchBook(
      coinInfoId,
      channelKey({ channel: 'books', coinInfoId, depth: feed.depth, interval: 0 }),
      feed.depth,
      0,
      coinInfoId,
    );
  }
  return {
    server,
    proxy,
    harness,
    reference,
    allLive: () =>
      harness.inside.store.books.inUse.size > 0 &&
      [...harness.inside.store.books.inUse.values()].every(({ source }) => source.state === BOOK_STATE.live),
    async end() {
      harness.end();
      await proxy.close();
      await server.close();
    },
  };
}

/** Makes at most `count` faults on a feed; fewer where it ends before. */
export async function runFaults(
  feed: Feed,
  count: number,
  chance: Chance,
  tally: Tally,
): Promise<{ injected: number; painted: Painted }> {
  const line = await openLine(feed, (text) => watch.taken(text));
  const { server, proxy, harness } = line;
  const watch = new Watch(
    feed.infos,
    line.reference,
    chance,
    RATE,
    (key) => harness.inside.store.books.inUse.get(key)?.source,
    tally,
  );
  const before = watch.injected;
  let calm = false;
  proxy.filter = (text) => watch.pass(text, calm);
  let more = true;
  while (more && watch.injected - before < count) {
    // About one message per book. Queued messages would count as repair: more are sent when the worker has consumed
    // most.
    more = server.pump(feed.infos.length);
    do await turn();
    while (watch.underWay > feed.infos.length);
  }
  calm = true;
  const from = performance.now();
  while (!(watch.settled && line.allLive()) && performance.now() - from < (more ? LONGEST_REPAIR_MS : LAST_WORDS_MS)) {
    if (more) more = server.pump(1);
    await turn();
  }
  if (more && !line.allLive()) tally.missed.push('a book that was never repaired');
  const { painted } = harness;
  await line.end();
  return { injected: watch.injected - before, painted };
}
