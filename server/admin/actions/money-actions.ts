// A credit by hand: house money to a person, with a reason that its owner reads in the record; and the audit of all of
// it.
import * as v from 'valibot';
import { decimalText, wholeIn } from '../../../core/endpoints/form-fields.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { parseMoney, printMoney } from '../../../core/units/units.ts';
import { type Act, type ActionParts, action } from '../action.ts';

const fields = v.object({
  uid: wholeIn(1, Number.MAX_SAFE_INTEGER),
  wallet: v.picklist(['spot', 'contract']),
  coinId: wholeIn(1, 1_000_000),
  amount: decimalText,
});

/** What the person reads: why, who gave it, and the act's name, by which a repeated one is known. */
function remarkOf({ reason, by, requestId }: Act): string {
  return `${reason} · ${by} · ${requestId}`;
}

async function isThere({ store }: ActionParts, uid: number, recordType: string, remark: string): Promise<boolean> {
  return (
    (await store.first('SELECT id FROM exchange_line WHERE uid = ? AND record_type = ? AND ref_no = ?', [
      uid,
      recordType,
      remark,
    ])) !== undefined
  );
}

export const moneyActions = {
  'money.credit': action(
    'Credit an account from the house; nothing can be taken away. A second person approves it',
    fields,
    async (parts, { uid, wallet, coinId, amount }, act) => {
      const units = parseMoney(amount);
      if (units === null || units <= 0n)
        throw new RejectError(CODE.fieldInvalid, { field: 'amount', rule: 'above 0, at most 8 places' });
      if (!parts.coins.has(coinId))
        throw new RejectError(CODE.fieldInvalid, { field: 'coinId', rule: 'a coin that is kept here' });
      const person = await parts.identity.person(uid);
      const recordType = `${wallet}_manual_add`;
      const remark = remarkOf(act);
      const credited = { uid, coin: parts.coins.get(coinId) ?? '', amount: printMoney(units), remark };
      if (await isThere(parts, person.uid, recordType, remark)) return credited;
      const { answer } = await parts.submit({
        kind: 'credit',
        uid: person.uid,
        wallet,
        coinId,
        units,
        recordType,
        remark,
      });
      if (isReject(answer)) throw new RejectError(answer.code, answer.params);
      return credited;
    },
    { second: () => true },
  ),
  'ledger.audit': action(
    'Go over the whole ledger: chains, sums, both sides, balances. Changes nothing; commits wait meanwhile, about a second for each 50 000 records',
    v.object({}),
    ({ auditLedger }) => auditLedger(),
  ),
};
