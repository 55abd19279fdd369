// What people have and have open in an exchange, as one text: the house's bots trade on, so the state of the whole
// machine never stands still.
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import type { Exchange } from '../../../server/main.ts';

/**
 * Balances, open orders, contracts, money under way and seconds contracts of everybody but the house, or of those
 * named. Equal texts: nothing of theirs was moved. Who has something that time alone settles is better left out.
 */
export function peopleState(
  { sequencer: { machine } }: Pick<Exchange, 'sequencer'>,
  of: (uid: number) => boolean = () => true,
): string {
  const balances = machine.allBalances().filter(({ uid }) => uid >= FIRST_USER_UID && of(uid));
  const uids = [...new Set(balances.map(({ uid }) => uid))].sort((a, b) => a - b);
  const open = uids.map((uid) => [
    machine.openOrders(uid, null),
    machine.openContracts(uid, null),
    machine.openSeconds(uid, null).map(({ id, amountUnits }) => [id, amountUnits]),
  ]);
  const kept = balances
    .filter(({ available, frozen }) => available !== 0n || frozen !== 0n)
    .map(({ uid, wallet, coinId, available, frozen }) => `${uid} ${wallet} ${coinId} ${available} ${frozen}`)
    .sort();
  const funds = machine.openFunds().filter(({ uid }) => of(uid));
  return JSON.stringify([kept, open, funds], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
