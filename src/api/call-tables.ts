// The tables of calls by group, each a part of its own: a page brings those of the calls that it makes.
import type { GenericSchema } from 'valibot';
import type { Call, CallPath } from '../../contract/calls.ts';

type Table = Readonly<Record<string, Call>>;

/** The first group whose front fits a path has it; the last has the rest: markets, favourites and spot orders. */
const GROUPS: readonly [RegExp, () => Promise<Table>][] = [
  [/^\/(user|common)\//, async () => (await import('../../contract/account-calls.ts')).ACCOUNT_CALLS],
  [/^\/coin\/contract\//, async () => (await import('../../contract/contract-calls.ts')).CONTRACT_CALLS],
  [/^\/coin\/(assets|transfer|recharge|withdraw)/, async () => (await import('../../contract/wallet-calls.ts')).WALLET_CALLS],
  [/^\/qt\//, async () => (await import('../../contract/seconds-calls.ts')).SECONDS_CALLS],
  [/^\//, async () => (await import('../../contract/market-calls.ts')).MARKET_CALLS],
];

/** What a call answers with. Throws what the browser throws when the part does not come. */
export async function answerSchema(path: CallPath): Promise<GenericSchema> {
  const group = GROUPS.find(([front]) => front.test(path))!;
  const table = await group[1]();
  return table[path]!.answer;
}
