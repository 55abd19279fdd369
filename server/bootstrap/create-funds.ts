// Puts the funds room together: addresses, gates, the reviewer's side, and the watch over the chain.
import { type Instrument, USDT_ID } from '../../core/instruments/instrument.ts';
import { type PriceTicks, parseMoney } from '../../core/units/units.ts';
import type { Identity } from '../services/auth/identity.ts';
import { openPictures } from '../services/kyc/pictures.ts';
import { openVault } from '../services/auth/secret-box.ts';
import type { Config } from './config.ts';
import { inUsdt } from '../gateway/routes/assets-routes.ts';
import { type WalletPath, walletHandlers } from '../gateway/routes/wallet-routes.ts';
import type { Handlers } from '../gateway/handler.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import { createAddressBook } from '../services/funds/address-book.ts';
import type { Chain } from '../services/funds/chain.ts';
import { createDepositAddresses } from '../services/funds/deposit-addresses.ts';
import type { FundParts } from '../services/funds/funds-deps.ts';
import { type FundReviews, createReviews } from '../services/funds/fund-reviews.ts';
import { createSimulatedChain } from '../services/funds/simulated-chain.ts';
import { createTurns } from '../services/funds/user-lock.ts';
import { createWaiting } from '../services/funds/pending-funds.ts';
import { startWatch } from '../services/funds/chain-watcher.ts';

/** How long a new address of the book cools outside demo mode, in ms. */
const COOLING_MS = 86_400_000;
/** Most that a person can deposit in a day (UTC) in demo mode, in USDT (F14): nobody pays it. */
const DEMO_DAY_UNITS = parseMoney('100000') ?? 0n;

export interface FundsOptions {
  config: Pick<Config, 'dataDir' | 'demo'>;
  store: Store;
  sequencer: Sequencer;
  identity: Identity;
  listed: ReadonlyMap<number, Instrument>;
  known: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): PriceTicks;
  now(): number;
  log(what: string, error: unknown): void;
  /** Absent: the simulated chain. */
  chain?: Chain;
  /** Whether deposits that the chain sees wait for a reviewer too; absent: they credit themselves. */
  holdsDeposits?(): boolean;
}

export interface FundsRoom {
  handlers: Handlers<WalletPath>;
  reviews: FundReviews;
  /** Ends the watch over the chain; the store must still be open. */
  close(): Promise<void>;
}

export function openFunds(options: FundsOptions): FundsRoom {
  const { config, store, sequencer, identity, known, now, log } = options;
  const vault = openVault(config.dataDir);
  const chain = options.chain ?? createSimulatedChain({ store, mac: vault.mac, now, arrivals: config.demo });
  const parts: FundParts = {
    known,
    listed: options.listed,
    submit: sequencer.submit,
    reads: sequencer.reads,
    machine: sequencer.machine,
    chain,
    addresses: createDepositAddresses(store, chain, now),
    book: createAddressBook(store, now),
    pictures: openPictures(config.dataDir, vault),
    identity,
    gatesOf: identity.gatesOf,
    turns: createTurns(),
    coolingMs: config.demo ? 0 : COOLING_MS,
    depositDayUnits: config.demo ? DEMO_DAY_UNITS : null,
    now,
    log,
    valueOf: (coinInfoId, units) =>
      inUsdt(
        { instruments: known, lastTicks: options.lastTicks },
        known.get(coinInfoId)?.info.quoteCoinId ?? USDT_ID,
        units,
      ),
  };
  const waiting = createWaiting(sequencer);
  const { holdsDeposits = () => false } = options;
  const reviews = createReviews({ ...parts, coins: known, waiting, holdsDeposits });
  const watch = startWatch({ ...parts, coins: known, waiting, reviews, holdsDeposits });
  return { handlers: walletHandlers(parts), reviews, close: () => watch.stop() };
}
