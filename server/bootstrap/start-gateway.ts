// A gateway of a cluster: serves pages, calls and the feed, and asks the engine for what only it may do.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { CALLS, type CallPath } from '../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import type { FollowedArchive } from '../archive/followed/followed-archive.ts';
import { ExchangeMetrics, forLocalPrograms } from '../gateway/monitoring/exchange-metrics.ts';
import type { Bus } from '../cluster/bus.ts';
import { connectNats } from '../cluster/nats-bus.ts';
import { type CallForwarder, createCallForwarder } from '../cluster/call-forwarding.ts';
import { SUBJECT } from '../cluster/cluster-messages.ts';
import { addHealthz } from '../gateway/healthz.ts';
import type { CallDeps, CallRequest } from '../gateway/call-runner.ts';
import type { Handlers } from '../gateway/handler.ts';
import { drain, listen } from '../gateway/listen.ts';
import { RateLimits } from '../gateway/rate-limits.ts';
import { coinHandlers } from '../gateway/routes/market-data/coin-routes.ts';
import { forexHandlers } from '../gateway/routes/market-data/forex-routes.ts';
import type { FeedSocket } from '../gateway/socket/feed-socket-server.ts';
import { createRates } from '../simulation/reference-rates.ts';
import { followArchive, followedStoreOf } from './archive/open-archive.ts';
import { type Config, natsOf } from './config.ts';
import { type FollowedExchange, followExchange } from './follow-exchange.ts';
import { type HttpServerOptions, addPublicRoutes, changesInstruments, openHttp, openSocket } from './http-server.ts';
import { type InstrumentSet, instrumentSetOf } from './instruments.ts';
import { lastTicksOf } from './start-market-data.ts';
import { logError, logEvent } from '../gateway/monitoring/log.ts';
import { asConfigError } from './startup-errors.ts';
import { MAX_JUMP_MS, SteadyClock } from './steady-clock.ts';

/**
 * It answers this long after `/readyz` has become 503, two checks of docs/cluster/haproxy.cfg: what a proxy sends until
 * then still arrives.
 */
const NOTICE_MS = 1_000;

export interface GatewayNode {
  http: FastifyInstance;
  /** The followed machine, for tests and tools. */
  followed: FollowedExchange;
  close(): Promise<void>;
}

/** What a gateway has opened, in that order: it is closed in the reverse one. */
class OpenedParts {
  readonly #closers: (() => Promise<void> | void)[] = [];

  add(close: () => Promise<void> | void): void {
    this.#closers.unshift(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) await close();
  }
}

/** Starts and listens; it serves the feed as soon as an engine answers. Throws ConfigError without NATS. */
export async function startGateway(config: Config, options: HttpServerOptions = {}): Promise<GatewayNode> {
  const opened = new OpenedParts();
  try {
    return await openGateway(config, options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openGateway(config: Config, options: HttpServerOptions, opened: OpenedParts): Promise<GatewayNode> {
  const steady = new SteadyClock({ log: logEvent });
  const instruments = await instrumentSetOf(config);
  const bus = await asConfigError(connectNats({ ...natsOf(config), name: 'gateway', report: logError }));
  opened.add(() => bus.close());
  const objects = await followedStoreOf(config);
  let announceReset = (): void => {}; // replaced once there is a socket: commands may come before it
  const followed = await followExchange({
    bus,
    instruments,
    ownNow: steady.now,
    onEvents: (events) => {
      if (events.some(changesInstruments)) announceReset();
    },
    onFollowing: ({ markets }) => archive?.missed(markets),
  });
  opened.add(() => followed.close());
  const { follower, clock, feed, privateFeed } = followed;
  const { now } = clock;
  const clockAheadMs = (): number => {
    const ms = Math.round(steady.aheadMs() + clock.aheadMs());
    return Math.abs(ms) > MAX_JUMP_MS ? ms : 0;
  };
  const archive = objects && followArchive(objects, feed, () => (follower.seq < 0 ? 0 : follower.ts), now);
  if (archive) opened.add(() => archive.close());
  const forwarder = createCallForwarder(bus, follower);
  const calls = callDeps({ config, instruments, followed, archive, forwarder });
  const http = await openHttp(config, calls, options);
  const socket = openSocket(http, config, calls, {
    feed,
    privateFeed,
    uidOf: forwarder.uidOf,
    isCurrent: () => follower.healthError() === null && follower.lag() === 0,
    onSessionEnd: (listener) => onSessionEnd(bus, listener),
  });
  opened.add(() => drain(http, () => socket.close()));
  announceReset = () => socket.notice('reset', now());
  announceEvents(bus, followed, socket);
  let closing = false;
  addPublicRoutes(http, config, calls, {
    feed,
    tiles: archive ?? { read: notRecordedHere },
    dayFiles: archive?.files ?? { list: notRecordedHere, entries: notRecordedHere, open: notRecordedHere },
  });
  addHealthz(http, { healthError: () => follower.healthError(), clockAheadMs, isClosing: () => closing, now });
  const metrics = serveMetrics(http, followed, socket, archive);
  opened.add(() => metrics.close());
  await options.beforeListen?.();
  await asConfigError(listen(http, config));
  return {
    http,
    followed,
    close: async () => {
      closing = true;
      await pause(NOTICE_MS);
      await opened.close();
    },
  };
}

interface GatewayParts {
  config: Config;
  instruments: InstrumentSet;
  followed: FollowedExchange;
  archive: FollowedArchive | null;
  forwarder: CallForwarder;
}

/** Calls are answered from the own feed where it has the answer, the others by the engine. */
function callDeps({ config, instruments, followed, archive, forwarder }: GatewayParts): CallDeps {
  const { follower, clock } = followed;
  const { now } = clock;
  const handlers = marketHandlers(instruments, followed, archive);
  return {
    handlers: handlers as Handlers<CallPath>,
    forward: (path, request) =>
      path in handlers && !isPersonal(path, request) && !isNotStored(archive, path, request)
        ? null
        : forwarder.call(path, request),
    sessionOf: () => Promise.resolve(null), // the calls answered here are public
    isFrozen: () => false,
    limits: new RateLimits(config.rateLimit, now),
    healthError: () => (follower.seq < 0 ? follower.healthError() : null),
    now,
    log: logError,
  };
}

function onSessionEnd(bus: Bus, listener: (uid: number) => void): void {
  bus.subscribe(SUBJECT.events, (event) => {
    if (event.kind === 'sessionEnd') listener(event.uid);
  });
}

/** Passes on to the users of this node what the engine announces. */
function announceEvents(bus: Bus, { feed, privateFeed }: FollowedExchange, socket: FeedSocket): void {
  bus.subscribe(SUBJECT.events, (event) => {
    if (event.kind === 'socketNotice') socket.notice(event.event, event.at);
    else if (event.kind === 'notice') privateFeed.publishNotice(event.uid, event.notice, event.unreadNum);
    else if (event.kind === 'anchor') feed.publishAnchor(event.anchor);
    else if (event.kind === 'proof') privateFeed.publishProof(event.proven);
  });
}

function serveMetrics(
  http: FastifyInstance,
  { follower, clock }: FollowedExchange,
  socket: FeedSocket,
  archive: FollowedArchive | null,
): ExchangeMetrics {
  const metrics = new ExchangeMetrics();
  metrics.serve(
    http,
    {
      connections: () => socket.connections(),
      socketCounts: socket.counts,
      newestMs: () => follower.ts,
      now: clock.now,
      follower,
      ...(archive ? { followedArchiveMs: () => archive.newestMs } : {}),
    },
    forLocalPrograms,
  );
  return metrics;
}

/** The calls that a gateway answers from its own feed. */
function marketHandlers(
  { infos }: InstrumentSet,
  { feed, follower: { machine } }: FollowedExchange,
  archive: FollowedArchive | null,
) {
  return {
    ...coinHandlers({
      feed,
      archive,
      instruments: infos,
      statusOf: (id) => machine.market(id)?.status,
      delistTimeOf: (id) => machine.delisting(id)?.atMs,
    }),
    ...forexHandlers({ feed, archive, rates: createRates({ lastTicks: lastTicksOf(feed) }, infos) }),
  };
}

/** Whether the answer depends on the caller's session, which the engine knows. */
function isPersonal(path: CallPath, { token }: CallRequest): boolean {
  return CALLS[path].access === 'open' && token !== '';
}

/** Calls about the past, and the field with the time up to which they need it. */
const PAST_UNTIL: Partial<Record<CallPath, string>> = {
  '/coin/books': 'time',
  '/forex/books': 'time',
  '/coin/events': 'endTime',
  '/forex/events': 'endTime',
};

/** Whether a call is about a past that this gateway does not have, or not yet: the engine has it. */
function isNotStored(archive: FollowedArchive | null, path: CallPath, request: CallRequest): boolean {
  const field = PAST_UNTIL[path];
  if (field === undefined) return false;
  const { [field]: untilMs, coinInfoId } = request.form();
  return untilMs !== undefined && !(Number(untilMs) < (archive?.completeMs(Number(coinInfoId)) ?? 0));
}

function notRecordedHere(): Promise<never> {
  return Promise.reject(new RejectError(CODE.notRecordedHere));
}
