// An engine of a cluster: what it adds to the exchange of one process.
import { answerCalls } from '../cluster/call-answering.ts';
import { JournalPublisher } from '../cluster/journal-publisher.ts';
import type { Bus, Dispose } from '../cluster/bus.ts';
import { type Beat, type ClusterEvent, SUBJECT } from '../cluster/cluster-messages.ts';
import { announceStart, takeLeadership } from '../cluster/leadership.ts';
import { connectNats } from '../cluster/nats-bus.ts';
import type { Feed } from '../feed/feed.ts';
import type { CallDeps } from '../gateway/call-runner.ts';
import { type Config, natsOf } from './config.ts';
import { followExchange } from './follow-exchange.ts';
import type { InstrumentSet } from './instruments.ts';
import type { Persistence, Takeover } from './persistence.ts';
import type { SteadyClock } from './steady-clock.ts';
import type { MarketData } from './start-market-data.ts';
import { logError, logEvent } from '../gateway/monitoring/log.ts';
import { asConfigError } from './startup-errors.ts';
import { isTransient } from './recovering-exchange.ts';
import { sentenceOf } from './system-errors.ts';
import type { UserServices } from './user-services.ts';

/** An engine without a NATS server for this long ends: another one may be leading already. */
const ALONE_MS = 1_000;
const CHECK_MS = 50;
/** As long as gateways ask again; a server that is away for longer is a fault like any other. */
const AWAY_MS = 5_000;

export interface EngineNode {
  /** Resolves with the reason when this engine must end. */
  failed: Promise<Error>;
  /** Answers no further calls: gateways send them again to the next leader. Those under way are answered. */
  stopCalls(): void;
  close(): void;
}

/** What an engine brings along that owns the database now. */
export interface Leadership extends Takeover {
  bus: Bus;
  /** The feed of the machine that followed. */
  feed: Feed;
  /** The exchange's time by the last leader, or that of this machine where there was none to follow. */
  now(): number;
  /** Ends the messages to other standbys that this engine is starting. */
  announced: Dispose;
  /** Closes the bus. */
  close(): Promise<void>;
}

/**
 * Connects the bus and resolves when this engine owns the database: the first one at once, others when it has no
 * owner any more. Until then it follows the leader as a gateway does. Throws ConfigError without NATS.
 */
export async function becomeLeader(
  config: Config,
  instruments: InstrumentSet,
  ownNow: () => number,
): Promise<Leadership> {
  const bus = await asConfigError(connectNats({ ...natsOf(config), name: 'engine', report: logError }));
  try {
    return await leadOn(bus, config, instruments, ownNow);
  } catch (error) {
    await bus.close();
    throw error;
  }
}

async function leadOn(
  bus: Bus,
  { databaseUrl }: Config,
  instruments: InstrumentSet,
  ownNow: () => number,
): Promise<Leadership> {
  const { follower, clock, feed } = await followExchange({
    bus,
    instruments,
    ownNow,
    onFollowing: () => logEvent('standby.follows'),
    retainsCommands: true,
  });
  const dispose = bus.subscribe(SUBJECT.events, (event) => {
    if (event.kind === 'anchor') feed.publishAnchor(event.anchor);
  });
  const locked = await asConfigError(takeLeadership({ databaseUrl: databaseUrl ?? '', bus, log: logEvent }));
  dispose();
  const announced = announceStart(bus);
  return {
    bus,
    locked,
    warm: follower.release(),
    feed,
    now: clock.now,
    announced,
    close: () => {
      announced();
      return bus.close();
    },
  };
}

/** Serves gateways and standbys from now on. */
export function serveCluster(
  { bus, announced }: Leadership,
  {
    clock,
    persistence,
    marketData,
    userServices,
  }: {
    clock: Pick<SteadyClock, 'now'>;
    persistence: Persistence;
    marketData: MarketData;
    userServices: UserServices;
  },
  calls: CallDeps,
): EngineNode {
  const { store, sequencer, proofs } = persistence;
  const { sessions } = userServices.accounts;
  const epoch = store.epoch ?? 0;
  logEvent('engine.leads', { epoch, seq: sequencer.seq(), warm: Number(sequencer.wasWarm) });
  // That the database has another owner is no fault of it: that one reports whether it can commit.
  const isAway = awayFor(() => Boolean(store.healthError?.()));
  const fault = (): Pick<Beat, 'fault' | 'isAway'> => {
    const error = sequencer.healthError();
    return isTransient(error) ? { fault: sentenceOf(error), isAway: isAway() } : {};
  };
  const publisher = new JournalPublisher({
    bus,
    epoch,
    sequencer,
    feed: marketData.feed,
    now: clock.now,
    report: logError,
    fault,
  });
  const disposeCalls = answerCalls(bus, { epoch, deps: calls, uidOf: (token) => sessions.uidOf(token), isAway });
  publishEvents(bus, proofs, userServices, clock.now);
  announced();
  const watch = watchConnection(bus);
  return {
    failed: watch.failed,
    stopCalls: disposeCalls,
    close: () => {
      watch.close();
      publisher.close();
      disposeCalls();
    },
  };
}

/** Publishes to the gateways what they pass on to their users, beside the journal. */
function publishEvents(
  bus: Bus,
  proofs: Persistence['proofs'],
  { accounts: { sessions, identity }, parameters }: UserServices,
  now: () => number,
): void {
  const publish = (event: ClusterEvent): void => bus.publish(SUBJECT.events, event);
  proofs.onAnchor((anchor) => publish({ kind: 'anchor', anchor }));
  proofs.onProof((proven) => publish({ kind: 'proof', proven }));
  sessions.onSessionEnd(({ uid }) => publish({ kind: 'sessionEnd', uid }));
  identity.onNotice((uid, notice, unreadNum) => publish({ kind: 'notice', uid, notice, unreadNum }));
  parameters.onMaintenance(() => publish({ kind: 'socketNotice', event: 'maintenance', at: now() }));
}

/** `failed` resolves when the bus has had no server for ALONE_MS. */
function watchConnection(bus: Bus): { failed: Promise<Error>; close: Dispose } {
  let timer: NodeJS.Timeout;
  const failed = new Promise<Error>((resolve) => {
    timer = setInterval(() => {
      if (bus.disconnectedMs() > ALONE_MS)
        resolve(new Error(`no NATS server for ${ALONE_MS} ms: another engine may be leading`));
    }, CHECK_MS);
  });
  return { failed, close: () => clearInterval(timer) };
}

/** Whether a state has lasted for less than AWAY_MS; it begins with the first look at it, and each beat looks. */
function awayFor(isThere: () => boolean): () => boolean {
  let since: number | null = null;
  return () => {
    since = isThere() ? (since ?? performance.now()) : null;
    return since !== null && performance.now() - since < AWAY_MS;
  };
}
