// Runs a call for either transport: session, limits, closed calls, fields, handler, envelope.
import { CALLS, type Call, type CallPath, type Envelope } from '../../core/endpoints/endpoints.ts';
import { CODE, type Reject, RejectError, reject } from '../../core/errors/errors.ts';
import { accepted, refused } from './envelope.ts';
import { FIELD_USES } from './forms/field-uses.ts';
import { readRequest } from './forms/form-body.ts';
import type { AuthenticatedCaller, Caller, Handlers } from './handler.ts';
import { isRead } from './reads.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ResentCalls } from './retries/resent-calls.ts';

export interface CallDeps {
  /** Answers calls that another process runs; null: the call is run here. Absent: all are. */
  forward?: (path: CallPath, request: CallRequest) => Promise<Envelope> | null;
  handlers: Handlers<CallPath>;
  /** The session of a token, at once where it is in memory; null when there is none or it has ended. */
  sessionOf(token: string): CallSession | Promise<CallSession>;
  limits: RateLimits;
  /** Whether the operator has frozen a user: calls that move money are then refused (1403), but for retries. */
  isFrozen(uid: number): boolean;
  /** Why the operator has closed a call (1503, 2101); null: it is open. */
  refusalOf?: (path: string, form: Readonly<Record<string, string>>) => Reject | null;
  /** Whether a user's call with that `clientNo` was accepted before: a retry is answered as then (L11). */
  wasAnswered?: (path: string, uid: number, clientNo: string) => Promise<boolean>;
  /** Calls that came with a key, over all gateways. Absent: each call is new. */
  resent?: ResentCalls;
  /** Why nothing can be committed; every call is then answered 1500. Null: all is well. */
  healthError?: () => unknown;
  now(): number;
  /** After a takeover: resolves when the bots have made books again. Null, or absent: there are books. */
  books?: () => Promise<void> | null;
  /** Logs an internal error with the trace id that the caller receives. */
  log(event: string, error: unknown, fields: { traceId: string }): void;
}

/** Null: none. */
type CallSession = { uid: number; sessionKey: string } | null;

/** Where a call comes from. */
export type CallOrigin = Omit<Caller, 'now'>;

/** One call as a transport received it. */
export interface CallRequest {
  origin: CallOrigin;
  /** Id of the call in the answer and in the log. */
  traceId: string;
  /** Token of the session; "": none. */
  token: string;
  /** What names the call when its browser sends it once more; absent: nothing does. */
  key?: string | undefined;
  /** Reads the fields. Throws RejectError 1400. Called after the caller is known and counted. */
  form: () => Readonly<Record<string, string>>;
}

/** Erased type of all handlers; the table guarantees that request and handler match. */
type AnyHandler = (request: unknown, caller: Caller | AuthenticatedCaller) => unknown;

/** Calls that move money but only reduce risk: a frozen user may still make them. */
const WHILE_FROZEN: ReadonlySet<string> = new Set([
  '/coin/order/close',
  '/coin/contract/order/close',
  '/coin/contract/order/liquidate',
  '/coin/contract/order/liquidate/all',
  '/coin/contract/order/set/profit',
  '/coin/contract/order/set/loss',
]);

/** Calls by which an owner ends a session or changes what opens one: a flood of others in a stolen one delays none. */
const BY_SESSION: ReadonlySet<string> = new Set([
  '/user/info',
  '/user/code/send',
  '/user/update/password',
  '/user/bind/google/reset',
]);

/**
 * Runs a call and returns its accepted envelope. Each is counted against the limit of its user or session, or without a
 * session of its address. Throws RejectError for a refusal, and whatever a handler throws.
 */
export async function runCall(deps: CallDeps, path: CallPath, request: CallRequest): Promise<Envelope> {
  const forwarded = deps.forward?.(path, request);
  if (forwarded) return forwarded;
  const call: Call = CALLS[path];
  if (deps.healthError?.()) throw new RejectError(CODE.busy);
  const books = deps.books?.();
  if (books && tradesAtMarket(path, request)) await books;
  const { origin, token } = request;
  const now = deps.now();
  // What is known at once is not awaited: an order costs a microsecond less.
  const found = call.access === 'public' || token === '' ? null : deps.sessionOf(token);
  const session = found instanceof Promise ? await found : found;
  const counted = deps.limits.consume(
    session && call.money ? 'trade' : 'read',
    session ? (BY_SESSION.has(path) ? session.sessionKey : String(session.uid)) : origin.network,
  );
  if (counted) await counted;
  if (!session && call.access === 'session') throw new RejectError(CODE.sessionInvalid);
  const caller = callerOf(origin, now, session);
  const form = request.form();
  if (call.isOfHistory?.(form)) await deps.limits.consume('history', caller.network);
  if (session && form['export'] === 'csv') await deps.limits.consume('file', String(session.uid));
  const run = (): Promise<Envelope> => runHandler(deps, path, request, { caller, form });
  const { key } = request;
  // A call under a client number has its first answer from the exchange, however late it comes again.
  if (!deps.resent || key === undefined || form['clientNo'] || isRead(path, form)) return run();
  return deps.resent.answerOf({ path, key, token, form }, run);
}

/** Runs a call of a caller who is known and counted. */
async function runHandler(
  deps: CallDeps,
  path: CallPath,
  { traceId }: CallRequest,
  { caller, form }: { caller: Caller | AuthenticatedCaller; form: Readonly<Record<string, string>> },
): Promise<Envelope> {
  const closed = refusalOf(deps, path, caller, form);
  if (closed) {
    if (!(await isRetry(deps, path, caller, form['clientNo']))) throw new RejectError(closed.code, closed.params);
    caller.isRetry = true;
  }
  const handler = deps.handlers[path] as AnyHandler;
  const read = readRequest((CALLS[path] as Call).request, form, FIELD_USES[path]);
  try {
    return accepted(await handler(read, caller), caller.language, deps.now(), traceId);
  } catch (error) {
    if (error instanceof RejectError || isRead(path, form)) throw error;
    // A store that fails in the middle leaves what was stored before: an account without its session, for one.
    deps.log('call.failed', error, { traceId });
    throw new RejectError(CODE.unsure);
  }
}

/** Whether a call trades at whatever the book gives: what rests there of users alone may be far away. */
function tradesAtMarket(path: CallPath, request: CallRequest): boolean {
  switch (path) {
    case '/coin/order/add':
    case '/coin/contract/order/add':
      return request.form()['orderType'] === 'market';
    case '/coin/contract/order/liquidate':
    case '/coin/contract/order/liquidate/all':
      return true;
    default:
      return false;
  }
}

/** The envelope of an error: a refusal, or an internal error, which is logged and answered 1500. */
export function envelopeOf(
  deps: Pick<CallDeps, 'now' | 'log'>,
  error: unknown,
  language: string,
  traceId: string,
): Envelope {
  if (error instanceof RejectError) return refused(error.reject, language, deps.now(), traceId);
  deps.log('call.failed', error, { traceId });
  return refused(reject(CODE.busy), language, deps.now(), traceId);
}

/** Why the call may not be made now, unless it is a retry. */
function refusalOf(
  deps: CallDeps,
  path: CallPath,
  caller: Caller | AuthenticatedCaller,
  form: Readonly<Record<string, string>>,
): Reject | null {
  const { money }: Call = CALLS[path];
  if (money && 'uid' in caller && !WHILE_FROZEN.has(path) && deps.isFrozen(caller.uid))
    return reject(CODE.accountFrozen);
  return deps.refusalOf?.(path, form) ?? null;
}

async function isRetry(
  deps: CallDeps,
  path: string,
  caller: Caller | AuthenticatedCaller,
  clientNo: string | undefined,
): Promise<boolean> {
  return clientNo !== undefined && 'uid' in caller && ((await deps.wasAnswered?.(path, caller.uid, clientNo)) ?? false);
}

/** A caller with a session, or (null) without one. */
function callerOf(
  { ip, network, local, agent, language }: CallOrigin,
  now: number,
  session: CallSession,
): Caller | AuthenticatedCaller {
  if (session === null) return { ip, network, local, agent, language, now };
  const { uid, sessionKey } = session;
  return { ip, network, local, agent, language, now, uid, sessionKey };
}
