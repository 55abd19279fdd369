// A gateway of a cluster: serves pages, calls and the feed, and asks the engine for what only it may do.
import type { FastifyInstance } from 'fastify';
import type { CallPath } from '../../core/endpoints/endpoints.ts';
import { ExchangeMetrics, forLocalPrograms } from '../gateway/monitoring/exchange-metrics.ts';
import { connectNats } from '../cluster/nats-bus.ts';
import { createCallForwarder } from '../cluster/call-forwarding.ts';
import { type ClusterEvent, onClusterEvent } from '../cluster/cluster-events.ts';
import { addApiDocs } from '../gateway/api-docs/api-docs-routes.ts';
import { addHealthz } from '../gateway/healthz.ts';
import type { CallDeps } from '../gateway/call-runner.ts';
import { createGateway } from '../gateway/http-gateway.ts';
import type { Handlers } from '../gateway/handler.ts';
import { parseProxies } from '../gateway/proxies.ts';
import { createRateLimits } from '../gateway/rate-limits.ts';
import { coinHandlers } from '../gateway/routes/market-data/coin-routes.ts';
import { forexHandlers } from '../gateway/routes/market-data/forex-routes.ts';
import { addDayFiles } from '../gateway/routes/market-data/file-routes.ts';
import { addTiles } from '../gateway/routes/market-data/tile-routes.ts';
import { addSecurityText } from '../gateway/security-text.ts';
import { attachFeedSocket } from '../gateway/socket/feed-socket-server.ts';
import { createStaticFiles } from '../gateway/static-files.ts';
import { createRates } from '../simulation/reference-rates.ts';
import { type Config, natsOf } from './config.ts';
import { type FollowedExchange, followExchange } from './follow-exchange.ts';
import {
  type HttpServerOptions,
  UNLIMITED_PER_SECOND,
  changesInstruments,
  listen,
  servesNoPages,
} from './http-server.ts';
import { type InstrumentSet, instrumentSetOf } from './instruments.ts';
import { lastTicksOf } from './start-feed.ts';
import { logError, logEvent } from '../gateway/monitoring/log.ts';
import { asConfigError } from './startup-errors.ts';
import { SteadyClock } from './steady-clock.ts';

export interface GatewayNode {
  http: FastifyInstance;
  /** The followed machine, for tests and tools. */
  followed: FollowedExchange;
  close(): Promise<void>;
}

/** Starts and listens; it serves the feed as soon as an engine answers. Throws ConfigError without NATS. */
export async function startGateway(config: Config, options: HttpServerOptions = {}): Promise<GatewayNode> {
  const { now } = new SteadyClock({ log: logEvent });
  const instruments = await instrumentSetOf(config);
  const bus = await asConfigError(connectNats({ ...natsOf(config), name: 'gateway', report: logError }));
  const followed = await followExchange(bus, instruments, now, (events) => {
    if (events.some(changesInstruments)) socket.notice('reset', now());
  });
  const { follower, feed, privateFeed } = followed;
  const forwarder = createCallForwarder(bus, follower);
  const handlers = marketHandlers(instruments, followed);
  const calls: CallDeps = {
    handlers: handlers as Handlers<CallPath>,
    forward: (path, request) => (path in handlers ? null : forwarder.call(path, request)),
    sessionOf: () => Promise.resolve(null), // the calls answered here are public
    isFrozen: () => false,
    limits: createRateLimits(config.rateLimit),
    healthError: () => (follower.seq < 0 ? follower.healthError() : null),
    now,
    log: logError,
  };
  const isProxy = parseProxies(config.trustProxy) ?? (() => false);
  const http = createGateway({
    ...calls,
    web: options.web ?? (options.clientFolder ? await createStaticFiles(options.clientFolder) : servesNoPages),
    headers: { development: options.development ?? false },
    isProxy,
    ...(options.server ? { server: options.server } : {}),
  });
  const sessionEnds: ((uid: number) => void)[] = [];
  const socket = attachFeedSocket(http.server, {
    feed,
    privateFeed,
    calls,
    uidOf: forwarder.uidOf,
    now,
    isProxy,
    isCurrent: () => follower.healthError() === null && follower.lag() === 0,
    ...(config.rateLimit ? {} : { maxPerAddress: Infinity, messagesPerSecond: UNLIMITED_PER_SECOND }),
    onError: (error) => logError('socket.failed', error),
    onSessionEnd: (listener) => {
      sessionEnds.push(listener);
    },
  });
  onClusterEvent(bus, (event) => {
    if (event.kind === 'sessionEnd') for (const listener of sessionEnds) listener(event.uid);
    else if (event.kind === 'socketNotice') socket.notice(event.event, event.at);
    else publishEvent(followed, event);
  });
  let closing = false;
  addTiles(http, null, calls);
  addDayFiles(http, null, String, calls);
  addApiDocs(http);
  addSecurityText(http, config.securityContact, now);
  addHealthz(http, { healthError: () => follower.healthError(), clockAheadMs: () => 0, isClosing: () => closing, now });
  const metrics = new ExchangeMetrics();
  metrics.serve(
    http,
    {
      connections: () => socket.connections(),
      socketCounts: socket.counts,
      newestMs: () => follower.ts,
      now,
      follower,
    },
    forLocalPrograms,
  );
  await options.beforeListen?.();
  await asConfigError(listen(http, config));
  return {
    http,
    followed,
    close: async () => {
      closing = true;
      await socket.close();
      await http.close();
      metrics.close();
      await followed.close();
      await bus.close();
    },
  };
}

/** The calls that a gateway answers from its own feed. */
function marketHandlers({ infos }: InstrumentSet, { feed, follower: { machine } }: FollowedExchange) {
  return {
    ...coinHandlers({
      feed,
      instruments: infos,
      statusOf: (id) => machine.market(id)?.status,
      delistTimeOf: (id) => machine.delisting(id)?.atMs,
    }),
    ...forexHandlers({ feed, rates: createRates({ lastTicks: lastTicksOf(feed) }, infos) }),
  };
}

function publishEvent(
  { feed, privateFeed }: FollowedExchange,
  event: Extract<ClusterEvent, { kind: 'notice' | 'anchor' | 'proof' }>,
): void {
  if (event.kind === 'notice') privateFeed.publishNotice(event.uid, event.notice, event.unreadNum);
  else if (event.kind === 'anchor') feed.publishAnchor(event.anchor);
  else privateFeed.publishProof(event.proven);
}
