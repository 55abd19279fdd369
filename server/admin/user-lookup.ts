// One person as an operator may see them: who they are, what they have, what is open; never a secret of theirs.
import { CODE, RejectError } from '../../core/errors/errors.ts';
import { printMoney } from '../../core/units/units.ts';
import type { Identity, Reviews } from '../services/auth/identity.ts';
import { normalEmail } from '../services/auth/users.ts';
import type { MachineReads } from '../exchange/machine.ts';
import type { Store } from '../store/store.ts';

export interface UserLookupDeps {
  store: Store;
  identity: Identity & Reviews;
  machine: MachineReads;
  coins: ReadonlyMap<number, string>;
}

/** By uid or e-mail. Throws RejectError 1404 when there is nobody. */
export async function lookUpUser(parts: UserLookupDeps, who: string): Promise<object> {
  const { identity, machine, coins } = parts;
  const uid = /^\d{1,15}$/.test(who) ? Number(who) : await uidOf(parts.store, who);
  const [user, gates] = [await identity.person(uid), await identity.gatesOf(uid)];
  return {
    uid,
    email: user.email,
    status: user.active ? 'active' : 'frozen',
    creditScore: user.creditScore,
    createTime: user.createTime,
    invitedBy: user.invitedBy,
    kyc: gates.kyc,
    authenticator: gates.google,
    withdrawLockUntil: gates.withdrawLockUntil,
    openOrders: machine.openOrders(uid, null).length,
    openContracts: machine.openContracts(uid, null).length,
    balances: machine.balances(uid).map(({ wallet, coinId, available, frozen }) => ({
      wallet,
      coin: coins.get(coinId) ?? String(coinId),
      available: printMoney(available),
      frozen: printMoney(frozen),
    })),
  };
}

async function uidOf(store: Store, email: string): Promise<number> {
  const row = await store.first<{ uid: bigint }>('SELECT uid FROM users WHERE email = ?', [normalEmail(email)]);
  if (!row) throw new RejectError(CODE.notFound);
  return Number(row.uid);
}
