// Sentences of the contract's refusals in the user's language, with the names of fields as the ticket calls them.
import { words as english } from '../../contract/words/en-US.ts';
import { words as chinese } from '../../contract/words/zh-TW.ts';
import { type Reject, sentence } from '../../contract/reject.ts';
import { i18n } from '../i18n/i18n.ts';

const FIELDS = { price: 'trade.price', amount: 'trade.amount', total: 'trade.total' } as const;

/** English where the language has no sentences of its own. */
export function refusalText(refusal: Reject): string {
  const named = refusal.params['field'];
  const field = named === 'price' || named === 'amount' || named === 'total' ? { field: i18n.t(FIELDS[named]) } : {};
  return sentence(i18n.language === 'zh-TW' ? chinese : english, { ...refusal, params: { ...refusal.params, ...field } });
}
