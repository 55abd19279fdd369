// HTTP routes of the admin API: queries, actions and login.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { DESCRIPTION_FIELD, type Operator, type OperatorAnswers } from '../../core/endpoints/operator-answers.ts';
import { clientNo, code, textUpTo, whole, wholeIn } from '../../core/endpoints/form-fields.ts';
import { CODE, reject } from '../../core/errors/errors.ts';
import { accepted, newTraceId, refused } from '../gateway/envelope.ts';
import { readRequest } from '../gateway/forms/form-body.ts';
import { OPERATOR_NAME, REASON } from './action.ts';
import { type Authenticator, type Refusal, isRefusal } from './auth.ts';
import { APPROVAL_TIMEOUT_MS } from './approvals.ts';
import { ACTIONS } from './action-registry.ts';
import type { AuditLog } from './audit-log.ts';
import { requestSchema } from '../gateway/api-docs/json-schema.ts';
import { fieldsOf } from '../gateway/api-docs/schema-text.ts';
import type { ActionExecutor } from './action-executor.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import { deviceCookie } from './operator-token.ts';
import { PARAMETERS, PARAMETER_NAMES, type Parameters } from './parameters.ts';
import { QUEUES, type ReviewQueues } from './review-queues.ts';
import { NotAllowedError, allows } from './roles.ts';

/** Path prefix of all calls. */
const ADMIN_API = '/ops/api';
/** The admin API answers in English. */
const LANGUAGE = 'en-US';

export interface AdminRouteDeps {
  auth: Authenticator;
  operators: OperatorAccounts;
  executor: ActionExecutor;
  queues: ReviewQueues;
  parameters: Parameters;
  audit: AuditLog;
  health(): Promise<OperatorAnswers['health']>;
  lookUpUser(who: string): Promise<OperatorAnswers['person']>;
  markets(): OperatorAnswers['markets']['list'];
  now(): number;
}

type Form = Readonly<Record<string, string>>;

const queue = v.picklist(QUEUES);
/** Schema of a call without fields. */
const NO_FIELDS = v.object({});
/** Handler of a call without fields; fields are refused. */
const withoutFields =
  <T>(answer: (by: Operator) => Promise<T>) =>
  (form: Form, by: Operator): Promise<T> => {
    readRequest(NO_FIELDS, form);
    return answer(by);
  };

type QueryName = Exclude<keyof OperatorAnswers, SessionCall | 'act' | 'approve' | 'decline'>;
type SessionCall = 'login' | 'logout' | 'invitation' | 'join';

/** Read-only queries by the last part of their path. */
function queries(deps: AdminRouteDeps): {
  [N in QueryName]: (form: Form, by: Operator) => Promise<OperatorAnswers[N]>;
} {
  const { queues, audit, parameters, executor } = deps;
  return {
    me: withoutFields(async (by) => ({ ...by })),
    actions: withoutFields(async (by) => ({
      list: Object.entries(ACTIONS)
        .filter(([name]) => allows(by.role, name))
        .map(([name, { description, fields }]) => ({
          name,
          [DESCRIPTION_FIELD]: description,
          fields: fieldsOf(requestSchema(fields)),
        })),
    })),
    health: withoutFields(() => deps.health()),
    markets: withoutFields(async () => ({ list: deps.markets() })),
    queue: async (form) => ({ list: await queues.list(readRequest(v.object({ queue }), form).queue) }),
    async item(form, by) {
      const { queue: name, id } = readRequest(v.object({ queue, id: whole }), form);
      const item = await queues.item(name, id);
      await executor.recordAccess(`${name}.show`, { id }, by);
      return item;
    },
    async person(form, by) {
      const { who } = readRequest(v.object({ who: textUpTo(100) }), form);
      const user = await deps.lookUpUser(who);
      await executor.recordAccess('person.show', { who }, by);
      return user;
    },
    operators: withoutFields(async () => ({ list: await deps.operators.list() })),
    waiting: withoutFields(async () => ({
      list: await Promise.all(
        (await audit.waiting(deps.now() - APPROVAL_TIMEOUT_MS)).map(async (entry) => ({
          ...entry,
          facts: await queues.factsOf(entry.action, entry.input),
        })),
      ),
    })),
    parameters: withoutFields(async () => ({
      list: PARAMETER_NAMES.map((name) => ({
        name,
        value: parameters.value(name),
        [DESCRIPTION_FIELD]: PARAMETERS[name].description,
      })),
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

/** Adds the routes to a server that does not listen yet. */
export function addAdminRoutes(http: FastifyInstance, deps: AdminRouteDeps): void {
  const send = (reply: FastifyReply, data: unknown): FastifyReply =>
    reply.header('cache-control', 'no-store').send(accepted(data, LANGUAGE, deps.now(), newTraceId()));
  const operators = new WeakMap<FastifyRequest, Operator>();
  const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const answer = await deps.auth.operatorOf(request);
    if (isRefusal(answer)) sendRefusal(reply, answer, deps.now());
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
            ...refused(reject(CODE.accountFrozen, {}), LANGUAGE, deps.now(), newTraceId()),
            msg: error.message,
          });
      }
    });
  };
  for (const [name, answer] of Object.entries(queries(deps)))
    post(name, (form, by) => {
      if (by.role === 'owner' && !OWNER_QUERIES.has(name))
        throw new NotAllowedError('operators have accounts here: log in with yours');
      return answer(form, by);
    });
  post('act', (form, by) => {
    const { action: _, reason: __, requestId: ___, ...fields } = form;
    const details = readRequest(
      ACTION_REQUEST,
      Object.fromEntries(Object.entries(form).filter(([name]) => Object.hasOwn(ACTION_REQUEST.entries, name))),
    );
    return deps.executor.execute(details.action, fields, by, { reason: details.reason, requestId: details.requestId });
  });
  post('approve', async (form, by) => deps.executor.approve(readRequest(REQUEST_ID, form).requestId, by));
  post('decline', async (form, by) => deps.executor.decline(readRequest(REQUEST_ID, form).requestId, by));
  addSessionRoutes(http, deps, send);
}

const ACTION_REQUEST = v.object({ action: textUpTo(40), reason: REASON, requestId: clientNo });
const REQUEST_ID = v.object({ requestId: clientNo });
/** Queries that the owner's token may call once operators have accounts. */
const OWNER_QUERIES = new Set(['me', 'actions', 'operators']);
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const captcha = { captchaId: v.optional(secret), captcha: v.optional(secret) };

/** Login, logout and the two steps of an invitation. They need no session; requests from other sites are refused. */
function addSessionRoutes(
  http: FastifyInstance,
  { auth, operators, now }: AdminRouteDeps,
  send: (reply: FastifyReply, data: unknown) => FastifyReply,
): void {
  const post = (name: string, answer: (form: Form, request: FastifyRequest) => Promise<object | Refusal>): void => {
    http.post(`${ADMIN_API}/${name}`, async (request, reply) => {
      const data = auth.crossSiteRefusal(request) ?? (await answer((request.body ?? {}) as Form, request));
      if ('status' in data && 'why' in data) return sendRefusal(reply, data as Refusal, now());
      const device = 'session' in data ? await operators.deviceOf(String(data.session)) : null;
      if (device !== null) reply.header('set-cookie', deviceCookie(device, request.protocol === 'https'));
      return send(reply, data);
    });
  };
  post('login', async (form, request) => {
    const session = await auth.login(
      request,
      readRequest(v.object({ name: OPERATOR_NAME, password: secret, code, ...captcha }), form),
    );
    return isRefusal(session) ? session : { session };
  });
  post('logout', async (form, request) => {
    readRequest(NO_FIELDS, form);
    await auth.logout(request);
    return {};
  });
  post('invitation', async (form) => operators.openInvitation(readRequest(v.object({ invite: secret }), form).invite));
  post('join', async (form) => {
    const {
      invite,
      password,
      code: shown,
    } = readRequest(v.object({ invite: secret, password: v.pipe(v.string(), v.maxLength(200)), code }), form);
    return { session: await operators.acceptInvitation(invite, password, shown) };
  });
}

/** Sends a refusal before the body is read. */
function sendRefusal(
  reply: FastifyReply,
  { status, why, retryAfterS, captcha: task }: Refusal,
  now: number,
): FastifyReply {
  const refusal =
    status === 429
      ? reject(CODE.tooManyRequests, { retryAfter: retryAfterS ?? 1, ...task })
      : reject(CODE.sessionInvalid, { why });
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...refused(refusal, LANGUAGE, now, newTraceId()), msg: why });
}
