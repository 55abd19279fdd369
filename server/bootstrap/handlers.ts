// Assembles the handlers of all calls, each with the services it needs.
import type { SecondsParts } from '../gateway/routes/binary-option-routes.ts';
import { assetHandlers } from '../gateway/routes/assets-routes.ts';
import { coinHandlers } from '../gateway/routes/coin-routes.ts';
import { contractHandlers } from '../gateway/routes/contract-routes.ts';
import { forexHandlers } from '../gateway/routes/forex-routes.ts';
import { secondsHandlers } from '../gateway/routes/binary-option-routes.ts';
import { spotHandlers } from '../gateway/routes/spot-routes.ts';
import type { Config } from './config.ts';
import { createRates } from '../simulation/reference-rates.ts';
import type { Persistence } from './persistence.ts';
import type { InstrumentSet } from './instruments.ts';
import type { UserServices } from './accounts.ts';
import { type MarketData, lastTicksOf } from './market-data.ts';

/** Status of papers that a reviewer has accepted. */
const KYC_PASSED = 1;

export function handlersOf(
  config: Config,
  { infos, markets }: InstrumentSet,
  { sequencer, roots }: Persistence,
  { feed }: MarketData,
  userServices: UserServices,
) {
  const lastTicks = lastTicksOf(feed);
  const { reads, submit, machine } = sequencer;
  return {
    ...userServices.accounts.handlers,
    ...coinHandlers({
      feed,
      instruments: infos,
      statusOf: (id) => machine.market(id)?.status,
      delistTimeOf: (id) => machine.delisting(id)?.atMs,
    }),
    ...forexHandlers({ feed, rates: createRates({ lastTicks }, infos) }),
    ...assetHandlers({ instruments: markets.known, lastTicks, reads, proofOf: (uid) => roots.proofOf(uid) }),
    ...spotHandlers({ ...markets, reads, submit }),
    ...contractHandlers({ ...markets, reads, submit, machine }),
    ...secondsHandlers({
      ...markets,
      submit,
      reads,
      machine,
      allowedFor: allowedFor(config, userServices),
      offersPeriod: userServices.parameters.offersPeriod,
    }),
    ...userServices.funds.handlers,
  };
}

/** Country of the approved KYC form; none for unverified users. */
function allowedFor({ secondsClosedIn }: Config, { accounts: { identity } }: UserServices): SecondsParts['allowedFor'] {
  return async (uid) => {
    if (secondsClosedIn.length === 0) return true;
    const kyc = await identity.kycOf(uid);
    return kyc?.status !== KYC_PASSED || !secondsClosedIn.includes((kyc.form.country ?? '').slice(0, 2));
  };
}
