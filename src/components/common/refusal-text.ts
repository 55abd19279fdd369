// Text of a refusal in the user's language, with the ticket's names of the fields, and of a refused field.
import { type Reject, sentence } from '../../../core/errors/errors.ts';
import { isDecimal } from '../../../core/units/units.ts';
import { I18NEXT_NAMESPACE, i18n } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { separate } from '../../stores/market/number-format.ts';

const FIELDS = { price: 'trade.price', amount: 'trade.amount', total: 'trade.total' } as const;

/** Numbers keep every digit: they say what is missing or which price is near. */
function localNumbers(params: Reject['params']): Reject['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && isDecimal(value) ? separate(value) : value,
    ]),
  );
}

/** Pages that use it load the namespace `refusals`. */
export function refusalText(refusal: Reject): string {
  const named = refusal.params['field'];
  const field =
    named === 'price' || named === 'amount' || named === 'total' ? { field: translate()(FIELDS[named]) } : {};
  const own = i18n.getResource(i18n.language, I18NEXT_NAMESPACE, String(refusal.code)) as string | undefined;
  return sentence(own === undefined ? {} : { [refusal.code]: own }, {
    ...refusal,
    params: { ...localNumbers(refusal.params), ...field },
  });
}

/** Why a field of a ticket is refused; undefined where it is not. */
export function fieldObjection<Field>(
  { field, refusal }: { kind: string; field?: Field | null; refusal?: Reject },
  which: Field,
): string | undefined {
  return refusal && field === which ? refusalText(refusal) : undefined;
}
