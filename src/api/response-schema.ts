// Response schemas by endpoint group.
// Each group is a chunk, loaded with the first call of that group.
import type { GenericSchema } from 'valibot';
import type { Call, CallPath } from '../../core/endpoints/endpoints.ts';
import { importWithRetry } from './import-with-retry.ts';

type Table = Readonly<Record<string, Call>>;

function tableOf<T>(load: () => Promise<T>, pick: (part: T) => Table): () => Promise<Table> {
  const fetchPart = importWithRetry(load);
  return async () => pick(await fetchPart());
}

/** The first group whose pattern matches the path is used; the last one has markets, favourites and spot orders. */
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

/** Schema of a call's `data`. Rejects with the browser's import error when the chunk cannot be loaded. */
export async function responseSchema(path: CallPath): Promise<GenericSchema> {
  const group = GROUPS.find(([front]) => front.test(path))!;
  const table = await group[1]();
  return table[path]!.answer;
}
