// HTTP gateway: a route for every call, from form to envelope. Exceptions never become a 5xx.
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { Socket } from 'node:net';
import fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { API_BASE, BODY_LIMIT_BYTES } from '../../core/endpoints/http.ts';
import { CALLS, type Call, type CallPath } from '../../core/endpoints/endpoints.ts';
import { CODE, type Reject, RejectError, reject } from '../../core/errors/errors.ts';
import { accepted, languageOf, newTraceId, refused } from './envelope.ts';
import { FIELD_USES } from './field-uses.ts';
import { parseForm, readRequest, refuseQuery } from './form-body.ts';
import type { Caller, Handlers, AuthenticatedCaller } from './handler.ts';
import { isLocal } from './local-request.ts';
import { type HeaderPolicy, PREFLIGHT_HEADERS, corsHeaders, securityHeaders } from './headers.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ProxyMatcher } from './proxies.ts';
import type { PageHandler } from './static-files.ts';

export interface GatewayDeps {
  handlers: Handlers<CallPath>;
  /** The session of a token; null when there is none or it has ended. */
  sessionOf(token: string): Promise<{ uid: number; sessionKey: string } | null>;
  limits: RateLimits;
  /** Whether the operator has frozen a user: calls that move money are then refused (1403). */
  isFrozen(uid: number): boolean;
  /** Why the operator has closed a call (1503, 2101); null: it is open. */
  refusalOf?: (path: string, form: Readonly<Record<string, string>>) => Reject | null;
  /** Whether a user's call with that `clientNo` was answered before: `refusalOf` does not apply to a retry. */
  wasAnswered?: (path: string, uid: number, clientNo: string) => Promise<boolean>;
  /** Why nothing can be committed; every call is then answered 1500. Null: all is well. */
  healthError?: () => unknown;
  web: PageHandler;
  now(): number;
  /** Logs an internal error with the trace id that the caller receives. */
  log(event: string, error: unknown): void;
  headers: HeaderPolicy;
  /** Trusted proxies, whose headers give the caller's address and protocol. */
  isProxy: ProxyMatcher;
  /** An existing server (development); absent: one is created. */
  server?: Server;
}

/** Erased type of all handlers; the table guarantees that request and handler match. */
type AnyHandler = (request: unknown, caller: Caller | AuthenticatedCaller) => unknown;
/** Time for sending a whole request, in ms. */
const REQUEST_TIMEOUT_MS = 15_000;
/** How often the timeout is checked, in ms. */
const CHECK_MS = 5_000;

/** Characters of the user agent that are used. */
const MAX_AGENT = 200;
/** Calls that move money but only reduce risk: a frozen user may still make them. */
const WHILE_FROZEN: ReadonlySet<string> = new Set([
  '/coin/order/close',
  '/coin/contract/order/close',
  '/coin/contract/order/liquidate',
  '/coin/contract/order/liquidate/all',
  '/coin/contract/order/set/profit',
  '/coin/contract/order/set/loss',
]);

/** The HTTP side of the exchange; the caller starts listening. */
export function createGateway(deps: GatewayDeps): FastifyInstance {
  const options: FastifyHttpOptions<Server> = {
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: deps.isProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { connectionsCheckingInterval: CHECK_MS },
    // On close, idle connections are closed and running calls are answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      writeHeaders(deps, request as FastifyRequest, reply as FastifyReply);
      fail(deps, request as FastifyRequest, reply as FastifyReply, error);
    },
    // Browsers open connections in advance; an unused one is closed without a response, which would be read as the
    // answer to the next request.
    clientErrorHandler: ({ code }, socket) => {
      if (!socket.writable || socket.bytesRead === 0) socket.destroy();
      else socket.end(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : BAD_REQUEST);
    },
    ...(deps.server ? { serverFactory: (handler: RequestListener) => joinServer(deps.server as Server, handler) } : {}),
  };
  const app = fastify(options);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
  app.addHook('onRequest', async (request, reply) => {
    endWhenSlow(request.raw);
    writeHeaders(deps, request, reply);
  });
  app.setErrorHandler((error, request, reply) => fail(deps, request, reply, error));
  app.setNotFoundHandler((request, reply) => notFound(deps, request, reply));
  for (const path of Object.keys(CALLS) as CallPath[]) addCall(app, deps, path);
  app.options(`${API_BASE}/*`, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  return app;
}

/** Raw responses to malformed requests (not localised: headers were never parsed). */
const NO_BODY =
  '\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\n' +
  "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\nreferrer-policy: no-referrer\r\n\r\n";
const BAD_REQUEST = `HTTP/1.1 400 Bad Request${NO_BODY}`;
const TOO_SLOW = `HTTP/1.1 408 Request Timeout${NO_BODY}`;

/** Node's timeout covers the headers only: this ends the connection when the body takes as long again. */
function endWhenSlow(request: IncomingMessage): void {
  const { socket, headers } = request;
  if (
    !(socket instanceof Socket) ||
    (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
  )
    return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.end(TOO_SLOW, () => socket.destroy());
  }, REQUEST_TIMEOUT_MS);
  const stop = (): void => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}

function joinServer(server: Server, handler: RequestListener): Server {
  server.on('request', handler);
  return server;
}

function addCall(app: FastifyInstance, deps: GatewayDeps, path: CallPath): void {
  const call: Call = CALLS[path];
  const handler = deps.handlers[path] as AnyHandler;
  app.post(API_BASE + path, { bodyLimit: call.bodyLimitBytes ?? BODY_LIMIT_BYTES }, async (request, reply) => {
    if (deps.healthError?.()) throw new RejectError(CODE.busy);
    const caller = await callerOf(call, deps, request);
    if (call.money && 'uid' in caller && !WHILE_FROZEN.has(path) && deps.isFrozen(caller.uid))
      throw new RejectError(CODE.accountFrozen);
    refuseQuery(request.raw.url ?? '');
    const form = (request.body ?? {}) as Record<string, string>;
    const closed = deps.refusalOf?.(path, form);
    if (closed && !(await isRetry(deps, path, caller, form['clientNo'])))
      throw new RejectError(closed.code, closed.params);
    const answer = await handler(readRequest(call.request, form, FIELD_USES[path]), caller);
    reply.header('cache-control', 'no-store');
    return accepted(answer, caller.language, deps.now(), newTraceId());
  });
}

async function isRetry(
  deps: GatewayDeps,
  path: string,
  caller: Caller | AuthenticatedCaller,
  clientNo: string | undefined,
): Promise<boolean> {
  return clientNo !== undefined && 'uid' in caller && ((await deps.wasAnswered?.(path, caller.uid, clientNo)) ?? false);
}

/** The caller, counted against its rate limit. Throws RejectError -1000 or 1429. */
async function callerOf(call: Call, deps: GatewayDeps, request: FastifyRequest): Promise<Caller | AuthenticatedCaller> {
  const caller: Caller = {
    ip: request.ip,
    local: isLocal(request.raw),
    agent: (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT),
    language: languageOf(request.headers['accept-language']),
    now: deps.now(),
  };
  if (call.access === 'public') {
    await deps.limits.consume('read', caller.ip);
    return caller;
  }
  const token = request.headers['accesstoken'];
  const session = typeof token === 'string' ? await deps.sessionOf(token) : null;
  if (!session) {
    await deps.limits.consume('read', caller.ip);
    if (call.access === 'open') return caller;
    throw new RejectError(CODE.sessionInvalid);
  }
  await deps.limits.consume(call.money ? 'trade' : 'read', String(session.uid));
  return { ...caller, ...session };
}

function writeHeaders(deps: GatewayDeps, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders(request.raw, request.protocol === 'https', deps.headers));
  if (isCall(request)) reply.headers(corsHeaders(request.raw));
}

function isCall(request: FastifyRequest): boolean {
  return request.raw.url === API_BASE || (request.raw.url ?? '').startsWith(`${API_BASE}/`);
}

/** Other paths serve the client's files; the handler writes to the raw response, with our headers. */
async function notFound(deps: GatewayDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> {
  if (isCall(request)) return answer(deps, request, reply, 404, reject(CODE.notFound));
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  try {
    await deps.web(request.raw, reply.raw);
  } catch (error) {
    deps.log('page.failed', error);
    reply.raw.destroy();
  }
}

/**
 * Maps every error to a response: a refusal, a malformed request, or an internal error, which is logged and
 * answered 1500.
 */
function fail(deps: GatewayDeps, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof RejectError) return answer(deps, request, reply, 200, error.reject);
  const { code, statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return answer(deps, request, reply, 200, reject(CODE.fieldInvalid, { field: 'body', rule: 'content-type' }));
  if (statusCode === 413)
    return answer(deps, request, reply, 413, reject(CODE.fieldInvalid, { field: 'body', rule: 'too-large' }));
  if (statusCode >= 400 && statusCode < 500)
    return answer(deps, request, reply, statusCode, reject(CODE.fieldInvalid, { field: 'request', rule: 'malformed' }));
  const traceId = newTraceId();
  deps.log(`call.failed trace_id=${traceId}`, error);
  return answer(deps, request, reply, 200, reject(CODE.busy), traceId);
}

function answer(
  deps: GatewayDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  refusal: Reject,
  traceId = newTraceId(),
): FastifyReply {
  const body = refused(refusal, languageOf(request.headers['accept-language']), deps.now(), traceId);
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body);
}
