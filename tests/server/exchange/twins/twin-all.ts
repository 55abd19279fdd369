// Runs one seed of all kinds of commands: ledger, spot book, contracts, binary options and funds are compared with
// naive twins, and the log is replayed.
import { ASK, BID } from '../../../../core/feed/checksum.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import { CLEARING_UID, type Command, type CommandOf, EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import { fromText, toText } from '../../../../server/sequencer/codec.ts';
import { fault } from '../../../support/exchange/contract-fixture.ts';
import { NaiveContracts } from './naive-contracts.ts';
import { NaiveExchange, type Result } from './naive-exchange.ts';
import { NaiveFunds, levelsOf } from './naive-funds.ts';
import { allKindsStream } from './random-commands-all.ts';
import { type Plan, moneyCommands, planOf, worldOf } from './random-scenario.ts';
import { NaiveSeconds } from './twin-binary-options.ts';

/** Commands between two slow checks: the whole ledger and every contract; the whole book; the replay of the log. */
const SCAN_EVERY = 20;
const BOOK_EVERY = 100;
const REPLAY_EVERY = 5_000;

/** Cases that every long run reaches: answers, ends of contracts, results of binary options. */
export const MUST_MEET = [
  'placeSpot 0',
  'cancelSpot 0',
  'quote 0',
  'placeContract 0',
  'closeContract 0',
  'addMargin 0',
  'clock 0',
  'placeSeconds 0',
  'transfer 0',
  'convert 0',
  'applyDeposit 0',
  'requestWithdraw 0',
  'decideFund 0',
  'settleWithdraw 0',
  'delistMarket 0',
  'delistMarket 1400',
  'liquidation',
  'stop_loss',
  'take_profit',
  'system',
  'win',
  'lose',
];

/** Cases that were reached: answers by kind and code, ends of contracts, results of binary options. */
export interface Watched {
  commands: number;
  trades: number;
  postings: number;
  met: Map<string, number>;
  stateHash: string;
}

/** Runs a seed. Throws Error at the first fault, with seed and command. */
export function watchAll(seed: number, count: number, world = worldOf()): Watched {
  const plan = planOf(count, world);
  const watch = new Watch(plan);
  for (const command of allKindsStream(seed, plan, watch.machine)) {
    const wrong = watch.take(command);
    if (wrong) throw new Error(`seed ${seed}, command ${watch.done.commands} ${toText(command)}: ${wrong}`);
  }
  const wrong = watch.replay();
  if (wrong) throw new Error(`seed ${seed}, at the end: ${wrong}`);
  return {
    ...watch.done,
    met: new Map([...watch.done.met, ...watch.contracts.ends, ...watch.seconds.results]),
    stateHash: watch.machine.stateHash(),
  };
}

class Watch {
  readonly machine: Machine;
  readonly contracts = new NaiveContracts();
  readonly seconds = new NaiveSeconds();
  readonly done = { commands: 0, trades: 0, postings: 0, met: new Map<string, number>() };
  readonly #spot = new NaiveExchange();
  readonly #funds: NaiveFunds;
  /** A machine that gets only the text of the log. */
  readonly #follower: Machine;
  readonly #plan: Plan;
  readonly #perps: ReadonlySet<number>;
  /** Number of credits at the start. */
  readonly #before: number;
  #log: string[] = [];
  #played = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#perps = new Set(plan.world.perps);
    this.#before = moneyCommands(plan.world);
    this.machine = new Machine(plan.world.instruments);
    this.#follower = new Machine(plan.world.instruments);
    this.#funds = new NaiveFunds(plan.world.coins);
    this.#spot.isElsewhere = (id) => this.#perps.has(this.machine.order(id)?.coinInfoId ?? 0);
  }

  take(command: Command): string | null {
    this.done.commands += 1;
    const { commands } = this.done;
    this.#log.push(toText(command));
    const stamp = this.#stampOf(commands);
    this.#spot.nextId = this.machine.counters().orderId;
    const outcome = this.machine.apply(stamp, command);
    this.#note(command, outcome);
    return (
      ledgerFault(outcome, this.#perps) ??
      this.#spotFault(command, outcome) ??
      this.contracts.onOutcome(outcome, this.machine, commands % SCAN_EVERY === 0) ??
      this.seconds.onOutcome(outcome, this.machine) ??
      // Fund commands do not change the books, so the levels stay valid.
      this.#funds.onOutcome(command, stamp, outcome, levelsOf(this.machine), this.machine) ??
      (commands % SCAN_EVERY === 0 ? fault(this.machine) : null) ??
      (commands % BOOK_EVERY === 0 ? this.#bookFault() : null) ??
      (commands % REPLAY_EVERY === 0 ? this.replay() : null)
    );
  }

  /** Replays the new part of the log, and compares the states. */
  replay(): string | null {
    for (const text of this.#log) this.#follower.apply(this.#stampOf((this.#played += 1)), fromText<Command>(text));
    this.#log = [];
    return this.#follower.stateHash() === this.machine.stateHash() ? null : 'the log played again gives another state';
  }

  /** Credits come first, all at the first time. */
  #stampOf(seq: number): { seq: number; ts: number } {
    return { seq, ts: this.#plan.timeOf(Math.max(0, seq - this.#before)) };
  }

  #note(command: Command, { answer, events }: Outcome): void {
    const key = `${command.kind} ${'code' in answer ? answer.code : 0}`;
    this.done.met.set(key, (this.done.met.get(key) ?? 0) + 1);
    for (const { kind } of events) {
      if (kind === 'trade') this.done.trades += 1;
      else if (kind === 'posting') this.done.postings += 1;
    }
  }

  /** Spot commands in the twin's markets run in the twin too; of all others it gets the ledger entries. */
  #spotFault(command: Command, outcome: Outcome): string | null {
    if (!isSpot(command, this.#perps)) {
      for (const event of outcome.events) {
        if (event.kind === 'index') this.#spot.index.set(event.coinInfoId, event.priceTicks);
        if (event.kind === 'posting' && event.posting.wallet === 'spot')
          this.#spot.onOutcome(event.posting.uid, event.posting.coinId, event.posting.units, event.posting.frozenUnits);
      }
      return null;
    }
    const [ours, theirs] = [JSON.stringify(inWords(outcome)), JSON.stringify(this.#spot.do(command))];
    return ours === theirs ? null : `answered ${ours}, the twin ${theirs}`;
  }

  /** Every level and every order of the twin's markets. */
  #bookFault(): string | null {
    for (const coin of this.#plan.world.spots) {
      const theirs = new Map<string, number>();
      for (const order of this.#spot.book)
        if (order.coin === coin)
          theirs.set(`${order.side} ${order.price}`, (theirs.get(`${order.side} ${order.price}`) ?? 0) + order.left);
      const ours = (
        [
          ['buy', BID],
          ['sell', ASK],
        ] as const
      ).flatMap(([side, code]) =>
        levelsOf(this.machine)(coin, code).map(({ priceTicks, lots }) => ({ key: `${side} ${priceTicks}`, lots })),
      );
      if (ours.length !== theirs.size || ours.some(({ key, lots }) => theirs.get(key) !== lots))
        return `the book of ${coin} is not the twin's`;
    }
    const lost = this.#spot.book.find(({ id, left }) => {
      const order = this.machine.order(id);
      return !order || order.lots - order.dealLots !== left;
    });
    return lost ? `order ${lost.id} is not the twin's` : null;
  }
}

type SpotCommand = CommandOf<'placeSpot' | 'cancelSpot' | 'cancelAllSpot' | 'quote'>;

function isSpot(command: Command, perps: ReadonlySet<number>): command is SpotCommand {
  if (command.kind === 'placeSpot' || command.kind === 'quote') return !perps.has(command.coinInfoId);
  return command.kind === 'cancelSpot' || command.kind === 'cancelAllSpot';
}

/** The outcome in the form of the spot twin's results. */
function inWords({ answer, events }: Outcome): Result {
  if ('code' in answer) return { refused: answer.code };
  return {
    orders: answer.orders.map(({ id, status, dealLots, reason }) => `${id} ${status} ${dealLots} ${reason}`),
    trades: events.flatMap((event) =>
      event.kind === 'fill' && event.fill.maker
        ? [`${event.fill.orderId} ${event.fill.priceTicks} ${event.fill.lots}`]
        : [],
    ),
  };
}

/** Kinds of events that a trigger causes. */
const FORCED = new Set(['order', 'trade', 'level', 'fill', 'posting', 'contract', 'contractNote']);

/**
 * L1, L2 and M13 within one outcome: entries sum to 0 for each coin, no user's balance is negative, a refusal has no
 * events.
 */
function ledgerFault({ answer, events }: Outcome, perps: ReadonlySet<number>): string | null {
  // Triggers that wait for the book run after any command, also a refused one (R11): they cause events of the clearing
  // account in a perpetual.
  if (
    'code' in answer &&
    events.some((event) => !FORCED.has(event.kind) || ('coinInfoId' in event && !perps.has(event.coinInfoId)))
  )
    return `a refusal has events: ${events.map(({ kind }) => kind).join()}`;
  const perCoin = new Map<number, bigint>();
  for (const event of events) {
    if (event.kind !== 'posting') continue;
    const { coinId, units, available, frozen, uid } = event.posting;
    perCoin.set(coinId, (perCoin.get(coinId) ?? 0n) + units);
    if (frozen < 0n || (available < 0n && uid !== EXCHANGE_UID && uid !== CLEARING_UID))
      return `${uid} has ${available} and ${frozen} frozen of ${coinId}`;
  }
  for (const [coinId, sum] of perCoin) if (sum !== 0n) return `the lines of coin ${coinId} sum to ${sum}`;
  return null;
}
