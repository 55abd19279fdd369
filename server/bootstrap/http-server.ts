// One port for all: calls and pages over HTTP, the feed socket, the operator's interface, API docs.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { addApiDocs } from '../gateway/api-docs/api-docs-routes.ts';
import { REPORTED_MS, addHealthz } from '../gateway/healthz.ts';
import type { CallDeps } from '../gateway/call-runner.ts';
import { createGateway } from '../gateway/http-gateway.ts';
import { listen } from '../gateway/listen.ts';
import { type ProxyMatcher, parseProxies } from '../gateway/proxies.ts';
import { ResentCalls } from '../gateway/retries/resent-calls.ts';
import { createRetryLookup } from '../gateway/retries/retry-lookup.ts';
import type { ExchangeEvent } from '../exchange/event.ts';
import { type FileSource, addDayFiles } from '../gateway/routes/market-data/file-routes.ts';
import { type TileSource, addTiles } from '../gateway/routes/market-data/tile-routes.ts';
import { addSecurityText } from '../gateway/security-text.ts';
import { type FeedSocket, type FeedSocketOptions, attachFeedSocket } from '../gateway/socket/feed-socket-server.ts';
import { type PageHandler, createStaticFiles } from '../gateway/static-files.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import type { ExchangeMetrics } from '../gateway/monitoring/exchange-metrics.ts';
import type { Feed } from '../feed/feed.ts';
import { createAdmin } from '../admin/create-admin.ts';
import { loadOrCreateToken } from '../admin/operator-token.ts';
import { auditLedger } from '../sequencer/ledger-audit.ts';
import { type Parameters, BINARY_OPTION_CALLS } from '../admin/parameters.ts';
import { CODE, reject } from '../../core/errors/errors.ts';
import type { SteadyClock } from './steady-clock.ts';
import { logFailure } from '../gateway/monitoring/log.ts';
import { asConfigError } from './startup-errors.ts';
import { type HandlerParts, handlersOf } from './handlers.ts';
import type { UserServices } from './user-services.ts';

/** What serves the pages: a folder of the built client, or a handler (development); neither: no pages. */
export interface HttpServerOptions {
  clientFolder?: string;
  web?: PageHandler;
  server?: Server;
  /** Pages may hold inline scripts and styles. */
  development?: boolean;
  /** Called when everything else is started, so that the previous holder of the port can release it. */
  beforeListen?: () => Promise<void>;
}

export interface Components extends HandlerParts {
  clock: Pick<SteadyClock, 'now' | 'aheadMs'>;
  metrics: ExchangeMetrics;
}

export interface HttpServer {
  http: FastifyInstance;
  socket: FeedSocket;
  admin: ReturnType<typeof createAdmin>;
  /** Resolves when the port is open. */
  listen(): Promise<void>;
  /** The exchange begins to close: `/readyz` answers 503 from now on. */
  onClosing(): void;
}

/** Messages of a client in a second while limits are off (benchmarks). */
const UNLIMITED_PER_SECOND = 1_000_000;

const servesNoPages: PageHandler = (_request, response) => {
  response.writeHead(404).end();
};

/** Opens everything but the port. */
export async function openHttpServer(
  components: Components,
  calls: CallDeps,
  options: HttpServerOptions,
  now: () => number,
): Promise<HttpServer> {
  const { config, persistence, marketData, userServices } = components;
  const { sequencer } = persistence;
  const { feed, privateFeed, archive } = marketData;
  const { sessions } = userServices.accounts;
  const token = await asConfigError(() => loadOrCreateToken(config.dataDir, config.operatorToken));
  const http = await openHttp(config, calls, options);
  const socket = openSocket(http, config, calls, {
    feed,
    privateFeed,
    uidOf: (session) => sessions.uidOf(session),
    onSessionEnd: (listener) => sessions.onSessionEnd(({ uid }) => listener(uid)),
  });
  sequencer.onCommitted((outcomes) => {
    if (outcomes.some(({ events }) => events.some(changesInstruments))) socket.notice('reset', now());
  });
  userServices.parameters.onMaintenance(() => socket.notice('maintenance', now()));
  const admin = openAdmin(components, { http, socket, token, now });
  addPublicRoutes(http, config, calls, {
    feed,
    tiles: archive?.tiles ?? null,
    dayFiles: archive?.dayFiles ?? null,
  });
  let closing = false;
  addHealthz(http, {
    healthError: () => sequencer.healthError(REPORTED_MS),
    clockAheadMs: components.clock.aheadMs,
    isClosing: () => closing,
    now,
  });
  return {
    http,
    socket,
    admin,
    listen: async () => {
      await options.beforeListen?.();
      await asConfigError(listen(http, config));
    },
    onClosing: () => {
      closing = true;
    },
  };
}

function openAdmin(
  { config, clock, persistence, marketData, userServices, metrics }: Components,
  server: { http: FastifyInstance; socket: FeedSocket; token: string; now: () => number },
): HttpServer['admin'] {
  const { store, sequencer } = persistence;
  const { accounts, funds, parameters } = userServices;
  return createAdmin({
    ...server,
    config,
    store,
    sequencer,
    identity: accounts.identity,
    funds: funds.reviews,
    parameters,
    instruments: LISTED_INSTRUMENTS,
    metrics,
    archive: marketData.archive,
    clockAheadMs: clock.aheadMs,
    log: logFailure,
    auditLedger: () => store.transaction(auditLedger),
  });
}

/** What runs the calls of every transport. */
export function callDepsOf(components: Components, now: () => number): CallDeps {
  const { clock, persistence, marketData, userServices } = components;
  const { sessions, identity, rateLimits: limits } = userServices.accounts;
  return {
    handlers: handlersOf(components),
    sessionOf: (token) => sessions.sessionOf(token),
    isFrozen: (uid) => identity.isFrozen(uid),
    refusalOf: refusalOf(clock, userServices),
    wasAnswered: createRetryLookup(persistence.sequencer.queries),
    resent: new ResentCalls(),
    limits,
    now,
    log: logFailure,
    healthError: persistence.sequencer.healthError,
    books: marketData.books,
  };
}

/** The HTTP server of a node: calls and pages. */
export async function openHttp(
  config: Config,
  calls: CallDeps,
  { web, clientFolder, server, development = false }: HttpServerOptions,
): Promise<FastifyInstance> {
  return createGateway({
    ...calls,
    web: web ?? (clientFolder ? await createStaticFiles(clientFolder) : servesNoPages),
    headers: { development },
    isProxy: isProxyOf(config),
    ...(config.rateLimit ? {} : { maxPerNetwork: Infinity, maxHeldBytes: Infinity }),
    ...(server ? { server } : {}),
  });
}

/** The feed socket of a node. */
export function openSocket(
  http: FastifyInstance,
  config: Config,
  calls: CallDeps,
  feeds: Pick<FeedSocketOptions, 'feed' | 'privateFeed' | 'uidOf' | 'onSessionEnd' | 'isCurrent'>,
): FeedSocket {
  return attachFeedSocket(http.server, {
    ...feeds,
    calls,
    now: calls.now,
    isProxy: isProxyOf(config),
    ...(config.rateLimit ? {} : { maxPerAddress: Infinity, messagesPerSecond: UNLIMITED_PER_SECOND }),
    onError: (error) => logFailure('socket.failed', error),
  });
}

/** What a node serves beside calls and pages: tiles, files of days, the API reference, the security contact. */
export function addPublicRoutes(
  http: FastifyInstance,
  { securityContact }: Config,
  calls: CallDeps,
  { feed, tiles, dayFiles }: { feed: Feed; tiles: TileSource | null; dayFiles: FileSource | null },
): void {
  addTiles(http, tiles, calls);
  addDayFiles(http, dayFiles, (id) => feed.market(id)?.instrument.info.pair ?? `${id}`, calls);
  addApiDocs(http);
  addSecurityText(http, securityContact, calls.now);
}

/** The clock decides a binary option: none is sold while the machine's clock differs from the exchange's. */
function refusalOf(clock: Components['clock'], { parameters }: UserServices): Parameters['refusalOf'] {
  return (path, form) =>
    BINARY_OPTION_CALLS.includes(path) && clock.aheadMs() !== 0
      ? reject(CODE.maintenance)
      : parameters.refusalOf(path, form);
}

/** `readConfig` has checked the ranges, so they parse. Without any, headers of proxies are not read. */
function isProxyOf({ trustProxy }: Config): ProxyMatcher | undefined {
  return trustProxy.length === 0 ? undefined : (parseProxies(trustProxy) ?? undefined);
}

/** Whether the event changes the response of `/coin/infos`. */
export function changesInstruments({ kind }: ExchangeEvent): boolean {
  return kind === 'marketStatus' || kind === 'delisting';
}
