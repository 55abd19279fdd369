// The exchange in one process, and the map of its rooms: they are joined in the order in which data flows, and taken apart again.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Identity, Reviews } from './accounts/identity.ts';
import type { Sessions } from './accounts/sessions.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Feed } from './feed/feed.ts';
import type { FundReviews } from './funds/reviews.ts';
import type { Sequencer } from './sequencer/sequencer.ts';
import { type Door, type DoorOptions, type Rooms, openDoor } from './rooms/door.ts';
import { logError } from './rooms/for-operator.ts';
import { openKept } from './rooms/kept.ts';
import { listingOf } from './rooms/listing.ts';
import { openPeople } from './rooms/people.ts';
import { openStreet } from './rooms/street.ts';

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

export interface StartOptions extends DoorOptions {
  /** Told of what the operator should know. */
  log?: (line: string) => void;
}

/** Requests that have not finished this long after the end was asked for are cut off, in ms. */
const DRAIN_MS = 3_000;

/** Starts everything and listens. Throws Error with a sentence for the operator when that cannot be. */
export async function startExchange(config: Config, options: StartOptions = {}): Promise<Exchange> {
  const now = Date.now;
  const listing = await listingOf(config);
  const kept = await openKept(config, listing, now);
  const street = await openStreet(config, listing, kept, now, options.log ?? (() => undefined));
  const people = await openPeople(config, listing, kept, street, now);
  const rooms: Rooms = { config, listing, kept, street, people };
  const door = await openDoor(rooms, options, now);
  const { sessions, identity } = people.accounts;
  return {
    address: addressOf(door.http.server, config.host), http: door.http, sequencer: kept.sequencer, feed: street.feed, sessions, identity, funds: people.funds.reviews,
    close: once(() => close(rooms, door)),
  };
}

/** From the street inwards: nothing new comes in, what came in is committed, then what hears of commits ends, the store last. */
async function close({ kept, street, people }: Rooms, { http, socket, ops }: Door): Promise<void> {
  const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
  await Promise.all([socket.close(), street.market.stop(), street.clock?.stop()]);
  await http.close();
  clearTimeout(hurry);
  await ops.close();
  await people.funds.close();
  await people.accounts.close();
  await kept.sequencer.close();
  await people.closings.settled();
  await kept.proofs.settled();
  await kept.roots.close();
  await street.feed.close();
  await kept.store.close();
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
