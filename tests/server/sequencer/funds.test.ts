// Funds in the store: the same state hash after every restart, idempotent retries, races freeze once.
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import type { FundCommand } from '../../../server/exchange/funds/fund-command.ts';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  USDT,
  credit,
  place,
  testInstruments,
} from '../../support/exchange/spot-fixture.ts';
import { USERS, fundStream } from '../../support/exchange/random-funds.ts';
import { withdrawBots } from '../../support/exchange/withdraw-bots.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { openSequencer } from './opened-sequencer.ts';

const SEED = 91;
const COMMANDS = 500;
const RESTART_EVERY = 250;

const server = postgresForFile();

const opened = (database: TestDatabase, now: () => number) => openSequencer(database, testInstruments(), now);

const withdraw = (clientNo: string, units = 50n * COIN): FundCommand => ({
  kind: 'requestWithdraw',
  uid: ALICE,
  coinId: USDT,
  units,
  feeUnits: COIN,
  chain: 'X',
  address: 'x',
  memo: '',
  clientNo,
});
const decide = (fundId: number, approved: boolean): FundCommand => ({
  kind: 'decideFund',
  uid: EXCHANGE_UID,
  fundId,
  fundKind: 'withdraw',
  approved,
  reason: '',
  by: 'me',
});
const fundOf = ({ answer }: Outcome) => {
  if ('code' in answer || !answer.fund) throw new Error(`refused ${JSON.stringify(answer)}`);
  return answer.fund;
};

describe.each(STORE_KINDS)('funds in the store (%s)', (kind) => {
  it(`are the same after each restart (seed ${SEED})`, { timeout: 180_000 }, async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    let nowMs = 1_700_000_000_000;
    let at = await opened(database, () => nowMs);
    const stream = fundStream(SEED, COMMANDS, {
      lastFundId: () => at.sequencer.machine.counters().fundId,
      openFunds: () => at.sequencer.machine.openFunds(),
      botOrders: (coinInfoId) => at.sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
    });
    let done = 0;
    let held = 0;
    for (const command of stream) {
      nowMs += 400;
      await at.sequencer.submit(command);
      done += 1;
      if (done % RESTART_EVERY !== 0) continue;
      await withdrawBots(at.sequencer);
      const before = at.sequencer.machine.stateHash();
      held += at.sequencer.machine.openFunds().length;
      await at.stop();
      at = await opened(database, () => nowMs);
      expect(at.sequencer.machine.stateHash(), `after ${done} commands`).toBe(before);
    }
    expect(held).toBeGreaterThan(20);
    const { machine, queries } = at.sequencer;
    for (const fund of machine.openFunds()) expect(await queries.fund(fund.id)).toEqual(fund);
    for (const uid of USERS) {
      const { list, total } = await queries.funds(uid, { kind: 'withdraw', offset: 0, limit: 1000 });
      expect(list.length).toBe(total);
      expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort((a, b) => b - a));
      const frozen = list
        .filter(({ status, coinId }) => status === 0 && coinId === USDT)
        .reduce((sum, { units }) => sum + units, 0n);
      const held = machine
        .openOrders(uid, null)
        .filter(({ side }) => side === 'buy')
        .reduce((sum, { frozenUnits }) => sum + frozenUnits, 0n);
      expect(machine.balance(uid, 'spot', USDT).frozen).toBe(frozen + held);
      const deposits = (await queries.funds(uid, { kind: 'recharge', status: 1, offset: 0, limit: 1000 })).list;
      expect((await queries.depositTotal(uid)).valueUnits).toBe(
        deposits.reduce((sum, { valueUnits }) => sum + valueUnits, 0n),
      );
    }
    await at.stop();
  });

  it('give a retry its first answer, also after a restart, and move money once', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const nowMs = 1_700_000_000_000;
    const first = await opened(database, () => nowMs);
    const submit = (command: FundCommand) => first.sequencer.submit(command);
    for (const uid of [ALICE, BOB]) await first.sequencer.submit(credit(uid, USDT, 500n * COIN));
    await first.sequencer.submit(credit(BOT, BTC, 100n * COIN));
    await first.sequencer.submit(credit(BOT, USDT, 1_000_000n * COIN));
    await first.sequencer.submit(place(BOT, 'buy', 199_990, 100_000));
    await first.sequencer.submit(place(BOT, 'sell', 200_010, 100_000));
    const offered = await submit({
      kind: 'quoteConvert',
      uid: ALICE,
      fromCoinId: USDT,
      toCoinId: BTC,
      units: 100n * COIN,
    });
    const quoteId = 'code' in offered.answer ? 0 : offered.answer.quote!.id;
    const commands: FundCommand[] = [
      { kind: 'transfer', uid: ALICE, coinId: USDT, units: 20n * COIN, to: 'contract', clientNo: 't' },
      { kind: 'convert', uid: ALICE, quoteId, clientNo: 'c' },
      withdraw('w'),
      {
        kind: 'applyDeposit',
        uid: ALICE,
        coinId: USDT,
        units: COIN,
        chain: 'X',
        address: 'x',
        picture: 'one',
        clientNo: 'd',
      },
    ];
    const answers = await Promise.all(commands.flatMap((command) => [submit(command), submit({ ...command })]));
    for (const { answer } of answers) expect(answer).not.toHaveProperty('code');
    await withdrawBots(first.sequencer);
    const hash = first.sequencer.machine.stateHash();
    await first.stop();
    const { sequencer, stop } = await opened(database, () => nowMs + 60_000);
    for (const [at, command] of commands.entries()) {
      expect((await sequencer.submit(command)).answer).toEqual(answers[at * 2]!.answer);
      expect(answers[at * 2 + 1]!.answer).toEqual(answers[at * 2]!.answer);
    }
    // Another screenshot is the same application, another fee the same withdrawal; another amount is not.
    expect((await sequencer.submit({ ...commands[3]!, picture: 'two' } as FundCommand)).answer).toEqual(
      answers[6]!.answer,
    );
    expect((await sequencer.submit({ ...commands[2]!, feeUnits: 2n * COIN } as FundCommand)).answer).toEqual(
      answers[4]!.answer,
    );
    for (const other of [
      { ...commands[0]!, units: 21n * COIN },
      { ...commands[1]!, quoteId: quoteId + 1 },
      withdraw('w', 51n * COIN),
      { ...commands[3]!, chain: 'Y' },
    ] as FundCommand[]) {
      expect((await sequencer.submit(other)).answer).toMatchObject({ code: CODE.clientNoReused });
    }
    // A transfer and a conversion are one call and share client numbers.
    expect((await sequencer.submit({ kind: 'convert', uid: ALICE, quoteId, clientNo: 't' })).answer).toMatchObject({
      code: CODE.clientNoReused,
    });
    expect(await sequencer.queries.isAccepted(ALICE, 'withdraw w')).toBe(true);
    expect(await sequencer.queries.isAccepted(BOB, 'withdraw w')).toBe(false);
    // A refusal is forgotten after a day: what repeats it then is done, so that it passes every check.
    expect((await sequencer.submit(withdraw('much', 1000n * COIN))).answer).toMatchObject({
      code: CODE.notEnoughBalance,
    });
    expect(await sequencer.queries.isAccepted(ALICE, 'withdraw much')).toBe(false);
    expect(sequencer.machine.stateHash()).toBe(hash);
    await stop();
  });

  it('accept one of 100 simultaneous withdrawals of everything, and one of 100 decisions on it', async ({ skip }) => {
    const { sequencer, stop } = await opened(await databaseOf(kind, server, skip), () => 1_700_000_000_000);
    await sequencer.submit(credit(ALICE, USDT, 50n * COIN));
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => sequencer.submit(withdraw(`w${n}`))));
    const taken = outcomes.filter(({ answer }) => !('code' in answer));
    expect(taken).toHaveLength(1);
    expect(sequencer.machine.balance(ALICE, 'spot', USDT)).toEqual({ available: 0n, frozen: 50n * COIN });
    const { id } = fundOf(taken[0]!);
    const cancel: FundCommand = { kind: 'cancelWithdraw', uid: ALICE, fundId: id };
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, n) => sequencer.submit(n % 3 === 0 ? cancel : decide(id, n % 3 === 1))),
    );
    expect(decisions.filter(({ answer }) => !('code' in answer))).toHaveLength(1);
    const { available, frozen } = sequencer.machine.balance(ALICE, 'spot', USDT);
    expect(available).toBe(50n * COIN);
    expect(frozen).toBe(0n);
    await stop();
  });

  it('never spend money twice in 1000 simultaneous orders, cancels, transfers and withdrawals', async ({ skip }) => {
    const { sequencer, stop } = await opened(await databaseOf(kind, server, skip), () => 1_700_000_000_000);
    for (const coinId of [USDT, BTC])
      for (const uid of [ALICE, BOT])
        await sequencer.submit(credit(uid, coinId, (uid === BOT ? 1_000_000n : 1000n) * COIN));
    for (let level = 0; level < 20; level += 1) {
      await sequencer.submit(place(BOT, 'buy', 199_990 - level, 100_000));
      await sequencer.submit(place(BOT, 'sell', 200_010 + level, 100_000));
    }
    const mix = Array.from({ length: 1000 }, (_, n): Command => {
      const clientNo = `m${n}`;
      switch (n % 7) {
        case 0:
          return place(ALICE, 'buy', 190_000, 2000, { clientNo });
        case 1:
          return {
            kind: 'transfer',
            uid: ALICE,
            coinId: USDT,
            units: 90n * COIN,
            to: n % 2 === 0 ? 'contract' : 'spot',
            clientNo,
          };
        case 2:
          return { kind: 'quoteConvert', uid: ALICE, fromCoinId: USDT, toCoinId: BTC, units: 150n * COIN };
        // The quote requested before it, whatever its number is.
        case 3:
          return { kind: 'convert', uid: ALICE, quoteId: n, clientNo };
        case 4:
          return withdraw(clientNo, 120n * COIN);
        case 5:
          return { kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null };
        default:
          return { kind: 'cancelWithdraw', uid: ALICE, fundId: n };
      }
    });
    const outcomes = await Promise.all(mix.map((command) => sequencer.submit(command)));
    expect(outcomes.filter(({ answer }) => 'code' in answer && answer.code === CODE.busy)).toEqual([]);
    expect(
      outcomes.filter(({ answer }) => 'code' in answer && answer.code === CODE.notEnoughBalance).length,
    ).toBeGreaterThan(50);
    const sums = new Map<number, bigint>();
    for (const { uid, coinId, available, frozen } of sequencer.machine.allBalances()) {
      sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
      if (uid !== EXCHANGE_UID) expect(available >= 0n && frozen >= 0n).toBe(true);
    }
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    // The user's entries sum to the balances.
    const { list, total } = await sequencer.queries.ledgerEntries(ALICE, { offset: 0, limit: 10_000 });
    expect(list.length).toBe(total);
    for (const { wallet, coinId, available, frozen } of sequencer.machine.balances(ALICE)) {
      const lines = list.filter((line) => line.wallet === wallet && line.coinId === coinId);
      expect(lines.reduce((sum, { units }) => sum + units, 0n)).toBe(available + frozen);
      expect(lines.reduce((sum, { frozenUnits }) => sum + frozenUnits, 0n)).toBe(frozen);
    }
    await stop();
  });

  it('F12 turnover counts fills, openings and settled stakes of one user since a time', async ({ skip }) => {
    const { store, sequencer, stop } = await opened(await databaseOf(kind, server, skip), () => 1_700_000_000_000);
    await sequencer.submit(credit(ALICE, USDT, 10_000n * COIN));
    await sequencer.submit(credit(BOT, BTC, 10n * COIN));
    await sequencer.submit(place(BOT, 'sell', 200_000, 100_000));
    await sequencer.submit(place(ALICE, 'buy', 200_000, 2_000, { clientNo: 'a' }));
    await sequencer.submit(place(ALICE, 'buy', 190_000, 2_000, { clientNo: 'rests' }));
    const spot = [{ coinInfoId: BTC, units: 200n * COIN }];
    expect(await sequencer.queries.tradedSince(ALICE, 0)).toEqual({ spot, usdtUnits: 0n });
    expect(await sequencer.queries.tradedSince(ALICE, 1_700_000_000_001)).toEqual({ spot: [], usdtUnits: 0n });
    expect(await sequencer.queries.tradedSince(BOB, 0)).toEqual({ spot: [], usdtUnits: 0n });
    const columns = (
      await store.all<{ name: string }>(
        kind === 'SQLite'
          ? "SELECT name FROM pragma_table_info('exchange_seconds')"
          : "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'exchange_seconds'",
      )
    ).map(({ name }) => name);
    const known: Record<string, string | number> = {
      coin_info_id: BTC,
      client_no: '',
      direction: 'up',
      order_hash: '',
      prev_root: '',
      sig: '',
      key_id: '',
      result: '',
      reason: '',
      proof: '',
      amount_units: 7,
    };
    const stake = (id: number, more: Record<string, string | number>): Promise<void> =>
      store.run(
        `INSERT INTO exchange_seconds (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
        columns.map((name) => ({ ...known, id, ...more })[name] ?? 0),
      );
    for (const [at, status] of [0, 1, 2, 2, 3].entries())
      await stake(at + 1, { uid: ALICE, status, buy_time: at === 3 ? 5 : 1_700_000_000_000 });
    await stake(9, { uid: BOB, status: 2, buy_time: 1_700_000_000_000 });
    expect(await sequencer.queries.tradedSince(ALICE, 6)).toEqual({ spot, usdtUnits: 7n });
    await store.run('DELETE FROM exchange_seconds');
    await stop();
  });

  it('are not opened when frozen money and withdrawals disagree', async ({ skip }) => {
    for (const damage of [
      'UPDATE exchange_fund SET units = units + 1',
      'UPDATE exchange_fund SET status = 2',
      "UPDATE exchange_counter SET value = 0 WHERE name = 'fundId'",
    ]) {
      const database = await databaseOf(kind, server, skip);
      const at = await opened(database, () => 1_700_000_000_000);
      await at.sequencer.submit(credit(ALICE, USDT, 50n * COIN));
      await at.sequencer.submit(withdraw('w'));
      await at.sequencer.projected();
      await at.store.run(damage);
      await at.stop();
      const store = await database.open();
      await expect(createSequencer({ store, instruments: testInstruments(), now: () => 0 })).rejects.toThrow(
        /frozen|newer/,
      );
      await store.close();
    }
  });
});
