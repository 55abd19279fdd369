// The exchange in one process: its components are started in the order in which data flows, and closed in reverse.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Identity, Reviews } from './services/auth/identity.ts';
import type { Sessions } from './services/auth/sessions.ts';
import { type Config, ConfigError, readConfig } from './bootstrap/config.ts';
import { Recovering } from './bootstrap/store-recovery.ts';
import type { Feed } from './feed/feed.ts';
import type { FundReviews } from './services/funds/fund-reviews.ts';
import type { Sequencer } from './sequencer/sequencer.ts';
import { howToReach } from './bootstrap/addresses.ts';
import { type HttpServer, type HttpServerOptions, type Components, startHttpServer } from './bootstrap/http-server.ts';
import { logError } from './bootstrap/startup-errors.ts';
import { openPersistence } from './bootstrap/persistence.ts';
import { instrumentSetOf } from './bootstrap/instruments.ts';
import { openUserServices } from './bootstrap/accounts.ts';
import { startMarketData } from './bootstrap/market-data.ts';
import { SteadyClock } from './bootstrap/steady-clock.ts';
import { systemWords } from './bootstrap/system-errors.ts';

/** A running exchange, whole. */
export interface Exchange {
  address: { host: string; port: number; url: string };
  /** For tests and tools: the HTTP side, the queue, the public feed, the sessions. */
  http: FastifyInstance;
  sequencer: Sequencer;
  feed: Feed;
  sessions: Sessions;
  /** People's gates and the reviewer's side: for the operator's tools, and tests. */
  identity: Identity & Reviews;
  /** Deposits and withdrawals that wait for a reviewer. */
  funds: FundReviews;
  /** Resolves with the reason when the store refused a commit: calls are answered 1500 from then on. */
  failed: Promise<unknown>;
  /** Takes no more, lets what is under way finish, and gives the data folder back; under 5 s. */
  close(): Promise<void>;
  /** After it failed: closes everything but the HTTP server, which answers 1500 until `closeHttp`. */
  abandon(): Promise<void>;
  closeHttp(): Promise<void>;
}

export interface StartOptions extends HttpServerOptions {
  /** One that knows what the machine's clock did before; absent: begun with the exchange. */
  clock?: SteadyClock;
  /** Receives the lines that the operator should read. */
  log?: (line: string) => void;
}

/** Requests that have not finished this long after the end was asked for are cut off, in ms. */
const DRAIN_MS = 3_000;

/** Starts everything and listens. Throws Error with a sentence for the operator when that cannot be. */
export async function startExchange(config: Config, options: StartOptions = {}): Promise<Exchange> {
  const clock = options.clock ?? new SteadyClock({ log: (line) => logError('clock', line) });
  const { now } = clock;
  const instruments = await instrumentSetOf(config);
  const persistence = await openPersistence(config, instruments, now);
  clock.startFrom(persistence.sequencer.ts());
  try {
    const marketData = await startMarketData(config, instruments, persistence, now, options.log ?? (() => undefined));
    const userServices = await openUserServices(config, instruments, persistence, marketData, now);
    const components: Components = { config, clock, instruments, persistence, marketData, userServices };
    const httpServer = await startHttpServer(components, options, now);
    const { sessions, identity } = userServices.accounts;
    return {
      address: addressOf(httpServer.http.server, config.host),
      http: httpServer.http,
      sequencer: persistence.sequencer,
      feed: marketData.feed,
      sessions,
      identity,
      funds: userServices.funds.reviews,
      failed: failureOf(persistence),
      close: once(() => close(components, httpServer)),
      abandon: once(() => abandon(components, httpServer)),
      closeHttp: once(() => closeHttp(httpServer)),
    };
  } catch (error) {
    await persistence.store.close();
    // The sequencer knows why the store refuses; the error of a later step does not.
    throw persistence.sequencer.illness() ?? error;
  }
}

function failureOf({ sequencer, store }: Components['persistence']): Promise<unknown> {
  return Promise.race([sequencer.failed, ...(store.broken ? [store.broken] : [])]);
}

/**
 * From the network inwards: input stops, what came in is committed, then the subscribers of commits close, the store
 * last.
 */
async function close(components: Components, httpServer: HttpServer): Promise<void> {
  const { http } = httpServer;
  const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
  await stopInput(components, httpServer);
  await http.close();
  clearTimeout(hurry);
  for (const step of closingSteps(components, httpServer)) await step();
}

async function stopInput({ marketData }: Components, { socket }: HttpServer): Promise<void> {
  await Promise.all([socket.close(), marketData.market.stop(), marketData.clock?.stop()]);
}

function closingSteps(
  { persistence, marketData, userServices }: Components,
  { admin }: HttpServer,
): (() => Promise<void>)[] {
  return [
    () => admin.close(),
    () => userServices.funds.close(),
    () => userServices.accounts.close(),
    () => persistence.sequencer.close(),
    () => userServices.closings.settled(),
    () => persistence.proofs.settled(),
    () => persistence.roots.close(),
    () => marketData.feed.close(),
    () => persistence.store.close(),
  ];
}

/**
 * The store first, so that pending queries fail at once: nothing can be saved, and their errors are expected.
 */
async function abandon(components: Components, httpServer: HttpServer): Promise<void> {
  await Promise.allSettled([components.persistence.store.close(), stopInput(components, httpServer)]);
  for (const step of closingSteps(components, httpServer)) await step().catch(() => undefined);
}

async function closeHttp({ http }: HttpServer): Promise<void> {
  http.server.closeAllConnections();
  await http.close();
}

function addressOf(server: Server, host: string): Exchange['address'] {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return { host, port, url: `http://${name.includes(':') ? `[${name}]` : name}:${port}/` };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/**
 * The program: starts from the environment, says where it listens, and ends on SIGTERM or SIGINT. Exit code 1: it could
 * not start, or not go on.
 */
export async function run(
  env: Record<string, string | undefined>,
  options: StartOptions & { onClose?: () => Promise<void> } = {},
): Promise<void> {
  let running: Recovering<Exchange, StartOptions>;
  const startOptions: StartOptions = {
    log: (line) => console.log(line),
    clock: new SteadyClock({ log: (line) => logError('clock', line) }),
    ...options,
  };
  try {
    const config = readConfig(env);
    running = new Recovering(await startExchange(config, startOptions), config, startOptions, startExchange, (line) =>
      console.error(`${new Date().toISOString()} ${line}`),
    );
  } catch (error) {
    console.error(systemWords(error) ?? (error instanceof ConfigError ? error.message : error));
    process.exit(1);
  }
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    Promise.resolve(options.onClose?.())
      .then(() => running.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logError('shutdown.failed', error);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', end).on('SIGINT', end);
  const { url, host, port } = running.exchange.address;
  for (const line of [`DeFi listens on ${url}`, ...howToReach(host, port)]) console.log(line);
  console.error(await running.over);
  process.exit(1);
}
