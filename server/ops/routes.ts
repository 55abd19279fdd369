// The operator's one interface over HTTP: forms in, envelopes out, the page beside it; the token before anything.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { clientNo, textUpTo, whole, wholeIn } from '../../contract/form.ts';
import { CODE, reject } from '../../contract/reject.ts';
import { accepted, newTraceId, refused } from '../gateway/envelope.ts';
import { readRequest } from '../gateway/form.ts';
import { OPERATOR_NAME, REASON } from './action.ts';
import { ACTIONS } from './actions.ts';
import type { Audit } from './audit.ts';
import { fieldsOf } from '../docs/describe.ts';
import type { Desk } from './desk.ts';
import type { Knock, Refusal } from './door.ts';
import type { HealthFigures } from './health.ts';
import { PAGE_FILES, type PageFile } from './page.ts';
import { PARAMETERS, PARAMETER_NAMES, type Parameters } from './parameters.ts';
import { QUEUES, type Queues } from './queues.ts';

/** Path in front of every question and act of the operator's. */
const OPS_API = '/ops/api';
/** Operators read English. */
const LANGUAGE = 'en-US';

export interface RouteParts {
  door(knock: Knock): Promise<Refusal | null>;
  desk: Desk;
  queues: Queues;
  parameters: Parameters;
  audit: Audit;
  health(): Promise<HealthFigures>;
  person(who: string): Promise<object>;
  markets(): object[];
  now(): number;
}

const by = v.optional(OPERATOR_NAME, 'operator');
const queue = v.picklist(QUEUES);

/** Questions, which change nothing; by the last part of their path. */
function questions(parts: RouteParts): Record<string, (form: unknown) => Promise<unknown>> {
  const { queues, audit, parameters, desk } = parts;
  return {
    actions: async () => ({ list: Object.entries(ACTIONS).map(([name, { says, fields }]) => ({ name, says, fields: fieldsOf(fields) })) }),
    health: () => parts.health(),
    markets: async () => ({ list: parts.markets() }),
    queue: async (form) => ({ list: await queues.list(readRequest(v.object({ queue }), form).queue) }),
    async item(form) {
      const { queue: name, id, by: operator } = readRequest(v.object({ queue, id: whole, by }), form);
      const item = await queues.show(name, id);
      await desk.looked(`${name}.show`, { id }, operator);
      return item;
    },
    async person(form) {
      const { who, by: operator } = readRequest(v.object({ who: textUpTo(100), by }), form);
      const person = await parts.person(who);
      await desk.looked('person.show', { who }, operator);
      return person;
    },
    parameters: async () => ({ list: PARAMETER_NAMES.map((name) => ({ name, value: parameters.value(name), says: PARAMETERS[name].says })) }),
    history: async (form) => ({ list: await parameters.history(readRequest(v.object({ name: v.optional(v.picklist(PARAMETER_NAMES)) }), form).name ?? null) }),
    async audit(form) {
      const { limit, beforeId } = readRequest(v.object({ limit: v.optional(wholeIn(1, 200), '50'), beforeId: v.optional(whole) }), form);
      return { list: await audit.list(limit, beforeId) };
    },
  };
}

/** Adds the interface and the page to a server that does not listen yet. */
export function addOps(http: FastifyInstance, parts: RouteParts): void {
  const tell = (reply: FastifyReply, data: unknown): FastifyReply => reply.header('cache-control', 'no-store').send(accepted(data, LANGUAGE, parts.now(), newTraceId()));
  const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const refusal = await parts.door({ ip: request.ip, headers: request.headers });
    if (refusal) sendRefusal(reply, refusal, parts.now());
  };
  for (const [name, answer] of Object.entries(questions(parts))) {
    http.post(`${OPS_API}/${name}`, { onRequest: guard }, async (request, reply) => tell(reply, await answer(request.body ?? {})));
  }
  const act = v.object({ action: textUpTo(40), by, reason: REASON, requestId: clientNo });
  http.post(`${OPS_API}/act`, { onRequest: guard }, async (request, reply) => {
    const form = (request.body ?? {}) as Record<string, string>;
    const { action, ...who } = readRequest(act, form);
    return tell(reply, await parts.desk.act(action, form, who));
  });
  for (const file of PAGE_FILES) http.get(file.path, (_request, reply) => sendFile(reply, file));
}

/** Said before the body is read. */
function sendRefusal(reply: FastifyReply, { status, why, retryAfterS }: Refusal, now: number): void {
  const refusal = status === 429 ? reject(CODE.tooManyRequests, { retryAfter: retryAfterS ?? 1 }) : reject(CODE.sessionInvalid, { why });
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  reply.code(status).header('cache-control', 'no-store').send({ ...refused(refusal, LANGUAGE, now, newTraceId()), msg: why });
}

const PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function sendFile(reply: FastifyReply, { type, text }: PageFile): FastifyReply {
  return reply.headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' }).type(type).send(text);
}
