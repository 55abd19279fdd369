// The sequencer: answers only what is committed, answers a repeated order once, and recovers.
import { describe, expect, it, onTestFinished } from 'vitest';
import { SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import { CODE } from '../../../core/errors/errors.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import type { Command } from '../../../server/exchange/command.ts';
import type { OrderState } from '../../../server/exchange/event.ts';
import { MAX_QUEUED } from '../../../server/sequencer/command-queue.ts';
import { type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  DOGE,
  USDT,
  credit,
  market,
  place,
  testInstruments,
} from '../../support/exchange/spot-fixture.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { randomCommands } from '../../support/exchange/random-commands.ts';
import { withdrawBots } from '../../support/exchange/withdraw-bots.ts';

interface Open {
  store: Store;
  sequencer: Sequencer;
  stop: () => Promise<void>;
}

/**
 * `msPerLook`: how far the clock goes on with each look. A group of commands is closed after 5 ms: with 1 the disk is
 * synced for every two or three commands.
 */
async function open(folder: string, wrap: (store: Store) => Store = (store) => store, msPerLook = 1): Promise<Open> {
  const store = await openSqlite(folder);
  let nowMs = 1_700_000_000_000;
  const sequencer = await createSequencer({
    store: wrap(store),
    instruments: testInstruments(),
    now: () => Math.floor((nowMs += msPerLook)),
    report: () => {},
  });
  const stop = async (): Promise<void> => {
    await sequencer.close();
    await store.close();
  };
  onTestFinished(stop);
  return { store, sequencer, stop };
}

async function funded(folder = dataFolder(), wrap?: (store: Store) => Store): Promise<Open> {
  const opened = await open(folder, wrap);
  await Promise.all(
    [ALICE, BOB, BOT].flatMap((uid) =>
      [USDT, BTC, DOGE].map((coinId) => opened.sequencer.submit(credit(uid, coinId, 100_000n * COIN))),
    ),
  );
  return opened;
}

/** In order, 500 at a time: fewer than the queue holds. */
async function submitAll({ sequencer }: Open, commands: Command[]): Promise<void> {
  for (let at = 0; at < commands.length; at += 500)
    await Promise.all(commands.slice(at, at + 500).map((command) => sequencer.submit(command)));
}

const order = ({ answer }: Outcome): OrderState => {
  if ('code' in answer) throw new Error(`refused ${JSON.stringify(answer)}`);
  return answer.orders[0]!;
};
const page = { offset: 0, limit: 100 };

/** The whole state of a machine, sorted. */
function portrait({ machine }: Sequencer): unknown {
  const books = [BTC, DOGE].map((id) =>
    ([1, 2] as const).map((side) => {
      const levels: number[][] = [];
      machine.levels(id, side, (priceTicks, lots) => levels.push([priceTicks, lots]));
      return levels;
    }),
  );
  const balances = machine
    .allBalances()
    .filter(({ available, frozen }) => available !== 0n || frozen !== 0n)
    .sort((a, b) => a.uid - b.uid || a.coinId - b.coinId);
  const orders = [...new Set(balances.map(({ uid }) => uid))].map((uid) => machine.openOrders(uid, null));
  return {
    books,
    balances,
    orders,
    counters: machine.counters(),
    markets: [machine.market(BTC), machine.market(DOGE)],
  };
}

describe('the sequencer', () => {
  it('numbers without gaps, publishes in order before it answers, and answers when durable', async () => {
    const { sequencer, store } = await funded();
    const published: number[] = [];
    sequencer.onCommitted((outcomes) => published.push(...outcomes.map(({ seq }) => seq)));
    const from = sequencer.seq();
    const answers = await Promise.all(
      Array.from({ length: 600 }, async (_, at) => {
        const outcome = await sequencer.submit(
          place(ALICE, 'buy', 1000 + at, 10_000, { clientNo: `n${at}`, coinInfoId: BTC }),
        );
        expect(published).toContain(outcome.seq);
        return outcome;
      }),
    );
    expect(published).toEqual(Array.from({ length: 600 }, (_, at) => from + 1 + at));
    expect(answers.filter(({ answer }) => !('code' in answer))).toHaveLength(200);
    await sequencer.projected();
    expect(await store.first('SELECT COUNT(*) AS n FROM exchange_order')).toEqual({ n: 200n });
    expect(await store.first("SELECT value FROM exchange_counter WHERE name = 'seq'")).toEqual({
      value: BigInt(from + 600),
    });
  });

  it('answers the queries of the calls', async () => {
    const { sequencer } = await funded();
    const sell = order(await sequencer.submit(place(ALICE, 'sell', 2000, 50_000, { clientNo: 'a-1' })));
    const buy = order(await sequencer.submit(place(BOB, 'buy', 2000, 30_000, { clientNo: 'b-1' })));
    const doge = order(
      await sequencer.submit(
        place(ALICE, 'buy', 2000, 1000, { clientNo: 'a-2', coinInfoId: DOGE, priceTicks: 10_000 }),
      ),
    );
    const { queries } = sequencer;
    const now = (await queries.order(sell.id))!;
    expect(now).toMatchObject({ dealLots: 30_000, status: SPOT_STATUS.partial, frozenUnits: 20_000_000n });
    expect(await queries.orders(ALICE, { state: 'current', ...page })).toEqual({ list: [doge, now], total: 2 });
    expect((await queries.orders(ALICE, { state: 'current', offset: 1, limit: 1 })).list).toEqual([now]);
    expect((await queries.orders(ALICE, { state: 'current', coinInfoId: DOGE, side: 'buy', ...page })).total).toBe(1);
    expect(
      (await queries.orders(ALICE, { state: 'current', startTime: doge.createTime, endTime: doge.createTime, ...page }))
        .list,
    ).toEqual([doge]);
    expect((await queries.orders(BOB, { state: 'history', ...page })).list).toEqual([buy]);
    expect(await queries.orderByClientNo(BOB, 'b-1')).toEqual(buy);
    expect(await queries.orderByClientNo(ALICE, 'b-1')).toBeNull();
    expect((await queries.fills(buy.id)).map(({ lots, maker, units }) => [lots, maker, units])).toEqual([
      [30_000, false, 30n * COIN],
    ]);
    expect(await queries.balances(ALICE)).toEqual(expect.arrayContaining(sequencer.machine.balances(ALICE)));
    const lines = await queries.ledgerEntries(ALICE, { coinId: BTC, ...page });
    expect(lines.list.map(({ recordType, units, frozenUnits }) => [recordType, units, frozenUnits])).toEqual([
      ['spot_sell', -30_000_000n, -30_000_000n],
      ['spot_sell', 0n, 50_000_000n],
      ['demo_faucet', 100_000n * COIN, 0n],
    ]);
    expect((await queries.ledgerEntries(ALICE, { recordType: 'demo_faucet', ...page })).total).toBe(3);
  });

  it('answers an order once: repeated, at the same time, after a restart; another under its number is 1409', async () => {
    const folder = dataFolder();
    const first = await funded(folder);
    const body = place(ALICE, 'buy', 2000, 50_000, { clientNo: 'once' });
    const answers = await Promise.all([1, 2, 3].map(() => first.sequencer.submit({ ...body })));
    expect(new Set(answers.map((outcome) => order(outcome).id)).size).toBe(1);
    const refused = await first.sequencer.submit(place(ALICE, 'buy', 2100, 100_000_000, { clientNo: 'refused' }));
    expect(refused.answer).toMatchObject({ code: CODE.notEnoughBalance });
    // Later changes of the order do not change its first answer.
    await first.sequencer.submit(market(BOB, 'sell', 50_000));
    expect((await first.sequencer.submit(body)).answer).toEqual(answers[0]!.answer);
    expect((await first.sequencer.submit({ ...body, lots: 60_000 })).answer).toMatchObject({
      code: CODE.clientNoReused,
    });
    await first.stop();
    const { sequencer, store } = await open(folder);
    expect(await sequencer.submit(body)).toMatchObject({
      answer: answers[0]!.answer,
      seq: answers[0]!.seq,
      events: [],
    });
    expect((await sequencer.submit({ ...body, priceTicks: 2001 })).answer).toMatchObject({ code: CODE.clientNoReused });
    await sequencer.submit(credit(ALICE, USDT, 10_000_000n * COIN));
    expect((await sequencer.submit(place(ALICE, 'buy', 2100, 100_000_000, { clientNo: 'refused' }))).answer).toEqual(
      refused.answer,
    );
    expect((await sequencer.submit({ ...body, uid: BOB })).answer).not.toHaveProperty('code');
    await sequencer.projected();
    expect(await store.first('SELECT COUNT(*) AS n FROM exchange_order WHERE uid = ?', [ALICE])).toEqual({ n: 1n });
  });

  it('makes 1000 orders of 1000 sent three times at once', async () => {
    const { sequencer, store } = await funded();
    const orders = Array.from({ length: 1000 }, (_, at) =>
      place(ALICE, 'sell', 2000, 1000, { clientNo: `x${at}`, tif: 'IOC' }),
    );
    const answers = await Promise.all([...orders, ...orders, ...orders].map((body) => sequencer.submit({ ...body })));
    for (let at = 0; at < 1000; at += 1) {
      expect(answers[at + 1000]!.answer).toEqual(answers[at]!.answer);
      expect(answers[at + 2000]!.answer).toEqual(answers[at]!.answer);
    }
    await sequencer.projected();
    expect(await store.first('SELECT COUNT(*) AS n FROM exchange_order')).toEqual({ n: 1000n });
  });

  it('has the same books, priorities, balances and numbers after a restart', async () => {
    const folder = dataFolder();
    const opened = (at: string): Promise<Open> => open(at, (store) => store, 0.02);
    const first = await opened(folder);
    const commands = randomCommands(20_260_101, 6000);
    await submitAll(first, commands);
    await withdrawBots(first.sequencer);
    const before = portrait(first.sequencer);
    await first.stop();
    const second = await opened(folder);
    expect(portrait(second.sequencer)).toEqual(before);
    expect(second.sequencer.seq()).toBe(first.sequencer.seq());
    // The same commands give the same trades on both machines: the queues are the same. The restart has a number too.
    const other = await opened(dataFolder());
    await submitAll(other, commands);
    await withdrawBots(other.sequencer);
    const more = randomCommands(7, 800).filter(({ kind }) => kind !== 'credit');
    const tape = async ({ sequencer }: Open, seqBefore: number) =>
      (await Promise.all(more.map((command) => sequencer.submit(command)))).map(({ seq, events }) => [
        seq - seqBefore,
        ...events.map((event) => (event.kind === 'trade' ? [event.id, event.priceTicks, event.lots] : event.kind)),
      ]);
    const seq = second.sequencer.seq();
    expect(await tape(second, seq + 1)).toEqual(await tape(other, seq));
  });

  it('stores only balances of bots', async () => {
    const { sequencer, store } = await funded();
    const submitted: Promise<Outcome>[] = [];
    for (let at = 0; at < 2_500; at += 1) {
      submitted.push(
        ...[BOT, ALICE].map((uid) => sequencer.submit({ kind: 'cancelAllSpot', uid, coinInfoId: BTC })),
        sequencer.submit(place(BOT, 'buy', 2000, 10_000)),
      );
      if (at % 1000 === 999) await Promise.all(submitted);
    }
    await Promise.all(submitted);
    const count = async (table: string) =>
      Number((await store.first<{ n: bigint }>(`SELECT COUNT(*) AS n FROM ${table}`))!.n);
    await sequencer.projected();
    expect([await count('exchange_order'), await count('exchange_deal')]).toEqual([0, 0]);
    // Six credits of two users, both sides of each.
    expect(await count('exchange_line')).toBe(12);
  });

  it('refuses at the end of the queue, bots at half of it', async () => {
    const { sequencer } = await funded();
    const bots = Array.from({ length: MAX_QUEUED / 2 + 1 }, () =>
      sequencer.submit({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: null }),
    );
    const users = Array.from({ length: MAX_QUEUED / 2 + 1 }, () =>
      sequencer.submit({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null }),
    );
    expect((await bots.at(-1)!).answer).toMatchObject({ code: CODE.busy });
    expect((await users.at(-1)!).answer).toMatchObject({ code: CODE.busy });
    expect((await bots.at(-2)!).answer).not.toHaveProperty('code');
    expect((await users.at(-2)!).answer).not.toHaveProperty('code');
  });

  it('drains on close, and accepts nothing after it', async () => {
    const { sequencer } = await funded();
    const last = sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'last' }));
    const closed = sequencer.close();
    expect((await sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'late' }))).answer).toMatchObject({
      code: CODE.busy,
    });
    await closed;
    expect(order(await last).status).toBe(SPOT_STATUS.onBook);
  });

  it('stops when a commit fails: 1500 for all, nothing published, nothing there after a restart', async () => {
    const folder = dataFolder();
    let full = false;
    const failing = (store: Store): Store => {
      const transaction: Store['transaction'] = (work) =>
        store.transaction(async (rows) => {
          const result = await work(rows);
          if (full) throw new Error('database or disk is full');
          return result;
        });
      return {
        kind: store.kind,
        all: (sql, params) => store.all(sql, params),
        first: (sql, params) => store.first(sql, params),
        each: (sql, rows) => store.each(sql, rows),
        run: (sql, params) => store.run(sql, params),
        many: (sql, rows) => store.many(sql, rows),
        batch: (steps) => transaction((rows) => rows.batch(steps)),
        transaction,
        close: () => store.close(),
      };
    };
    const { sequencer, stop } = await funded(folder, failing);
    await sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'safe' }));
    let published = 0;
    sequencer.onCommitted((outcomes) => {
      published += outcomes.length;
    });
    full = true;
    const answers = await Promise.all(
      [1, 2, 3].map((at) => sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: `lost${at}` }))),
    );
    full = false;
    answers.push(await sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'after' })));
    expect(answers.map(({ answer }) => 'code' in answer && answer.code)).toEqual([
      CODE.busy,
      CODE.busy,
      CODE.busy,
      CODE.busy,
    ]);
    expect(published).toBe(0);
    await stop();
    const again = await open(folder);
    expect((await again.sequencer.queries.orders(ALICE, { state: 'current', ...page })).total).toBe(1);
    expect(order(await again.sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'lost1' }))).status).toBe(
      SPOT_STATUS.onBook,
    );
  });

  it('stops when a lookup of client numbers fails: 1500 for all, and all are new after a restart', async () => {
    const folder = dataFolder();
    let away = false;
    const deaf = (store: Store): Store => ({
      kind: store.kind,
      all: async (sql, params) => {
        // Without the numbers of before, new ones are looked up as well.
        if (away || sql.includes('ORDER BY uid, client_no')) throw new Error('the store does not answer');
        return store.all(sql, params);
      },
      first: (sql, params) => store.first(sql, params),
      run: (sql, params) => store.run(sql, params),
      each: (sql, rows) => store.each(sql, rows),
      many: (sql, rows) => store.many(sql, rows),
      batch: (steps) => store.batch(steps),
      transaction: (work) => store.transaction(work),
      close: () => store.close(),
    });
    const { sequencer, stop } = await funded(folder, deaf);
    away = true;
    const under = [1, 2, 3].map((at) =>
      sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: `unheard${at}` })),
    );
    expect((await Promise.all(under)).map(({ answer }) => 'code' in answer && answer.code)).toEqual([
      CODE.busy,
      CODE.busy,
      CODE.busy,
    ]);
    await stop();
    const again = await open(folder);
    expect(
      order(await again.sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'unheard2' }))).status,
    ).toBe(SPOT_STATUS.onBook);
  });

  it('confirms nothing that is lost on a full disk', async () => {
    const folder = dataFolder();
    const { sequencer, store, stop } = await funded(folder);
    const pages = await store.first<{ page_count: bigint }>('PRAGMA page_count');
    // SQLite's limit on the file size: from here on it behaves like a full disk.
    await store.run(`PRAGMA max_page_count = ${pages!.page_count + 40n}`);
    const orders = Array.from({ length: 3000 }, (_, at) =>
      place(ALICE, 'sell', 2000, 1000, { clientNo: `f${at}`, tif: 'IOC' }),
    );
    const answers: Outcome[] = [];
    for (let at = 0; at < orders.length; at += 100)
      answers.push(...(await Promise.all(orders.slice(at, at + 100).map((body) => sequencer.submit(body)))));
    const refused = answers.filter(({ answer }) => 'code' in answer);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(orders.length);
    expect(new Set(refused.map(({ answer }) => 'code' in answer && answer.code))).toEqual(new Set([CODE.busy]));
    await stop();
    const again = await open(folder);
    const { list, total } = await again.sequencer.queries.orders(ALICE, { state: 'history', offset: 0, limit: 5000 });
    expect(total).toBe(answers.length - refused.length);
    expect(new Set(list.map(({ id }) => id))).toEqual(
      new Set(answers.filter(({ answer }) => !('code' in answer)).map((outcome) => order(outcome).id)),
    );
  });

  it('reports a listener that throws, and continues', async () => {
    const { sequencer } = await funded();
    let notified = 0;
    sequencer.onCommitted(() => {
      throw new Error('mine');
    });
    sequencer.onCommitted(() => {
      notified += 1;
    });
    expect(order(await sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: 'z' }))).status).toBe(
      SPOT_STATUS.onBook,
    );
    expect(notified).toBe(1);
  });

  it('does not start with a changed grid, or with changed balances', async () => {
    const folder = dataFolder();
    const { stop } = await funded(folder);
    await stop();
    const again = await openSqlite(folder);
    onTestFinished(() => again.close());
    await again.run('UPDATE exchange_balance SET available = available + 1 WHERE uid = ?', [ALICE]);
    const openWith = (instruments: ReturnType<typeof testInstruments>) =>
      createSequencer({ store: again, instruments, now: () => 0 });
    await expect(openWith(testInstruments())).rejects.toThrow(/sum to/);
    await expect(openWith(testInstruments({ priceTick: '0.5' }))).rejects.toThrow(/stored with tick/);
  });
});
