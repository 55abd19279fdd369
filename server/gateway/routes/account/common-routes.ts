// The calls of public configuration and of favourites.
import { CODE, RejectError } from '../../../../core/errors/errors.ts';
import type { AccountDeps } from './account-deps.ts';
import { appConfigOf } from '../../../services/accounts/app-config.ts';
import type { Handlers } from '../../handler.ts';

export type CommonPath = '/common/prop' | '/coin/collect/add' | '/coin/collect/del';

export function commonHandlers(deps: AccountDeps): Handlers<CommonPath> {
  return {
    '/common/prop': async (request, caller) => {
      const props = appConfigOf(request.keys, {
        demo: deps.demo,
        inviteRequired: deps.inviteCode !== null,
        mail: deps.mail !== null,
        language: caller.language,
        more: deps.extraProps,
        captcha: () => deps.captchas.issue(),
      });
      const isForFaucet = deps.faucet && 'uid' in caller && request.keys.split(',').includes('faucet');
      return isForFaucet ? { ...props, faucet: await deps.faucet?.(caller.uid) } : props;
    },
    '/coin/collect/add': async (request, caller) => {
      const { coinInfoId, type } = request;
      const marketType = deps.marketTypeOf(coinInfoId);
      if (marketType === null) throw new RejectError(CODE.notFound);
      if (type !== undefined && (type === 'forex') !== (marketType === 'forex'))
        throw new RejectError(CODE.fieldInvalid, { field: 'type', rule: `${marketType} market` });
      return { collectList: await deps.favourites.add(caller.uid, coinInfoId) };
    },
    '/coin/collect/del': async (request, caller) => {
      if (request.order) return { collectList: await deps.favourites.reorder(caller.uid, request.order) };
      const ids = request.ids ?? (request.coinInfoId === undefined ? [] : [request.coinInfoId]);
      if (ids.length === 0) throw new RejectError(CODE.fieldInvalid, { field: 'coinInfoId', rule: 'required' });
      return { collectList: await deps.favourites.remove(caller.uid, ids) };
    },
  };
}
