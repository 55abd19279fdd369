// The call of named layouts: lists them, and changes one where its version is the stored one.
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import type { Layouts } from '../../../services/accounts/layouts.ts';
import type { Handlers } from '../../handler.ts';

export type LayoutPath = '/user/layout';

export function layoutHandlers({ layouts }: { layouts: Layouts }): Handlers<LayoutPath> {
  return {
    '/user/layout': async (request, { uid }) => {
      const { layoutName: name } = request;
      if (name === undefined) return { list: await layouts.list(uid) };
      const change = { name, version: request.layoutVersion };
      let saved: boolean;
      if (request.layoutRemove) saved = await layouts.remove(uid, change);
      else if (request.layoutRename !== undefined) saved = await layouts.rename(uid, change, request.layoutRename);
      else if (request.layout !== undefined) saved = await layouts.save(uid, change, request.layout);
      else throw new RejectError(CODE.fieldInvalid, { field: 'layout', rule: 'required' });
      return { list: await layouts.list(uid), saved: saved ? 1 : 0 };
    },
  };
}
