// The people: their accounts, the money that comes and goes, what the house allows, and what they are told of their
// contracts.
import { type Accounts, openAccounts } from '../services/accounts/create-accounts.ts';
import { tellClosings } from '../services/notifications/close-notices.ts';
import type { Config } from './config.ts';
import { openFunds } from '../services/funds/create-funds.ts';
import { isRepeatable } from '../venues/market-modes.ts';
import { parametersOf } from '../admin/create-admin.ts';
import type { Parameters } from '../admin/parameters.ts';
import { logError } from './startup-errors.ts';
import type { Kept } from './persistence.ts';
import type { Listing } from './instruments.ts';
import { type Street, lastTicksOf } from './market-data.ts';

export interface People {
  accounts: Accounts;
  parameters: Parameters;
  funds: ReturnType<typeof openFunds>;
  closings: ReturnType<typeof tellClosings>;
}

export async function openPeople(
  config: Config,
  { markets }: Listing,
  { store, sequencer, proofs, roots }: Kept,
  { feed, privateFeed }: Street,
  now: () => number,
): Promise<People> {
  const joined = { config, store, sequencer, ...markets, lastTicks: lastTicksOf(feed), now, log: logError };
  const accounts = await openAccounts({
    ...joined,
    moreProps: {
      balanceRoots: () => roots.published(),
      publicKeys: proofs.publicKeys,
      market: () => ({ repeatable: isRepeatable(config.market) ? 1 : 0 }),
    },
  });
  const { identity } = accounts;
  identity.onNotice((uid, notice, unreadNum) =>
    privateFeed.tellNotice(uid, notice(identity.languageOf(uid)), unreadNum),
  );
  const parameters = await parametersOf(config, store, now);
  const holdsDeposits = (): boolean => config.demo && parameters.value('demoReviews') === 'off';
  return {
    accounts,
    parameters,
    funds: openFunds({ ...joined, identity, holdsDeposits }),
    closings: tellClosings({ sequencer, identity, instruments: markets.known, log: logError }),
  };
}
