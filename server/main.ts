// The exchange in one process: starts components in the order of data flow, closes them in reverse.
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { FIRST_USER_UID } from './exchange/command.ts';
import type { Identity } from './services/auth/identity.ts';
import type { Sessions } from './services/auth/sessions.ts';
import { ExchangeMetrics } from './gateway/monitoring/exchange-metrics.ts';
import { type Config, readConfig } from './bootstrap/config.ts';
import { RecoveringExchange } from './bootstrap/recovering-exchange.ts';
import type { Feed } from './feed/feed.ts';
import type { FundReviews } from './services/funds/fund-reviews.ts';
import type { Sequencer } from './sequencer/sequencer.ts';
import { listenHints } from './bootstrap/listen-hints.ts';
import {
  type HttpServer,
  type HttpServerOptions,
  type Components,
  callDepsOf,
  openHttpServer,
} from './bootstrap/http-server.ts';
import { drain, portOf } from './gateway/listen.ts';
import { logError, logEvent } from './gateway/monitoring/log.ts';
import { openPersistence } from './bootstrap/persistence.ts';
import { instrumentSetOf } from './bootstrap/instruments.ts';
import { startUserServices } from './bootstrap/user-services.ts';
import { type MarketData, startMarketData } from './bootstrap/start-market-data.ts';
import { asConfigError, startMessage } from './bootstrap/startup-errors.ts';
import { SteadyClock } from './bootstrap/steady-clock.ts';
import { checkDemoMoney } from './services/accounts/demo-money.ts';

/** A running exchange. */
export interface Exchange {
  address: { host: string; port: number; url: string };
  /** For tests and tools: HTTP server, sequencer, public feed, sessions. */
  http: FastifyInstance;
  sequencer: Sequencer;
  feed: Feed;
  sessions: Sessions;
  /** Users' permissions and reviews: for the admin API and tests. */
  identity: Identity;
  /** Reviews of deposits and withdrawals. */
  funds: FundReviews;
  /** Resolves with the reason when the store refused a commit: calls are answered with 1500 from then on. */
  failed: Promise<unknown>;
  /**
   * Refuses new commands, finishes running ones, and releases the data folder; takes less than 5 s, as long as the
   * store answers.
   */
  close(): Promise<void>;
  /** Resolves when the store answers a question, with whatever: it is not waited for in vain. */
  storeAnswers(): Promise<boolean>;
  /** After a failure: closes everything except the HTTP server, which answers 1500 until `closeHttp`. */
  abandon(): Promise<void>;
  closeHttp(): Promise<void>;
}

export interface StartOptions extends HttpServerOptions {
  /** A clock that knows earlier jumps of the machine's clock; by default a new one. */
  clock?: SteadyClock;
  /** The built thread that writes rows; absent: they are written on this thread. */
  rowsThread?: URL;
  /** Receives lines for the operator. */
  log?: (line: string) => void;
}

/** After a takeover, how long the first command may take to come and to be committed, and its answer to leave, ms. */
const FIRST_COMMAND_MS = 250;
const FIRST_ANSWER_MS = 5;

/** Starts everything and listens. Throws Error with a sentence for the operator when it cannot. */
export async function startExchange(config: Config, options: StartOptions = {}): Promise<Exchange> {
  const clock = options.clock ?? new SteadyClock({ log: logEvent });
  const { now } = clock;
  const instruments = await instrumentSetOf(config);
  // What only a cluster needs is not even loaded elsewhere.
  const cluster = config.role === 'engine' ? await import('./bootstrap/start-engine.ts') : null;
  const leadership = cluster && (await cluster.becomeLeader(config, instruments, now));
  // The exchange's time goes on, whatever the clock of this machine shows (S16).
  if (leadership) clock.continueAt(leadership.now());
  const { rowsThread } = options;
  const opened = await openPersistence(config, instruments, now, { takeover: leadership, rowsThread }).catch(
    async (error: unknown) => {
      await leadership?.feed.close();
      await leadership?.locked.end();
      await leadership?.close();
      throw error;
    },
  );
  const warmFeed = leadership && opened.sequencer.wasWarm ? leadership.feed : null;
  if (!warmFeed) await leadership?.feed.close();
  const metrics = new ExchangeMetrics();
  const persistence = { ...opened, sequencer: metrics.watch(opened.sequencer) };
  clock.startFrom(persistence.sequencer.ts());
  const parts: Parts = { persistence };
  const leaveCluster = async (): Promise<void> => {
    parts.node?.close();
    await leadership?.close();
  };
  try {
    // One that takes over has the settings of the one before.
    if (!warmFeed) await asConfigError(checkDemoMoney(persistence.store, config.demo));
    const log = options.log ?? (() => undefined);
    const marketData = await startMarketData(config, instruments, persistence, { now, log, warm: warmFeed });
    parts.marketData = marketData;
    const { isTakeover } = marketData;
    // A takeover serves users before the bots have made books again; any other start has books and a past first.
    if (isTakeover) persistence.sequencer.restart();
    else await marketData.startSource();
    const userServices = await startUserServices({ config, clock, instruments, persistence, marketData });
    parts.userServices = userServices;
    const components: Components = { config, clock, instruments, persistence, marketData, userServices, metrics };
    const calls = callDepsOf(components, now);
    const node = cluster && leadership && cluster.serveCluster(leadership, components, calls);
    parts.node = node;
    if (isTakeover) await firstAnswers(persistence.sequencer);
    const httpServer = await openHttpServer(components, calls, options, now);
    parts.httpServer = httpServer;
    await httpServer.listen();
    const failures = [failureOf(persistence), ...(node ? [node.failed] : [])];
    if (isTakeover) failures.push(failureOfStart(marketData.startSource()));
    return {
      ...publicParts(components, httpServer),
      failed: Promise.race(failures),
      close: runOnce(() => {
        node?.stopCalls();
        return close(parts, httpServer).finally(leaveCluster);
      }),
      abandon: runOnce(() => abandon(parts).finally(leaveCluster)),
      closeHttp: runOnce(() => closeHttp(httpServer)),
      storeAnswers: () => settled(persistence.store.first('SELECT 1 AS one')),
    };
  } catch (error) {
    // The sequencer has the cause of a refused commit; the error of a later step is only its consequence.
    const reason = persistence.sequencer.healthError() ?? error;
    await endRefused(parts).finally(leaveCluster);
    throw reason;
  }
}

/** What a start has opened so far. */
interface Parts {
  persistence: Components['persistence'];
  marketData?: MarketData;
  userServices?: Components['userServices'];
  node?: { close(): void } | null;
  httpServer?: HttpServer;
}

/** The parts of a running exchange that its callers use. */
function publicParts(
  { config, persistence, marketData, userServices }: Components,
  { http }: HttpServer,
): Pick<Exchange, 'address' | 'http' | 'sequencer' | 'feed' | 'sessions' | 'identity' | 'funds'> {
  const { accounts, funds } = userServices;
  return {
    address: addressOf(http.server, config.host),
    http,
    sequencer: persistence.sequencer,
    feed: marketData.feed,
    sessions: accounts.sessions,
    identity: accounts.identity,
    funds: funds.reviews,
  };
}

/**
 * Calls that waited at gateways come first, the engine's own pages and the operator's interface after them: those keep
 * the thread busy for some 80 ms.
 */
async function firstAnswers(sequencer: Sequencer): Promise<void> {
  const committed = new Promise<void>((resolve) => {
    sequencer.onCommitted((_, commands) => {
      if (commands.some(({ uid }) => uid >= FIRST_USER_UID)) resolve();
    });
  });
  await Promise.race([committed, pause(FIRST_COMMAND_MS)]);
  await pause(FIRST_ANSWER_MS);
}

/** Resolves with the error of a start; never when it succeeds. */
function failureOfStart(start: Promise<void>): Promise<unknown> {
  return new Promise((resolve) => {
    start.catch(resolve);
  });
}

function failureOf({ sequencer, store, audit }: Components['persistence']): Promise<unknown> {
  return Promise.race([sequencer.failed, ...(store.broken ? [store.broken] : []), ...(audit ? [audit.fault] : [])]);
}

/**
 * From the network inwards: input stops, received commands are committed, then subscribers of commits close, then the
 * store, and the archive, which needs none of them.
 */
async function close(parts: Parts, { http, onClosing }: HttpServer): Promise<void> {
  onClosing();
  await drain(http, () => stopInput(parts));
  for (const step of closingSteps(parts)) await step();
}

async function stopInput({ marketData, httpServer }: Parts): Promise<void> {
  await Promise.all([httpServer?.socket.close(), marketData?.stopSource()]);
}

function closingSteps({
  persistence: { audit, sequencer, proofs, roots, store, unlock },
  marketData,
  userServices,
  httpServer,
}: Parts): (() => Promise<void> | undefined)[] {
  return [
    () => audit?.close(),
    () => httpServer?.admin.close(),
    () => userServices?.funds.close(),
    () => userServices?.accounts.close(),
    () => sequencer.close(),
    () => userServices?.closeNotices.settled(),
    () => proofs.settled(),
    () => roots.close(),
    () => marketData?.feed.close(),
    () => store.close(),
    // Last: it may write for seconds, and in a cluster the next engine waits for the database.
    () => marketData?.archive?.close(),
    async () => unlock(),
  ];
}

/**
 * Closes the store first, so that pending queries fail at once: nothing can be saved, and their errors are expected.
 */
async function abandon(parts: Parts): Promise<void> {
  await Promise.allSettled([parts.persistence.store.close(), stopInput(parts)]);
  for (const step of closingSteps(parts)) await step()?.catch(() => undefined);
}

/** Closes what a start had opened when it was refused. Never rejects. */
async function endRefused(parts: Parts): Promise<void> {
  const { persistence, httpServer } = parts;
  if (persistence.sequencer.healthError() !== null) await abandon(parts);
  else {
    const failed = (error: unknown): void => logError('start.close_failed', error);
    await stopInput(parts).catch(failed);
    for (const step of closingSteps(parts)) await step()?.catch(failed);
  }
  await httpServer?.http.close();
}

async function closeHttp({ http }: HttpServer): Promise<void> {
  http.server.closeAllConnections();
  await http.close();
}

function addressOf(server: Server, host: string): Exchange['address'] {
  const port = portOf(server);
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return { host, port, url: `http://${name.includes(':') ? `[${name}]` : name}:${port}/` };
}

function settled(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => true,
    () => true,
  );
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/** A started node as the program runs it. */
interface Program {
  address: Exchange['address'];
  /** Resolves with a sentence for the operator when it has stopped for good. */
  over: Promise<string>;
  close(): Promise<void>;
  /** Resolves when the store that `close` waits for answers. */
  answers(): Promise<boolean>;
}

/**
 * An end takes as long as its rows do. From this long after the signal on it queries its store: one that hangs
 * would be waited for without an end.
 */
const FIRST_LOOK_MS = 2_500;
/** Longest wait for an answer; two in a row are missed by a store that hangs, one where this process was stopped. */
const ANSWER_MS = 1_000;
const MISSED = 2;

const AT_ONCE =
  'Ended at once, as the second signal demands. What was answered is not lost; the next start completes the rows.';
const AT_START =
  'Ended while it was starting. What was answered before is not lost; the next start completes the rows.';
const NO_ANSWER =
  'Ended without its store, which does not answer. What was answered is not lost; the next start completes the rows.';

/** Resolves when the end waits for a store that does not answer. */
async function isWaitingInVain({ answers }: Program): Promise<void> {
  await pause(FIRST_LOOK_MS);
  for (let missed = 0; missed < MISSED;) {
    const isThere = await Promise.race([answers(), pause(ANSWER_MS, false)]);
    missed = isThere ? 0 : missed + 1;
    if (isThere) await pause(ANSWER_MS);
  }
}

async function startProgram(config: Config, options: StartOptions): Promise<Program> {
  if (config.role === 'gateway') {
    const { startGateway } = await import('./bootstrap/start-gateway.ts');
    const { http, close: closeGateway } = await startGateway(config, options);
    const address = addressOf(http.server, config.host);
    // It has no store.
    const answers = (): Promise<boolean> => Promise.resolve(true);
    return { address, over: new Promise(() => undefined), close: closeGateway, answers };
  }
  const exchange = await startExchange(config, options);
  const running = new RecoveringExchange(exchange, { config, options, start: startExchange, log: logEvent });
  return {
    address: exchange.address,
    over: running.over,
    close: () => running.close(),
    answers: () => running.exchange.storeAnswers(),
  };
}

function endInOrder(program: Program, onClose?: () => Promise<void>): void {
  void isWaitingInVain(program).then(() => {
    console.error(NO_ANSWER);
    process.exit(1);
  });
  Promise.resolve(onClose?.())
    .then(() => program.close())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        logError('shutdown.failed', error);
        process.exit(1);
      },
    );
}

/** A node of a cluster has nothing then that another one does not go on with. */
function endOfStart(config: Config | undefined): never {
  console.error(AT_START);
  process.exit(config && config.role !== 'all' ? 0 : 1);
}

/**
 * The program: starts with the settings of the environment, prints its address, and ends on SIGTERM, SIGINT or SIGHUP
 * (its terminal is closed). Exit code 1: it could not start, or it failed.
 */
export async function run(
  env: Record<string, string | undefined>,
  options: StartOptions & { onClose?: () => Promise<void> } = {},
): Promise<void> {
  // The reader of the log may end first; the exchange goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let program: Program | undefined;
  let config: Config | undefined;
  let ending = false;
  const end = (): void => {
    if (ending) {
      console.error(AT_ONCE);
      process.exit(1);
    }
    ending = true;
    if (program) endInOrder(program, options.onClose);
    else endOfStart(config);
  };
  // Before the start, which may take long: as the first process of a container this one would else go on.
  process.on('SIGTERM', end).on('SIGINT', end);
  // It comes twice where a shell passes it on, too: the second one is no order to end at once.
  process.on('SIGHUP', () => ending || end());
  try {
    config = readConfig(env);
    program = await startProgram(config, {
      log: (line) => console.log(line),
      clock: new SteadyClock({ log: logEvent }),
      ...options,
    });
  } catch (error) {
    console.error(startMessage(error, config?.dataDir));
    process.exit(1);
  }
  const { url, host, port } = program.address;
  for (const line of [`DeFi listens on ${url}`, ...listenHints(host, port)]) console.log(line);
  console.error(await program.over);
  process.exit(1);
}
