// HTTP gateway: a route for every call, from form to envelope. Exceptions never become a 5xx.
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { API_BASE, BODY_LIMIT_BYTES, PICTURES_BODY_LIMIT_BYTES } from '../../core/endpoints/http.ts';
import { CALLS, type Call, type CallPath } from '../../core/endpoints/endpoints.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import { PlainRequest, bareAnswer, isAmbiguous, refuseOtherUses } from './bare-http.ts';
import { type CallDeps, type CallOrigin, envelopeOf, runCall } from './call-runner.ts';
import { languageOf, newTraceId, printEnvelope, traceIdOf } from './envelope.ts';
import { parseForm, refuseQuery } from './forms/form-body.ts';
import { agentOf, isLocal } from './local-request.ts';
import { HeldBytes } from './held-bytes.ts';
import { type HeaderPolicy, PREFLIGHT_HEADERS, corsHeaders, securityHeaders } from './headers.ts';
import { type ProxyMatcher, networkOf } from './proxies.ts';
import { callKeyOf } from './retries/resent-calls.ts';
import type { PageHandler } from './static-files.ts';

export interface GatewayDeps extends CallDeps {
  web: PageHandler;
  headers: HeaderPolicy;
  /** Trusted proxies, whose headers give the caller's address and protocol; absent: none. */
  isProxy?: ProxyMatcher | undefined;
  /** An existing server (development); absent: one is created. */
  server?: Server;
  /** Absent: IDLE_MS, MAX_PER_NETWORK and that of HeldBytes. */
  idleMs?: number;
  maxPerNetwork?: number;
  maxHeldBytes?: number;
}

/** Time for sending a whole request, in ms. */
const REQUEST_TIMEOUT_MS = 15_000;
/**
 * A connection on which nothing moves for so long is ended, in ms: of a client that takes nothing the answer would stay
 * in memory for ever. Clients give a call up by then.
 */
const IDLE_MS = 60_000;
/** Open connections of one network, sockets too: more than those of an office. A further one is closed at once. */
const MAX_PER_NETWORK = 500;
/** How often the timeout is checked, in ms. */
const CHECK_MS = 5_000;
/** How often bodies that take too long are looked for, in ms. */
const LOOK_MS = 1_000;
const TOO_SLOW = '408 Request Timeout';
const JSON_TYPE = 'application/json; charset=utf-8';

const AMBIGUOUS = Object.assign(new Error('a request that is read in more than one way'), { statusCode: 400 });

function noSchemas(): never {
  throw new Error('a route has a schema');
}

/** The HTTP side of the exchange; the caller starts listening. */
export function createGateway(deps: GatewayDeps): FastifyInstance {
  const ending = new EndingConnections();
  const app = fastify(optionsOf(deps, ending));
  refuseOtherUses(app.server);
  // Node would ignore the headers after a thousand, also those of a proxy; their bytes are limited.
  app.server.maxHeadersCount = 0;
  limitConnections(app.server, deps.maxPerNetwork ?? MAX_PER_NETWORK, deps.isProxy ?? (() => false));
  const timeouts = new BodyTimeouts();
  readForms(app, timeouts);
  const held = new HeldBytes(deps.maxHeldBytes);
  app.addHook('onRequest', (request, reply, done) => {
    timeouts.onHead(request.raw);
    writeHeaders(deps, request, reply);
    if (isAmbiguous(request.raw)) {
      ending.add(request, reply);
      return done(AMBIGUOUS);
    }
    if (request.raw instanceof PlainRequest && request.raw.endsItsConnection) ending.add(request, reply);
    const network = (): string => networkOf(request.ip);
    if (held.isFull(network)) return done(new RejectError(CODE.tooManyRequests, { retryAfter: 1 }));
    held.add(bodyBytes(request.raw), request.raw, network);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload === 'string' || payload instanceof Uint8Array)
      held.add(payload.length, reply.raw, () => networkOf(request.ip));
    done();
  });
  app.addHook('onClose', async () => timeouts.dispose());
  app.setErrorHandler((error, _request, reply) => fail(deps, reply, error));
  app.setNotFoundHandler((_request, reply) => notFound(deps, reply));
  for (const path of Object.keys(CALLS) as CallPath[]) addCall(app, deps, path);
  app.options(`${API_BASE}/*`, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  return app;
}

function optionsOf(deps: GatewayDeps, ending: EndingConnections): FastifyHttpOptions<Server> {
  const { server } = deps;
  return {
    bodyLimit: BODY_LIMIT_BYTES,
    ...(deps.isProxy && { trustProxy: deps.isProxy }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: deps.idleMs ?? IDLE_MS,
    // A request without a host is answered here, with our headers.
    http: { connectionsCheckingInterval: CHECK_MS, requireHostHeader: false, IncomingMessage: PlainRequest },
    // On close, idle connections are closed and running calls are answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    // No route has a schema of the framework's: forms are checked by the table of calls. Its validator is not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      writeHeaders(deps, request, reply);
      ending.add(request, reply);
      fail(deps, reply, error);
    },
    // Browsers open connections in advance; an unused one is closed without a response, which would be read as the
    // answer to the next request.
    clientErrorHandler: ({ code }, socket) => {
      // Node's parser may refuse what it has passed on already.
      if (ending.has(socket)) return;
      if (!socket.writable || socket.bytesRead === 0) socket.destroy();
      else socket.end(bareAnswer(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : '400 Bad Request'));
    },
    ...(server && { serverFactory: (handler: RequestListener) => joinServer(server, handler) }),
  };
}

/** Connections that end with the answer to a request: what follows it there has none. */
class EndingConnections {
  readonly #sockets = new WeakSet<Duplex>();

  add({ raw }: FastifyRequest, reply: FastifyReply): void {
    this.#sockets.add(raw.socket);
    reply.header('connection', 'close');
  }

  has(socket: Duplex): boolean {
    return this.#sockets.has(socket);
  }
}

/** Forms are the only bodies. */
function readForms(app: FastifyInstance, timeouts: BodyTimeouts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    ({ raw }: FastifyRequest, body: string, done: (error: Error | null, form?: unknown) => void) => {
      timeouts.onReceived(raw);
      try {
        done(null, parseForm(body));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** Most bytes of a body that are stored; one without a length may have all of them. */
function bodyBytes({ headers }: IncomingMessage): number {
  const isOpenEnded = headers['transfer-encoding'] !== undefined;
  return Math.min(isOpenEnded ? Infinity : Number(headers['content-length'] ?? 0), PICTURES_BODY_LIMIT_BYTES);
}

/**
 * Ends connections whose request is not whole in time. Node's timeout covers the headers only. One timer for all: one
 * for each request costs more than parsing its form.
 */
class BodyTimeouts {
  /** Requests whose body is awaited, oldest first, and until when, ms of the monotonic clock. */
  readonly #awaited = new Map<IncomingMessage, number>();
  readonly #timer = setInterval(() => this.#endLate(), LOOK_MS).unref();

  onHead(request: IncomingMessage): void {
    const { socket, headers } = request;
    if (
      socket instanceof Socket &&
      (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    )
      this.#awaited.set(request, performance.now() + REQUEST_TIMEOUT_MS);
  }

  onReceived(request: IncomingMessage): void {
    this.#awaited.delete(request);
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #endLate(): void {
    const now = performance.now();
    for (const [request, until] of this.#awaited) {
      const { socket, complete, destroyed } = request;
      if (!complete && !destroyed && now < until) continue;
      this.#awaited.delete(request);
      if (!complete && !destroyed) socket.end(bareAnswer(TOO_SLOW), () => socket.destroy());
    }
  }
}

/** Closes connections of a network beyond the limit. Those of proxies are of many callers. */
function limitConnections(server: Server, max: number, isProxy: ProxyMatcher): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

function joinServer(server: Server, handler: RequestListener): Server {
  server.on('request', handler);
  return server;
}

function addCall(app: FastifyInstance, deps: GatewayDeps, path: CallPath): void {
  const { bodyLimitBytes = BODY_LIMIT_BYTES }: Call = CALLS[path];
  app.post(API_BASE + path, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
    const { accesstoken, 'idempotency-key': key, traceparent } = request.headers;
    const envelope = await runCall(deps, path, {
      origin: originOf(request),
      traceId: traceIdOf(traceparent),
      token: typeof accesstoken === 'string' ? accesstoken : '',
      key: callKeyOf(key),
      form: () => {
        refuseQuery(request.raw.url ?? '');
        return (request.body ?? {}) as Record<string, string>;
      },
    });
    return reply.header('cache-control', 'no-store').type(JSON_TYPE).send(printEnvelope(envelope));
  });
}

function originOf(request: FastifyRequest): CallOrigin {
  return {
    ip: request.ip,
    network: networkOf(request.ip),
    local: isLocal(request.raw),
    agent: agentOf(request.raw),
    language: languageOf(request.headers['accept-language']),
  };
}

function writeHeaders(deps: GatewayDeps, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders(request.raw, request.protocol === 'https', deps.headers));
  if (isCall(request)) reply.headers(corsHeaders(request.raw));
}

function isCall(request: FastifyRequest): boolean {
  return request.raw.url === API_BASE || (request.raw.url ?? '').startsWith(`${API_BASE}/`);
}

/** Other paths serve the client's files; the handler writes to the raw response, with our headers. */
async function notFound(deps: GatewayDeps, reply: FastifyReply): Promise<FastifyReply | void> {
  const { request } = reply;
  if (isCall(request)) return answer(deps, reply, 404, new RejectError(CODE.notFound));
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  try {
    await deps.web(request.raw, reply.raw);
  } catch (error) {
    deps.log('page.failed', error, { traceId: newTraceId() });
    reply.raw.destroy();
  }
}

/** Maps every error to a response: a refusal, a malformed request, or an internal error. */
function fail(deps: GatewayDeps, reply: FastifyReply, error: unknown): FastifyReply {
  const { code, statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (error instanceof RejectError) return answer(deps, reply, reply.request.method === 'GET' ? 429 : 200, error);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return answer(deps, reply, 200, invalid('body', 'content-type'));
  if (statusCode === 413) return answer(deps, reply, 413, invalid('body', 'too-large'));
  if (statusCode >= 400 && statusCode < 500) return answer(deps, reply, statusCode, invalid('request', 'malformed'));
  return answer(deps, reply, 200, error);
}

function invalid(field: string, rule: string): RejectError {
  return new RejectError(CODE.fieldInvalid, { field, rule });
}

function answer(deps: GatewayDeps, reply: FastifyReply, status: number, error: unknown): FastifyReply {
  const { 'accept-language': language, traceparent } = reply.request.headers;
  const body = envelopeOf(deps, error, languageOf(language), traceIdOf(traceparent));
  return reply.code(status).header('cache-control', 'no-store').type(JSON_TYPE).send(printEnvelope(body));
}
