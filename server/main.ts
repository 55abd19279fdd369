// The exchange in one process: reads the settings, joins the rooms in the order in which data flows, and takes them apart again.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type CoinInfo, instrumentOf } from '../contract/instrument.ts';
import type { Identity, Reviews } from './accounts/identity.ts';
import { type Accounts, openAccounts } from './accounts/open.ts';
import type { Sessions } from './accounts/sessions.ts';
import { openVault } from './accounts/vault.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { addDocs } from './docs/routes.ts';
import { type Feed, createFeed } from './feed/feed.ts';
import { openFunds } from './funds/open.ts';
import type { FundReviews } from './funds/reviews.ts';
import { assetHandlers } from './gateway/calls/assets.ts';
import { coinHandlers } from './gateway/calls/coin.ts';
import { contractHandlers } from './gateway/calls/contracts.ts';
import { forexHandlers } from './gateway/calls/forex.ts';
import { type Markets, spotHandlers } from './gateway/calls/spot.ts';
import { type SecondsParts, secondsHandlers } from './gateway/calls/seconds.ts';
import { createGateway } from './gateway/http.ts';
import { createRetries } from './gateway/retries.ts';
import { PrivateFeed } from './gateway/socket/private-feed.ts';
import { attachSocket } from './gateway/socket/socket.ts';
import { type Web, createWeb } from './gateway/web.ts';
import { HOUSE_LIST } from './market/instruments.ts';
import { startClock } from './market/clock.ts';
import { instrumentsFor, startMarket } from './market/market.ts';
import { createRates } from './market/rates.ts';
import { MIGRATIONS } from './migrations.ts';
import { openOps, parametersOf } from './ops/open.ts';
import type { Parameters } from './ops/parameters.ts';
import { openProofs } from './proof/open.ts';
import { publishFrom } from './publish.ts';
import { publishProofs } from './publish-proofs.ts';
import { auditLedger } from './sequencer/audit.ts';
import { type BalanceRoots, openBalanceRoots } from './sequencer/balance-roots.ts';
import { type Sequencer, createSequencer } from './sequencer/sequencer.ts';
import { migrate } from './store/migrate.ts';
import { openStoreOf } from './store/open.ts';

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
  /** Takes no more, lets what is under way finish, and gives the data folder back; under 5 s. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Folder of the built client; absent: no pages. */
  clientFolder?: string;
  /** Development: who serves the pages, on which server, and that pages may hold inline scripts and styles. */
  web?: Web;
  server?: Server;
  development?: boolean;
  /** Told of what the operator should know. */
  log?: (line: string) => void;
}

const noPages: Web = (_request, response) => { response.writeHead(404).end(); };
/** Status of papers that a reviewer has accepted. */
const KYC_PASSED = 1;
/** Requests that have not finished this long after the end was asked for are cut off, in ms. */
const DRAIN_MS = 3_000;

/** Starts everything and listens. Throws Error with a sentence for the operator when that cannot be. */
export async function startExchange(config: Config, options: StartOptions = {}): Promise<Exchange> {
  const log = options.log ?? (() => undefined);
  const now = Date.now;
  const infos = await forOperator(instrumentsFor(config.market));
  // The house's own markets are always there: people may hold coins and orders of them while a tape or a venue is watched.
  const house = HOUSE_LIST.map(instrumentOf);
  const listed = new Map(infos.map((info) => [info.id, instrumentOf(info)]));
  const known = new Map([...house.map((instrument) => [instrument.info.id, instrument] as const), ...listed]);
  const store = await forOperator(openStoreOf(config));
  await migrate(store, MIGRATIONS);
  const proofs = await forOperator(openProofs({ store, vault: openVault(config.dataDir), instruments: new Map(house.map((instrument) => [instrument.info.id, instrument])), now, log: logError }));
  const sequencer = await forOperator(createSequencer({ store, instruments: house, now, signReceipt: proofs.signReceipt, report: logError }));
  const roots = await openBalanceRoots({ store, sequencer, now, signer: proofs.rootSigner, report: logError });
  // Only the house's own past is kept; what is watched has its own clock and is gone with the process.
  const feed = await createFeed({ instruments: infos, store, now, tape: config.market !== 'sim', onError: (error) => logError('feed', error) });
  const privateFeed = new PrivateFeed({ instruments: HOUSE_LIST, balanceOf: sequencer.machine.balance, machine: sequencer.machine, now });
  publishFrom(sequencer, infos, feed, privateFeed, now());
  await publishProofs(sequencer, proofs, config.market === 'sim' ? house : [], feed, privateFeed);
  const market = await startMarket({ mode: config.market, instruments: infos, sequencer, feed, now, log });
  // Watched markets have a clock of their own; in their time nothing of the house's moves.
  const clock = config.market === 'sim' ? await startClock(sequencer, now) : null;
  const accounts = await openAccounts({ config, store, sequencer, listed, known, lastTicks: lastTicksOf(feed), moreProps: { balanceRoots: () => roots.published(), publicKeys: proofs.publicKeys }, now, log: logError });
  accounts.identity.onNotice((uid, notice, unreadNum) => privateFeed.tellNotice(uid, notice(accounts.identity.languageOf(uid)), unreadNum));
  const parameters = await parametersOf(config, store, now);
  const funds = openFunds({ config, store, sequencer, identity: accounts.identity, listed, known, lastTicks: lastTicksOf(feed), now, log: logError });
  const http = createGateway({
    handlers: { ...handlersOf(infos, { listed, known }, feed, sequencer, accounts, roots), ...secondsHandlers(secondsParts(config, { listed, known }, sequencer, accounts, parameters)), ...funds.handlers },
    sessionOf: accounts.sessions.sessionOf,
    isFrozen: accounts.identity.isFrozen,
    refusalOf: parameters.refusalOf,
    wasAnswered: createRetries(store),
    limits: accounts.limits,
    web: options.web ?? (options.clientFolder ? await createWeb(options.clientFolder) : noPages),
    now,
    log: logError,
    headers: { development: options.development ?? false },
    trustProxy: config.trustProxy,
    ...(options.server ? { server: options.server } : {}),
  });
  const socket = attachSocket(http.server, {
    feed, privateFeed, uidOf: accounts.sessions.uidOf, now, trustProxy: config.trustProxy,
    ...(config.rateLimit ? {} : { mostPerAddress: Infinity }), onError: (error) => logError('socket', error),
    onSessionEnd: (listener) => accounts.sessions.onSessionEnd(({ uid }) => listener(uid)),
  });
  const ops = openOps({
    config, store, sequencer, identity: accounts.identity, funds: funds.reviews, parameters, instruments: HOUSE_LIST, http, socket, now, log: logError,
    auditLedger: () => store.transaction(auditLedger),
  });
  addDocs(http);
  await forOperator(listen(http, config));
  const close = async (): Promise<void> => {
    const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
    await Promise.all([socket.close(), market.stop(), clock?.stop()]);
    await http.close();
    clearTimeout(hurry);
    await ops.close();
    await funds.close();
    await accounts.close();
    await sequencer.close();
    await proofs.settled();
    await roots.close();
    await feed.close();
    await store.close();
  };
  return { address: addressOf(http.server, config.host), http, sequencer, feed, sessions: accounts.sessions, identity: accounts.identity, funds: funds.reviews, close: once(close) };
}

/** A step whose failure is the operator's to mend: the sentence is enough, a stack would hide it. */
async function forOperator<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (cause) {
    throw new ConfigError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function listen(http: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await http.listen({ port, host });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is in use by another program; stop that one, or choose another with PORT.`, { cause });
  }
}

function handlersOf(infos: CoinInfo[], markets: Markets, feed: Feed, sequencer: Sequencer, accounts: Accounts, roots: BalanceRoots) {
  const lastTicks = lastTicksOf(feed);
  const { reads, submit } = sequencer;
  return {
    ...accounts.handlers,
    ...coinHandlers({ feed, instruments: infos, statusOf: (coinInfoId) => sequencer.machine.market(coinInfoId)?.status }),
    ...forexHandlers({ feed, rates: createRates({ lastTicks }, infos) }),
    ...assetHandlers({ instruments: markets.known, lastTicks, reads, proofOf: (uid) => roots.proofOf(uid) }),
    ...spotHandlers({ ...markets, reads, submit }),
    ...contractHandlers({ ...markets, reads, submit, machine: sequencer.machine }),
  };
}

/** A person lives where their verified papers say; who is not verified is nowhere. */
function secondsParts({ secondsClosedIn }: Config, markets: Markets, { submit, reads, machine }: Sequencer, { identity }: Accounts, { offersPeriod }: Parameters): SecondsParts {
  const allowedFor = async (uid: number): Promise<boolean> => {
    if (secondsClosedIn.length === 0) return true;
    const kyc = await identity.kycOf(uid);
    return kyc?.status !== KYC_PASSED || !secondsClosedIn.includes((kyc.form.country ?? '').slice(0, 2));
  };
  return { ...markets, submit, reads, machine, allowedFor, offersPeriod };
}

/** Last price of an instrument; 0 also for one that has no market. */
function lastTicksOf(feed: Feed): (coinInfoId: number) => number {
  return (coinInfoId) => feed.market(coinInfoId)?.lastTicks() ?? 0;
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

/** A mistake of ours, on one line of its own with what a person was told; never with what was sent. */
function logError(what: string, error: unknown): void {
  console.error(`${new Date().toISOString()} ${what}`, error);
}

/** The program: starts from the environment, says where it listens, and ends on SIGTERM or SIGINT. Exit code 1: it could not start. */
export async function run(env: Record<string, string | undefined>, options: StartOptions & { onClose?: () => Promise<void> } = {}): Promise<void> {
  let exchange: Exchange;
  try {
    exchange = await startExchange(readConfig(env), { log: (line) => console.log(line), ...options });
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
  console.log(`DeFi listens on ${exchange.address.url}`);
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    Promise.resolve(options.onClose?.()).then(exchange.close).then(() => process.exit(0), (error: unknown) => {
      logError('the end', error);
      process.exit(1);
    });
  };
  process.on('SIGTERM', end).on('SIGINT', end);
}
