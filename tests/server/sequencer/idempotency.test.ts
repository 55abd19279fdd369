// Idempotency (L11): a command that moves money, sent again under its client number, gets the first answer and moves
// nothing.
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { isNamed } from '../../../server/sequencer/projector.ts';
import {
  INSURANCE_UID,
  PERP,
  SPOT,
  TICKS,
  contract,
  contractInstruments,
  fund,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOT, COIN, USDT, credit, place } from '../../support/exchange/spot-fixture.ts';
import { type OpenedSequencer, openSequencer } from './opened-sequencer.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';

const server = postgresForFile();
const YEAR_MS = 365 * 86_400_000;

interface Clock {
  ms: number;
}

const opened = (database: TestDatabase, clock: Clock): Promise<OpenedSequencer> =>
  openSequencer(database, contractInstruments(), () => clock.ms);

const ladder = (coinInfoId: number, ticks: number, step: number, lots: number): Command => ({
  kind: 'quote',
  uid: BOT,
  coinInfoId,
  cancel: [],
  place: [1, 2, 3].flatMap((far) => [
    { side: 'buy' as const, priceTicks: ticks - far * step, lots },
    { side: 'sell' as const, priceTicks: ticks + far * step, lots },
  ]),
});

/** Two books, a mark price, and a user with money in all accounts. */
async function furnish({ sequencer: { submit } }: OpenedSequencer): Promise<void> {
  for (const coinId of [USDT, SPOT, PERP]) await submit(credit(BOT, coinId, 1_000_000_000n * COIN));
  for (const coinId of [USDT, SPOT]) await submit(credit(ALICE, coinId, 50_000n * COIN));
  await submit(fund(ALICE, 50_000n));
  await submit(fund(INSURANCE_UID, 1000n));
  await submit(ladder(SPOT, 60_000 * 20, 10, 100_000));
  await submit(ladder(PERP, 60_000 * TICKS, 5, 5000));
  await submit({ kind: 'clock', uid: EXCHANGE_UID });
}

/** Commands one after another; each must be accepted. */
async function everything({ sequencer }: OpenedSequencer): Promise<{ command: Command; outcome: Outcome }[]> {
  const done: { command: Command; outcome: Outcome }[] = [];
  const act = async (command: Command): Promise<Outcome['answer'] & object> => {
    const outcome = await sequencer.submit(command);
    if ('code' in outcome.answer) throw new Error(`${command.kind}: ${JSON.stringify(outcome.answer)}`);
    done.push({ command, outcome });
    return outcome.answer;
  };
  const idOf = (outcome: Outcome['answer']): number => ('code' in outcome ? 0 : outcome.contracts![0]!.id);
  const uid = ALICE;
  const to = { chain: 'BTC', address: 'bc1q' };
  const resting = await act(place(uid, 'buy', 59_000 * 20, 1000, { coinInfoId: SPOT, clientNo: 'a' }));
  await act(place(uid, 'buy', 60_100 * 20, 1000, { coinInfoId: SPOT, clientNo: 'b' }));
  await act({ kind: 'cancelSpot', uid, orderIds: ['code' in resting ? 0 : resting.orders[0]!.id], clientNo: 'c' });
  await act({ kind: 'cancelAllSpot', uid, coinInfoId: null, clientNo: 'd' });
  const held = idOf(await act(contract(uid, 'long', { lots: 100, clientNo: 'e' })));
  const first = idOf(await act(contract(uid, 'long', { lots: 100, limitTicks: 59_000 * TICKS, clientNo: 'f' })));
  const limitTicks = 58_000 * TICKS;
  const waits = idOf(
    await act({ kind: 'replaceContract', uid, contractId: first, lots: 0, limitTicks, clientNo: 'f2' }),
  );
  await act({ kind: 'cancelContract', uid, contractIds: [waits], coinInfoId: null, clientNo: 'g' });
  await act({ kind: 'addMargin', uid, contractId: held, units: 5n * COIN, clientNo: 'h' });
  await act({ kind: 'closeContract', uid, contractId: held, lots: 10, slipE8: 0, clientNo: 'i' });
  await act({ kind: 'closeAllContracts', uid, coinInfoId: null, direction: null, clientNo: 'j' });
  await act({ kind: 'transfer', uid, coinId: USDT, units: COIN, to: 'contract', clientNo: 'k' });
  const quoted = await sequencer.submit({
    kind: 'quoteConvert',
    uid,
    fromCoinId: USDT,
    toCoinId: SPOT,
    units: 100n * COIN,
  });
  await act({ kind: 'convert', uid, quoteId: 'code' in quoted.answer ? 0 : quoted.answer.quote!.id, clientNo: 'l' });
  await act({ kind: 'applyDeposit', uid, coinId: SPOT, units: COIN, ...to, picture: 'one', clientNo: 'm' });
  await act({
    kind: 'requestWithdraw',
    uid,
    coinId: SPOT,
    units: COIN,
    feeUnits: 1000n,
    memo: '',
    ...to,
    clientNo: 'n',
  });
  await act({
    kind: 'placeSeconds',
    uid,
    coinInfoId: SPOT,
    direction: 'up',
    periodS: 60,
    amountUnits: 100n * COIN,
    seenUnits: 0n,
    slipE8: 0,
    profitRateE8: null,
    clientNo: 'o',
  });
  return done;
}

async function expectFirstAnswers(
  { sequencer }: OpenedSequencer,
  done: readonly { command: Command; outcome: Outcome }[],
): Promise<void> {
  const before = sequencer.machine.stateHash();
  const seq = sequencer.seq();
  for (const { command, outcome } of done) {
    const again = await sequencer.submit({ ...command });
    expect({ answer: again.answer, seq: again.seq, events: again.events }, command.kind).toEqual({
      answer: outcome.answer,
      seq: outcome.seq,
      events: [],
    });
  }
  const parallel = await Promise.all(
    done.flatMap(({ command }) => [sequencer.submit({ ...command }), sequencer.submit({ ...command })]),
  );
  parallel.forEach(({ answer }, at) => {
    expect(answer).toEqual(done[at >> 1]!.outcome.answer);
  });
  expect(sequencer.machine.stateHash()).toBe(before);
  expect(sequencer.seq()).toBe(seq);
}

describe.each(STORE_KINDS)('L11: what moves money is done once (%s)', (kind) => {
  it(
    'however often it is sent, also after a restart and after the journal was pruned',
    { timeout: 180_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const clock = { ms: 1_700_000_000_000 };
      const first = await opened(database, clock);
      await furnish(first);
      const done = await everything(first);
      // Every kind of command with a client number was done.
      expect(new Set(done.map(({ command }) => command.kind)).size).toBe(14);
      expect(done.every(({ command }) => isNamed(command))).toBe(true);
      await expectFirstAnswers(first, done);
      await first.stop();

      const second = await opened(database, clock);
      await expectFirstAnswers(second, done);
      // A client number of one call is unknown to another.
      const other = await second.sequencer.submit({
        kind: 'transfer',
        uid: ALICE,
        coinId: USDT,
        units: 2n * COIN,
        to: 'contract',
        clientNo: 'k',
      });
      expect(other.answer).toMatchObject({ code: CODE.clientNoReused });
      clock.ms += YEAR_MS;
      for (let at = 0; at < 2100; at += 300)
        await Promise.all(
          Array.from({ length: 300 }, () =>
            second.sequencer.submit({ kind: 'cancelAllSpot', uid: BOT + 5, coinInfoId: null }),
          ),
        );
      await second.stop();

      // A year later only cancels are forgotten: repeating one moves nothing.
      const third = await opened(database, clock);
      const forgotten = await third.store.first<{ n: bigint }>('SELECT COUNT(*) AS n FROM exchange_answer');
      const stored = done.filter(({ command }) => !command.kind.startsWith('cancel'));
      expect(Number(forgotten!.n)).toBe(stored.length);
      await expectFirstAnswers(third, stored);
      await third.stop();
    },
  );
});
