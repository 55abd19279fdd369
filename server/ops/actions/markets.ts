// A market opened, left to closing, or halted: told to everybody. The machine refuses to halt what still decides a seconds contract.
import * as v from 'valibot';
import { wholeIn } from '../../../contract/form.ts';
import { CLOSE_ONLY, HALTED, TRADING } from '../../../contract/instrument.ts';
import { isReject } from '../../../contract/order.ts';
import { CODE, RejectError } from '../../../contract/reject.ts';
import { HOUSE_UID } from '../../exchange/command.ts';
import { action } from '../action.ts';

const STATUSES = { open: TRADING, 'close-only': CLOSE_ONLY, halted: HALTED } as const;
type StatusWord = keyof typeof STATUSES;

const ENGLISH: Record<StatusWord, string> = {
  open: 'is open for trading again.', 'close-only': 'takes no new orders. What is open can be closed and cancelled.', halted: 'is halted. Open orders can be cancelled; nothing is liquidated meanwhile.',
};
const TRADITIONAL_CHINESE: Record<StatusWord, string> = { open: '已恢復交易。', 'close-only': '暫停新委託，可平倉與撤單。', halted: '已暫停交易。可撤單，期間不會強制平倉。' };

export const marketActions = {
  'market.status': action(
    'Open a market, leave it to closing, or halt it; announced to everybody. Halting waits until no seconds contract runs on its price: leave it to closing first',
    v.object({ coinInfoId: wholeIn(1, 1_000_000), status: v.picklist(Object.keys(STATUSES) as StatusWord[]) }),
    async ({ markets, submit, identity }, { coinInfoId, status }, { reason }) => {
      const name = markets.get(coinInfoId);
      if (name === undefined) throw new RejectError(CODE.notFound);
      const { answer } = await submit({ kind: 'marketStatus', uid: HOUSE_UID, coinInfoId, status: STATUSES[status] });
      if (isReject(answer)) throw new RejectError(answer.code, answer.params);
      const noticeId = await identity.announce(name, `${name} ${ENGLISH[status]}\n\n${reason}`, '', { 'zh-TW': { title: name, content: `${name} ${TRADITIONAL_CHINESE[status]}\n\n${reason}` } });
      return { market: name, status, noticeId };
    },
  ),
};
