// Starts the services for users: accounts, funds, operator parameters, notices of closed contracts.
import { type Accounts, createAccounts } from './create-accounts.ts';
import { startCloseNotices } from '../services/notifications/close-notices.ts';
import type { Config } from './config.ts';
import { createFunds } from './create-funds.ts';
import { isRepeatable } from '../venues/market-modes.ts';
import { parametersOf } from '../admin/create-admin.ts';
import type { Parameters } from '../admin/parameters.ts';
import { logFailure } from '../gateway/monitoring/log.ts';
import type { Persistence } from './persistence.ts';
import type { SteadyClock } from './steady-clock.ts';
import type { InstrumentSet } from './instruments.ts';
import { type MarketData, lastTicksOf } from './start-market-data.ts';

export interface UserServices {
  accounts: Accounts;
  parameters: Parameters;
  funds: ReturnType<typeof createFunds>;
  closeNotices: ReturnType<typeof startCloseNotices>;
}

interface UserServicesOptions {
  config: Config;
  clock: Pick<SteadyClock, 'now' | 'aheadMs'>;
  instruments: InstrumentSet;
  persistence: Persistence;
  marketData: MarketData;
}

export async function startUserServices(options: UserServicesOptions): Promise<UserServices> {
  const { config, clock, persistence } = options;
  const { markets } = options.instruments;
  const { store, sequencer, proofs, roots } = persistence;
  const { feed, privateFeed } = options.marketData;
  const { now, aheadMs } = clock;
  const shared = { config, store, sequencer, ...markets, lastTicks: lastTicksOf(feed), now, log: logFailure };
  const parameters = await parametersOf(config, store, now);
  const accounts = await createAccounts({
    ...shared,
    clockAheadMs: aheadMs,
    extraProps: {
      balanceRoots: () => roots.published(),
      publicKeys: proofs.publicKeys,
      market: () => ({ repeatable: isRepeatable(config.market) ? 1 : 0 }),
    },
  });
  const { identity, sessions } = accounts;
  identity.onNotice((uid, notice, unreadNum) => privateFeed.publishNotice(uid, notice, unreadNum));
  const holdsDeposits = (): boolean => config.demo && parameters.value('demoReviews') === 'off';
  return {
    accounts,
    parameters,
    funds: createFunds({ ...shared, identity, hasEnded: (sessionKey) => sessions.hasEnded(sessionKey), holdsDeposits }),
    closeNotices: startCloseNotices({ sequencer, identity, instruments: markets.known, log: logFailure }),
  };
}
