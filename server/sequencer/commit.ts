// Writes what a group of commands came to, in one transaction: the last state of each order and balance, and what
// people keep for ever.
import { SPOT_STATUS } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Command, FIRST_USER_UID, isBot } from '../exchange/command.ts';
import type { ExchangeEvent, OrderState, Outcome, Posting } from '../exchange/event.ts';
import type { Rows, Step, Store, Value } from '../store/store.ts';
import { ContractChangeset, prunedIndex } from './changesets/contract-changeset.ts';
import { FundChangeset } from './changesets/fund-changeset.ts';
import { LedgerHashChain } from './ledger-hash-chain.ts';
import { BinaryOptionChangeset, type SignReceipt } from './changesets/binary-option-changeset.ts';
import {
  INSERT_FILL,
  INSERT_LEDGER_ENTRY,
  UPSERT_BALANCE,
  UPSERT_ORDER,
  fillValues,
  ledgerEntryValues,
  orderValues,
} from './mappers/order-mapper.ts';
import { type Nameable, fingerprint, idempotencyKey, toText } from './codec.ts';

/**
 * Commands kept in the journal; it is cut back to this after every PRUNE_EVERY: little and often, so that no group
 * waits long for it.
 */
export const JOURNAL_LENGTH = 20_000;
const PRUNE_EVERY = 200;
/** Index ticks are cut back this often: each market's lie in pages of their own, which are all written anew. */
const PRUNE_TICKS_MS = 60_000;
/**
 * What bots do among themselves is written with the next commit, at the latest this long after the last one (L13): the
 * clock's beats come sooner.
 */
const LONGEST_UNWRITTEN_MS = 2_000;
/** How long a refusal, or a cancel, is remembered under its clientNo. What moved money is remembered for ever. */
const ANSWER_RETENTION_MS = 86_400_000;
/**
 * Events one command can have; a ledger line's id is `seq * EVENTS_PER_COMMAND + its place`, a safe integer up to seq 8
 * * 10^9.
 */
const EVENTS_PER_COMMAND = 1_048_576;

/** Numbers that a restart goes on from. */
const COUNTERS = ['seq', 'ts', 'orderId', 'dealId', 'contractId', 'fundId', 'secondsId'] as const;
export type Counters = Record<(typeof COUNTERS)[number], number>;

/** A command that was applied, with what it came to. */
export interface Applied {
  command: Command;
  outcome: Outcome;
}

/** What is gathered over several groups while only bots act. */
interface Unwritten {
  /** By owner, coin and wallet in one number. */
  balances: Map<number, Posting>;
  markets: Map<number, { tradeId: number; lastPriceTicks: number }>;
}

/** What a group changes, gathered so that each row is written once. */
interface Changeset extends Unwritten {
  /** Of everybody but the bots, whose orders end with the process. */
  orders: Map<number, OrderState>;
  statuses: Map<number, number>;
  deals: Value[][];
  ledgerEntries: { id: number; posting: Posting }[];
  /** Null in most groups: made with the first event that is not about spot. */
  nonSpot: NonSpotChangeset | null;
}

/** Wallet and coin in the key of a balance; coins have numbers below half of it. */
const BALANCES_PER_UID = 2 ** 21;

/** What a group changes about contracts, funds and seconds contracts. */
class NonSpotChangeset {
  readonly #contracts = new ContractChangeset();
  readonly #funds = new FundChangeset();
  readonly #seconds: BinaryOptionChangeset;

  constructor(sign: SignReceipt | null) {
    this.#seconds = new BinaryOptionChangeset(sign);
  }

  note(event: ExchangeEvent, lineId: number): void {
    this.#contracts.collect(event, lineId);
    this.#funds.collect(event);
    this.#seconds.collect(event);
  }

  steps(): Step[] {
    return [...this.#contracts.steps(), ...this.#funds.steps(), ...this.#seconds.steps()];
  }
}

export class GroupWriter {
  /** Orders of the clearing account that have a row: only those need deleting when they end. */
  readonly #clearingRows: Set<number>;
  readonly #signReceipt: SignReceipt | null;
  readonly #chain = new LedgerHashChain();
  /** Counters as they were last written; none before the first group. */
  #counters: Counters | null = null;
  /** Statements that write some of the counters, by the set of them. */
  readonly #counterUpdates = new Map<number, string>();
  /**
   * Number of the command with which was last pruned, and that up to which the journal is gone; 0: this process has
   * pruned nothing yet.
   */
  #prunedAt = 0;
  #prunedTo = 0;
  #ticksPrunedAt: EpochMs = 0;
  #unwritten = newUnwritten();
  #isBehind = false;
  #writtenAt: EpochMs = 0;

  constructor(openClearingOrders: Iterable<number>, signReceipt: SignReceipt | null = null) {
    this.#clearingRows = new Set(openClearingOrders);
    this.#signReceipt = signReceipt;
  }

  /**
   * Durable when it resolves, with all that was applied before; where bots alone have acted, when the next group is
   * that is written. `counters` are those after the last command of the group. Throws what the store throws; nothing is
   * then kept since the last that was written.
   */
  async write(store: Store, group: Applied[], counters: Counters): Promise<void> {
    const changes = gather(group, this.#unwritten, this.#signReceipt);
    if (
      group.every(({ command }) => isBot(command.uid)) &&
      areBotsAlone(changes) &&
      counters.ts - this.#writtenAt < LONGEST_UNWRITTEN_MS
    )
      this.#isBehind = true;
    else await this.#commit(store, group, changes, counters);
  }

  /** Writes what bots did since the last commit. */
  async end(store: Store, counters: Counters): Promise<void> {
    if (this.#isBehind) await this.#commit(store, [], gather([], this.#unwritten, null), counters);
  }

  async #commit(store: Store, group: Applied[], changes: Changeset, counters: Counters): Promise<void> {
    const { upserted, deleted } = this.#split(changes.orders.values());
    const steps: Step[] = [
      [
        'INSERT INTO exchange_journal (seq, ts, command) VALUES (?, ?, ?)',
        group.filter(isJournaled).map(({ command, outcome: { seq, ts } }) => [seq, ts, toText(command)]),
      ],
      [UPSERT_ORDER, upserted],
      ['DELETE FROM exchange_order WHERE id = ?', deleted],
      [INSERT_FILL, changes.deals],
      [INSERT_LEDGER_ENTRY, await this.#chained(store, changes.ledgerEntries)],
      ...(changes.nonSpot?.steps() ?? []),
      [UPSERT_BALANCE, Array.from(changes.balances.values(), balanceValues)],
      [
        'UPDATE exchange_market SET trade_id = ?, last_price_ticks = ? WHERE coin_info_id = ?',
        Array.from(changes.markets, ([coinInfoId, { tradeId, lastPriceTicks }]) => [
          tradeId,
          lastPriceTicks,
          coinInfoId,
        ]),
      ],
      [
        'UPDATE exchange_market SET status = ? WHERE coin_info_id = ?',
        Array.from(changes.statuses, ([coinInfoId, status]) => [status, coinInfoId]),
      ],
      [
        'INSERT INTO exchange_answer (uid, client_no, body, answer, order_id, seq, ts) VALUES (?, ?, ?, ?, ?, ?, ?)',
        group.flatMap(answerValues),
      ],
      this.#counterStep(counters),
      ...(counters.seq - this.#prunedAt >= PRUNE_EVERY ? await this.#pruned(store, counters) : []),
    ];
    await store.batch(steps);
    this.#unwritten = newUnwritten();
    this.#isBehind = false;
    this.#writtenAt = counters.ts;
  }

  /** Writes the counters that are not as they were last written; "seq" is always one. */
  #counterStep(counters: Counters): Step {
    let set = 0;
    const values: number[] = [];
    for (let at = 0; at < COUNTERS.length; at += 1) {
      const name = COUNTERS[at]!;
      if (this.#counters?.[name] === counters[name]) continue;
      set |= 1 << at;
      values.push(counters[name]);
    }
    this.#counters = counters;
    let sql = this.#counterUpdates.get(set);
    if (sql === undefined) this.#counterUpdates.set(set, (sql = counterUpdateOf(set)));
    return [sql, [values]];
  }

  async #pruned(rows: Rows, { seq, ts }: Counters): Promise<Step[]> {
    const prunedTo = seq - JOURNAL_LENGTH;
    const steps: Step[] = [
      ['DELETE FROM exchange_journal WHERE seq > ? AND seq <= ?', [[this.#prunedTo, prunedTo]]],
      ['DELETE FROM exchange_answer WHERE order_id IS NULL AND ts < ?', [[ts - ANSWER_RETENTION_MS]]],
    ];
    if (ts - this.#ticksPrunedAt >= PRUNE_TICKS_MS) {
      steps.push(await prunedIndex(rows, ts));
      this.#ticksPrunedAt = ts;
    }
    this.#prunedAt = seq;
    this.#prunedTo = Math.max(0, prunedTo);
    return steps;
  }

  async #chained(rows: Rows, lines: Changeset['ledgerEntries']): Promise<Value[][]> {
    const values: Value[][] = [];
    for (const { id, posting } of lines) {
      const linked = this.#chain.link(rows, id, posting);
      const { prev, hash } = linked instanceof Promise ? await linked : linked;
      values.push(ledgerEntryValues(id, posting, prev, hash));
    }
    return values;
  }

  /** People's orders are kept whatever becomes of them; the clearing account's only while it is open. */
  #split(orders: Iterable<OrderState>): { upserted: Value[][]; deleted: Value[][] } {
    const upserted: Value[][] = [];
    const deleted: Value[][] = [];
    for (const order of orders) {
      if (order.uid >= FIRST_USER_UID) {
        upserted.push(orderValues(order));
      } else if (order.status < SPOT_STATUS.finished) {
        this.#clearingRows.add(order.id);
        upserted.push(orderValues(order));
      } else if (this.#clearingRows.delete(order.id)) {
        deleted.push([order.id]);
      }
    }
    return { upserted, deleted };
  }
}

function newUnwritten(): Unwritten {
  return { balances: new Map(), markets: new Map() };
}

/** Whether nothing happened but that bots' money and the last prices moved. */
function areBotsAlone({ orders, statuses, deals, ledgerEntries, nonSpot }: Changeset): boolean {
  return (
    orders.size === 0 && statuses.size === 0 && deals.length === 0 && ledgerEntries.length === 0 && nonSpot === null
  );
}

/** A bot's orders end with the process: what they freeze is kept as available. */
function balanceValues({ uid, wallet, coinId, available, frozen }: Posting): Value[] {
  return isBot(uid) ? [uid, wallet, coinId, available + frozen, 0n] : [uid, wallet, coinId, available, frozen];
}

function gather(group: Applied[], unwritten: Unwritten, sign: SignReceipt | null): Changeset {
  const changes: Changeset = {
    ...unwritten,
    orders: new Map(),
    statuses: new Map(),
    deals: [],
    ledgerEntries: [],
    nonSpot: null,
  };
  for (const {
    outcome: { seq, events },
  } of group) {
    // Of what the house and its bots do among themselves no records are kept; of what touches a person, both sides
    // (L9).
    const touchesUser = events.some((event) => event.kind === 'posting' && event.posting.uid >= FIRST_USER_UID);
    for (let at = 0; at < events.length; at += 1) {
      const event = events[at]!;
      const id = seq * EVENTS_PER_COMMAND + at;
      if (touchesUser && event.kind === 'posting') changes.ledgerEntries.push({ id, posting: event.posting });
      collect(changes, event, id, sign);
    }
  }
  return changes;
}

function collect(changes: Changeset, event: ExchangeEvent, lineId: number, sign: SignReceipt | null): void {
  if (event.kind === 'order') {
    if (!isBot(event.order.uid)) changes.orders.set(event.order.id, event.order);
  } else if (event.kind === 'trade') {
    changes.markets.set(event.coinInfoId, { tradeId: event.id, lastPriceTicks: event.priceTicks });
  } else if (event.kind === 'deal') {
    if (event.deal.uid >= FIRST_USER_UID) changes.deals.push(fillValues(event.deal));
  } else if (event.kind === 'posting') {
    const { posting } = event;
    changes.balances.set(
      posting.uid * BALANCES_PER_UID + posting.coinId * 2 + (posting.wallet === 'spot' ? 0 : 1),
      posting,
    );
  } else if (event.kind === 'marketStatus') {
    changes.statuses.set(event.coinInfoId, event.status);
  } else if (event.kind !== 'level' && event.kind !== 'bookReset') {
    changes.nonSpot ??= new NonSpotChangeset(sign);
    changes.nonSpot.note(event, lineId);
  }
}

/** The statement that writes a set of the counters: bit n is the nth. */
function counterUpdateOf(set: number): string {
  const names = COUNTERS.filter((_, at) => (set >> at) & 1).map((name) => `'${name}'`);
  return `UPDATE exchange_counter SET value = CASE name ${names.map((name) => `WHEN ${name} THEN ?`).join(' ')} END WHERE name IN (${names.join(', ')})`;
}

/**
 * The journal has what people and operators asked for. A beat is kept as its ticks; of one that was refused the secret
 * is still to be revealed.
 */
function isJournaled({ command }: Applied): boolean {
  return command.kind !== 'clock' && !isBot(command.uid);
}

/** Whether a retry of the command under its name must find this answer. */
export function isNamed(command: Command): command is Nameable {
  return 'clientNo' in command && command.uid >= FIRST_USER_UID && Boolean(command.clientNo);
}

function answerValues({ command, outcome: { seq, ts, answer } }: Applied): Value[][] {
  if (!isNamed(command)) return [];
  return [
    [
      command.uid,
      idempotencyKey(command),
      fingerprint(command),
      toText(answer),
      retainedOrderId(command, answer),
      seq,
      ts,
    ],
  ];
}

/**
 * Id of what a command made, 0 where that has none: its answer is remembered for ever. Null: it moved nothing, or
 * cancelled, and may be forgotten.
 */
function retainedOrderId({ kind }: Command, answer: Outcome['answer']): number | null {
  if ('code' in answer || kind === 'cancelSpot' || kind === 'cancelAllSpot' || kind === 'cancelContract') return null;
  return answer.orders[0]?.id ?? answer.contracts?.[0]?.id ?? answer.fund?.id ?? 0;
}
