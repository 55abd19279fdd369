// kill -9 under order load, twenty times on one database of either store (KILL_ROUNDS for more): every answered order
// is there, and every coin still sums to 0.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { SPOT_STATUS } from '../../../../core/orders/spot-order.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { seeded } from '../../exchange/twins/random-commands.ts';
import { testInstruments } from '../../exchange/instruments.ts';
import { ROOT } from '../../../support/shared.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../store/stores.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 20);
/** A round takes one to two seconds; a machine that is busy with other things several times that. */
const MOST_ROUND_MS = 20_000;
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
let built = '';
beforeAll(async () => {
  // Inside node_modules, so that the bundle finds the packages it leaves outside.
  built = mkdtempSync(join(ROOT, 'node_modules', '.exchange-child-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'tests/server/sequencer/kill/exchange-child.ts',
      outDir: built,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
});
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});

/**
 * When a round ends: `afterMs` after it is ready at the earliest, and not before `leastOrders` are answered, however
 * slow the machine; then `lateMs` later, anywhere within a commit.
 */
interface Moment {
  afterMs: number;
  leastOrders: number;
  lateMs: number;
}

/** Runs an exchange under load and kills it at that moment. Answers every line it wrote in full. */
async function killedRun(where: string, round: number, { afterMs, leastOrders, lateMs }: Moment): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [join(built, 'child.mjs'), where, String(round)], {
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
 * Opens the database as a start does (which checks sums, frozen money and books) and looks for every answered order.
 */
async function verify(
  database: TestDatabase,
  answered: Answered[],
  seq: number,
): Promise<{ lost: string[]; doubled: number; imbalances: number }> {
  const store = await database.open();
  const sequencer = await createSequencer({ store, instruments: testInstruments(), now: Date.now });
  const lost: string[] = [];
  for (const told of answered) {
    if (told.uid < 10_000) continue; // a bot's finished order is not kept
    const kept = await sequencer.reads.orderByClientNo(told.uid, told.clientNo);
    const deals = kept ? await sequencer.reads.deals(kept.id) : [];
    const sum = deals.reduce((units, deal) => units + deal.units, 0n);
    const open = sequencer.machine.order(told.id);
    const done = told.status >= SPOT_STATUS.finished;
    const whole =
      kept &&
      kept.id === told.id &&
      kept.dealLots >= told.dealLots &&
      kept.dealUnits >= told.dealUnits &&
      sum === kept.dealUnits &&
      (!done || kept.status === told.status) &&
      kept.status < SPOT_STATUS.finished === (open !== undefined);
    if (!whole)
      lost.push(
        `${told.clientNo}: told ${JSON.stringify({ ...told, dealUnits: String(told.dealUnits) })}, kept ${kept ? `${kept.id} ${kept.dealLots} ${kept.status}` : 'nothing'}`,
      );
  }
  if (sequencer.seq() < seq) lost.push(`answered up to ${seq}, kept up to ${sequencer.seq()}`);
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
    { timeout: MOST_ROUND_MS * ROUNDS },
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
        const { orders, seq } = answeredOf(await killedRun(database.where, SEED * 100 + round, moment));
        answeredOrders += orders.length;
        expect(await verify(database, orders, seq), `round ${round}, killed after ${JSON.stringify(moment)}`).toEqual({
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
