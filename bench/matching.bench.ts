// Orders a second through the matching: ours alone, beside two packages on the same mix; then with ledger and events,
// and durable.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as hft from 'hft-limit-order-book';
import * as nodejs from 'nodejs-order-book';
import type { Outcome } from '../server/exchange/outcome.ts';
import { type Command, FIRST_USER_UID } from '../server/exchange/command.ts';
import { Machine } from '../server/exchange/machine.ts';
import { createSequencer } from '../server/sequencer/sequencer.ts';
import { openSqlite } from '../server/store/sqlite/sqlite-store.ts';
import { BTC, COIN, USDT, credit, testInstruments } from '../tests/support/exchange/spot-fixture.ts';
import { MatchingAlone } from '../tests/support/exchange/matching-alone.ts';
import { type Mix, type Op, matchingMix } from '../tests/support/exchange/matching-mix.ts';
import { ROOT } from '../tests/support/data/shared-file.ts';
import { buildBesideThread } from '../tests/support/server/build-thread.ts';
import { ownJournalOf } from '../tests/support/server/own-journal.ts';
import { formed } from './harness/quick.ts';
import { type Row, median } from './harness/row.ts';
import { cpuMsOf } from './harness/process-cpu.ts';

const SEED = 20_261_121;
/** The packages would need a minute and more for as many as we take. */
const OPS = 200_000;
const PEER_OPS = 10_000;
const DURABLE_OPS = 20_000;
const ROUNDS = formed(3, 1);
/**
 * How near the touch limits come. The nearer, the longer the queues at a price, which cost the packages time and us
 * none.
 */
const NEAR_TICKS = [10, 60];

/** An engine on an empty book. */
interface Subject {
  do(op: Op): void;
  /** Resting orders of the mix. */
  book(): string[];
  trades?: string[];
}

type Peer = typeof nodejs | typeof hft;

/** Both packages speak alike. */
class Packaged implements Subject {
  readonly #book: nodejs.OrderBook;
  readonly #sides: { buy: nodejs.Side; sell: nodejs.Side };

  constructor(peer: Peer) {
    this.#book = new peer.OrderBook() as nodejs.OrderBook;
    this.#sides = { buy: peer.Side.BUY as nodejs.Side, sell: peer.Side.SELL as nodejs.Side };
  }

  do(op: Op): void {
    if (op.kind === 'cancel') {
      this.#book.cancel(String(op.id));
      return;
    }
    const side = this.#sides[op.side];
    const { err } =
      op.priceTicks === 0
        ? this.#book.market({ side, size: op.lots })
        : this.#book.limit({ id: String(op.id), side, size: op.lots, price: op.priceTicks });
    if (err) throw err;
  }

  book(): string[] {
    const { bids, asks } = this.#book.snapshot();
    return [...bids, ...asks].flatMap(({ price, orders }) =>
      orders.map(({ id, side, size }) => `${id} ${side} ${price} ${size}`),
    );
  }
}

/** Seconds of CPU for the ops after the set-up; throws when the result is not the naive book's. */
function timed(make: () => Subject, { setUp, ops, book, trades }: Mix): number {
  const subject = make();
  for (const op of setUp) subject.do(op);
  const tookMs = cpuMsOf(() => {
    for (const op of ops) subject.do(op);
  });
  if ([...subject.book()].sort().join() !== [...book].sort().join())
    throw new Error('the final book is not the naive one');
  const traded = subject.trades;
  if (traded && traded.join() !== trades.join()) throw new Error('the trades are not the naive ones');
  return tookMs / 1000;
}

/** Users on each side of the mix: buyers and sellers differ, so that no user matches their own order. */
const USERS = 100;

/** The mix as commands of people, each order under the id that the machine will give it. */
function commandsOf({ setUp, ops }: Mix): { funds: Command[]; setUp: Command[]; ops: Command[] } {
  const rested = new Map<number, { orderId: number; uid: number }>();
  let orderId = 0;
  const uidOf = (side: 'buy' | 'sell', id: number): number =>
    FIRST_USER_UID + (id % USERS) + (side === 'buy' ? 0 : USERS);
  const command = (op: Op): Command => {
    if (op.kind === 'cancel') {
      const { orderId: id, uid } = rested.get(op.id)!;
      return { kind: 'cancelSpot', uid, orderIds: [id] };
    }
    const { id, side, priceTicks, lots } = op;
    const uid = uidOf(side, id);
    rested.set(id, { orderId: (orderId += 1), uid });
    return {
      kind: 'placeSpot',
      uid,
      coinInfoId: BTC,
      side,
      orderType: priceTicks === 0 ? 'market' : 'limit',
      priceTicks,
      lots: lots * LOTS_SCALE,
      totalUnits: 0n,
      tif: 'GTC',
      postOnly: false,
      clientNo: '',
    };
  };
  const funds = Array.from({ length: 2 * USERS }, (_, at) =>
    [USDT, BTC].map((coinId) => credit(FIRST_USER_UID + at, coinId, 10_000_000n * COIN)),
  ).flat();
  return { funds, setUp: setUp.map(command), ops: ops.map(command) };
}

/** Times a mix's lots, so that the smallest order is worth enough. */
const LOTS_SCALE = 1000;

/** The whole machine: rules of admission, matching, ledger and events. */
function machineRate(mix: Mix): number {
  const machine = new Machine(testInstruments());
  const { funds, setUp, ops } = commandsOf(mix);
  let seq = 0;
  const apply = (command: Command): Outcome => machine.apply({ seq: (seq += 1), ts: 1_700_000_000_000 + seq }, command);
  for (const command of [...funds, ...setUp])
    if ('code' in apply(command).answer) throw new Error('the set-up was refused');
  const before = process.cpuUsage();
  let refused = 0;
  for (const command of ops) if ('code' in apply(command).answer) refused += 1;
  const { user, system } = process.cpuUsage(before);
  if (refused > 0 || machine.market(BTC)!.tradeId !== mix.trades.length)
    throw new Error(`${refused} refused, ${machine.market(BTC)!.tradeId} trades for ${mix.trades.length}`);
  return ops.length / ((user + system) / 1e6);
}

/** Commands that wait for their answers at once. */
const IN_FLIGHT = 1_000;

/**
 * Through the sequencer into the embedded store: durable orders a CPU second of all threads, with their rows.
 */
async function durableRate(mix: Mix, thread: URL): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'defi-matching-'));
  const store = await openSqlite(folder);
  const sequencer = await createSequencer({
    ...ownJournalOf({ where: folder }, store, testInstruments(), thread),
    now: Date.now,
  });
  const { funds, setUp, ops } = commandsOf(mix);
  const send = async (commands: Command[]): Promise<void> => {
    for (let at = 0; at < commands.length; at += IN_FLIGHT) {
      const outcomes = await Promise.all(
        commands.slice(at, at + IN_FLIGHT).map((command) => sequencer.submit(command)),
      );
      if (outcomes.some(({ answer }) => 'code' in answer)) throw new Error('a command was refused');
    }
  };
  await send(funds);
  await send(setUp);
  const before = process.cpuUsage();
  await send(ops);
  await sequencer.projected();
  const { user, system } = process.cpuUsage(before);
  if (sequencer.machine.market(BTC)!.tradeId !== mix.trades.length)
    throw new Error('the trades are not the naive ones');
  await sequencer.close();
  await store.close();
  rmSync(folder, { recursive: true });
  return ops.length / ((user + system) / 1e6);
}

export async function run(): Promise<Row[]> {
  const rows = NEAR_TICKS.flatMap(compare);
  const mix = matchingMix(SEED, OPS, NEAR_TICKS[0]!);
  const rate = median(Array.from({ length: ROUNDS }, () => machineRate(mix)));
  rows.push({ name: 'the machine: admission, matching, ledger, events', value: rate, unit: 'ops/CPU-s' });
  // Inside node_modules, so that the bundle finds the packages it leaves outside.
  const built = mkdtempSync(join(ROOT, 'node_modules', '.matching-'));
  await buildBesideThread(built);
  const thread = pathToFileURL(join(built, 'rows-thread.mjs'));
  const durable = await durableRate(matchingMix(SEED, DURABLE_OPS, NEAR_TICKS[0]!), thread).finally(() =>
    rmSync(built, { recursive: true }),
  );
  rows.push({
    name: 'sequencer, durable in SQLite',
    value: durable,
    unit: 'ops/CPU-s',
    against: 'goal 10000/CPU-s',
    ratio: durable / 10_000,
  });
  return rows;
}

function compare(nearTicks: number): Row[] {
  const whole = matchingMix(SEED, OPS, nearTicks);
  const part = matchingMix(SEED, PEER_OPS, nearTicks);
  const own: number[] = [];
  const one: number[] = [];
  const other: number[] = [];
  timed(() => new MatchingAlone(), part);
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(OPS / timed(() => new MatchingAlone(), whole));
    one.push(PEER_OPS / timed(() => new Packaged(nodejs), part));
    other.push(PEER_OPS / timed(() => new Packaged(hft), part));
  }
  const rate = median(own);
  const row = (name: string, peer: number): Row => ({
    name: `matching alone, limits within ${nearTicks} ticks of the touch`,
    value: rate,
    unit: 'ops/CPU-s',
    against: `${name} ${Math.round(peer)}/CPU-s`,
    ratio: rate / peer,
  });
  return [row('nodejs-order-book', median(one)), row('hft-limit-order-book', median(other))];
}
