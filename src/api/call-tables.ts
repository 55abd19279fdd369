// The tables of calls by group, each a part of its own: a page brings those of the calls that it makes.
import type { GenericSchema } from 'valibot';
import type { Call, CallPath } from '../../core/endpoints/endpoints.ts';
import { importWithRetry } from './import-with-retry.ts';

type Table = Readonly<Record<string, Call>>;

function tableOf<T>(load: () => Promise<T>, pick: (part: T) => Table): () => Promise<Table> {
  const fetchPart = importWithRetry(load);
  return async () => pick(await fetchPart());
}

/** The first group whose front fits a path has it; the last has the rest: markets, favourites and spot orders. */
const GROUPS: readonly [RegExp, () => Promise<Table>][] = [
  [
    /^\/(user|common)\//,
    tableOf(
      () => import('../../core/endpoints/account-endpoints.ts'),
      (part) => part.ACCOUNT_CALLS,
    ),
  ],
  [
    /^\/coin\/contract\//,
    tableOf(
      () => import('../../core/endpoints/contract-endpoints.ts'),
      (part) => part.CONTRACT_CALLS,
    ),
  ],
  [
    /^\/coin\/(assets|transfer|recharge|withdraw)/,
    tableOf(
      () => import('../../core/endpoints/wallet-endpoints.ts'),
      (part) => part.WALLET_CALLS,
    ),
  ],
  [
    /^\/qt\//,
    tableOf(
      () => import('../../core/endpoints/binary-option-endpoints.ts'),
      (part) => part.SECONDS_CALLS,
    ),
  ],
  [
    /^\//,
    tableOf(
      () => import('../../core/endpoints/market-endpoints.ts'),
      (part) => part.MARKET_CALLS,
    ),
  ],
];

/** What a call answers with. Throws what the browser throws when the part does not come. */
export async function answerSchema(path: CallPath): Promise<GenericSchema> {
  const group = GROUPS.find(([front]) => front.test(path))!;
  const table = await group[1]();
  return table[path]!.answer;
}
