// Rows that follow the journal, in a table or a log, on this thread or another: after crashes, and when read at once.
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { type Command, EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import { auditLedger } from '../../../../server/sequencer/ledger-audit.ts';
import { chance } from '../../../support/data/random-source.ts';
import { contractStream } from '../../../support/exchange/random-contracts.ts';
import { fundStream } from '../../../support/exchange/random-funds.ts';
import { ALICE, BOB, BOT, BTC, COIN, USDT, credit, place } from '../../../support/exchange/spot-fixture.ts';
import { type TestDatabase, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';
import { threadForFile } from '../../../support/server/thread-for-file.ts';
import { opened, portrait, reached } from './projection-fixture.ts';

const SEED = Number(process.env['PROJECTION_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['PROJECTION_ROUNDS'] ?? 12);
const BEGIN_MS = 1_800_000_000_000;
const server = postgresForFile();
const { thread } = threadForFile();

const WAYS = [
  { name: 'SQLite, in a table', kind: 'SQLite', options: () => ({}) },
  { name: 'PostgreSQL, in a table', kind: 'PostgreSQL', options: () => ({}) },
  { name: 'PostgreSQL, in a table, on a thread', kind: 'PostgreSQL', options: () => ({ rows: thread() }) },
  { name: 'SQLite, a log beside it', kind: 'SQLite', options: () => ({ rows: 'beside' as const }) },
  { name: 'SQLite, a log and a thread', kind: 'SQLite', options: () => ({ rows: thread() }) },
] as const;

/** What the commands of a round have to leave behind: answers, what users have after a restart, the machine's hash. */
interface Round {
  commands: { command: Command; atMs: number; answer: Outcome['answer'] }[];
  /** Time of the clock's beat after them. */
  beatMs: number;
  portrait: object;
  hash: string;
  openFunds: number;
}

/** The same commands with rows in each commit and no crash. Every way is compared with this one run. */
async function referenceRounds(database: TestDatabase): Promise<Round[]> {
  const draw = chance(SEED);
  let nowMs = BEGIN_MS;
  const at = await opened(database, () => nowMs, { rows: 'in each commit' });
  const { submit, machine } = at.sequencer;
  const driven = {
    lastContractId: () => machine.counters().contractId,
    lastFundId: () => machine.counters().fundId,
    openFunds: () => machine.openFunds(),
    botOrders: (coinInfoId: number) => machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const stream = round % 3 === 2 ? fundStream : contractStream;
    const commands: Round['commands'] = [];
    for (const command of stream(SEED + round, 20 + draw.below(120), driven)) {
      nowMs += draw.below(30);
      const { answer } = await submit(command);
      commands.push({ command, atMs: nowMs, answer: structuredClone(answer) });
    }
    // The clock's beat commits what bots did before it.
    nowMs += 1_000;
    await submit({ kind: 'clock', uid: EXCHANGE_UID });
    // A process begins with this command by itself, when it is given its first one.
    await submit({ kind: 'restart', uid: EXCHANGE_UID });
    const seen = structuredClone(await portrait(at));
    await submit({ kind: 'clock', uid: EXCHANGE_UID });
    const openFunds = machine.openFunds().length;
    rounds.push({ commands, beatMs: nowMs, portrait: seen, hash: machine.stateHash(), openFunds });
  }
  await at.stop();
  return rounds;
}

let reference: Promise<Round[]> | null = null;

describe.each(WAYS)(`rows that follow the journal: $name (seed ${SEED})`, ({ kind, options }) => {
  it(
    `L12 L15 are complete after a crash at any moment, ${ROUNDS} times`,
    { timeout: 120_000 + 8_000 * ROUNDS },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      reference ??= referenceRounds(await databaseOf('SQLite', server, skip));
      let nowMs = BEGIN_MS;
      let at = await opened(database, () => nowMs, options());
      let behind = 0;
      let funds = 0;
      for (const [round, { commands, beatMs, ...expected }] of (await reference).entries()) {
        for (const { command, atMs, answer } of commands) {
          nowMs = atMs;
          expect((await at.sequencer.submit(command)).answer).toEqual(answer);
        }
        nowMs = beatMs;
        await at.sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
        const { rows, journal } = await reached(at);
        behind += journal - rows;
        await at.crash();
        at = await opened(database, () => nowMs, options());
        expect(await reached(at)).toMatchObject({ rows: journal, journal });
        expect((await auditLedger(at.store)).faults).toEqual([]);
        expect(await portrait(at), `round ${round}`).toEqual(expected.portrait);
        await at.sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
        expect(at.sequencer.machine.stateHash()).toBe(expected.hash);
        funds += expected.openFunds;
      }
      expect(behind).toBeGreaterThan(10 * ROUNDS);
      expect(funds).toBeGreaterThan(0);
      await at.stop();
    },
  );

  it('L15 are there for a user who reads right after an act, and for retries', async ({ skip }) => {
    const at = await opened(await databaseOf(kind, server, skip), () => 1_800_000_000_000, options());
    const { submit, queries } = at.sequencer;
    for (const uid of [ALICE, BOB]) for (const coinId of [USDT, BTC]) await submit(credit(uid, coinId, 1_000n * COIN));
    await submit(place(ALICE, 'sell', 2000, 10_000, { clientNo: 'ask' }));
    await submit(place(BOB, 'buy', 2000, 10_000, { clientNo: 'bid' }));
    expect((await reached(at)).rows).toBeLessThan(at.sequencer.seq());
    // Before any row: a retry gets the first answer, another order under its number none.
    const again = place(BOB, 'buy', 2000, 10_000, { clientNo: 'bid' });
    expect((await submit(again)).seq).toBe(at.sequencer.seq());
    expect((await submit({ ...again, lots: 20_000 })).answer).toMatchObject({ code: CODE.clientNoReused });
    const { list } = await queries.orders(BOB, { state: 'history', offset: 0, limit: 10 });
    expect(list).toMatchObject([{ clientNo: 'bid', dealLots: 10_000 }]);
    expect(await queries.fills(list[0]!.id)).toHaveLength(1);
    expect((await queries.ledgerEntries(BOB, { offset: 0, limit: 100 })).total).toBeGreaterThan(3);
    // After its row: the same.
    expect((await submit(again)).seq).toBe(at.sequencer.seq());
    await at.stop();
  });

  it('are not written for a user who changed nothing since', async ({ skip }) => {
    const at = await opened(await databaseOf(kind, server, skip), () => 1_800_000_000_000, options());
    const { submit, queries } = at.sequencer;
    for (const uid of [ALICE, BOB]) await submit(credit(uid, USDT, 1_000n * COIN));
    await queries.ledgerEntries(BOB, { offset: 0, limit: 1 });
    await submit(credit(ALICE, USDT, COIN));
    const before = await reached(at);
    await queries.ledgerEntries(BOB, { offset: 0, limit: 1 });
    expect(await reached(at)).toEqual(before);
    await queries.ledgerEntries(ALICE, { offset: 0, limit: 1 });
    expect((await reached(at)).rows).toBe(at.sequencer.seq());
    await at.stop();
  });
});
