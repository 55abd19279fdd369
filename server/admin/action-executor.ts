// Executes operators' actions one after another: validated, logged before and after, some approved by a second one.
import { CODE, RejectError } from '../../core/errors/errors.ts';
import { readRequest } from '../gateway/form-body.ts';
import type { Action, Act, ActionParts } from './action.ts';
import { actionOf } from './actions.ts';
import { checkApprover, checkHeld, openAct, standingOf } from './approvals.ts';
import type { Audit, Entry, OutcomeWord } from './audit-log.ts';
import { type Operator, NotAllowedError, allows } from './roles.ts';

/** Why an act is wanted, and its own name. */
type RequestDetails = Omit<Act, 'by'>;

export interface ActionExecutor {
  /**
   * Carries an action out, or (`{waiting: 1, requestId}`) leaves it to a second person. A repeated request id gives the
   * first answer again, or goes on where the process ended in between; with another action or input it is refused
   * (1409). Throws RejectError 1404 for an unknown action, and whatever the action is refused with; NotAllowedError
   * where the operator's role does not allow it.
   */
  execute(name: string, form: Record<string, string>, by: Operator, wish: RequestDetails): Promise<object>;
  /** Does what another operator asked for. Throws NotAllowedError, and whatever the action is refused with. */
  approve(requestId: string, by: Operator): Promise<object>;
  /** Says no to what another operator asked for, or takes one's own back. */
  decline(requestId: string, by: Operator): Promise<object>;
  /** Writes down that somebody looked at what is private. */
  recordAccess(what: string, input: object, by: Operator): Promise<void>;
}

export interface ActionExecutorOptions {
  parts: ActionParts;
  audit: Audit;
  /** In demo mode one operator alone is enough while there is no other. */
  demo: boolean;
  now(): number;
}

export function createActionExecutor(options: ActionExecutorOptions): ActionExecutor {
  // Two acts at once would both find that nothing was done yet.
  let last: Promise<unknown> = Promise.resolve();
  const serially = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined); // its caller hears of it through `mine`
    return mine;
  };
  return {
    execute: (name, form, by, wish) => serially(() => requestAction(options, name, form, by, wish)),
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

type RequestFields = Pick<Entry, 'operator' | 'action' | 'input' | 'reason' | 'requestId'>;

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
  const answered = firstAnswer(await options.audit.ofRequest(requestId), requested);
  if (answered) return answered;
  if (await needsSecond(options, action, input, by)) {
    await checkHeld(options.parts.operators, by.name, options.now());
    await options.audit.append({ ...requested, outcome: 'waiting', detail: '{}' });
    return { waiting: 1, requestId };
  }
  await options.audit.append({ ...requested, outcome: 'asked', detail: '{}' });
  return run(options, action, input, requested);
}

/**
 * Alone acts the owner who sets the first two admins up or brings back who lost an account, the reviewer of demo mode,
 * and in demo mode whoever has no colleague.
 */
async function needsSecond(
  { parts, demo }: ActionExecutorOptions,
  action: Action,
  input: unknown,
  by: Operator,
): Promise<boolean> {
  if (by.role === 'demo' || !(await action.second?.(parts, input))) return false;
  const active = (await parts.operators.list()).filter(({ status }) => status === 'active');
  if (by.name === 'token') {
    if (actionOf('operator.invite') === action && active.filter(({ role }) => role === 'admin').length >= 2)
      throw new NotAllowedError('there are two admins: one of them invites, the other approves');
    return false;
  }
  return !demo || active.some(({ name }) => name !== by.name);
}

async function approve(options: ActionExecutorOptions, requestId: string, by: Operator): Promise<object> {
  const entries = await options.audit.ofRequest(requestId);
  const waiting = openAct(entries, options.now());
  await checkApprover({ accounts: options.parts.operators, now: options.now }, waiting, by);
  const action = actionOf(waiting.action);
  if (!action) throw new RejectError(CODE.notFound);
  await options.audit.append({ ...requestFieldsOf(waiting), operator: by.name, outcome: 'approved', detail: '{}' });
  return run(options, action, JSON.parse(waiting.input), requestFieldsOf(waiting));
}

async function decline(options: ActionExecutorOptions, requestId: string, by: Operator): Promise<object> {
  const waiting = openAct(await options.audit.ofRequest(requestId), options.now());
  if (by.name !== waiting.operator && !allows(by.role, waiting.action))
    throw new NotAllowedError(`the role ${by.role} may not decline ${waiting.action}`);
  await options.audit.append({ ...requestFieldsOf(waiting), operator: by.name, outcome: 'declined', detail: '{}' });
  return {};
}

async function run(
  { parts, audit }: ActionExecutorOptions,
  action: Action,
  input: unknown,
  requested: RequestFields,
): Promise<object> {
  const write = (outcome: OutcomeWord, detail: object): Promise<Entry> =>
    audit.append({ ...requested, outcome, detail: JSON.stringify(detail) });
  try {
    const answer = await action.run(parts, input, {
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

function requestFieldsOf({ operator, action, input, reason, requestId }: Entry): RequestFields {
  return { operator, action, input, reason, requestId };
}

/**
 * What the same act was answered with; null when it is new, or did not come to an end. Throws RejectError 1409 when it
 * was another one.
 */
function firstAnswer(entries: readonly Entry[], requested: RequestFields): object | null {
  const mine = entries.filter(({ outcome }) => outcome !== 'approved' && outcome !== 'declined');
  const other = mine.some(
    ({ action, input, operator, reason }) =>
      action !== requested.action ||
      input !== requested.input ||
      operator !== requested.operator ||
      reason !== requested.reason,
  );
  if (other) throw new RejectError(CODE.clientNoReused);
  const done = entries.find(({ outcome }) => outcome === 'done');
  if (done) return JSON.parse(done.detail) as object;
  const { waiting, ended } = standingOf(entries);
  if (waiting && ended) throw new RejectError(CODE.orderFinished);
  return waiting ? { waiting: 1, requestId: requested.requestId } : null;
}
