// Executes operators' actions serially: validates, writes the audit log, waits for approvals.
import type { AuditEntry, AuditOutcome, Operator } from '../../core/endpoints/operator-answers.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import { readRequest } from '../gateway/forms/form-body.ts';
import type { Action, ActionRequest, ActionDeps } from './action.ts';
import { actionOf } from './action-registry.ts';
import { checkApprover, checkNotHeld, pendingRequest, requestStateOf } from './approvals.ts';
import type { AuditLog } from './audit-log.ts';
import { NotAllowedError, allows } from './roles.ts';

/** Reason and id of a request. */
type RequestDetails = Omit<ActionRequest, 'by'>;

interface ActionExecutorOptions {
  deps: ActionDeps;
  audit: AuditLog;
  /** In demo mode a single operator needs no approval. */
  demo: boolean;
  now(): number;
}

type RequestFields = Pick<AuditEntry, 'operator' | 'action' | 'input' | 'reason' | 'requestId'>;

export class ActionExecutor {
  readonly #options: ActionExecutorOptions;
  // Serial, because two concurrent requests with one id would both find no earlier result.
  #pending: Promise<unknown> = Promise.resolve();

  constructor(options: ActionExecutorOptions) {
    this.#options = options;
  }

  /**
   * Executes an action, or, when it needs approval, records it as waiting (`{waiting: 1, requestId}`). A repeated
   * request id returns the first result, or continues where the process stopped; with another action or input it is
   * refused. Throws RejectError 1404 for an unknown action, 1409 for a reused request id, and what the action throws;
   * NotAllowedError where the operator's role does not allow it.
   */
  execute(name: string, form: Record<string, string>, by: Operator, details: RequestDetails): Promise<object> {
    return this.#serially(() => this.#request(name, form, by, details));
  }

  /** Executes an action that another operator requested. Throws NotAllowedError, and what the action throws. */
  approve(requestId: string, by: Operator): Promise<object> {
    return this.#serially(() => this.#approve(requestId, by));
  }

  /** Declines another operator's request, or withdraws one's own. Throws NotAllowedError. */
  decline(requestId: string, by: Operator): Promise<object> {
    return this.#serially(() => this.#decline(requestId, by));
  }

  /** Records that an operator read private data. */
  async recordAccess(what: string, input: object, by: Operator): Promise<void> {
    await this.#options.audit.append({
      operator: by.name,
      action: what,
      input: JSON.stringify(input),
      reason: '',
      outcome: 'done',
      detail: '{}',
      requestId: '',
    });
  }

  #serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#pending.then(work);
    this.#pending = result.catch(() => undefined); // the caller receives the error through `result`
    return result;
  }

  async #request(
    name: string,
    form: Record<string, string>,
    by: Operator,
    { reason, requestId }: RequestDetails,
  ): Promise<object> {
    const { audit, deps, now } = this.#options;
    const action = actionOf(name);
    if (!action) throw new RejectError(CODE.notFound);
    if (!allows(by.role, name)) throw new NotAllowedError(`the role ${by.role} may not do ${name}`);
    const input = readRequest(action.fields, form);
    const requested = { operator: by.name, action: name, input: JSON.stringify(input), reason, requestId };
    const earlier = earlierResult(await audit.ofRequest(requestId), requested);
    if (earlier) return earlier;
    let isWaiting = false;
    let refusal: RejectError | null = null;
    try {
      isWaiting = await this.#needsApproval(action, input, by);
    } catch (error) {
      if (!(error instanceof RejectError)) throw error;
      refusal = error;
    }
    if (isWaiting) {
      await checkNotHeld(deps.operators, by.name, now());
      await audit.append({ ...requested, outcome: 'waiting', detail: '{}' });
      return { waiting: 1, requestId };
    }
    await audit.append({ ...requested, outcome: 'asked', detail: '{}' });
    if (refusal === null) return this.#run(action, input, requested);
    await audit.append({ ...requested, outcome: 'refused', detail: JSON.stringify(refusal.reject) });
    throw refusal;
  }

  /**
   * Some actions need no approval: those of the owner, who sets up the first two admins and resets lost accounts; those
   * of the demo reviewer; and in demo mode those of a single operator. Throws NotAllowedError for an owner's invitation
   * when there are two admins: with two that it invited, a stolen token would approve what it asks for.
   */
  async #needsApproval(action: Action, input: unknown, by: Operator): Promise<boolean> {
    const { deps, demo } = this.#options;
    if (by.role === 'demo' || !(await action.needsApproval?.(deps, input, by.name))) return false;
    if (by.name === 'token') {
      if (actionOf('operator.invite') === action && (await deps.operators.adminCount()) >= 2)
        throw new NotAllowedError('there are two admins: one of them invites, the other approves');
      return false;
    }
    return !demo || (await deps.operators.list()).some(({ name, status }) => status === 'active' && name !== by.name);
  }

  async #approve(requestId: string, by: Operator): Promise<object> {
    const { audit, deps, now } = this.#options;
    const waiting = pendingRequest(await audit.ofRequest(requestId), now());
    await checkApprover({ accounts: deps.operators, now }, waiting, by);
    const action = actionOf(waiting.action);
    if (!action) throw new RejectError(CODE.notFound);
    await audit.append({ ...requestFieldsOf(waiting), operator: by.name, outcome: 'approved', detail: '{}' });
    return this.#run(action, JSON.parse(waiting.input), requestFieldsOf(waiting));
  }

  async #decline(requestId: string, by: Operator): Promise<object> {
    const { audit, now } = this.#options;
    const waiting = pendingRequest(await audit.ofRequest(requestId), now());
    if (by.name !== waiting.operator && !allows(by.role, waiting.action))
      throw new NotAllowedError(`the role ${by.role} may not decline ${waiting.action}`);
    await audit.append({ ...requestFieldsOf(waiting), operator: by.name, outcome: 'declined', detail: '{}' });
    return {};
  }

  async #run(action: Action, input: unknown, requested: RequestFields): Promise<object> {
    const write = (outcome: AuditOutcome, detail: object): Promise<AuditEntry> =>
      this.#options.audit.append({ ...requested, outcome, detail: JSON.stringify(detail) });
    try {
      const { operator: by, reason, requestId } = requested;
      const answer = await action.run(this.#options.deps, input, { by, reason, requestId });
      const shown = Object.entries(answer).filter(([name]) => !action.secrets?.includes(name));
      await write('done', Object.fromEntries(shown));
      return answer;
    } catch (error) {
      if (error instanceof RejectError) await write('refused', error.reject);
      else await write('failed', { error: String(error) });
      throw error;
    }
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
