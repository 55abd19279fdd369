// Transfer between the spot and the contract account of a user, without a fee (F2).
import type { CommandOf } from '../command.ts';
import type { Answer } from '../outcome.ts';
import type { CommandContext } from '../command-context.ts';
import { fundNo } from './fund.ts';
import { coinBalancesOf, checkAvailable, checkCoinAmount } from './fund-checks.ts';

export function transfer(context: CommandContext, { uid, coinId, units, to }: CommandOf<'transfer'>): Answer {
  const { exchange } = context;
  const from = to === 'spot' ? 'contract' : 'spot';
  const refused = checkCoinAmount(exchange, coinId, units) ?? checkAvailable(exchange, uid, from, coinId, units);
  if (refused) return refused;
  const { ledger, funds } = exchange;
  funds.lastId += 1;
  const refNo = fundNo('transfer', funds.lastId);
  const recordType = to === 'spot' ? 'transfer_to_sport' : 'transfer_to_contract';
  ledger.post(context, ledger.account(uid, from, coinId), recordType, -units, 0n, refNo);
  ledger.post(context, ledger.account(uid, to, coinId), recordType, units, 0n, refNo);
  return { orders: [], moved: { id: funds.lastId, assets: coinBalancesOf(exchange, uid, [coinId]) } };
}
