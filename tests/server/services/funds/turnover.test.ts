// The turnover that a withdrawal needs (F12), in markets that are quoted in another coin than USDT.
import { expect, it, onTestFinished } from 'vitest';
import { USDT_ID, instrumentOf } from '../../../../core/instruments/instrument.ts';
import { EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { withdrawalStatusOf } from '../../../../server/services/funds/withdrawal-checks.ts';
import { inUsdt } from '../../../../server/services/valuation/worth.ts';
import { LISTED_INSTRUMENTS } from '../../../../server/simulation/listed-instruments.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import { stake } from '../../../support/exchange/binary-option-fixture.ts';
import { contract, fund } from '../../../support/exchange/contract-fixture.ts';
import { ALICE, BOT, COIN, accepted, credit } from '../../../support/exchange/spot-fixture.ts';
import { dataFolder } from '../../../support/server/data-folder.ts';

const USDJPY = 203;
const YEN = 302;

it('F12 contracts and stakes count in USDT, whatever coin their market is quoted in (R17, S6)', async () => {
  const store = await openSqlite(dataFolder());
  const known = new Map(LISTED_INSTRUMENTS.map((info) => [info.id, instrumentOf(info)]));
  let nowMs = 1_700_000_000_000;
  const sequencer = await createSequencer({ store, instruments: [...known.values()], now: () => nowMs });
  onTestFinished(async () => {
    await sequencer.close();
    await store.close();
  });
  const submit: typeof sequencer.submit = async (command) => {
    const outcome = await sequencer.submit(command);
    accepted(outcome);
    return outcome;
  };
  for (const coinId of [USDJPY, YEN]) await submit(credit(BOT, coinId, 1_000_000_000n * COIN));
  for (const funded of [credit(ALICE, USDT_ID, 1000n * COIN), fund(ALICE, 1000n)]) await submit(funded);
  await submit({
    kind: 'quote',
    uid: BOT,
    coinInfoId: USDJPY,
    cancel: [],
    place: [
      { side: 'buy', priceTicks: 149_999, lots: 5_000_000 },
      { side: 'sell', priceTicks: 150_000, lots: 5_000_000 },
    ],
  });
  const asked = await submit({
    kind: 'applyDeposit',
    uid: ALICE,
    coinId: USDT_ID,
    units: 100n * COIN,
    chain: 'TRC20',
    address: 'a',
    picture: 'p',
    clientNo: 'd',
  });
  const { id } = accepted(asked).fund!;
  await submit({
    kind: 'decideFund',
    uid: EXCHANGE_UID,
    fundId: id,
    fundKind: 'recharge',
    approved: true,
    reason: '',
    by: 'me',
  });
  // 10 000 dollars at 150 yen, a yen counts as 0.01 USDT.
  await submit(contract(ALICE, 'long', { coinInfoId: USDJPY, lots: 10_000, multiple: 50 }));
  const beat = async (): Promise<void> => {
    nowMs += 1000;
    await submit({ kind: 'clock', uid: EXCHANGE_UID });
  };
  await beat();
  await submit(stake(ALICE, 'up', { coinInfoId: USDJPY, amountUnits: 10n * COIN }));
  for (let second = 0; second < 31; second += 1) await beat();
  const status = await withdrawalStatusOf(
    {
      reads: sequencer.queries,
      known,
      usdtWorthOf: (coinId, units) =>
        inUsdt({ instruments: known, lastTicks: (id) => sequencer.machine.priceTicks(id) }, coinId, units),
      securityStatusOf: async () => ({ kyc: 1, google: true, withdrawLockUntil: 0, frozen: false }),
    },
    ALICE,
  );
  expect(status).toMatchObject({ turnover: 15_010n * COIN, depositTotal: 100n * COIN });
});
