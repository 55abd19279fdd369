// Assembles the handlers of all calls, each with the services it needs.
import { KYC_STATUS } from '../../core/endpoints/kyc-status.ts';
import type { BinaryOptionDeps } from '../gateway/routes/orders/binary-option-routes.ts';
import { assetsHandlers } from '../gateway/routes/funds/assets-routes.ts';
import { coinHandlers } from '../gateway/routes/market-data/coin-routes.ts';
import { contractHandlers } from '../gateway/routes/orders/contract-routes.ts';
import { contractStatisticsHandlers } from '../gateway/routes/orders/contract-statistics.ts';
import { forexHandlers } from '../gateway/routes/market-data/forex-routes.ts';
import { binaryOptionHandlers } from '../gateway/routes/orders/binary-option-routes.ts';
import { spotHandlers } from '../gateway/routes/orders/spot-routes.ts';
import type { Config } from './config.ts';
import { createRates } from '../simulation/reference-rates.ts';
import type { Persistence } from './persistence.ts';
import type { InstrumentSet } from './instruments.ts';
import type { UserServices } from './user-services.ts';
import { type MarketData, lastTicksOf } from './start-market-data.ts';

/** The parts of the exchange that calls are answered from. */
export interface HandlerParts {
  config: Config;
  instruments: InstrumentSet;
  persistence: Persistence;
  marketData: MarketData;
  userServices: UserServices;
}

export function handlersOf({ config, instruments, persistence, marketData, userServices }: HandlerParts) {
  const { infos, markets } = instruments;
  const { roots, sequencer } = persistence;
  const { feed, archive } = marketData;
  const lastTicks = lastTicksOf(feed);
  const { queries: reads, submit, machine } = sequencer;
  const { identity, sessions, favouritesOf } = userServices.accounts;
  const callerChecks = { identity, hasEnded: (sessionKey: string) => sessions.hasEnded(sessionKey) };
  return {
    ...userServices.accounts.handlers,
    ...coinHandlers({
      feed,
      archive,
      instruments: infos,
      statusOf: (id) => machine.market(id)?.status,
      delistTimeOf: (id) => machine.delisting(id)?.atMs,
      favouritesOf,
    }),
    ...forexHandlers({ feed, archive, rates: createRates({ lastTicks }, infos) }),
    ...assetsHandlers({ instruments: markets.known, lastTicks, reads, proofOf: (uid) => roots.proofOf(uid) }),
    ...spotHandlers({ ...markets, reads, submit, machine }),
    ...contractHandlers({ ...markets, ...callerChecks, reads, submit, machine }),
    ...contractStatisticsHandlers({ ...markets, reads, machine }),
    ...binaryOptionHandlers({
      ...markets,
      ...callerChecks,
      submit,
      reads,
      machine,
      allowedFor: allowedFor(config, userServices),
      offersPeriod: (periodS) => userServices.parameters.offersPeriod(periodS),
    }),
    ...userServices.funds.handlers,
  };
}

/**
 * Whether binary options may be sold to a user, by the country of the approved KYC form; unverified users have
 * none.
 */
function allowedFor(
  { secondsClosedIn }: Config,
  { accounts: { identity } }: UserServices,
): BinaryOptionDeps['allowedFor'] {
  return async (uid) => {
    if (secondsClosedIn.length === 0) return true;
    const kyc = await identity.kycOf(uid);
    return kyc?.status !== KYC_STATUS.passed || !secondsClosedIn.includes((kyc.form.country ?? '').slice(0, 2));
  };
}
