// The calls of wallets except `/coin/assets`: transfers, conversions, deposits, withdrawals.
import type { CallPath } from '../../../../core/endpoints/endpoints.ts';
import type { FundsDeps } from './funds-deps.ts';
import type { Handlers } from '../../handler.ts';
import { DepositCalls } from './deposit-routes.ts';
import { transferOrConvert } from './transfer-routes.ts';
import { WithdrawCalls } from './withdrawal-routes.ts';

export type WalletPath = Extract<CallPath, '/coin/transfer' | `/coin/recharge/${string}` | `/coin/withdraw/${string}`>;

export function walletHandlers(deps: FundsDeps): Handlers<WalletPath> {
  const deposits = new DepositCalls(deps);
  const withdrawals = new WithdrawCalls(deps);
  return {
    '/coin/transfer': (request, caller) => transferOrConvert(deps, request, caller.uid),
    '/coin/recharge/address': (request, caller) => deposits.address(request, caller.uid),
    '/coin/recharge/address/generate': (request, caller) => deposits.generate(request, caller.uid),
    '/coin/recharge/add': (request, caller) => deposits.apply(request, caller),
    '/coin/recharge/order': (request, caller) => deposits.orders(request, caller.uid),
    '/coin/withdraw/address': (request, caller) => withdrawals.addresses(request, caller.uid),
    '/coin/withdraw/address/generate': (request, caller) => withdrawals.addAddress(request, caller),
    '/coin/withdraw/add': (request, caller) => withdrawals.withdraw(request, caller),
    '/coin/withdraw/order': (request, caller) => withdrawals.orders(request, caller.uid),
  };
}
