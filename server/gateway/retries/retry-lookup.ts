// Whether a call repeats an accepted one: it is answered also while closed, or its user frozen.
import type { Command } from '../../exchange/command.ts';
import { type NamedCommand, idempotencyKey } from '../../sequencer/codec.ts';
import type { FundQueries } from '../../sequencer/queries/fund-queries.ts';

/** The command behind each call that the operator can close, or that a frozen user may not make. */
const KINDS: Readonly<Record<string, Command['kind']>> = {
  '/coin/order/add': 'placeSpot',
  '/coin/order/replace': 'placeSpot',
  '/coin/contract/order/add': 'placeContract',
  '/coin/contract/order/replace': 'replaceContract',
  '/coin/contract/order/add/mgn': 'addMargin',
  '/qt/contract/add': 'placeSeconds',
  '/coin/recharge/add': 'applyDeposit',
  '/coin/withdraw/add': 'requestWithdraw',
  '/coin/transfer': 'transfer',
};

/** Only what was accepted, which is never forgotten: what is forgotten meanwhile would be done after all. */
export function createRetryLookup(
  reads: Pick<FundQueries, 'isAccepted'>,
): (path: string, uid: number, clientNo: string) => Promise<boolean> {
  return async (path, uid, clientNo) => {
    const kind = KINDS[path];
    return kind !== undefined && reads.isAccepted(uid, idempotencyKey({ kind, clientNo } as NamedCommand));
  };
}
