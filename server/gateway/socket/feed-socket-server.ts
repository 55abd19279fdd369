// WebSocket server of the feed: upgrades, connections, and the tick for heartbeats and timeouts.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from '../../../core/endpoints/http.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { HEARTBEAT_MS, type ServerMessage } from '../../../core/feed/feed-protocol.ts';
import { MSGPACK_PROTOCOL } from '../../../core/feed/feed-msgpack.ts';
import type { Feed } from '../../feed/feed.ts';
import { bareAnswer, endBare } from '../bare-http.ts';
import { type ProxyMatcher, addressOf, networkOf } from '../proxies.ts';
import type { CallDeps } from '../call-runner.ts';
import { agentOf, isLocal } from '../local-request.ts';
import { socketCall } from './socket-call.ts';
import { RECHECK_MS, SocketClient } from './socket-client.ts';
import type { SocketCounts } from './socket-counts.ts';
import { SocketWriter } from './socket-writer.ts';
import type { PrivateFeed } from './private-feed.ts';

/** Largest message of a client; a larger one closes the connection with 1009. */
const MESSAGE_LIMIT_BYTES = 32 * 1024;
/**
 * Parts of a message, and pieces of it as they came from the network. No client sends a message in parts; each piece
 * takes a hundred times its byte in memory.
 */
const MESSAGE_LIMIT_PARTS = 64;
const MESSAGE_LIMIT_PIECES = 1_024;
/** Open connections; one more is answered with HTTP 503. */
export const MAX_CONNECTIONS = 5_000;
/** Open connections of one address (`networkOf`); one more gets HTTP 429. Generous: an office may share one. */
export const MAX_PER_ADDRESS = 200;
/** Messages of one client in a second, as in its hello; three seconds' worth may come at once. */
const MESSAGES_PER_SECOND = 20;
/** A client that sends nothing for this long is closed: it should ping every 5 s. */
const IDLE_MS = 30_000;
/** Interval of the tick that sends owed snapshots and heartbeats and closes silent clients. */
const TICK_MS = 100;
/** On shutdown clients have this long to close by themselves. */
const CLOSE_GRACE_MS = 500;

/** In a refusal too, so that a client knows which version would be accepted (RFC 6455 4.4). */
const SOCKET_VERSION = { 'sec-websocket-version': '13' };

export interface FeedSocketOptions {
  feed: Feed;
  privateFeed: PrivateFeed;
  /** Uid of a session's token; null when there is none. */
  uidOf: (token: string) => Promise<number | null>;
  now: () => EpochMs;
  /**
   * Whether this process knows all that is committed: without it quiet channels are not listed, so that clients
   * notice it. Absent: always.
   */
  isCurrent?: () => boolean;
  /** Runs the calls of clients. */
  calls: CallDeps;
  /** Absent: MAX_PER_ADDRESS. */
  maxPerAddress?: number;
  /** Absent: MESSAGES_PER_SECOND. */
  messagesPerSecond?: number;
  /** Proxies whose header gives a client's address; absent: none. */
  isProxy?: ProxyMatcher | undefined;
  /** Registers a listener for the uid of every session that ends; the user's sockets then check theirs again. */
  onSessionEnd?: (listener: (uid: number) => void) => void;
  /** Called with internal errors (a session store that does not respond). */
  onError?: (error: unknown) => void;
}

export interface FeedSocket {
  connections(): number;
  readonly counts: SocketCounts;
  /**
   * Notifies every client; `at` is when it happens, in ms. `reset`: the instruments changed, refetch them.
   */
  notice(event: 'shutdown' | 'maintenance' | 'reset', at: EpochMs): void;
  /** Sends a shutdown notice, closes every client with 1001, and accepts no more. */
  close(): Promise<void>;
}

/** `heartbeatAt`: when the next heartbeat is due. */
interface Connection {
  socket: WebSocket;
  client: SocketClient;
  writer: SocketWriter;
  heartbeatAt: EpochMs;
}

/** Serves `/mmtb-api/ws` of `server`. Other upgrades are left to other listeners; without one they are refused. */
export function attachFeedSocket(server: Server, options: FeedSocketOptions): FeedSocket {
  return new FeedSocketServer(server, options);
}

class FeedSocketServer implements FeedSocket {
  readonly counts: SocketCounts = { sent: 0, calls: 0, resyncs: 0 };
  readonly #options: FeedSocketOptions;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #perNetwork = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MESSAGE_LIMIT_BYTES,
    maxFragments: MESSAGE_LIMIT_PARTS,
    maxBufferedChunks: MESSAGE_LIMIT_PIECES,
    handleProtocols: (offered) => (offered.has(MSGPACK_PROTOCOL) ? MSGPACK_PROTOCOL : false),
  });
  readonly #onUpgrade = (request: IncomingMessage, raw: Duplex, head: Buffer): void =>
    this.#upgrade(request, raw, head);

  constructor(server: Server, options: FeedSocketOptions) {
    this.#server = server;
    this.#options = options;
    server.on('upgrade', this.#onUpgrade);
    this.#sockets.on('wsClientError', (_error, raw) => refuseUpgrade(raw, '400 Bad Request'));
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
    options.onSessionEnd?.((uid) => {
      for (const { client } of this.#connections) client.onSessionEnd(uid);
    });
  }

  connections(): number {
    return this.#connections.size;
  }

  notice(event: 'shutdown' | 'maintenance' | 'reset', at: EpochMs): void {
    const message: ServerMessage = { type: 'notice', event, at };
    for (const { client } of this.#connections) client.send(message);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#server.off('upgrade', this.#onUpgrade);
    this.notice('shutdown', this.#options.now());
    const closed = [...this.#connections].map(
      ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    );
    for (const { writer } of this.#connections) writer.close(1001, 'shutdown');
    const terminateTimer = setTimeout(() => {
      for (const { socket } of this.#connections) socket.terminate();
    }, CLOSE_GRACE_MS);
    await Promise.all(closed);
    clearTimeout(terminateTimer);
  }

  #upgrade(request: IncomingMessage, raw: Duplex, head: Buffer): void {
    const path = (request.url ?? '').split('?', 1)[0];
    if (path !== SOCKET_PATH) {
      if (this.#server.listenerCount('upgrade') === 1) refuseUpgrade(raw, '404 Not Found');
      return;
    }
    const address = addressOf(request, this.#options.isProxy ?? (() => false));
    const network = networkOf(address);
    if (this.#connections.size >= MAX_CONNECTIONS) refuseUpgrade(raw, '503 Service Unavailable');
    else if ((this.#perNetwork.get(network) ?? 0) >= (this.#options.maxPerAddress ?? MAX_PER_ADDRESS))
      refuseUpgrade(raw, '429 Too Many Requests');
    else
      this.#sockets.handleUpgrade(request, raw, head, (socket) =>
        this.#accept(socket, raw, request, { address, network }),
      );
  }

  #count(network: string, by: 1 | -1): void {
    const count = (this.#perNetwork.get(network) ?? 0) + by;
    if (count > 0) this.#perNetwork.set(network, count);
    else this.#perNetwork.delete(network);
  }

  #accept(
    socket: WebSocket,
    raw: Duplex,
    request: IncomingMessage,
    { address, network }: { address: string; network: string },
  ): void {
    const { feed, privateFeed, uidOf, now, calls, messagesPerSecond = MESSAGES_PER_SECOND } = this.#options;
    const onError = (error: unknown): void => this.#options.onError?.(error);
    const writer = new SocketWriter(socket, raw, socket.protocol === MSGPACK_PROTOCOL, this.counts);
    const client = new SocketClient({
      writer,
      feed,
      privateFeed,
      uidOf,
      now,
      onError,
      call: socketCall(calls, { ip: address, network, local: isLocal(request), agent: agentOf(request) }),
      messagesPerSecond,
      counts: this.counts,
      language: request.headers['accept-language'],
    });
    const connection = { socket, client, writer, heartbeatAt: now() + HEARTBEAT_MS };
    this.#connections.add(connection);
    this.#count(network, 1);
    socket.on('message', (data: Buffer, isBinary) =>
      isBinary ? client.refuseBinary() : client.receive(data.toString()),
    );
    socket.on('ping', () => client.countMessage());
    // ws closes a broken frame or connection with the right code; 'close' below cleans up.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#connections.delete(connection);
      this.#count(network, -1);
      client.onClosed();
    });
    client.sendHello(randomUUID());
  }

  #tick(): void {
    const now = this.#options.now();
    const isCurrent = this.#options.isCurrent?.() ?? true;
    for (const connection of this.#connections) {
      const { client, writer } = connection;
      writer.drain(now);
      if (isCurrent && now >= connection.heartbeatAt && !writer.isBehind) {
        // Half an interval early: ticks are late at times, and delays must not add up.
        connection.heartbeatAt = now + HEARTBEAT_MS - TICK_MS / 2;
        client.sendHeartbeat();
      }
      if (now - client.lastMessageAt > IDLE_MS) writer.close(1001, 'idle');
      else if (now - client.checkedAt > RECHECK_MS) client.recheck();
    }
  }
}

function refuseUpgrade(raw: Duplex, status: string): void {
  endBare(raw, bareAnswer(status, SOCKET_VERSION));
}
