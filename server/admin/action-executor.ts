// Executes operators' actions serially: validates, writes the audit log, waits for approvals.
import { CODE, RejectError } from '../../core/errors/errors.ts';
import { readRequest } from '../gateway/forms/form-body.ts';
import type { Action, ActionRequest, ActionDeps } from './action.ts';
import { actionOf } from './action-registry.ts';
import { checkApprover, checkNotHeld, pendingRequest, requestStateOf } from './approvals.ts';
import type { AuditLog, AuditEntry, AuditOutcome } from './audit-log.ts';
import { type Operator, NotAllowedError, allows } from './roles.ts';

/** Reason and id of a request. */
type RequestDetails = Omit<ActionRequest, 'by'>;

export interface ActionExecutor {
  /**
   * Executes an action, or, when it needs approval, records it as waiting (`{waiting: 1, requestId}`). A repeated
   * request id returns the first result, or continues where the process stopped; with another action or input it is
   * refused. Throws RejectError 1404 for an unknown action, 1409 for a reused request id, and what the action throws;
   * NotAllowedError where the operator's role does not allow it.
   */
  execute(name: string, form: Record<string, string>, by: Operator, details: RequestDetails): Promise<object>;
  /** Executes an action that another operator requested. Throws NotAllowedError, and what the action throws. */
  approve(requestId: string, by: Operator): Promise<object>;
  /** Declines another operator's request, or withdraws one's own. Throws NotAllowedError. */
  decline(requestId: string, by: Operator): Promise<object>;
  /** Records that an operator read private data. */
  recordAccess(what: string, input: object, by: Operator): Promise<void>;
}

export interface ActionExecutorOptions {
  deps: ActionDeps;
  audit: AuditLog;
  /** In demo mode a single operator needs no approval. */
  demo: boolean;
  now(): number;
}

export function createActionExecutor(options: ActionExecutorOptions): ActionExecutor {
  // Serial, because two concurrent requests with one id would both find no earlier result.
  let pending: Promise<unknown> = Promise.resolve();
  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    const result = pending.then(work);
    pending = result.catch(() => undefined); // the caller receives the error through `result`
    return result;
  };
  return {
    execute: (name, form, by, details) => serially(() => requestAction(options, name, form, by, details)),
    approve: (requestId, by) => serially(() => approve(options, requestId, by)),
    decline: (requestId, by) => serially(() => decline(options, requestId, by)),
    recordAccess: async (what, input, by) => {
      await options.audit.append({
        operator: by.name,
        action: what,
        input: JSON.stringify(input),
        reason: '',
        outcome: 'done',
        detail: '{}',
        requestId: '',
      });
    },
  };
}

type RequestFields = Pick<AuditEntry, 'operator' | 'action' | 'input' | 'reason' | 'requestId'>;

async function requestAction(
  options: ActionExecutorOptions,
  name: string,
  form: Record<string, string>,
  by: Operator,
  { reason, requestId }: RequestDetails,
): Promise<object> {
  const action = actionOf(name);
  if (!action) throw new RejectError(CODE.notFound);
  if (!allows(by.role, name)) throw new NotAllowedError(`the role ${by.role} may not do ${name}`);
  const input = readRequest(action.fields, form);
  const requested = { operator: by.name, action: name, input: JSON.stringify(input), reason, requestId };
  const earlier = earlierResult(await options.audit.ofRequest(requestId), requested);
  if (earlier) return earlier;
  let isWaiting = false;
  let refusal: RejectError | null = null;
  try {
    isWaiting = await needsApproval(options, action, input, by);
  } catch (error) {
    if (!(error instanceof RejectError)) throw error;
    refusal = error;
  }
  if (isWaiting) {
    await checkNotHeld(options.deps.operators, by.name, options.now());
    await options.audit.append({ ...requested, outcome: 'waiting', detail: '{}' });
    return { waiting: 1, requestId };
  }
  await options.audit.append({ ...requested, outcome: 'asked', detail: '{}' });
  if (refusal === null) return run(options, action, input, requested);
  await options.audit.append({ ...requested, outcome: 'refused', detail: JSON.stringify(refusal.reject) });
  throw refusal;
}

/**
 * Some actions need no approval: those of the owner, who sets up the first two admins and resets lost accounts; those
 * of the demo reviewer; and in demo mode those of a single operator. Throws NotAllowedError for an owner's invitation
 * when there are two admins: with two that it invited, a stolen token would approve what it asks for.
 */
async function needsApproval(
  { deps, demo }: ActionExecutorOptions,
  action: Action,
  input: unknown,
  by: Operator,
): Promise<boolean> {
  if (by.role === 'demo' || !(await action.needsApproval?.(deps, input, by.name))) return false;
  if (by.name === 'token') {
    if (actionOf('operator.invite') === action && (await deps.operators.adminCount()) >= 2)
      throw new NotAllowedError('there are two admins: one of them invites, the other approves');
    return false;
  }
  return !demo || (await deps.operators.list()).some(({ name, status }) => status === 'active' && name !== by.name);
}

async function approve(options: ActionExecutorOptions, requestId: string, by: Operator): Promise<object> {
  const entries = await options.audit.ofRequest(requestId);
  const waiting = pendingRequest(entries, options.now());
  await checkApprover({ accounts: options.deps.operators, now: options.now }, waiting, by);
  const action = actionOf(waiting.action);
  if (!action) throw new RejectError(CODE.notFound);
  await options.audit.append({ ...requestFieldsOf(waiting), operator: by.name, outcome: 'approved', detail: '{}' });
  return run(options, action, JSON.parse(waiting.input), requestFieldsOf(waiting));
}

async function decline(options: ActionExecutorOptions, requestId: string, by: Operator): Promise<object> {
  const waiting = pendingRequest(await options.audit.ofRequest(requestId), options.now());
  if (by.name !== waiting.operator && !allows(by.role, waiting.action))
    throw new NotAllowedError(`the role ${by.role} may not decline ${waiting.action}`);
  await options.audit.append({ ...requestFieldsOf(waiting), operator: by.name, outcome: 'declined', detail: '{}' });
  return {};
}

async function run(
  { deps, audit }: ActionExecutorOptions,
  action: Action,
  input: unknown,
  requested: RequestFields,
): Promise<object> {
  const write = (outcome: AuditOutcome, detail: object): Promise<AuditEntry> =>
    audit.append({ ...requested, outcome, detail: JSON.stringify(detail) });
  try {
    const answer = await action.run(deps, input, {
      by: requested.operator,
      reason: requested.reason,
      requestId: requested.requestId,
    });
    await write('done', Object.fromEntries(Object.entries(answer).filter(([name]) => !action.secrets?.includes(name))));
    return answer;
  } catch (error) {
    if (error instanceof RejectError) await write('refused', error.reject);
    else await write('failed', { error: String(error) });
    throw error;
  }
}

function requestFieldsOf({ operator, action, input, reason, requestId }: AuditEntry): RequestFields {
  return { operator, action, input, reason, requestId };
}

/**
 * The result of an earlier request with the same id; null for a new request, or one that did not end. Throws
 * RejectError 1409 when the earlier request differs, 2012 when it was refused or declined after waiting for approval.
 */
function earlierResult(entries: readonly AuditEntry[], requested: RequestFields): object | null {
  const ownEntries = entries.filter(({ outcome }) => outcome !== 'approved' && outcome !== 'declined');
  const other = ownEntries.some(
    ({ action, input, operator, reason }) =>
      action !== requested.action ||
      input !== requested.input ||
      operator !== requested.operator ||
      reason !== requested.reason,
  );
  if (other) throw new RejectError(CODE.clientNoReused);
  const done = entries.find(({ outcome }) => outcome === 'done');
  if (done) return JSON.parse(done.detail) as object;
  const { waiting, ended } = requestStateOf(entries);
  if (waiting && ended) throw new RejectError(CODE.orderFinished);
  return waiting ? { waiting: 1, requestId: requested.requestId } : null;
}
