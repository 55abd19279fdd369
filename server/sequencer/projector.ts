// Rows of orders, fills, ledger entries, balances and answers: a projection that follows the journal.
import { DAY_MS } from '../../core/units/durations.ts';
import { SPOT_STATUS } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Command, FIRST_USER_UID } from '../exchange/command.ts';
import type { OrderState } from '../exchange/event.ts';
import type { Outcome } from '../exchange/outcome.ts';
import type { Rows, Step, Value } from '../store/store.ts';
import { prunedIndex } from './changesets/contract-changeset.ts';
import { RowChangeset } from './changesets/row-changeset.ts';
import { type NamedCommand, fingerprint, idempotencyKey, toText } from './codec.ts';
import { LedgerHashChain } from './ledger-hash-chain.ts';
import type { Receipt } from './mappers/binary-option-mapper.ts';
import {
  INSERT_LEDGER_ENTRY,
  INSERT_UNLINKED_ENTRY,
  UPSERT_ORDER,
  ledgerEntryValues,
  orderValues,
} from './mappers/order-mapper.ts';

/** Old answers are deleted after this many commands: often and little, so that no batch takes long for it. */
const PRUNE_EVERY = 200;
/** Index ticks are pruned this often: those of each market are in pages of their own, which are all rewritten. */
const PRUNE_TICKS_MS = 60_000;
/**
 * How long a refusal or a cancel is remembered under its clientNo. The answer to what moved money is stored for ever.
 */
const ANSWER_RETENTION_MS = DAY_MS;

/** Counters from which a restart continues; those of the rows are the projector's position. */
export const COUNTERS = ['seq', 'ts', 'orderId', 'dealId', 'contractId', 'fundId', 'secondsId'] as const;
export type Counters = Record<(typeof COUNTERS)[number], number>;

/** A command that was applied, with its outcome. */
export interface AppliedCommand {
  command: Command;
  outcome: Outcome;
}

export class Projector {
  /** Orders of the clearing account that have a row; only these are deleted when they end. */
  readonly #clearingRows: Set<number>;
  readonly #chain = new LedgerHashChain();
  /** Counters as they were last written; null before the first batch. */
  #counters: Counters | null = null;
  /** Statements that update a set of counters, by the bits of the set. */
  readonly #counterUpdates = new Map<number, string>();
  /** Number of the command at the last pruning; 0 before the first one of this process. */
  #prunedAt = 0;
  #ticksPrunedAt: EpochMs = 0;
  /** Changes that have no rows yet. */
  #changes = new RowChangeset();
  /** Answers to client numbers that have no rows yet. */
  #answers: Value[][] = [];

  constructor(openClearingOrders: Iterable<number>) {
    this.#clearingRows = new Set(openClearingOrders);
  }

  /** `receipts` of the binary options that were bought, by order. */
  add(group: readonly AppliedCommand[], receipts: ReadonlyMap<number, Receipt>): void {
    for (const { command, outcome } of group) {
      this.#changes.collect(outcome, receipts);
      this.#addAnswer(command, outcome);
    }
  }

  /** The statements that write what was added, up to the command that has these counters: the new position. */
  async steps(rows: Rows, counters: Counters): Promise<Step[]> {
    const changes = this.#changes;
    const { upserted, deleted } = this.#splitOrders(changes.orders.values());
    return [
      [UPSERT_ORDER, upserted],
      ['DELETE FROM exchange_order WHERE id = ?', deleted],
      ...(await this.#ledgerSteps(rows, changes.ledgerEntries)),
      ...changes.steps(),
      [
        'INSERT INTO exchange_answer (uid, client_no, body, answer, order_id, seq, ts) VALUES (?, ?, ?, ?, ?, ?, ?)',
        this.#answers,
      ],
      this.#counterStep(counters),
      ...(counters.seq - this.#prunedAt >= PRUNE_EVERY ? await this.#pruneSteps(rows, counters) : []),
    ];
  }

  /** What `steps` wrote is stored. */
  stored(): void {
    this.#changes = new RowChangeset();
    this.#answers = [];
  }

  #addAnswer(command: Command, { seq, ts, answer }: Outcome): void {
    if (!isNamed(command)) return;
    this.#answers.push([
      command.uid,
      idempotencyKey(command),
      fingerprint(command),
      toText(answer),
      retainedOrderId(command, answer),
      seq,
      ts,
    ]);
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
    if (set === 0) return ['', []];
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

  async #ledgerSteps(rows: Rows, entries: RowChangeset['ledgerEntries']): Promise<Step[]> {
    const linked: Value[][] = [];
    const unlinked: Value[][] = [];
    for (const { id, posting } of entries) {
      const values = ledgerEntryValues(id, posting);
      if (posting.uid < FIRST_USER_UID) unlinked.push(values);
      else {
        const link = this.#chain.link(rows, id, posting);
        const { prev, hash } = link instanceof Promise ? await link : link;
        values.push(prev, hash);
        linked.push(values);
      }
    }
    return [
      [INSERT_LEDGER_ENTRY, linked],
      [INSERT_UNLINKED_ENTRY, unlinked],
    ];
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

/** Statement that updates a set of counters: bit n is the nth. */
function counterUpdateOf(set: number): string {
  const names = COUNTERS.filter((_, at) => (set >> at) & 1).map((name) => `'${name}'`);
  return `UPDATE exchange_counter SET value = CASE name ${names.map((name) => `WHEN ${name} THEN ?`).join(' ')} END WHERE name IN (${names.join(', ')})`;
}

/** Whether the command has a client number under which a retry must find its answer. */
export function isNamed(command: Command): command is NamedCommand {
  return 'clientNo' in command && command.uid >= FIRST_USER_UID && Boolean(command.clientNo);
}

/**
 * Id of what the command created (0 without one): its answer is stored for ever. Null: it moved nothing, or cancelled,
 * and is forgotten after a day.
 */
function retainedOrderId({ kind }: Command, answer: Outcome['answer']): number | null {
  if ('code' in answer || kind === 'cancelSpot' || kind === 'cancelAllSpot' || kind === 'cancelContract') return null;
  return answer.orders[0]?.id ?? answer.contracts?.[0]?.id ?? answer.fund?.id ?? 0;
}
