// Crediting a user from the exchange account, which owes it then; bots give back a surplus (L6).
import { CODE, reject } from '../../core/errors/errors.ts';
import { type CommandOf, EXCHANGE_UID, isBot } from './command.ts';
import { MAX_OWED_UNITS } from './ledger/ledger.ts';
import type { Units } from '../../core/units/units.ts';
import type { Answer } from './outcome.ts';
import type { CommandContext } from './command-context.ts';

export function credit(context: CommandContext, command: CommandOf<'credit'>): Answer {
  const { ledger } = context.exchange;
  const { uid, wallet, coinId, units, recordType, remark } = command;
  const availableOf = (owner: number): Units => ledger.peek(owner, wallet, coinId)?.available ?? 0n;
  const isGivenBack = units < 0n && isBot(uid) && availableOf(uid) + units >= 0n;
  const isOwed = units > 0n && uid !== EXCHANGE_UID && units - availableOf(EXCHANGE_UID) <= MAX_OWED_UNITS;
  if (!isGivenBack && !isOwed)
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the exchange may owe' });
  ledger.post(context, ledger.account(EXCHANGE_UID, wallet, coinId), recordType, -units, 0n, remark);
  ledger.post(context, ledger.account(uid, wallet, coinId), recordType, units, 0n, remark);
  return { orders: [] };
}
