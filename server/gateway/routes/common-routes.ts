// What the exchange says of itself, and the favourites: the calls with the least to do.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { AccountParts } from '../../services/accounts/deps.ts';
import { propsOf } from '../../services/accounts/app-config.ts';
import type { Handlers } from '../handler.ts';

export type CommonPath = '/common/prop' | '/coin/collect/add' | '/coin/collect/del';

export function commonHandlers(parts: AccountParts): Handlers<CommonPath> {
  return {
    '/common/prop': async (request, caller) => {
      const props = propsOf(request.keys, {
        demo: parts.demo,
        inviteRequired: parts.houseInviteCode !== null,
        mail: parts.mail !== null,
        language: caller.language,
        more: parts.moreProps,
        captcha: parts.captchas.issue,
      });
      const thirsty = parts.faucet && 'uid' in caller && request.keys.split(',').includes('faucet');
      return thirsty ? { ...props, faucet: await parts.faucet?.(caller.uid) } : props;
    },
    '/coin/collect/add': async (request, member) => {
      const { coinInfoId, type } = request;
      const area = parts.areaOfInstrument(coinInfoId);
      if (area === null) throw new RejectError(CODE.notFound);
      if (type !== undefined && (type === 'forex') !== (area === 'forex'))
        throw new RejectError(CODE.fieldInvalid, { field: 'type', rule: `${area} market` });
      return { collectList: await parts.favourites.add(member.uid, coinInfoId) };
    },
    '/coin/collect/del': async (request, member) => {
      if (request.order) return { collectList: await parts.favourites.arrange(member.uid, request.order) };
      const ids = request.ids ?? (request.coinInfoId === undefined ? [] : [request.coinInfoId]);
      if (ids.length === 0) throw new RejectError(CODE.fieldInvalid, { field: 'coinInfoId', rule: 'required' });
      return { collectList: await parts.favourites.remove(member.uid, ids) };
    },
  };
}
