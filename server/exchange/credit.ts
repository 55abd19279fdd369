// Crediting a user from the exchange account, which owes the money from then on (L6).
import { CODE, reject } from '../../core/errors/errors.ts';
import { type Command, EXCHANGE_UID } from './command.ts';
import { MAX_OWED_UNITS } from './ledger/ledger.ts';
import type { Answer } from './outcome.ts';
import type { CommandContext } from './command-context.ts';

export function credit(context: CommandContext, command: Extract<Command, { kind: 'credit' }>): Answer {
  const { ledger } = context.exchange;
  const { uid, wallet, coinId, units, recordType, remark } = command;
  const owed = -(ledger.peek(EXCHANGE_UID, wallet, coinId)?.available ?? 0n);
  if (units <= 0n || owed + units > MAX_OWED_UNITS || uid === EXCHANGE_UID)
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the house may owe' });
  ledger.post(context, ledger.account(EXCHANGE_UID, wallet, coinId), recordType, -units, 0n, remark);
  ledger.post(context, ledger.account(uid, wallet, coinId), recordType, units, 0n, remark);
  return { orders: [] };
}
