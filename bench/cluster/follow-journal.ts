// What a gateway does with the commands of a journal: decode, apply, both feeds.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { publishOutcomes } from '../../server/bootstrap/publish-outcomes.ts';
import type { Bus } from '../../server/cluster/bus.ts';
import { CLUSTER_VERSION, SUBJECT, type SyncReply } from '../../server/cluster/cluster-messages.ts';
import { Follower } from '../../server/cluster/follower.ts';
import { FrameAssembler, framesOf } from '../../server/cluster/message-frames.ts';
import type { Machine } from '../../server/exchange/machine.ts';
import { Feed } from '../../server/feed/feed.ts';
import { PrivateFeed } from '../../server/gateway/socket/private-feed.ts';
import type { JournalEntry } from '../../server/sequencer/journal/record-codec.ts';
import { until } from './nodes.ts';

/** Commands in one group of the journal. */
const GROUP = 4;

/** CPU time of a gateway that follows all these commands, from the state before the first, in microseconds. */
export async function followMicros(
  infos: CoinInfo[],
  entries: readonly JournalEntry[],
  before: Pick<Machine, 'stateHash' | 'snapshot'>,
): Promise<number> {
  const seq = entries[0]!.seq - 1;
  const feed = new Feed({ instruments: infos, store: null, now: Date.now, timer: false });
  const listeners = new Map<string, (message: never) => void>();
  const sync: SyncReply = {
    version: CLUSTER_VERSION,
    epoch: 1,
    seq,
    stateHash: before.stateHash(),
    state: before.snapshot(),
    feed: feed.copy(),
  };
  const bus: Bus = {
    publish: () => undefined,
    flush: () => undefined,
    subscribe: (subject, listener) => {
      listeners.set(subject, listener);
      return () => undefined;
    },
    request: () => Promise.resolve(sync as never),
    respond: () => () => undefined,
    isConnected: true,
    disconnectedMs: () => 0,
    close: () => Promise.resolve(),
  };
  const follower: Follower = new Follower({
    bus,
    instruments: infos.map(instrumentOf),
    onOutcomes: (outcomes) => publishOutcomes(outcomes, feed, privateFeed),
    onSync: () => Promise.resolve(),
    report: (event, error) => {
      throw new Error(event, { cause: error });
    },
  });
  const { machine } = follower;
  const privateFeed = new PrivateFeed({ instruments: infos, machine, now: Date.now });
  listeners.get(SUBJECT.beat)!({ version: CLUSTER_VERSION, epoch: 1, seq } as never);
  await until(() => follower.seq === seq);
  const groups = Array.from({ length: Math.ceil(entries.length / GROUP) }, (_, at) => {
    const some = entries.slice(at * GROUP, (at + 1) * GROUP);
    return framesOf([{ version: CLUSTER_VERSION, epoch: 1, seq: some.at(-1)!.seq, entries: some }], 1n, at);
  });
  const frames = new FrameAssembler();
  const from = process.cpuUsage();
  for (const group of groups)
    for (const frame of group)
      for (const message of frames.add(frame)) listeners.get(SUBJECT.journal)!(message as never);
  const { user, system } = process.cpuUsage(from);
  if (follower.seq !== entries.at(-1)?.seq) throw new Error(`followed to ${follower.seq} of ${entries.length}`);
  follower.close();
  return user + system;
}
