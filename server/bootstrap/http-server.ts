// The door: calls and pages over HTTP, the socket, the operator's interface and the pages about calls, all on one port.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { addDocs } from '../gateway/api-docs/api-docs-routes.ts';
import { addHealthz } from '../gateway/healthz.ts';
import { createGateway } from '../gateway/http-endpoints.ts';
import { type Proxies, proxiesOf } from '../gateway/proxies.ts';
import { createRetries } from '../gateway/retries.ts';
import type { ExchangeEvent } from '../exchange/event.ts';
import { addSecurityText } from '../gateway/security-text.ts';
import { attachSocket } from '../gateway/socket/feed-socket-server.ts';
import { type Web, createWeb } from '../gateway/static-files.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { openOps } from '../admin/create-admin.ts';
import { auditLedger } from '../sequencer/ledger-audit.ts';
import { type Parameters, SECONDS_DOORS } from '../admin/parameters.ts';
import { CODE, reject } from '../../core/errors/errors.ts';
import type { SteadyClock } from './steady-clock.ts';
import { forOperator, logError } from './startup-errors.ts';
import { handlersOf } from './handlers.ts';
import type { Kept } from './persistence.ts';
import type { Listing } from './instruments.ts';
import type { People } from './accounts.ts';
import type { Street } from './market-data.ts';

/** Who serves the pages: a folder of the built client, or in development whoever makes them; neither: no pages. */
export interface DoorOptions {
  clientFolder?: string;
  web?: Web;
  server?: Server;
  /** Pages may hold inline scripts and styles. */
  development?: boolean;
  /** When everything else stands: whoever had the port gives it up. */
  beforeListen?: () => Promise<void>;
}

export interface Rooms {
  config: Config;
  clock: Pick<SteadyClock, 'aheadMs'>;
  listing: Listing;
  kept: Kept;
  street: Street;
  people: People;
}

export interface Door {
  http: FastifyInstance;
  socket: ReturnType<typeof attachSocket>;
  ops: ReturnType<typeof openOps>;
}

const noPages: Web = (_request, response) => {
  response.writeHead(404).end();
};

/** Everything stands and listens when this resolves. */
export async function openDoor(rooms: Rooms, options: DoorOptions, now: () => number): Promise<Door> {
  const {
    config,
    kept: { store, sequencer },
    people: {
      accounts: { identity },
      funds,
      parameters,
    },
  } = rooms;
  const http = await openHttp(rooms, options, now);
  const socket = openSocket(http, rooms, now);
  sequencer.onCommitted((outcomes) => {
    if (outcomes.some(({ events }) => events.some(changesList))) socket.notice('reset', now());
  });
  const ops = openOps({
    config,
    store,
    sequencer,
    identity,
    funds: funds.reviews,
    parameters,
    instruments: LISTED_INSTRUMENTS,
    http,
    socket,
    now,
    log: logError,
    auditLedger: () => store.transaction(auditLedger),
  });
  addDocs(http);
  addSecurityText(http, config.securityContact, now);
  addHealthz(http, { illness: sequencer.illness, clockAheadMs: () => rooms.clock.aheadMs(), now });
  await options.beforeListen?.();
  await forOperator(listen(http, config));
  return { http, socket, ops };
}

async function openHttp(
  { config, clock, listing, kept, street, people }: Rooms,
  { web, clientFolder, server, development = false }: DoorOptions,
  now: () => number,
): Promise<FastifyInstance> {
  const { sessions, identity, limits } = people.accounts;
  return createGateway({
    handlers: handlersOf(config, listing, kept, street, people),
    sessionOf: sessions.sessionOf,
    isFrozen: identity.isFrozen,
    refusalOf: refusalOf(clock, people),
    wasAnswered: createRetries(kept.store),
    limits,
    web: web ?? (clientFolder ? await createWeb(clientFolder) : noPages),
    now,
    log: logError,
    illness: kept.sequencer.illness,
    headers: { development },
    isProxy: isProxyOf(config),
    ...(server ? { server } : {}),
  });
}

function openSocket(
  http: FastifyInstance,
  {
    config,
    street: { feed, privateFeed },
    people: {
      accounts: { sessions },
    },
  }: Rooms,
  now: () => number,
): Door['socket'] {
  return attachSocket(http.server, {
    feed,
    privateFeed,
    uidOf: sessions.uidOf,
    now,
    isProxy: isProxyOf(config),
    ...(config.rateLimit ? {} : { mostPerAddress: Infinity }),
    onError: (error) => logError('socket', error),
    onSessionEnd: (listener) => sessions.onSessionEnd(({ uid }) => listener(uid)),
  });
}

/** What decides a seconds contract is time: none is sold while nobody knows what time it is. */
function refusalOf(clock: Rooms['clock'], { parameters }: People): Parameters['refusalOf'] {
  return (path, form) =>
    SECONDS_DOORS.includes(path) && clock.aheadMs() !== 0 ? reject(CODE.maintenance) : parameters.refusalOf(path, form);
}

/** The settings were read: every range is one. */
function isProxyOf({ trustProxy }: Config): Proxies {
  return proxiesOf(trustProxy) ?? (() => false);
}

/** Whether markets are said otherwise from now on. */
function changesList({ kind }: ExchangeEvent): boolean {
  return kind === 'marketStatus' || kind === 'delisting';
}

async function listen(http: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await http.listen({ port, host });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is in use by another program; stop that one, or choose another with PORT.`, {
      cause,
    });
  }
}
