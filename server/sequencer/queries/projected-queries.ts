// Queries that first wait until the rows of everything committed before them are written.
import type { OrderQueries } from './order-queries.ts';

/** Queries of one user's rows, whose first argument is the uid. */
const OF_USER = [
  'orders',
  'orderByClientNo',
  'ledgerEntries',
  'history',
  'active',
  'contractByClientNo',
  'lastLeverage',
  'funds',
  'depositTotal',
  'depositApplicationsSince',
  'approvedSince',
  'tradedSince',
  'isAccepted',
  'binaryOptions',
] as const satisfies (keyof OrderQueries)[];

/** `projected` resolves when the rows of the user, or (absent) of everybody, are written. */
export function projectedQueriesOf(queries: OrderQueries, projected: (uid?: number) => Promise<void>): OrderQueries {
  const ofUser = new Set<string>(OF_USER);
  const waiting = Object.entries(queries).map(([name, query]) => {
    const run = query as (...args: unknown[]) => Promise<unknown>;
    return [
      name,
      async (...args: unknown[]) => {
        await projected(ofUser.has(name) ? Number(args[0]) : undefined);
        return run(...args);
      },
    ];
  });
  return Object.fromEntries(waiting) as OrderQueries;
}
