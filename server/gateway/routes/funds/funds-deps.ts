// What the routes of deposits, withdrawals and transfers need.
import type { Units } from '../../../../core/units/units.ts';
import type { LateChecks } from '../../handler.ts';
import type { Identity } from '../../../services/auth/identity.ts';
import type { Pictures } from '../../../services/kyc/pictures.ts';
import type { OrderQueries } from '../../../sequencer/queries/order-queries.ts';
import type { Sequencer } from '../../../sequencer/sequencer.ts';
import type { AddressBook } from '../../../services/funds/address-book.ts';
import type { Chain } from '../../../services/funds/chain.ts';
import type { DepositAddresses } from '../../../services/funds/deposit-addresses.ts';
import type { WithdrawalCheckDeps } from '../../../services/funds/withdrawal-checks.ts';
import type { Coins } from '../../../services/funds/chain-networks.ts';
import type { UserLock } from '../../../services/user-lock.ts';

export interface FundsDeps extends WithdrawalCheckDeps, LateChecks {
  /** `known`: coins that users may hold; `listed`: coins offered now. */
  known: Coins;
  listed: Coins;
  submit: Sequencer['submit'];
  reads: OrderQueries;
  chain: Chain;
  addresses: DepositAddresses;
  addressBook: AddressBook;
  pictures: Pictures;
  identity: Pick<
    Identity,
    'securityStatusOf' | 'useGoogleCode' | 'useMailCode' | 'checkMailCode' | 'notify' | 'warn' | 'isFrozen'
  >;
  /** Runs the applications and withdrawals of a user one at a time. */
  userLock: UserLock;
  /** How long a new address is locked, in ms. */
  coolingMs: number;
  /** Daily limit (UTC) of a user's deposit applications in USDT; null: only the machine's limit (F9). */
  dailyDepositUnits: Units | null;
  now(): number;
  /** Writes an internal error to the log. */
  log(event: string, error: unknown): void;
}
