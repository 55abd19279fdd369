// Actions on operator accounts: invite, change role, reset, end.
import * as v from 'valibot';
import { DAY_MS } from '../../../core/units/durations.ts';
import { type ActionDeps, OPERATOR_NAME, action } from '../action.ts';
import { ROLES } from '../roles.ts';

const name = OPERATOR_NAME;
const withApproval = { needsApproval: () => true };

/**
 * Whether the operator `by` has ended another admin's account alone within a day: a stolen account must end at once,
 * and one admin alone may not leave the exchange without the others.
 */
async function isFurtherAdmin(
  { operators, store, now }: ActionDeps,
  { name: ended }: { name: string },
  by: string,
): Promise<boolean> {
  const isOtherAdmin = async (operator: string): Promise<boolean> =>
    operator !== by && (await operators.of(operator))?.role === 'admin';
  if (!(await isOtherAdmin(ended))) return false;
  const alone = await store.all<{ input: string }>(
    `SELECT a.input FROM ops_audit a WHERE a.operator = ? AND a.action = 'operator.end' AND a.outcome = 'asked' AND a.ts > ? AND EXISTS (
      SELECT 1 FROM ops_audit d WHERE d.request_id = a.request_id AND d.outcome = 'done')`,
    [by, now() - DAY_MS],
  );
  for (const { input } of alone) if (await isOtherAdmin((JSON.parse(input) as { name: string }).name)) return true;
  return false;
}

export const operatorActions = {
  'operator.invite': action(
    'Make an account for an operator; the invitation is shown once and can be used for a day. A second operator approves it',
    v.object({ name, role: v.picklist(ROLES) }),
    async ({ operators }, { name: operator, role }) => ({
      name: operator,
      role,
      invite: await operators.invite(operator, role),
    }),
    { ...withApproval, secrets: ['invite'] },
  ),
  'operator.role': action(
    'Give an operator another role. A second operator approves it',
    v.object({ name, role: v.picklist(ROLES) }),
    async ({ operators }, { name: operator, role }) => {
      await operators.setRole(operator, role);
      return { name: operator, role };
    },
    withApproval,
  ),
  'operator.reset': action(
    'Reset password and authenticator of an operator who lost them; the new invitation is shown once. For a day the account can neither request nor approve what needs two operators. A second operator approves it',
    v.object({ name }),
    async ({ operators }, { name: operator }) => ({ name: operator, invite: await operators.reset(operator) }),
    { ...withApproval, secrets: ['invite'] },
  ),
  'operator.end': action(
    "End an operator's account and its sessions, at once. One admin a day beside oneself; a second operator approves further ones",
    v.object({ name }),
    async ({ operators }, { name: operator }) => {
      await operators.setRole(operator, 'disabled');
      return { name: operator };
    },
    { needsApproval: isFurtherAdmin },
  ),
};
