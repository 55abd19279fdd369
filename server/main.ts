// The exchange in one process, and the map of its rooms: they are joined in the order in which data flows, and taken
// apart again.
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
import { type Door, type DoorOptions, type Rooms, openDoor } from './bootstrap/http-server.ts';
import { logError } from './bootstrap/startup-errors.ts';
import { openKept } from './bootstrap/persistence.ts';
import { listingOf } from './bootstrap/instruments.ts';
import { openPeople } from './bootstrap/accounts.ts';
import { openStreet } from './bootstrap/market-data.ts';
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
  /** After it failed: gives everything back but the door, which goes on answering 1500 until `closeDoor`. */
  abandon(): Promise<void>;
  closeDoor(): Promise<void>;
}

export interface StartOptions extends DoorOptions {
  /** One that knows what the machine's clock did before; absent: begun with the exchange. */
  clock?: SteadyClock;
  /** Told of what the operator should know. */
  log?: (line: string) => void;
}

/** Requests that have not finished this long after the end was asked for are cut off, in ms. */
const DRAIN_MS = 3_000;

/** Starts everything and listens. Throws Error with a sentence for the operator when that cannot be. */
export async function startExchange(config: Config, options: StartOptions = {}): Promise<Exchange> {
  const clock = options.clock ?? new SteadyClock({ log: (line) => logError('clock', line) });
  const { now } = clock;
  const listing = await listingOf(config);
  const kept = await openKept(config, listing, now);
  clock.startFrom(kept.sequencer.ts());
  try {
    const street = await openStreet(config, listing, kept, now, options.log ?? (() => undefined));
    const people = await openPeople(config, listing, kept, street, now);
    const rooms: Rooms = { config, clock, listing, kept, street, people };
    const door = await openDoor(rooms, options, now);
    const { sessions, identity } = people.accounts;
    return {
      address: addressOf(door.http.server, config.host),
      http: door.http,
      sequencer: kept.sequencer,
      feed: street.feed,
      sessions,
      identity,
      funds: people.funds.reviews,
      failed: failureOf(kept),
      close: once(() => close(rooms, door)),
      abandon: once(() => abandon(rooms, door)),
      closeDoor: once(() => closeDoor(door)),
    };
  } catch (error) {
    await kept.store.close();
    // Whoever met a store that refuses says little of it.
    throw kept.sequencer.illness() ?? error;
  }
}

function failureOf({ sequencer, store }: Rooms['kept']): Promise<unknown> {
  return Promise.race([sequencer.failed, ...(store.broken ? [store.broken] : [])]);
}

/**
 * From the street inwards: nothing new comes in, what came in is committed, then what hears of commits ends, the store
 * last.
 */
async function close(rooms: Rooms, door: Door): Promise<void> {
  const { http } = door;
  const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
  await endStreet(rooms, door);
  await http.close();
  clearTimeout(hurry);
  for (const step of roomsToClose(rooms, door)) await step();
}

async function endStreet({ street }: Rooms, { socket }: Door): Promise<void> {
  await Promise.all([socket.close(), street.market.stop(), street.clock?.stop()]);
}

function roomsToClose({ kept, street, people }: Rooms, { ops }: Door): (() => Promise<void>)[] {
  return [
    () => ops.close(),
    () => people.funds.close(),
    () => people.accounts.close(),
    () => kept.sequencer.close(),
    () => people.closings.settled(),
    () => kept.proofs.settled(),
    () => kept.roots.close(),
    () => street.feed.close(),
    () => kept.store.close(),
  ];
}

/**
 * The store first, so that whatever still asks it hears at once that it is closed: there is nothing to be saved, and
 * that is no news.
 */
async function abandon(rooms: Rooms, door: Door): Promise<void> {
  await Promise.allSettled([rooms.kept.store.close(), endStreet(rooms, door)]);
  for (const step of roomsToClose(rooms, door)) await step().catch(() => undefined);
}

async function closeDoor({ http }: Door): Promise<void> {
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
  const told: StartOptions = {
    log: (line) => console.log(line),
    clock: new SteadyClock({ log: (line) => logError('clock', line) }),
    ...options,
  };
  try {
    const config = readConfig(env);
    running = new Recovering(await startExchange(config, told), config, told, startExchange, (line) =>
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
          logError('the end', error);
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
