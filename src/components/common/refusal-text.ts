// Sentences of the contract's refusals in the user's language, with the names of fields as the ticket calls them.
import { type Reject, sentence } from '../../../core/errors/errors.ts';
import { i18n } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';

const FIELDS = { price: 'trade.price', amount: 'trade.amount', total: 'trade.total' } as const;

/** Pages that say it load the area `refusals`. */
export function refusalText(refusal: Reject): string {
  const named = refusal.params['field'];
  const field =
    named === 'price' || named === 'amount' || named === 'total' ? { field: translate()(FIELDS[named]) } : {};
  const own = i18n.getResource(i18n.language, 'words', String(refusal.code)) as string | undefined;
  return sentence(own === undefined ? {} : { [refusal.code]: own }, {
    ...refusal,
    params: { ...refusal.params, ...field },
  });
}
