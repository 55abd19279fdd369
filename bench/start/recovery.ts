// Process of the start bench: `write` fills a data folder with commands and is killed; `start` opens it again.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { USDT_ID, instrumentOf } from '../../core/instruments/instrument.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import { readConfig } from '../../server/bootstrap/config.ts';
import { instrumentSetOf } from '../../server/bootstrap/instruments.ts';
import { openPersistence } from '../../server/bootstrap/persistence.ts';
import { type Command, FIRST_USER_UID } from '../../server/exchange/command.ts';
import type { OrderState } from '../../server/exchange/event.ts';
import { listedOrders } from '../../server/gateway/wire/wire-order.ts';
import { snapshotSeq } from '../../server/sequencer/journal/snapshot.ts';
import type { Sequencer } from '../../server/sequencer/sequencer.ts';
import { openSqlite } from '../../server/store/sqlite/sqlite-store.ts';
import { LISTED_INSTRUMENTS } from '../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../server/simulation/instrument-profiles.ts';

/** Built beside this file. */
const ROWS_THREAD = new URL('./rows-thread.mjs', import.meta.url);
const USERS = 200;
const UNDER_WAY = 512;
/** Orders that one user has open: in three markets, because one allows 200. */
const MANY_OPEN = 600;
const HOLDER = FIRST_USER_UID + USERS;
const MARKETS = LISTED_INSTRUMENTS.filter(({ pair, type }) => pair !== '' && type === 'crypto').slice(0, 3);
const COIN = 100_000_000n;
const PAGE = 50;
/** A list is read this often; the median counts. */
const READS = 200;

const [mode, dataDir = '', count = '0'] = process.argv.slice(2);
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', ARCHIVE_DAYS: '0' });

/** What the killed process had committed, and the size of its database. */
export interface Written {
  commands: number;
  bytes: number;
}

export interface Started {
  ms: number;
  cpuMs: number;
  commands: number;
  /** Commands after the snapshot that the start began from, and those of them that had no rows. */
  afterSnapshot: number;
  withoutRows: number;
  open: number;
  /** ms to list them: all from the machine; and a page of 50, and all, as an answer has them. */
  queryMs: number;
  pageMs: number;
  allMs: number;
}

const ticksOf = (at: number): number => {
  const info = MARKETS[at]!;
  return Math.round(profileOf(info.id).price / stepsToNumber(1, instrumentOf(info).price));
};
const middles = MARKETS.map((_, at) => ticksOf(at));

/** Orders of users around a middle price, half of which cross it, and of the holder far below it. */
function orderOf(at: number, uid: number, market: number, away: number): Command {
  const buys = uid === HOLDER || at % 2 === 0;
  const info = MARKETS[market]!;
  const least = Number(instrumentOf(info).info.minAmount) / stepsToNumber(1, instrumentOf(info).amount);
  const ticks = middles[market]!;
  return {
    kind: 'placeSpot',
    uid,
    coinInfoId: info.id,
    side: buys ? 'buy' : 'sell',
    orderType: 'limit',
    priceTicks: ticks + Math.round((ticks * (buys ? away : -away)) / 10_000),
    lots: Math.ceil(least) * (20 + (at % 13)),
    totalUnits: 0n,
    tif: uid !== HOLDER && at % 5 === 0 ? 'IOC' : 'GTC',
    postOnly: false,
    clientNo: `order-${uid}-${at}`,
  };
}

function credits(): Command[] {
  const uids = Array.from({ length: USERS + 1 }, (_, at) => FIRST_USER_UID + at);
  return [USDT_ID, ...MARKETS.map(({ id }) => id)].flatMap((coinId) =>
    uids.map((uid) => ({
      kind: 'credit' as const,
      uid,
      wallet: 'spot' as const,
      coinId,
      units: 50_000_000n * COIN,
      recordType: 'bonus',
      remark: '',
    })),
  );
}

async function submitAll(sequencer: Sequencer, commands: Iterable<Command>): Promise<void> {
  let group: Promise<unknown>[] = [];
  for (const command of commands) {
    group.push(sequencer.submit(command));
    if (group.length < UNDER_WAY) continue;
    await Promise.all(group);
    group = [];
  }
  await Promise.all(group);
}

function* orders(): Generator<Command> {
  for (let at = 0; at < MANY_OPEN; at += 1) yield orderOf(at, HOLDER, at % MARKETS.length, -1_500 + (at % 40));
  for (let at = 0; at < Number(count); at += 1)
    yield orderOf(at, FIRST_USER_UID + (at % USERS), at % MARKETS.length, ((at * 7) % 11) - 5);
}

async function write(): Promise<void> {
  const instruments = await instrumentSetOf(config);
  const { sequencer } = await openPersistence(config, instruments, Date.now, { rowsThread: ROWS_THREAD });
  await submitAll(sequencer, credits());
  await submitAll(sequencer, orders());
  const written: Written = { commands: sequencer.seq(), bytes: statSync(join(dataDir, 'exchange.db')).size };
  process.send!(written, () => process.kill(process.pid, 'SIGKILL'));
}

function medianMs(read: () => unknown): number {
  const times = Array.from({ length: READS }, () => {
    const from = performance.now();
    read();
    return performance.now() - from;
  }).sort((a, b) => a - b);
  return times[READS >> 1]!;
}

async function start(): Promise<void> {
  const before = await openSqlite(dataDir);
  const counter = await before.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'seq'");
  const [rowsSeq, snapshot] = [Number(counter?.value ?? 0n), (await snapshotSeq(before)) ?? 0];
  await before.close();
  const set = await instrumentSetOf(config);
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const { store, sequencer } = await openPersistence(config, set, Date.now, { rowsThread: ROWS_THREAD });
  const ms = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  const list = (limit: number): OrderState[] => sequencer.machine.openOrderPage(HOLDER, { offset: 0, limit }).list;
  const printed = (order: OrderState): string => listedOrders.json(set.markets.known.get(order.coinInfoId)!, order);
  const started: Started = {
    ms,
    cpuMs: (user + system) / 1000,
    commands: sequencer.seq(),
    afterSnapshot: sequencer.seq() - snapshot,
    withoutRows: sequencer.seq() - rowsSeq,
    open: list(Infinity).length,
    queryMs: medianMs(() => list(MANY_OPEN)),
    pageMs: medianMs(() => list(PAGE).map(printed).join()),
    allMs: medianMs(() => list(MANY_OPEN).map(printed).join()),
  };
  await sequencer.close();
  await store.close();
  process.send!(started, () => process.exit(0));
}

await (mode === 'write' ? write() : start());
