// Writes the changes of a group of commands in one transaction: the last state of each order and
// balance, and the records that are stored for ever.
import { SPOT_STATUS } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Outcome } from '../exchange/outcome.ts';
import { type Command, FIRST_USER_UID, isBot } from '../exchange/command.ts';
import type { ExchangeEvent, OrderState, Posting } from '../exchange/event.ts';
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
import { type NamedCommand, fingerprint, idempotencyKey, toText } from './codec.ts';
import { type Journal, journaledCommand } from './journal/journal.ts';

/** Old answers are deleted after this many commands: often and little, so that no group waits long for it. */
const PRUNE_EVERY = 200;
/** Index ticks are pruned this often: those of each market are in pages of their own, which are all rewritten. */
const PRUNE_TICKS_MS = 60_000;
/** Longest time that changes among bots alone stay unwritten (L13); the clock's beats commit sooner. */
const LONGEST_DEFERRED_MS = 2_000;
/**
 * How long a refusal or a cancel is remembered under its clientNo. The answer to what moved money is stored for ever.
 */
const ANSWER_RETENTION_MS = 86_400_000;
/**
 * Most events of a command. A ledger entry's id is `seq * EVENTS_PER_COMMAND + its index`, a safe integer up to seq 8 *
 * 10^9.
 */
const EVENTS_PER_COMMAND = 1_048_576;

/** Counters from which a restart continues. */
const COUNTERS = ['seq', 'ts', 'orderId', 'dealId', 'contractId', 'fundId', 'secondsId'] as const;
export type Counters = Record<(typeof COUNTERS)[number], number>;

/** A command that was applied, with its outcome. */
export interface AppliedCommand {
  command: Command;
  outcome: Outcome;
}

/** Changes collected over several groups while only bots act. */
interface DeferredChanges {
  /** By uid, coin and account in one number. */
  balances: Map<number, Posting>;
  markets: Map<number, { tradeId: number; lastPriceTicks: number }>;
}

/** The changes of a group; each row is written once. */
interface Changeset extends DeferredChanges {
  /** Orders of users and the clearing account; those of bots end with the process. */
  orders: Map<number, OrderState>;
  statuses: Map<number, number>;
  fills: Value[][];
  ledgerEntries: { id: number; posting: Posting }[];
  /** Null in most groups: created with the first event that is not about spot. */
  nonSpot: NonSpotChangeset | null;
}

/** Factor of the uid in the key of a balance; coin ids are below half of it. */
const BALANCES_PER_UID = 2 ** 21;

/** The changes of a group to contracts, funds and binary options. */
class NonSpotChangeset {
  readonly #contracts = new ContractChangeset();
  readonly #funds = new FundChangeset();
  readonly #seconds: BinaryOptionChangeset;

  constructor(sign: SignReceipt | null) {
    this.#seconds = new BinaryOptionChangeset(sign);
  }

  collect(event: ExchangeEvent, entryId: number): void {
    this.#contracts.collect(event, entryId);
    this.#funds.collect(event);
    this.#seconds.collect(event);
  }

  steps(): Step[] {
    return [...this.#contracts.steps(), ...this.#funds.steps(), ...this.#seconds.steps()];
  }
}

export interface WriterOptions {
  /** Signs the receipt of a binary option when it is committed; absent: no receipts. */
  signReceipt?: SignReceipt;
  /**
   * Whether changes among bots alone wait for the next commit (L13), up to 2 s; absent: yes. In a cluster they do not:
   * other nodes know only what is durable.
   */
  defersBots?: boolean;
}

export class GroupWriter {
  /** Orders of the clearing account that have a row; only these are deleted when they end. */
  readonly #clearingRows: Set<number>;
  readonly #signReceipt: SignReceipt | null;
  readonly #deferredMs: number;
  readonly #chain = new LedgerHashChain();
  /** Counters as they were last written; null before the first group. */
  #counters: Counters | null = null;
  /** Statements that update a set of counters, by the bits of the set. */
  readonly #counterUpdates = new Map<number, string>();
  readonly #journal: Journal;
  /** Number of the command at which was last pruned; 0 before this process has pruned. */
  #prunedAt = 0;
  #ticksPrunedAt: EpochMs = 0;
  #deferred = newDeferredChanges();
  #hasDeferred = false;
  #writtenAt: EpochMs = 0;

  constructor(
    journal: Journal,
    openClearingOrders: Iterable<number>,
    { signReceipt, defersBots = true }: WriterOptions = {},
  ) {
    this.#journal = journal;
    this.#clearingRows = new Set(openClearingOrders);
    this.#signReceipt = signReceipt ?? null;
    this.#deferredMs = defersBots ? LONGEST_DEFERRED_MS : 0;
  }

  /**
   * When it resolves, the group and all before it are durable; a group of bots alone becomes durable with the next
   * group that is written. `counters` are those after the group's last command. Throws what the store throws; nothing
   * since the last commit is stored then.
   */
  async write(store: Store, group: AppliedCommand[], counters: Counters): Promise<void> {
    for (const { command, outcome } of group)
      this.#journal.add({ seq: outcome.seq, ts: outcome.ts, command: journaledCommand(command, outcome) });
    const changes = changesetOf(group, this.#deferred, this.#signReceipt);
    if (
      group.every(({ command }) => isBot(command.uid)) &&
      concernsBotsOnly(changes) &&
      counters.ts - this.#writtenAt < this.#deferredMs
    )
      this.#hasDeferred = true;
    else await this.#commit(store, group, changes, counters);
  }

  /** Writes the deferred changes of bots. */
  async end(store: Store, counters: Counters): Promise<void> {
    if (this.#hasDeferred) await this.#commit(store, [], changesetOf([], this.#deferred, null), counters);
  }

  async #commit(store: Store, group: AppliedCommand[], changes: Changeset, counters: Counters): Promise<void> {
    const { upserted, deleted } = this.#splitOrders(changes.orders.values());
    const steps: Step[] = [
      ...this.#journal.steps(counters),
      [UPSERT_ORDER, upserted],
      ['DELETE FROM exchange_order WHERE id = ?', deleted],
      [INSERT_FILL, changes.fills],
      [INSERT_LEDGER_ENTRY, await this.#ledgerRows(store, changes.ledgerEntries)],
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
      ...(counters.seq - this.#prunedAt >= PRUNE_EVERY ? await this.#pruneSteps(store, counters) : []),
    ];
    await store.batch(steps);
    this.#journal.committed();
    this.#deferred = newDeferredChanges();
    this.#hasDeferred = false;
    this.#writtenAt = counters.ts;
  }

  /** Updates the counters that changed; `seq` always did. */
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

  async #pruneSteps(rows: Rows, { seq, ts }: Counters): Promise<Step[]> {
    const steps: Step[] = [
      ['DELETE FROM exchange_answer WHERE order_id IS NULL AND ts < ?', [[ts - ANSWER_RETENTION_MS]]],
    ];
    if (ts - this.#ticksPrunedAt >= PRUNE_TICKS_MS) {
      steps.push(await prunedIndex(rows, ts));
      this.#ticksPrunedAt = ts;
    }
    this.#prunedAt = seq;
    return steps;
  }

  async #ledgerRows(rows: Rows, lines: Changeset['ledgerEntries']): Promise<Value[][]> {
    const values: Value[][] = [];
    for (const { id, posting } of lines) {
      const linked = this.#chain.link(rows, id, posting);
      const { prev, hash } = linked instanceof Promise ? await linked : linked;
      values.push(ledgerEntryValues(id, posting, prev, hash));
    }
    return values;
  }

  /** Users' orders stay in the store; the clearing account's only while they are open. */
  #splitOrders(orders: Iterable<OrderState>): { upserted: Value[][]; deleted: Value[][] } {
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

function newDeferredChanges(): DeferredChanges {
  return { balances: new Map(), markets: new Map() };
}

/** Whether only balances of bots and last prices changed. */
function concernsBotsOnly({ orders, statuses, fills, ledgerEntries, nonSpot }: Changeset): boolean {
  return (
    orders.size === 0 && statuses.size === 0 && fills.length === 0 && ledgerEntries.length === 0 && nonSpot === null
  );
}

/** A bot's orders end with the process: its frozen money is stored as available. */
function balanceValues({ uid, wallet, coinId, available, frozen }: Posting): Value[] {
  return isBot(uid) ? [uid, wallet, coinId, available + frozen, 0n] : [uid, wallet, coinId, available, frozen];
}

function changesetOf(group: AppliedCommand[], unwritten: DeferredChanges, sign: SignReceipt | null): Changeset {
  const changes: Changeset = {
    ...unwritten,
    orders: new Map(),
    statuses: new Map(),
    fills: [],
    ledgerEntries: [],
    nonSpot: null,
  };
  for (const {
    outcome: { seq, events },
  } of group) {
    // Both sides of what touches a user are recorded (L9); what the exchange and its bots do among themselves is not.
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

function collect(changes: Changeset, event: ExchangeEvent, entryId: number, sign: SignReceipt | null): void {
  if (event.kind === 'order') {
    if (!isBot(event.order.uid)) changes.orders.set(event.order.id, event.order);
  } else if (event.kind === 'trade') {
    changes.markets.set(event.coinInfoId, { tradeId: event.id, lastPriceTicks: event.priceTicks });
  } else if (event.kind === 'fill') {
    if (event.fill.uid >= FIRST_USER_UID) changes.fills.push(fillValues(event.fill));
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
    changes.nonSpot.collect(event, entryId);
  }
}

/** Statement that updates a set of counters: bit n is the nth. */
function counterUpdateOf(set: number): string {
  const names = COUNTERS.filter((_, at) => (set >> at) & 1).map((name) => `'${name}'`);
  return `UPDATE exchange_counter SET value = CASE name ${names.map((name) => `WHEN ${name} THEN ?`).join(' ')} END WHERE name IN (${names.join(', ')})`;
}

/** Whether the command has a client number under which a retry must find its answer. */
export function isNamed(command: Command): command is NamedCommand {
  return 'clientNo' in command && command.uid >= FIRST_USER_UID && Boolean(command.clientNo);
}

function answerValues({ command, outcome: { seq, ts, answer } }: AppliedCommand): Value[][] {
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
 * Id of what the command created (0 without one): its answer is stored for ever. Null: it moved nothing, or cancelled,
 * and is forgotten after a day.
 */
function retainedOrderId({ kind }: Command, answer: Outcome['answer']): number | null {
  if ('code' in answer || kind === 'cancelSpot' || kind === 'cancelAllSpot' || kind === 'cancelContract') return null;
  return answer.orders[0]?.id ?? answer.contracts?.[0]?.id ?? answer.fund?.id ?? 0;
}
