// kill -9 under order load, ten times on one database of each store (KILL_ROUNDS): every answered order is stored,
// and every coin sums to 0.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SPOT_STATUS } from '../../../../core/orders/spot-order.ts';
import type { OrderState } from '../../../../server/exchange/event.ts';
import { type OrderRow, orderOfRow } from '../../../../server/sequencer/mappers/order-mapper.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../../server/store/store.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { testInstruments } from '../../../support/exchange/spot-fixture.ts';
import {
  STORE_KINDS,
  type TestDatabase,
  databaseOf,
  openAfterKill,
  postgresForFile,
} from '../../../support/server/test-database.ts';
import { ownJournalOf } from '../../../support/server/own-journal.ts';
import { threadForFile } from '../../../support/server/thread-for-file.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 10);
/** A round takes one to two seconds; on a busy machine several times that. */
const MAX_ROUND_MS = 20_000;
const SEED = Date.now() % 1_000_000;

interface Answered {
  uid: number;
  clientNo: string;
  id: number;
  dealLots: number;
  dealUnits: bigint;
  status: number;
}

const server = postgresForFile();
const { folder: built } = threadForFile({ child: 'tests/server/sequencer/kill/exchange-child.ts' });

/**
 * When a round ends: at least `afterMs` after the start and `leastOrders` answers; then `lateMs` later, anywhere within
 * a commit.
 */
interface Moment {
  afterMs: number;
  leastOrders: number;
  lateMs: number;
}

/** Runs an exchange under load and kills it. Returns every complete line it printed. */
async function killedRun(where: string, round: number, { afterMs, leastOrders, lateMs }: Moment): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [join(built(), 'child.mjs'), where, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  let answered = 0;
  let due = false;
  const killWhenDue = (waitMs: number): void => {
    if (due && answered >= leastOrders) setTimeout(() => child.kill('SIGKILL'), waitMs);
  };
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    if (text === '')
      setTimeout(() => {
        due = true;
        killWhenDue(0);
      }, afterMs);
    text += chunk;
    const before = answered;
    answered += chunk.split('\norder ').length - 1;
    if (before < leastOrders) killWhenDue(lateMs);
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return text.split('\n').slice(0, -1);
}

function answeredOf(lines: string[]): { orders: Answered[]; seq: number } {
  const words = lines.map((line) => line.split(' '));
  const orders = words
    .filter(([kind]) => kind === 'order')
    .map(([, uid, clientNo, id, dealLots, dealUnits, status]) => ({
      uid: Number(uid),
      clientNo: clientNo!,
      id: Number(id),
      dealLots: Number(dealLots),
      dealUnits: BigInt(dealUnits!),
      status: Number(status),
    }));
  return { orders, seq: Math.max(0, ...words.filter(([kind]) => kind === 'seq').map(([, seq]) => Number(seq))) };
}

/**
 * What is stored of the orders of a round, by user and client number, with the value of their fills: in two queries
 * instead of two an order.
 */
async function storedOrders(
  store: Store,
  round: number,
): Promise<Map<string, { order: OrderState; fillUnits: bigint }>> {
  const ofRound = 'answer.uid >= 10000 AND answer.client_no LIKE ?';
  const rows = await store.all<OrderRow & { answer_no: string; answer_uid: bigint }>(
    `SELECT answer.uid AS answer_uid, answer.client_no AS answer_no, exchange_order.* FROM exchange_answer AS answer
      JOIN exchange_order ON exchange_order.id = answer.order_id WHERE ${ofRound}`,
    [`s${round}-%`],
  );
  const fills = await store.all<{ order_id: bigint; units: bigint }>(
    `SELECT deal.order_id, SUM(deal.units) AS units FROM exchange_answer AS answer
      JOIN exchange_deal AS deal ON deal.order_id = answer.order_id WHERE ${ofRound} GROUP BY deal.order_id`,
    [`s${round}-%`],
  );
  const unitsOf = new Map(fills.map(({ order_id: id, units }) => [id, units]));
  return new Map(
    rows.map((row) => [
      `${row.answer_uid} ${row.answer_no}`,
      { order: orderOfRow(row), fillUnits: unitsOf.get(row.id) ?? 0n },
    ]),
  );
}

/** Opens the database as a start does (which checks sums, frozen money and books) and looks up every answered order. */
async function verify(
  database: TestDatabase,
  { orders: answered, seq }: { orders: Answered[]; seq: number },
  round: number,
): Promise<{ lost: string[]; doubled: number; imbalances: number }> {
  const store = await openAfterKill(database);
  const sequencer = await createSequencer({ ...ownJournalOf(database, store, testInstruments()), now: Date.now });
  await sequencer.projected();
  const orders = await storedOrders(store, round);
  const lost: string[] = [];
  for (const answer of answered) {
    if (answer.uid < 10_000) continue; // a bot's finished order is not stored
    const { order: stored = null, fillUnits = 0n } = orders.get(`${answer.uid} ${answer.clientNo}`) ?? {};
    const open = sequencer.machine.order(answer.id);
    const done = answer.status >= SPOT_STATUS.finished;
    const whole =
      stored &&
      stored.id === answer.id &&
      stored.dealLots >= answer.dealLots &&
      stored.dealUnits >= answer.dealUnits &&
      fillUnits === stored.dealUnits &&
      (!done || stored.status === answer.status) &&
      stored.status < SPOT_STATUS.finished === (open !== undefined);
    if (!whole)
      lost.push(
        `${answer.clientNo}: answered ${JSON.stringify({ ...answer, dealUnits: String(answer.dealUnits) })}, stored ${stored ? `${stored.id} ${stored.dealLots} ${stored.status}` : 'nothing'}`,
      );
  }
  if (sequencer.seq() < seq) lost.push(`answered up to ${seq}, stored up to ${sequencer.seq()}`);
  const sums = await store.all<{ sum: bigint }>(
    'SELECT SUM(available + frozen) AS sum FROM exchange_balance GROUP BY coin_id',
  );
  const doubled = await store.all(
    "SELECT uid, client_no FROM exchange_order WHERE uid >= 10000 AND client_no <> '' GROUP BY uid, client_no HAVING COUNT(*) > 1",
  );
  await sequencer.close();
  await store.close();
  return { lost, doubled: doubled.length, imbalances: sums.filter(({ sum }) => sum !== 0n).length };
}

describe.each(STORE_KINDS)('an exchange on %s killed with -9 under order load', (kind) => {
  it(
    `loses no answered order and no unit in ${ROUNDS} rounds (seed ${SEED})`,
    { timeout: MAX_ROUND_MS * ROUNDS },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const random = seeded(SEED);
      let answeredOrders = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const moment = {
          afterMs: Math.floor(random() * 300),
          leastOrders: Math.floor(random() * 160),
          lateMs: Math.floor(random() * 30),
        };
        const answers = answeredOf(await killedRun(database.where, SEED * 100 + round, moment));
        answeredOrders += answers.orders.length;
        expect(
          await verify(database, answers, SEED * 100 + round),
          `round ${round}, killed after ${JSON.stringify(moment)}`,
        ).toEqual({
          lost: [],
          doubled: 0,
          imbalances: 0,
        });
        if (round % 50 === 49) console.log(`${kind}: ${round + 1} rounds, ${answeredOrders} answered orders`);
      }
      console.log(`${kind}: ${ROUNDS} kills, ${answeredOrders} answered orders, none lost, none doubled`);
      expect(answeredOrders).toBeGreaterThan((kind === 'SQLite' ? 50 : 20) * ROUNDS);
    },
  );
});
