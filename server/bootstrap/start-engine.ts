// An engine of a cluster: what it adds to the exchange of one process.
import { answerCalls } from '../cluster/call-answering.ts';
import { publishEvent } from '../cluster/cluster-events.ts';
import { JournalPublisher } from '../cluster/journal-publisher.ts';
import type { Bus } from '../cluster/bus.ts';
import { waitForLeadership } from '../cluster/leadership.ts';
import { connectNats } from '../cluster/nats-bus.ts';
import type { Config } from './config.ts';
import type { HttpServer } from './http-server.ts';
import type { Persistence } from './persistence.ts';
import type { MarketData } from './start-feed.ts';
import { logError, logEvent } from '../gateway/monitoring/log.ts';
import { asConfigError } from './startup-errors.ts';
import type { UserServices } from './user-services.ts';

/** An engine without a NATS server for this long ends: another one may be leading already. */
const ALONE_MS = 1_000;
const CHECK_MS = 50;

export interface EngineNode {
  /** Resolves with the reason when this engine must end. */
  failed: Promise<Error>;
  close(): void;
}

/**
 * Connects the bus and resolves when this engine may own the database: the first one at once, others when it has no
 * owner. Throws ConfigError without NATS.
 */
export async function becomeLeader({ natsUrl, databaseUrl }: Pick<Config, 'natsUrl' | 'databaseUrl'>): Promise<Bus> {
  const bus = await asConfigError(connectNats({ url: natsUrl ?? '', name: 'engine', report: logError }));
  await waitForLeadership({ databaseUrl: databaseUrl ?? '', bus, log: logEvent });
  return bus;
}

/** Serves gateways and standbys from now on. */
export function serveCluster(
  bus: Bus,
  {
    persistence,
    marketData,
    userServices,
  }: {
    persistence: Persistence;
    marketData: MarketData;
    userServices: UserServices;
  },
  { calls }: Pick<HttpServer, 'calls'>,
): EngineNode {
  const { store, sequencer, proofs } = persistence;
  const { sessions, identity } = userServices.accounts;
  const epoch = store.epoch ?? 0;
  const publisher = new JournalPublisher({ bus, epoch, sequencer, feed: marketData.feed, report: logError });
  const disposeCalls = answerCalls(bus, epoch, calls, sessions.uidOf);
  proofs.onAnchor((anchor) => publishEvent(bus, { kind: 'anchor', anchor }));
  proofs.onProof((proven) => publishEvent(bus, { kind: 'proof', proven }));
  sessions.onSessionEnd(({ uid }) => publishEvent(bus, { kind: 'sessionEnd', uid }));
  identity.onNotice((uid, notice, unreadNum) =>
    publishEvent(bus, { kind: 'notice', uid, notice: notice(identity.languageOf(uid)), unreadNum }),
  );
  let timer: NodeJS.Timeout;
  const failed = new Promise<Error>((resolve) => {
    timer = setInterval(() => {
      if (bus.disconnectedMs() > ALONE_MS)
        resolve(new Error(`no NATS server for ${ALONE_MS} ms: another engine may be leading`));
    }, CHECK_MS);
  });
  return {
    failed,
    close: () => {
      clearInterval(timer);
      publisher.close();
      disposeCalls();
    },
  };
}
