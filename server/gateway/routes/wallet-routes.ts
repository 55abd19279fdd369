// The calls of the wallet but `/coin/assets`: between wallets, from coin to coin, in and out. What moves money goes
// through the sequencer.
import type { CallPath } from '../../../core/endpoints/endpoints.ts';
import type { FundParts } from '../../services/funds/funds-deps.ts';
import type { Handlers } from '../handler.ts';
import { DepositCalls } from './deposit-routes.ts';
import { transferOrConvert } from './transfer-routes.ts';
import { WithdrawCalls } from './withdrawal-routes.ts';

export type WalletPath = Extract<CallPath, '/coin/transfer' | `/coin/recharge/${string}` | `/coin/withdraw/${string}`>;

export function walletHandlers(parts: FundParts): Handlers<WalletPath> {
  const deposits = new DepositCalls(parts);
  const withdrawals = new WithdrawCalls(parts);
  return {
    '/coin/transfer': (request, member) => transferOrConvert(parts, request, member.uid),
    '/coin/recharge/address': (request, member) => deposits.address(request, member.uid),
    '/coin/recharge/address/generate': (request, member) => deposits.generate(request, member.uid),
    '/coin/recharge/add': (request, member) => deposits.apply(request, member.uid),
    '/coin/recharge/order': (request, member) => deposits.orders(request, member.uid),
    '/coin/withdraw/address': (request, member) => withdrawals.addresses(request, member.uid),
    '/coin/withdraw/address/generate': (request, member) => withdrawals.addAddress(request, member.uid),
    '/coin/withdraw/add': (request, member) => withdrawals.ask(request, member.uid),
    '/coin/withdraw/order': (request, member) => withdrawals.orders(request, member.uid),
  };
}
