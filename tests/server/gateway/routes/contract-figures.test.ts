// The figures of a contract as they are answered: the last two worked examples of docs/formulas.md 44.
import { expect, it } from 'vitest';
import { contractHandlers } from '../../../../server/gateway/routes/orders/contract-routes.ts';
import type { ContractQueries } from '../../../../server/sequencer/queries/contract-queries.ts';
import {
  PERP,
  SPOT,
  TICKS,
  contract,
  contractExchange,
  contractInstruments,
  fund,
} from '../../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, BOT, place } from '../../../support/exchange/spot-fixture.ts';

it.each([
  [
    'long',
    'short',
    90,
    { liqPrice: '', bustPrice: '', breakEvenPrice: '100.12007204' },
    { profit: '-10', profitRate: '-0.1', riskRate: '0.0056' },
  ],
  [
    'short',
    'long',
    190,
    { liqPrice: '198.88623707', bustPrice: '200', breakEvenPrice: '99.88007196' },
    { profit: '-90', profitRate: '-0.9', riskRate: '0.1064' },
  ],
] as const)('are those of a %s of 1 at 100 and 1x, to the last digit', async (direction, other, mark, prices, risk) => {
  const { machine, run, beat } = contractExchange();
  const moveTo = (price: number): void => {
    for (const [coinInfoId, ticks, lots] of [
      [SPOT, 20, 50_000_000],
      [PERP, TICKS, 500_000],
    ] as const) {
      run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId });
      run(place(BOT, 'buy', price * ticks - 1, lots, { coinInfoId }));
      run(place(BOT, 'sell', price * ticks + 1, lots, { coinInfoId }));
    }
    for (let at = 0; at < 2; at += 1) beat();
  };
  const known = new Map(contractInstruments().map((instrument) => [instrument.info.id, instrument]));
  const handlers = contractHandlers({
    listed: known,
    known,
    machine,
    submit: async (command) => run(command),
    reads: {
      contractByClientNo: async () => machine.openContracts(ALICE, PERP)[0] ?? null,
      notes: async () => [],
      closingOf: async () => null,
    } satisfies Partial<ContractQueries> as unknown as ContractQueries,
    hasEnded: () => false,
    identity: { isFrozen: () => false },
  });
  const at = { uid: ALICE, sessionKey: '', ip: '', network: '', local: true, agent: '', language: 'en-US', now: 0 };
  for (const uid of [ALICE, BOB]) run(fund(uid, 10_000n));
  moveTo(100);
  run(contract(BOB, other, { lots: 1000, multiple: 1, limitTicks: 100 * TICKS }));
  const opened = await handlers['/coin/contract/order/add'](
    {
      coinInfoId: PERP,
      direction,
      orderType: 'market',
      multiple: 1,
      amount: '1.000',
      triggerBy: 'mark',
      clientNo: 'one',
    },
    at,
  );
  expect(opened).toMatchObject({ openPrice: '100', securityDeposit: '100', openFee: '0.06', ...prices });
  moveTo(mark);
  expect(await handlers['/coin/contract/order/query']({ clientNo: 'one' }, at)).toMatchObject({ ...prices, ...risk });
});
