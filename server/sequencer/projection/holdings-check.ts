// Compares all money, orders and contracts of the rows with those of a replay of the journal.
import { isBot } from '../../exchange/command.ts';
import type { Machine } from '../../exchange/machine.ts';
import type { StoredState } from '../../exchange/restore-state.ts';
import { damaged } from '../journal/journal.ts';

/**
 * Throws Error when the state that was read from rows has other money, orders or contracts than the replayed machine.
 */
export function requireEqual(fromRows: Machine, replayed: Machine): void {
  const [rows, journal] = [holdingsOf(fromRows.snapshot()), holdingsOf(replayed.snapshot())];
  for (const name of Object.keys(rows) as (keyof typeof rows)[])
    if (rows[name] !== journal[name]) throw damaged(`its ${name} are not those of the rows`);
}

/**
 * All holdings as texts, equal for equal holdings. Bots' orders end with a process: their frozen money is available.
 */
function holdingsOf({ balances, orders, contracts, funds, seconds }: StoredState) {
  const text = (rows: readonly object[]): string =>
    rows
      .map((row) => JSON.stringify(Object.entries(row).sort(byName), plain))
      .sort()
      .join('\n');
  return {
    balances: text(
      balances
        .map((balance) =>
          isBot(balance.uid) ? { ...balance, available: balance.available + balance.frozen, frozen: 0n } : balance,
        )
        .filter(({ available, frozen }) => available !== 0n || frozen !== 0n),
    ),
    orders: text(orders.filter(({ uid }) => !isBot(uid))),
    contracts: text(contracts),
    funds: text(funds?.open ?? []),
    'binary options': text(seconds?.open ?? []),
  };
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

function plain(_: string, field: unknown): unknown {
  return typeof field === 'bigint' ? `${field}n` : field;
}
