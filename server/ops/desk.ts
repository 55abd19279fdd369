// Where acts are carried out: one after another, each read by its schema, written down before it is done and after.
import { CODE, RejectError } from '../../contract/reject.ts';
import { readRequest } from '../gateway/form.ts';
import type { Act, ActionParts } from './action.ts';
import { actionOf } from './actions.ts';
import type { Audit, Entry, OutcomeWord } from './audit.ts';

export interface Desk {
  /**
   * Carries an action out. A repeated request id gives the first answer again, or goes on where the process ended in between; with another
   * action or input it is refused (1409). Throws RejectError 1404 for an unknown action, and whatever the action is refused with.
   */
  act(name: string, form: Record<string, string>, act: Act): Promise<object>;
  /** Writes down that somebody looked at what is private. */
  looked(what: string, input: object, by: string): Promise<void>;
}

export function createDesk(parts: ActionParts, audit: Audit): Desk {
  // Two acts at once would both find that nothing was done yet.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined); // its caller hears of it through `mine`
    return mine;
  };
  return {
    act: (name, form, act) => inTurn(() => carryOut(parts, audit, name, form, act)),
    looked: async (what, input, by) => { await audit.append({ operator: by, action: what, input: JSON.stringify(input), reason: '', outcome: 'done', detail: '{}', requestId: '' }); },
  };
}

async function carryOut(parts: ActionParts, audit: Audit, name: string, form: Record<string, string>, act: Act): Promise<object> {
  const action = actionOf(name);
  if (!action) throw new RejectError(CODE.notFound);
  const input = readRequest(action.fields, form);
  const asked = { operator: act.by, action: name, input: JSON.stringify(input), reason: act.reason, requestId: act.requestId };
  const answered = firstAnswer(await audit.ofRequest(act.requestId), asked);
  if (answered) return answered;
  const write = (outcome: OutcomeWord, detail: object): Promise<Entry> => audit.append({ ...asked, outcome, detail: JSON.stringify(detail) });
  await write('asked', {});
  try {
    const answer = await action.run(parts, input, act);
    await write('done', answer);
    return answer;
  } catch (error) {
    if (error instanceof RejectError) await write('refused', error.reject);
    else await write('failed', { error: String(error) });
    throw error;
  }
}

/** What the same act was answered with; null when it is new, or did not come to an end. Throws RejectError 1409 when it was another one. */
function firstAnswer(entries: readonly Entry[], asked: { action: string; input: string; operator: string; reason: string }): object | null {
  const other = entries.some(({ action, input, operator, reason }) => action !== asked.action || input !== asked.input || operator !== asked.operator || reason !== asked.reason);
  if (other) throw new RejectError(CODE.clientNoReused);
  const done = entries.find(({ outcome }) => outcome === 'done');
  return done ? (JSON.parse(done.detail) as object) : null;
}
