// Money that comes in: the house owes it from then on (L6).
import { CODE, reject } from '../../core/errors/errors.ts';
import { type Command, HOUSE_UID } from './command.ts';
import type { Core } from './state.ts';
import { MOST_OWED_UNITS } from './ledger/ledger.ts';
import type { Answer } from './place-spot.ts';
import type { Turn } from './command-context.ts';

export function credit(core: Core, turn: Turn, command: Extract<Command, { kind: 'credit' }>): Answer {
  const { uid, wallet, coinId, units, recordType, remark } = command;
  const owed = -(core.ledger.peek(HOUSE_UID, wallet, coinId)?.available ?? 0n);
  if (units <= 0n || owed + units > MOST_OWED_UNITS || uid === HOUSE_UID)
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the house may owe' });
  core.ledger.post(turn, core.ledger.account(HOUSE_UID, wallet, coinId), recordType, -units, 0n, remark);
  core.ledger.post(turn, core.ledger.account(uid, wallet, coinId), recordType, units, 0n, remark);
  return { orders: [] };
}
