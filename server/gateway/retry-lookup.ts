// Whether a call repeats an answered one: a retry is answered even when the call is closed meanwhile.
import type { Command } from '../exchange/command.ts';
import { type NamedCommand, idempotencyKey } from '../sequencer/codec.ts';
import type { Store } from '../store/store.ts';

/** The command behind each call that the operator can close. */
const KINDS: Readonly<Record<string, Command['kind']>> = {
  '/coin/order/add': 'placeSpot',
  '/coin/order/replace': 'placeSpot',
  '/coin/contract/order/add': 'placeContract',
  '/coin/contract/order/replace': 'replaceContract',
  '/qt/contract/add': 'placeSeconds',
  '/coin/recharge/add': 'applyDeposit',
  '/coin/withdraw/add': 'requestWithdraw',
  '/coin/transfer': 'transfer',
};

export function createRetryLookup(
  store: Pick<Store, 'first'>,
): (path: string, uid: number, clientNo: string) => Promise<boolean> {
  return async (path, uid, clientNo) => {
    const kind = KINDS[path];
    if (kind === undefined) return false;
    return (
      (await store.first('SELECT seq FROM exchange_answer WHERE uid = ? AND client_no = ?', [
        uid,
        idempotencyKey({ kind, clientNo } as NamedCommand),
      ])) !== undefined
    );
  };
}
