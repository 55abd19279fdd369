// What is answered about contracts that `liquidate/all` could not close.
import { describe, expect, it } from 'vitest';
import { contractHandlers } from '../../../../server/gateway/routes/orders/contract-routes.ts';
import type { ContractQueries } from '../../../../server/sequencer/queries/contract-queries.ts';
import { PERP, contractExchange, contractInstruments, fund } from '../../../support/exchange/contract-fixture.ts';
import { ALICE, BOT } from '../../../support/exchange/spot-fixture.ts';

describe('closing all positions', () => {
  it.each([
    ['en-US', 'Slippage would exceed 10%'],
    ['de-DE', 'Die Slippage würde 10 % übersteigen'],
  ])('A16: names in %s why one stays, with the values', async (language, msg) => {
    const { machine, run, moveTo, open } = contractExchange();
    run(fund(ALICE, 50_000n));
    moveTo(60_000);
    const { id } = open(ALICE, 'long');
    run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: PERP });
    const known = new Map(contractInstruments().map((instrument) => [instrument.info.id, instrument]));
    const handlers = contractHandlers({
      listed: known,
      known,
      machine,
      submit: async (command) => run(command),
      reads: {} as ContractQueries,
      hasEnded: () => false,
      identity: { isFrozen: () => false },
    });
    const caller = { uid: ALICE, sessionKey: '', ip: '', network: '', local: true, agent: '', language, now: 0 };
    expect(await handlers['/coin/contract/order/liquidate/all']({ clientNo: 'all' }, caller)).toEqual({
      closed: [],
      failed: [{ id, code: 2016, msg }],
    });
  });
});
