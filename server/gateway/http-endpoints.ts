// Every call of the table as one route: form in, envelope out, and no way for an exception to become a 5xx.
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
import type { Caller, Handlers, Member } from './handler.ts';
import { isLocal } from './local-request.ts';
import { type HeaderPolicy, PREFLIGHT_HEADERS, corsHeaders, securityHeaders } from './headers.ts';
import type { Limits } from './rate-limits.ts';
import type { Proxies } from './proxies.ts';
import type { Web } from './static-files.ts';

export interface GatewayParts {
  handlers: Handlers<CallPath>;
  /** The session of a token, or null when it is none or has ended. */
  sessionOf(token: string): Promise<{ uid: number; sessionKey: string } | null>;
  limits: Limits;
  /** Whether the house has frozen a person: such calls as move money are refused (1403). */
  isFrozen(uid: number): boolean;
  /** Why the house lets nothing begin through a call for now (1503, 2101); null: it does. */
  refusalOf?: (path: string, form: Readonly<Record<string, string>>) => Reject | null;
  /** Whether a person's call of that name was answered before: a retry of it is not refused by `refusalOf`. */
  wasAnswered?: (path: string, uid: number, clientNo: string) => Promise<boolean>;
  /** Why nothing can be kept for now; every call is then answered 1500. Null: all is well. */
  illness?: () => unknown;
  web: Web;
  now(): number;
  /** Where a mistake of ours is written, with the id that the caller sees. */
  log(traceId: string, error: unknown): void;
  headers: HeaderPolicy;
  /** Whose headers the address and protocol of the caller are taken from. */
  isProxy: Proxies;
  /** A server that stands already (development); absent: one is made. */
  server?: Server;
}

/** Same signature for every call once its schema has run; the table keeps request and handler together. */
type AnyHandler = (request: unknown, caller: Caller | Member) => unknown;
/** A caller that sends its request slower than this is cut off, in ms. */
const REQUEST_MS = 15_000;
/** How often that is looked at, in ms. */
const CHECK_MS = 5_000;

/** Letters kept of what a client calls itself. */
const MOST_AGENT = 200;
/** Calls that a frozen person may still make though they move money: they only take risk back. */
const WHILE_FROZEN: ReadonlySet<string> = new Set([
  '/coin/order/close',
  '/coin/contract/order/close',
  '/coin/contract/order/liquidate',
  '/coin/contract/order/liquidate/all',
  '/coin/contract/order/set/profit',
  '/coin/contract/order/set/loss',
]);

/** The HTTP side of the exchange; it listens when told to. */
export function createGateway(parts: GatewayParts): FastifyInstance {
  const options: FastifyHttpOptions<Server> = {
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: parts.isProxy,
    requestTimeout: REQUEST_MS,
    http: { connectionsCheckingInterval: CHECK_MS },
    // At the end idle connections are closed and calls under way are answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      writeHeaders(parts, request as FastifyRequest, reply as FastifyReply);
      fail(parts, request as FastifyRequest, reply as FastifyReply, error);
    },
    // A browser opens connections before it needs them; one that it did not use yet is closed without a word: bytes
    // sent into it would be read as the answer to the request that is on its way.
    clientErrorHandler: ({ code }, socket) => {
      if (!socket.writable || socket.bytesRead === 0) socket.destroy();
      else socket.end(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : BAD_REQUEST);
    },
    ...(parts.server
      ? { serverFactory: (handler: RequestListener) => joinServer(parts.server as Server, handler) }
      : {}),
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
    writeHeaders(parts, request, reply);
  });
  app.setErrorHandler((error, request, reply) => fail(parts, request, reply, error));
  app.setNotFoundHandler((request, reply) => notFound(parts, request, reply));
  for (const path of Object.keys(CALLS) as CallPath[]) addCall(app, parts, path);
  app.options(`${API_BASE}/*`, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  return app;
}

/** Answers to bytes that are no whole request; there is nobody to speak a language to. */
const BARE =
  '\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\n' +
  "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\nreferrer-policy: no-referrer\r\n\r\n";
const BAD_REQUEST = `HTTP/1.1 400 Bad Request${BARE}`;
const TOO_SLOW = `HTTP/1.1 408 Request Timeout${BARE}`;

/** The server's own limit ends with the headers: a body that is not whole as long after them ends its connection. */
function endWhenSlow(request: IncomingMessage): void {
  const { socket, headers } = request;
  if (
    !(socket instanceof Socket) ||
    (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
  )
    return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.end(TOO_SLOW, () => socket.destroy());
  }, REQUEST_MS);
  const stop = (): void => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}

function joinServer(server: Server, handler: RequestListener): Server {
  server.on('request', handler);
  return server;
}

function addCall(app: FastifyInstance, parts: GatewayParts, path: CallPath): void {
  const call: Call = CALLS[path];
  const handler = parts.handlers[path] as AnyHandler;
  app.post(API_BASE + path, { bodyLimit: call.bodyLimitBytes ?? BODY_LIMIT_BYTES }, async (request, reply) => {
    if (parts.illness?.()) throw new RejectError(CODE.busy);
    const caller = await callerOf(call, parts, request);
    if (call.money && 'uid' in caller && !WHILE_FROZEN.has(path) && parts.isFrozen(caller.uid))
      throw new RejectError(CODE.accountFrozen);
    refuseQuery(request.raw.url ?? '');
    const form = (request.body ?? {}) as Record<string, string>;
    const closed = parts.refusalOf?.(path, form);
    if (closed && !(await isRetry(parts, path, caller, form['clientNo'])))
      throw new RejectError(closed.code, closed.params);
    const answer = await handler(readRequest(call.request, form, FIELD_USES[path]), caller);
    reply.header('cache-control', 'no-store');
    return accepted(answer, caller.language, parts.now(), newTraceId());
  });
}

async function isRetry(
  parts: GatewayParts,
  path: string,
  caller: Caller | Member,
  clientNo: string | undefined,
): Promise<boolean> {
  return (
    clientNo !== undefined && 'uid' in caller && ((await parts.wasAnswered?.(path, caller.uid, clientNo)) ?? false)
  );
}

/** Who asks, after the limit of that caller. Throws RejectError -1000 or 1429. */
async function callerOf(call: Call, parts: GatewayParts, request: FastifyRequest): Promise<Caller | Member> {
  const caller: Caller = {
    ip: request.ip,
    local: isLocal(request.raw),
    agent: (request.headers['user-agent'] ?? '').slice(0, MOST_AGENT),
    language: languageOf(request.headers['accept-language']),
    now: parts.now(),
  };
  if (call.access === 'public') {
    await parts.limits.take('read', caller.ip);
    return caller;
  }
  const token = request.headers['accesstoken'];
  const session = typeof token === 'string' ? await parts.sessionOf(token) : null;
  if (!session) {
    await parts.limits.take('read', caller.ip);
    if (call.access === 'open') return caller;
    throw new RejectError(CODE.sessionInvalid);
  }
  await parts.limits.take(call.money ? 'trade' : 'read', String(session.uid));
  return { ...caller, ...session };
}

function writeHeaders(parts: GatewayParts, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders(request.raw, request.protocol === 'https', parts.headers));
  if (isCall(request)) reply.headers(corsHeaders(request.raw));
}

function isCall(request: FastifyRequest): boolean {
  return request.raw.url === API_BASE || (request.raw.url ?? '').startsWith(`${API_BASE}/`);
}

/** Outside the calls the client's files answer; they write to the socket themselves, with our headers. */
async function notFound(
  parts: GatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | void> {
  if (isCall(request)) return answer(parts, request, reply, 404, reject(CODE.notFound));
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  try {
    await parts.web(request.raw, reply.raw);
  } catch (error) {
    parts.log(newTraceId(), error);
    reply.raw.destroy();
  }
}

/**
 * Every error on its way out: a refusal is said, a broken request is named, a mistake of ours is logged and answered
 * 1500.
 */
function fail(parts: GatewayParts, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof RejectError) return answer(parts, request, reply, 200, error.reject);
  const { code, statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return answer(parts, request, reply, 200, reject(CODE.fieldInvalid, { field: 'body', rule: 'content-type' }));
  if (statusCode === 413)
    return answer(parts, request, reply, 413, reject(CODE.fieldInvalid, { field: 'body', rule: 'too-large' }));
  if (statusCode >= 400 && statusCode < 500)
    return answer(
      parts,
      request,
      reply,
      statusCode,
      reject(CODE.fieldInvalid, { field: 'request', rule: 'malformed' }),
    );
  const traceId = newTraceId();
  parts.log(traceId, error);
  return answer(parts, request, reply, 200, reject(CODE.busy), traceId);
}

function answer(
  parts: GatewayParts,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  refusal: Reject,
  traceId = newTraceId(),
): FastifyReply {
  const body = refused(refusal, languageOf(request.headers['accept-language']), parts.now(), traceId);
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body);
}
