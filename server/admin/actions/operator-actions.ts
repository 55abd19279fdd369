// Actions on operator accounts: invite, change role, reset, end.
import * as v from 'valibot';
import { OPERATOR_NAME, action } from '../action.ts';
import { ROLES } from '../roles.ts';

const name = OPERATOR_NAME;
const withApproval = { needsApproval: () => true };

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
    "End an operator's account and its sessions, at once",
    v.object({ name }),
    async ({ operators }, { name: operator }) => {
      await operators.setRole(operator, 'disabled');
      return { name: operator };
    },
  ),
};
