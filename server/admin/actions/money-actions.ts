// Manual credit from the exchange account, with a reason in the ledger; audit of the ledger.
import * as v from 'valibot';
import { decimalText, wholeIn } from '../../../core/endpoints/form-fields.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { parseMoney, printMoney } from '../../../core/units/units.ts';
import { type ActionRequest, type ActionDeps, action } from '../action.ts';

const fields = v.object({
  uid: wholeIn(1, Number.MAX_SAFE_INTEGER),
  wallet: v.picklist(['spot', 'contract']),
  coinId: wholeIn(1, 1_000_000),
  amount: decimalText,
});

/** Remark of the ledger entry: reason, operator and request id; the id identifies a repeated request. */
function remarkOf({ reason, by, requestId }: ActionRequest): string {
  return `${reason} · ${by} · ${requestId}`;
}

async function wasCredited({ store }: ActionDeps, uid: number, recordType: string, remark: string): Promise<boolean> {
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
    'Credit a user from the exchange account; a credit cannot be taken back. A second operator approves it',
    fields,
    async (deps, { uid, wallet, coinId, amount }, act) => {
      const units = parseMoney(amount);
      if (units === null || units <= 0n)
        throw new RejectError(CODE.fieldInvalid, { field: 'amount', rule: 'above 0, at most 8 places' });
      if (!deps.coins.has(coinId))
        throw new RejectError(CODE.fieldInvalid, { field: 'coinId', rule: 'a coin that is kept here' });
      await deps.identity.user(uid); // throws RejectError 1404 for an unknown one
      const recordType = `${wallet}_manual_add`;
      const remark = remarkOf(act);
      const credited = { uid, coin: deps.coins.get(coinId) ?? '', amount: printMoney(units), remark };
      if (await wasCredited(deps, uid, recordType, remark)) return credited;
      const { answer } = await deps.submit({
        kind: 'credit',
        uid,
        wallet,
        coinId,
        units,
        recordType,
        remark,
      });
      if (isReject(answer)) throw new RejectError(answer.code, answer.params);
      return credited;
    },
    { needsApproval: () => true },
  ),
  'ledger.audit': action(
    'Audit the whole ledger: chains, sums, both sides, balances. Changes nothing; commits wait meanwhile, about a second for each 50 000 records',
    v.object({}),
    ({ auditLedger }) => auditLedger(),
  ),
};
