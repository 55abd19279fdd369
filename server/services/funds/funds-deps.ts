// What the calls of the wallet stand on: the shelves of this room, and what they need of the rooms around.
import type { Units } from '../../../core/units/units.ts';
import type { Identity } from '../auth/identity.ts';
import type { Pictures } from '../kyc/pictures.ts';
import type { MachineReads } from '../../exchange/machine.ts';
import type { OrderQueries } from '../../sequencer/queries/order-queries.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { AddressBook } from './address-book.ts';
import type { Chain } from './chain.ts';
import type { DepositAddresses } from './deposit-addresses.ts';
import type { GateParts } from './withdrawal-checks.ts';
import type { Coins } from './chain-networks.ts';
import type { Turns } from './user-lock.ts';

export interface FundParts extends GateParts {
  /** Every coin that people may hold, and what is offered now. */
  known: Coins;
  listed: Coins;
  submit: Sequencer['submit'];
  reads: OrderQueries;
  machine: Pick<MachineReads, 'balance'>;
  chain: Chain;
  addresses: DepositAddresses;
  book: AddressBook;
  pictures: Pictures;
  identity: Pick<Identity, 'gatesOf' | 'useGoogleCode' | 'useMailCode' | 'checkMailCode' | 'tell' | 'isFrozen'>;
  /** One application or withdrawal after another of each person. */
  turns: Turns;
  /** How long a new address cools, in ms. */
  coolingMs: number;
  /** What a person may say in a day (UTC) was deposited, in USDT; null: what the machine allows (F9). */
  depositDayUnits: Units | null;
  now(): number;
  /** Where a mistake of ours that nobody waits for is written. */
  log(what: string, error: unknown): void;
}
