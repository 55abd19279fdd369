// Sets a parameter of the closed list; all values are stored.
import * as v from 'valibot';
import { textUpTo } from '../../../core/endpoints/form-fields.ts';
import { PARAMETER_NAMES } from '../parameters.ts';
import { action } from '../action.ts';

export const parameterActions = {
  'parameter.set': action(
    'Set a parameter; it decides what may begin, and touches nothing that runs',
    v.object({ name: v.picklist(PARAMETER_NAMES), value: textUpTo(40) }),
    async ({ parameters }, { name, value }, { by, reason }) => {
      const before = parameters.value(name);
      await parameters.set({ name, value, operator: by, reason });
      return { name, before, value };
    },
  ),
};
