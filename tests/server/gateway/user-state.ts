// The state of users in an exchange as one text; bots are excluded, because they trade all the time.
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import type { Exchange } from '../../../server/main.ts';

/**
 * Balances, open orders, contracts, funds and binary options of all users, or of those named. Equal texts: nothing
 * was moved. Users whose positions time alone settles are better excluded.
 */
export function userState(
  { sequencer: { machine } }: Pick<Exchange, 'sequencer'>,
  of: (uid: number) => boolean = () => true,
): string {
  const balances = machine.allBalances().filter(({ uid }) => uid >= FIRST_USER_UID && of(uid));
  const uids = [...new Set(balances.map(({ uid }) => uid))].sort((a, b) => a - b);
  const open = uids.map((uid) => [
    machine.openOrders(uid, null),
    machine.openContracts(uid, null),
    machine.openBinaryOptions(uid, null).map(({ id, amountUnits }) => [id, amountUnits]),
  ]);
  const held = balances
    .filter(({ available, frozen }) => available !== 0n || frozen !== 0n)
    .map(({ uid, wallet, coinId, available, frozen }) => `${uid} ${wallet} ${coinId} ${available} ${frozen}`)
    .sort();
  const funds = machine.openFunds().filter(({ uid }) => of(uid));
  return JSON.stringify([held, open, funds], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
