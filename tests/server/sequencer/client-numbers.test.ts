// Client numbers in memory: each repeat is found whatever was read so far, and a new one needs no lookup.
import { expect, it, onTestFinished, vi } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { ClientNumbers } from '../../../server/sequencer/client-numbers.ts';
import { type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import { migrateExchange } from '../../../server/sequencer/recover.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store, Value } from '../../../server/store/store.ts';
import { ALICE, BOB, COIN, USDT, credit, place, testInstruments } from '../../support/exchange/spot-fixture.ts';
import { chance } from '../../support/data/random-source.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

/** More than three parts of the store's numbers. */
const ORDERS = 1_700;
const SEED = Number(process.env['CLIENT_NUMBERS_SEED'] ?? Date.now() % 1_000_000);

/** `lookups`: statements that looked numbers up; `blocked`: what reads of all numbers wait for. */
interface Watched {
  lookups: number;
  blocked: Promise<void>;
}

async function opened(folder: string, watched: Watched): Promise<{ sequencer: Sequencer; stop: () => Promise<void> }> {
  const store = await openSqlite(folder);
  const all: Store['all'] = async (sql, params) => {
    if (sql.includes('client_no = ?')) watched.lookups += 1;
    if (sql.includes('ORDER BY uid, client_no')) await watched.blocked;
    return store.all(sql, params);
  };
  const watching: Store = {
    kind: 'sqlite',
    all,
    first: (sql, params) => store.first(sql, params),
    each: (sql, rows) => store.each(sql, rows),
    run: (sql, params) => store.run(sql, params),
    many: (sql, rows) => store.many(sql, rows),
    batch: (steps) => store.batch(steps),
    transaction: (work) => store.transaction(work),
    close: () => store.close(),
  };
  const sequencer = await createSequencer({ store: watching, instruments: testInstruments(), now: Date.now });
  const stop = async (): Promise<void> => {
    await sequencer.close();
    await store.close();
  };
  onTestFinished(stop);
  return { sequencer, stop };
}

const order = (at: number, lots = 100) =>
  place(at % 2 === 0 ? ALICE : BOB, 'buy', 10 + (at % 7), lots, { clientNo: `order-${at}` });
const idsOf = async (sequencer: Sequencer, from: number, to: number) =>
  Promise.all(
    Array.from({ length: to - from }, async (_, at) => {
      const { answer } = await sequencer.submit(order(from + at));
      return 'code' in answer ? answer : answer.orders[0]!.id;
    }),
  );

it('answers every repeat as before, while the numbers of earlier processes are read and after it (L11)', async () => {
  const folder = dataFolder();
  const first = await opened(folder, { lookups: 0, blocked: Promise.resolve() });
  for (const uid of [ALICE, BOB]) await first.sequencer.submit(credit(uid, USDT, 1_000_000n * COIN));
  const ids = await idsOf(first.sequencer, 0, ORDERS);
  expect(new Set(ids).size).toBe(ORDERS);
  await first.stop();

  let unblock = (): void => undefined;
  const watched: Watched = {
    lookups: 0,
    blocked: new Promise((resolve) => {
      unblock = resolve;
    }),
  };
  const { sequencer } = await opened(folder, watched);
  expect(await idsOf(sequencer, 0, 300)).toEqual(ids.slice(0, 300)); // nothing is read yet
  const fresh = await idsOf(sequencer, ORDERS, ORDERS + 10);
  expect(fresh.filter((id) => ids.includes(id))).toEqual([]);
  unblock();
  expect(await idsOf(sequencer, 300, 600)).toEqual(ids.slice(300, 600)); // in part
  let next = ORDERS + 10;
  await expect
    .poll(async () => {
      watched.lookups = 0;
      await idsOf(sequencer, next, (next += 1));
      return watched.lookups;
    })
    .toBe(0);
  expect(await idsOf(sequencer, 600, ORDERS + 10)).toEqual([...ids.slice(600), ...fresh]);
  expect((await sequencer.submit(order(5, 200))).answer).toMatchObject({ code: CODE.clientNoReused });
  expect(watched.lookups).toBeGreaterThan(0);
});

it('reads 40 000 numbers of earlier processes within five seconds', async () => {
  const folder = dataFolder();
  const store = await openSqlite(folder);
  await migrateExchange(store);
  await store.many(
    "INSERT INTO exchange_answer (uid, client_no, body, answer, seq, ts) VALUES (?, ?, '', '', 0, 0)",
    Array.from({ length: 40_000 }, (_, at) => [10_000 + (at % 500), `order-${at}`]),
  );
  // Its pauses follow from what its reads take: on a clock of the processor's time a busy machine makes none longer.
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let read = Promise.resolve();
  const timed = {
    all: (sql: string, params: Value[]) => {
      const before = process.cpuUsage();
      const rows = store.all(sql, params);
      read = rows.then(() => {
        const { user, system } = process.cpuUsage(before);
        vi.advanceTimersByTime((user + system) / 1_000);
      });
      return read.then(() => rows);
    },
  } as unknown as Store;
  const began = performance.now();
  const numbers = new ClientNumbers(timed, (_, error) => expect(error).toBeNull());
  for (let tries = 0; !numbers.add(1, `new ${tries}`); tries += 1) {
    // The next one: another exchange of this process may have later ones.
    vi.advanceTimersToNextTimer();
    await read;
    await new Promise(setImmediate);
  }
  expect(performance.now() - began).toBeLessThan(5_000);
  await numbers.close();
  await store.close();
});

it(`finds every number again, and takes few new ones for known (seed ${SEED})`, async () => {
  const store = { all: async () => [] } as unknown as Store;
  const numbers = new ClientNumbers(store, (_, error) => expect(error).toBeNull());
  const random = chance(SEED);
  const names = Array.from(
    { length: 50_000 },
    (_, at) => [10_000 + random.below(500), `${at}-${random.below(1_000_000)}`] as const,
  );
  await expect.poll(() => numbers.add(1, `${random.below(2 ** 30)}`)).toBe(true);
  const takenForKnown = names.filter(([uid, key]) => !numbers.add(uid, key));
  expect(takenForKnown.length).toBeLessThan(5);
  expect(names.filter(([uid, key]) => numbers.add(uid, key))).toEqual([]);
  await numbers.close();
});
