// Operators' own accounts: invited, given another role, reset or ended.
import * as v from 'valibot';
import { OPERATOR_NAME, action } from '../action.ts';
import { ROLES } from '../roles.ts';

const name = OPERATOR_NAME;
const twoPeople = { second: () => true };

export const operatorActions = {
  'operator.invite': action(
    'Make an account for an operator; the invitation is shown once and can be used for a day. A second person approves it',
    v.object({ name, role: v.picklist(ROLES) }),
    async ({ operators }, { name: who, role }) => ({ name: who, role, invite: await operators.invite(who, role) }),
    { ...twoPeople, secrets: ['invite'] },
  ),
  'operator.role': action(
    'Give an operator another role. A second person approves it',
    v.object({ name, role: v.picklist(ROLES) }),
    async ({ operators }, { name: who, role }) => {
      await operators.setRole(who, role);
      return { name: who, role };
    },
    twoPeople,
  ),
  'operator.reset': action(
    'Take password and authenticator off an operator who lost them; the new invitation is shown once. For a day the account takes part in no act of two people. A second person approves it',
    v.object({ name }),
    async ({ operators }, { name: who }) => ({ name: who, invite: await operators.reset(who) }),
    { ...twoPeople, secrets: ['invite'] },
  ),
  'operator.end': action(
    "End an operator's account and its sessions, at once",
    v.object({ name }),
    async ({ operators }, { name: who }) => {
      await operators.setRole(who, 'disabled');
      return { name: who };
    },
  ),
};
