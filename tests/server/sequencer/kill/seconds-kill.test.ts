// kill -9 while binary options expire, twenty times on one database of each store (KILL_ROUNDS): each is settled
// exactly once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECONDS_STATUS } from '../../../../core/orders/binary-option-order.ts';
import { EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import { binaryOptionNo } from '../../../../server/exchange/binary-options/open-binary-options.ts';
import { type BinaryOptionRow, binaryOptionOfRow } from '../../../../server/sequencer/mappers/binary-option-mapper.ts';
import { type Sequencer, createSequencer } from '../../../../server/sequencer/sequencer.ts';
import type { Store } from '../../../../server/store/store.ts';
import { STORE_KINDS, databaseOf, openAfterKill, postgresForFile } from '../../../support/server/test-database.ts';
import { ownJournalOf } from '../../../support/server/own-journal.ts';
import { threadForFile } from '../../../support/server/thread-for-file.ts';
import { BOT, BTC } from '../../../support/exchange/spot-fixture.ts';
import { fastNow, secondsInstruments } from './fast-seconds.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 20);
/** A round takes one to two seconds; on a busy machine several times that. */
const MAX_ROUND_MS = 20_000;
const SEED = Date.now() % 1_000_000;

const server = postgresForFile();
const { folder: built } = threadForFile({ child: 'tests/server/sequencer/kill/seconds-child.ts' });

interface Bought {
  id: number;
  uid: number;
  clientNo: string;
}

/** Runs the child and kills it `afterMs` after it is ready. Returns what it printed as bought. */
async function killedRun(where: string, round: number, afterMs: number): Promise<Bought[]> {
  const child: ChildProcess = spawn(process.execPath, [join(built(), 'child.mjs'), where, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    if (text === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
    text += chunk;
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '))
    .filter(([kind]) => kind === 'bought')
    .map(([, id, uid, clientNo]) => ({ id: Number(id), uid: Number(uid), clientNo: clientNo! }));
}

/** Faults of the stored orders against the ledger: bought once, paid once when settled, not before. */
async function faults(store: Store, sequencer: Sequencer, bought: readonly Bought[]): Promise<string[]> {
  const wrong: string[] = [];
  await sequencer.projected();
  const open = new Set(sequencer.machine.allBinaryOptions().map(({ id }) => id));
  const orders = (await store.all<BinaryOptionRow>('SELECT * FROM exchange_seconds ORDER BY id')).map(
    binaryOptionOfRow,
  );
  const lines = await store.all<{ ref_no: string; record_type: string; units: bigint }>(
    "SELECT ref_no, record_type, units FROM exchange_line WHERE uid >= 10000 AND record_type IN ('seconds_buy', 'seconds_settle', 'seconds_refund')",
  );
  const byRef = new Map<string, typeof lines>();
  for (const line of lines) {
    const own = byRef.get(line.ref_no);
    if (own) own.push(line);
    else byRef.set(line.ref_no, [line]);
  }
  for (const order of orders) {
    const { id } = order;
    const own = byRef.get(binaryOptionNo(order.id)) ?? [];
    const buys = own.filter(({ record_type: type }) => type === 'seconds_buy');
    const pays = own.filter(({ record_type: type }) => type !== 'seconds_buy');
    const paid = pays.reduce((sum, { units }) => sum + units, 0n);
    const settled = order.status >= SECONDS_STATUS.completed;
    if (buys.length !== 1 || -buys[0]!.units !== order.amountUnits + order.feeUnits)
      wrong.push(`order ${id} was bought ${buys.length} times`);
    if (settled === open.has(order.id))
      wrong.push(`order ${id} is ${settled ? 'settled and open' : 'neither settled nor open'}`);
    if (pays.length !== (order.payoutUnits > 0n ? 1 : 0) || paid !== order.payoutUnits)
      wrong.push(`order ${id}: paid ${paid} in ${pays.length} lines, due ${order.payoutUnits}`);
  }
  const stored = new Map(orders.map((order) => [order.id, order]));
  for (const { id, uid, clientNo } of bought) {
    const order = stored.get(id);
    if (order?.uid !== uid || order.clientNo !== clientNo) wrong.push(`order ${id} of ${uid} is lost`);
  }
  const sums = await store.all<{ sum: bigint }>(
    'SELECT SUM(available + frozen) AS sum FROM exchange_balance GROUP BY coin_id',
  );
  return sums.every(({ sum }) => sum === 0n) ? wrong : [...wrong, 'balances do not sum to 0'];
}

// Both stores at the same time: a round mostly waits for options to expire.
describe.concurrent.each(STORE_KINDS)('an exchange on %s killed with -9 while seconds contracts expire', (kind) => {
  it(
    `S10: settles each once in ${ROUNDS} rounds, interrupted ones by later ticks (seed ${SEED})`,
    { timeout: MAX_ROUND_MS * ROUNDS },
    async ({ skip, onTestFinished }) => {
      const database = await databaseOf(kind, server, skip, onTestFinished);
      let all = 0;
      let left = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        // About two periods: options of the last round and of this one expire within it.
        const bought = await killedRun(database.where, SEED + round, 100 + ((SEED * 31 + round * 577) % 1400));
        all += bought.length;
        const store = await openAfterKill(database);
        const sequencer = await createSequencer({
          ...ownJournalOf(database, store, secondsInstruments()),
          now: fastNow,
        });
        left += sequencer.machine.allBinaryOptions().length;
        expect(await faults(store, sequencer, bought), `round ${round}`).toEqual([]);
        await sequencer.close();
        await store.close();
      }
      const store = await database.open();
      const sequencer = await createSequencer({ ...ownJournalOf(database, store, secondsInstruments()), now: fastNow });
      // Open options need the remaining ticks of their period, however long the exchange was down; the bot quotes
      // again, as after every start.
      const place = [
        { side: 'buy' as const, priceTicks: 999_990, lots: 50_000_000 },
        { side: 'sell' as const, priceTicks: 1_000_010, lots: 50_000_000 },
      ];
      await sequencer.submit({ kind: 'quote', uid: BOT, coinInfoId: BTC, cancel: [], place });
      for (let beat = 0; beat < 30; beat += 1) {
        await new Promise((resolve) => {
          setTimeout(resolve, 1);
        });
        await sequencer.submit({ kind: 'clock', uid: EXCHANGE_UID });
      }
      expect(sequencer.machine.allBinaryOptions()).toEqual([]);
      expect(await faults(store, sequencer, [])).toEqual([]);
      const results = await store.all<{ result: string; count: bigint }>(
        'SELECT result, COUNT(*) AS count FROM exchange_seconds GROUP BY result ORDER BY result',
      );
      console.log(
        `${kind}: ${ROUNDS} kills, ${all} answered purchases, ${left} open at a kill; ${results.map(({ result, count }) => `${result} ${count}`).join(', ')}`,
      );
      expect(results.map(({ result }) => result)).toEqual(expect.arrayContaining(['lose', 'win']));
      expect(left).toBeGreaterThan(2 * ROUNDS);
      await sequencer.close();
      await store.close();
    },
  );
});
