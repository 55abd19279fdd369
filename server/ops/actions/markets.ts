// A market opened, left to closing, or halted: told to everybody. The machine refuses to halt what still decides a seconds contract.
import * as v from 'valibot';
import { wholeIn } from '../../../contract/form.ts';
import { CLOSE_ONLY, HALTED, TRADING } from '../../../contract/instrument.ts';
import { isReject } from '../../../contract/order.ts';
import { CODE, RejectError } from '../../../contract/reject.ts';
import { HOUSE_UID } from '../../exchange/command.ts';
import { marketWords } from '../../accounts/notice-words.ts';
import type { MarketWord } from '../../accounts/words/account-words.ts';
import { type ActionParts, action } from '../action.ts';

const STATUSES = { open: TRADING, 'close-only': CLOSE_ONLY, halted: HALTED } as const;
type StatusWord = keyof typeof STATUSES;

/** Tells everybody, each in their language, with the operator's reason; answers the notice's id. */
function announce({ identity }: ActionParts, word: MarketWord, market: string, time: string, reason: string): Promise<number> {
  const { 'en-US': english, ...others } = marketWords(word, market, time, reason);
  return identity.announce(market, english?.content ?? '', '', others);
}

export const marketActions = {
  'market.status': action(
    'Open a market, leave it to closing, or halt it; announced to everybody. Halting waits until no seconds contract runs on its price: leave it to closing first',
    v.object({ coinInfoId: wholeIn(1, 1_000_000), status: v.picklist(Object.keys(STATUSES) as StatusWord[]) }),
    async (parts, { coinInfoId, status }, { reason }) => {
      const name = parts.markets.get(coinInfoId);
      if (name === undefined) throw new RejectError(CODE.notFound);
      const { answer } = await parts.submit({ kind: 'marketStatus', uid: HOUSE_UID, coinInfoId, status: STATUSES[status] });
      if (isReject(answer)) throw new RejectError(answer.code, answer.params);
      const noticeId = await announce(parts, status, name, '', reason);
      return { market: name, status, noticeId };
    },
  ),
};
