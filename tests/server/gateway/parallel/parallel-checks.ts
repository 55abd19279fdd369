// What holds after any calls: coins sum to zero, no debts, and frozen is what orders, contracts and funds hold.
import { BTC, ETH, USDT } from '../conformance/conformance-exchange.ts';
import { CLEARING_UID, EXCHANGE_UID, FIRST_USER_UID } from '../../../../server/exchange/command.ts';
import type { Exchange } from '../../../../server/main.ts';

/** Coin that an order pays with. */
function paidIn({ coinInfoId, side }: { coinInfoId: number; side: string }): number {
  return side === 'buy' ? USDT : coinInfoId;
}

/** Sentences about money that is not as it should be; none: all is well. */
export function moneyFaults({ sequencer: { machine } }: Pick<Exchange, 'sequencer'>): string[] {
  const faults: string[] = [];
  const sums = new Map<number, bigint>();
  const balances = machine.allBalances();
  for (const { uid, wallet, coinId, available, frozen } of balances) {
    sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
    if (frozen < 0n || (available < 0n && uid !== EXCHANGE_UID && uid !== CLEARING_UID))
      faults.push(`${uid} has ${available} and ${frozen} of coin ${coinId} (${wallet})`);
  }
  for (const [coinId, sum] of sums) if (sum !== 0n) faults.push(`coin ${coinId} sums to ${sum}`);
  for (const uid of new Set(balances.map((balance) => balance.uid)))
    if (uid >= FIRST_USER_UID) faults.push(...frozenFaults(machine, uid));
  return faults;
}

function frozenFaults(machine: Exchange['sequencer']['machine'], uid: number): string[] {
  const sum = (list: readonly bigint[]): bigint => list.reduce((total, units) => total + units, 0n);
  const orders = machine.openOrders(uid, null);
  const withdrawals = machine.openFunds().filter((fund) => fund.uid === uid && fund.kind === 'withdraw');
  const held: [wallet: 'spot' | 'contract', coinId: number, units: bigint][] = [USDT, BTC, ETH].map((coinId) => [
    'spot',
    coinId,
    sum(orders.filter((order) => paidIn(order) === coinId).map(({ frozenUnits }) => frozenUnits)) +
      // One that is paid has left the balance.
      sum(withdrawals.filter((fund) => fund.coinId === coinId && fund.status === 0).map(({ units }) => units)),
  ]);
  const contracts = machine.openContracts(uid, null);
  held.push(['contract', USDT, sum(contracts.map(({ heldUnits, position }) => heldUnits + position.marginUnits))]);
  return held.flatMap(([wallet, coinId, units]) => {
    const { frozen } = machine.balance(uid, wallet, coinId);
    return frozen === units ? [] : [`${uid} has ${frozen} of coin ${coinId} frozen (${wallet}), and holds ${units}`];
  });
}
