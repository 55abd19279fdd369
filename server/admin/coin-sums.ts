// Who has how much of each coin: users, market makers, the exchange's own accounts, and what was paid in and out.
import type { CoinSums } from '../../core/endpoints/operator-answers.ts';
import { FUND_STATUS } from '../../core/orders/fund-order.ts';
import { type Units, printMoney } from '../../core/units/units.ts';
import { CLEARING_UID, EXCHANGE_UID, INSURANCE_UID, isBot } from '../exchange/command.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { Rows } from '../store/store.ts';

type Group = 'users' | 'bots' | 'insurance' | 'clearing' | 'exchange';

function groupOf(uid: number): Group {
  if (uid === EXCHANGE_UID) return 'exchange';
  if (uid === CLEARING_UID) return 'clearing';
  if (uid === INSURANCE_UID) return 'insurance';
  return isBot(uid) ? 'bots' : 'users';
}

/** By coin, ascending. Balances are read first: a deposit that is credited between the two reads is one of neither. */
export async function coinSums(
  store: Pick<Rows, 'all'>,
  machine: Pick<MachineQueries, 'allBalances'>,
): Promise<CoinSums[]> {
  const coins = new Map<number, Record<Group, Units>>();
  for (const { uid, coinId, available, frozen } of machine.allBalances()) {
    const sums = coins.get(coinId) ?? { users: 0n, bots: 0n, insurance: 0n, clearing: 0n, exchange: 0n };
    sums[groupOf(uid)] += available + frozen;
    coins.set(coinId, sums);
  }
  const deposits = await netDeposits(store);
  return [...coins]
    .sort(([a], [b]) => a - b)
    .map(([coinId, { exchange, ...others }]) => {
      const paidIn = deposits.get(coinId) ?? 0n;
      const own = exchange + paidIn;
      const sum = Object.values(others).reduce((total, units) => total + units, own - paidIn);
      const { users, bots, insurance, clearing } = others;
      return {
        coinId,
        users: printMoney(users),
        bots: printMoney(bots),
        insurance: printMoney(insurance),
        clearing: printMoney(clearing),
        exchange: printMoney(own),
        netDeposits: printMoney(paidIn),
        sum: printMoney(sum),
      };
    });
}

/** Credited deposits less withdrawals that have left their account, whose charge stays with the exchange (F6). */
async function netDeposits(store: Pick<Rows, 'all'>): Promise<Map<number, Units>> {
  const rows = await store.all<{ coin_id: bigint; units: bigint }>(
    `SELECT coin_id, CAST(SUM(CASE kind WHEN 'recharge' THEN units ELSE fee_units - units END) AS BIGINT) AS units
     FROM exchange_fund WHERE status IN (?, ?) GROUP BY coin_id`,
    [FUND_STATUS.success, FUND_STATUS.paying],
  );
  return new Map(rows.map(({ coin_id: coinId, units }) => [Number(coinId), units]));
}
