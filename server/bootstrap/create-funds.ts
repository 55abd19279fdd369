// Creates the services of deposits and withdrawals: addresses, checks, reviews, chain watcher.
import { DAY_MS } from '../../core/units/durations.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { type PriceTicks, parseMoney } from '../../core/units/units.ts';
import type { Identity } from '../services/auth/identity.ts';
import { openPictures } from '../services/kyc/pictures.ts';
import { openSecretBox } from '../store/secret-box.ts';
import type { Config } from './config.ts';
import { inUsdt } from '../services/valuation/worth.ts';
import { type WalletPath, walletHandlers } from '../gateway/routes/funds/wallet-routes.ts';
import type { Handlers } from '../gateway/handler.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import { AddressBook } from '../services/funds/address-book.ts';
import type { Chain } from '../services/funds/chain.ts';
import { DepositAddresses } from '../services/funds/deposit-addresses.ts';
import type { FundsDeps } from '../gateway/routes/funds/funds-deps.ts';
import { FundReviews } from '../services/funds/fund-reviews.ts';
import { createSimulatedChain } from '../services/funds/simulated-chain.ts';
import { createUserLock } from '../services/user-lock.ts';
import { createPendingFunds } from '../services/funds/pending-funds.ts';
import { startChainWatcher } from '../services/funds/chain-watcher.ts';

/** How long a new address of the address book is locked outside demo mode, in ms. */
const ADDRESS_COOLING_MS = DAY_MS;
/** Daily limit (UTC) of a user's deposits in demo mode, in USDT (F14): the deposits cost nothing. */
const DEMO_DAILY_DEPOSIT_UNITS = parseMoney('100000') ?? 0n;

export interface FundsOptions {
  config: Pick<Config, 'dataDir' | 'demo'>;
  store: Store;
  sequencer: Sequencer;
  identity: Identity;
  hasEnded(sessionKey: string): boolean;
  listed: ReadonlyMap<number, Instrument>;
  known: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): PriceTicks;
  now(): number;
  log(event: string, error: unknown): void;
  /** Absent: the simulated chain. */
  chain?: Chain;
  /** Whether deposits that the chain has confirmed wait for a reviewer too; absent: they are credited automatically. */
  holdsDeposits?(): boolean;
}

export interface Funds {
  handlers: Handlers<WalletPath>;
  reviews: FundReviews;
  /** Stops the chain watcher. The store must still be open. */
  close(): Promise<void>;
}

export function createFunds(options: FundsOptions): Funds {
  const { config, store, sequencer, identity, known, now, log } = options;
  const secretBox = openSecretBox(config.dataDir);
  const chain = options.chain ?? createSimulatedChain({ store, mac: secretBox.mac, now, arrivals: config.demo });
  // A watched market is none of the machine's.
  const lastTicks = (coinId: number): PriceTicks => sequencer.machine.priceTicks(coinId) || options.lastTicks(coinId);
  const deps: FundsDeps = {
    known,
    listed: options.listed,
    submit: sequencer.submit,
    reads: sequencer.queries,
    chain,
    addresses: new DepositAddresses(store, chain, now),
    addressBook: new AddressBook(store, now),
    pictures: openPictures(config.dataDir, secretBox),
    identity,
    hasEnded: options.hasEnded,
    securityStatusOf: (uid) => identity.securityStatusOf(uid),
    userLock: createUserLock(),
    coolingMs: config.demo ? 0 : ADDRESS_COOLING_MS,
    dailyDepositUnits: config.demo ? DEMO_DAILY_DEPOSIT_UNITS : null,
    now,
    log,
    usdtWorthOf: (coinId, units) => inUsdt({ instruments: known, lastTicks }, coinId, units),
  };
  const waiting = createPendingFunds(sequencer);
  const { holdsDeposits = () => false } = options;
  const reviews = new FundReviews({ ...deps, coins: known, pending: waiting, holdsDeposits });
  const watch = startChainWatcher({ ...deps, coins: known, pending: waiting, reviews, holdsDeposits });
  return { handlers: walletHandlers(deps), reviews, close: () => watch.stop() };
}
