// A user as operators may see them: profile, balances, open orders; no secrets.
import type { FoundUser } from '../../core/endpoints/operator-answers.ts';
import { CODE, RejectError } from '../../core/errors/errors.ts';
import { printMoney } from '../../core/units/units.ts';
import type { Identity } from '../services/auth/identity.ts';
import { normalEmail } from '../services/auth/users.ts';
import type { MachineQueries } from '../exchange/machine-queries.ts';
import type { Store } from '../store/store.ts';

export interface UserLookupDeps {
  store: Store;
  identity: Identity;
  machine: MachineQueries;
  coins: ReadonlyMap<number, string>;
}

/** By uid or e-mail. Throws RejectError 1404 for an unknown user. */
export async function lookUpUser(deps: UserLookupDeps, uidOrEmail: string): Promise<FoundUser> {
  const { identity, machine, coins } = deps;
  const uid = /^\d{1,15}$/.test(uidOrEmail) ? Number(uidOrEmail) : await uidOf(deps.store, uidOrEmail);
  const [user, security] = [await identity.user(uid), await identity.securityStatusOf(uid)];
  return {
    uid,
    email: user.email,
    status: user.active ? 'active' : 'frozen',
    creditScore: user.creditScore,
    createTime: user.createTime,
    invitedBy: user.invitedBy,
    kyc: security.kyc,
    authenticator: security.google,
    withdrawLockUntil: security.withdrawLockUntil,
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
