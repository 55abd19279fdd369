// The operator's one interface over HTTP: forms in, envelopes out, the page beside it; a session or the token before
// anything.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { clientNo, textUpTo, whole, wholeIn } from '../../core/endpoints/form-fields.ts';
import { CODE, reject } from '../../core/errors/errors.ts';
import { accepted, newTraceId, refused } from '../gateway/envelope.ts';
import { readRequest } from '../gateway/form-body.ts';
import { OPERATOR_NAME, REASON } from './action.ts';
import { type Authenticator, type Refusal, isRefusal } from './auth.ts';
import { APPROVE_WITHIN_MS } from './approvals.ts';
import { ACTIONS } from './actions.ts';
import type { Audit } from './audit-log.ts';
import { requestSchema } from '../gateway/api-docs/json-schema.ts';
import { fieldsOf } from '../gateway/api-docs/schema-text.ts';
import type { ActionExecutor } from './action-executor.ts';
import type { HealthFigures } from './health.ts';
import { PAGE_FILES, type PageFile } from './operator-page.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import { PARAMETERS, PARAMETER_NAMES, type Parameters } from './parameters.ts';
import { QUEUES, type Queues } from './review-queues.ts';
import { type Operator, NotAllowedError, allows } from './roles.ts';

/** Path in front of every question and act of the operator's. */
const ADMIN_API = '/ops/api';
/** Operators read English. */
const LANGUAGE = 'en-US';

export interface RouteParts {
  auth: Authenticator;
  operators: OperatorAccounts;
  executor: ActionExecutor;
  queues: Queues;
  parameters: Parameters;
  audit: Audit;
  health(): Promise<HealthFigures>;
  person(who: string): Promise<object>;
  markets(): object[];
  now(): number;
}

type Form = Readonly<Record<string, string>>;

const queue = v.picklist(QUEUES);
/** What a question without fields is asked with. */
const NOTHING = v.object({});
/** Asked with nothing: a field would change nothing of the answer, and is refused. */
const plain =
  (answer: (by: Operator) => Promise<unknown>) =>
  (form: Form, by: Operator): Promise<unknown> => {
    readRequest(NOTHING, form);
    return answer(by);
  };

/**
 * Questions, which change nothing; by the last part of their path. The owner's token asks no more than what it may do.
 */
function questions(parts: RouteParts): Record<string, (form: Form, by: Operator) => Promise<unknown>> {
  const { queues, audit, parameters, executor } = parts;
  return {
    me: plain(async (by) => ({ ...by })),
    actions: plain(async (by) => ({
      list: Object.entries(ACTIONS)
        .filter(([name]) => allows(by.role, name))
        .map(([name, { says, fields }]) => ({ name, says, fields: fieldsOf(requestSchema(fields)) })),
    })),
    health: plain(() => parts.health()),
    markets: plain(async () => ({ list: parts.markets() })),
    queue: async (form) => ({ list: await queues.list(readRequest(v.object({ queue }), form).queue) }),
    async item(form, by) {
      const { queue: name, id } = readRequest(v.object({ queue, id: whole }), form);
      const item = await queues.show(name, id);
      await executor.recordAccess(`${name}.show`, { id }, by);
      return item;
    },
    async person(form, by) {
      const { who } = readRequest(v.object({ who: textUpTo(100) }), form);
      const person = await parts.person(who);
      await executor.recordAccess('person.show', { who }, by);
      return person;
    },
    operators: plain(async () => ({ list: await parts.operators.list() })),
    waiting: plain(async () => ({ list: await audit.waiting(parts.now() - APPROVE_WITHIN_MS) })),
    parameters: plain(async () => ({
      list: PARAMETER_NAMES.map((name) => ({ name, value: parameters.value(name), says: PARAMETERS[name].says })),
    })),
    history: async (form) => ({
      list: await parameters.history(
        readRequest(v.object({ name: v.optional(v.picklist(PARAMETER_NAMES)) }), form).name ?? null,
      ),
    }),
    async audit(form) {
      const { limit, beforeId } = readRequest(
        v.object({ limit: v.optional(wholeIn(1, 200), '50'), beforeId: v.optional(whole) }),
        form,
      );
      return { list: await audit.list(limit, beforeId) };
    },
  };
}

/** Adds the interface and the page to a server that does not listen yet. */
export function addAdminRoutes(http: FastifyInstance, parts: RouteParts): void {
  const send = (reply: FastifyReply, data: unknown): FastifyReply =>
    reply.header('cache-control', 'no-store').send(accepted(data, LANGUAGE, parts.now(), newTraceId()));
  const operators = new WeakMap<FastifyRequest, Operator>();
  const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const answer = await parts.auth.operatorOf(request);
    if (isRefusal(answer)) sendRefusal(reply, answer, parts.now());
    else operators.set(request, answer);
  };
  const post = (name: string, answer: (form: Form, by: Operator) => Promise<unknown>): void => {
    http.post(`${ADMIN_API}/${name}`, { onRequest: guard }, async (request, reply) => {
      try {
        return send(reply, await answer((request.body ?? {}) as Form, operators.get(request)!));
      } catch (error) {
        if (!(error instanceof NotAllowedError)) throw error;
        return reply
          .code(403)
          .header('cache-control', 'no-store')
          .send({
            ...refused(reject(CODE.accountFrozen, {}), LANGUAGE, parts.now(), newTraceId()),
            msg: error.message,
          });
      }
    });
  };
  for (const [name, answer] of Object.entries(questions(parts)))
    post(name, (form, by) => {
      if (by.role === 'owner' && !OWNER_CALLS.has(name))
        throw new NotAllowedError('operators have accounts here: log in with yours');
      return answer(form, by);
    });
  post('act', (form, by) => {
    const { action: _, reason: __, requestId: ___, ...fields } = form;
    const details = readRequest(
      ACT,
      Object.fromEntries(Object.entries(form).filter(([name]) => Object.hasOwn(ACT.entries, name))),
    );
    return parts.executor.execute(details.action, fields, by, { reason: details.reason, requestId: details.requestId });
  });
  post('approve', async (form, by) => parts.executor.approve(readRequest(ONE_ACT, form).requestId, by));
  post('decline', async (form, by) => parts.executor.decline(readRequest(ONE_ACT, form).requestId, by));
  addSessions(http, parts, send);
  for (const file of PAGE_FILES) http.get(file.path, (_request, reply) => sendFile(reply, file));
}

const ACT = v.object({ action: textUpTo(40), reason: REASON, requestId: clientNo });
const ONE_ACT = v.object({ requestId: clientNo });
/** What the token may ask where operators have accounts. */
const OWNER_CALLS = new Set(['me', 'actions', 'operators']);
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const code = v.pipe(v.string(), v.regex(/^\d{6}$/));

/** Login, logout, and the two steps of an invitation. They come before a session, from our own page or a program. */
function addSessions(
  http: FastifyInstance,
  { auth, operators, now }: RouteParts,
  send: (reply: FastifyReply, data: unknown) => FastifyReply,
): void {
  const post = (name: string, answer: (form: Form, request: FastifyRequest) => Promise<object | Refusal>): void => {
    http.post(`${ADMIN_API}/${name}`, async (request, reply) => {
      const data = auth.foreign(request) ?? (await answer((request.body ?? {}) as Form, request));
      return 'status' in data && 'why' in data ? sendRefusal(reply, data as Refusal, now()) : send(reply, data);
    });
  };
  post('login', async (form, request) => {
    const session = await auth.login(
      request,
      readRequest(v.object({ name: OPERATOR_NAME, password: secret, code }), form),
    );
    return isRefusal(session) ? session : { session };
  });
  post('logout', async (form, request) => {
    readRequest(NOTHING, form);
    await auth.logout(request);
    return {};
  });
  post('invitation', async (form) => operators.begin(readRequest(v.object({ invite: secret }), form).invite));
  post('join', async (form) => {
    const {
      invite,
      password,
      code: shown,
    } = readRequest(v.object({ invite: secret, password: v.pipe(v.string(), v.maxLength(200)), code }), form);
    return { session: await operators.join(invite, password, shown) };
  });
}

/** Said before the body is read. */
function sendRefusal(reply: FastifyReply, { status, why, retryAfterS }: Refusal, now: number): FastifyReply {
  const refusal =
    status === 429
      ? reject(CODE.tooManyRequests, { retryAfter: retryAfterS ?? 1 })
      : reject(CODE.sessionInvalid, { why });
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...refused(refusal, LANGUAGE, now, newTraceId()), msg: why });
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function sendFile(reply: FastifyReply, { type, text }: PageFile): FastifyReply {
  return reply
    .headers({
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    .type(type)
    .send(text);
}
