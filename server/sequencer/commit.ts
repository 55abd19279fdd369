// Writes what a group of commands came to, in one transaction: the last state of each order and balance, and what people keep for ever.
import { SPOT_STATUS } from '../../contract/order.ts';
import { type Command, FIRST_PERSON_UID } from '../exchange/command.ts';
import type { ExchangeEvent, OrderState, Outcome, Posting } from '../exchange/event.ts';
import type { Rows, Step, Store, Value } from '../store/store.ts';
import { ContractChanges, prunedIndex } from './contract-changes.ts';
import { FundChanges } from './fund-changes.ts';
import { LineChain } from './line-chain.ts';
import { SecondsChanges, type SignReceipt } from './seconds-changes.ts';
import { INSERT_DEAL, INSERT_LINE, UPSERT_BALANCE, UPSERT_ORDER, dealValues, lineValues, orderValues } from './rows.ts';
import { type Nameable, bodyOf, keptName, toText } from './text.ts';

/** Commands kept in the journal; it is cut back to this after every PRUNE_EVERY: little and often, so that no group waits long for it. */
export const JOURNAL_KEPT = 20_000;
const PRUNE_EVERY = 200;
/** How long a refusal, or a cancel, is remembered under its clientNo. What moved money is remembered for ever. */
const ANSWERS_KEPT_MS = 86_400_000;
/** Events one command can have; a ledger line's id is `seq * EVENTS_PER_COMMAND + its place`, a safe integer up to seq 8 * 10^9. */
const EVENTS_PER_COMMAND = 1_048_576;

/** Numbers that a restart goes on from. */
const COUNTERS = ['seq', 'ts', 'orderId', 'dealId', 'contractId', 'fundId', 'secondsId'] as const;
type Counters = Record<(typeof COUNTERS)[number], number>;

/** A command that was applied, with what it came to. */
export interface Applied {
  command: Command;
  outcome: Outcome;
}

/** What a group changes, gathered so that each row is written once. */
interface Changes {
  orders: Map<number, OrderState>;
  /** By owner, coin and wallet in one number. */
  balances: Map<number, Posting>;
  markets: Map<number, { tradeId: number; lastPriceTicks: number }>;
  statuses: Map<number, number>;
  deals: Value[][];
  lines: { id: number; posting: Posting }[];
  /** Null in most groups: made with the first event that is not about spot. */
  beside: BesideSpot | null;
}

/** Wallet and coin in the key of a balance; coins have numbers below half of it. */
const BALANCES_PER_UID = 2 ** 21;

/** What a group changes about contracts, funds and seconds contracts. */
class BesideSpot {
  readonly #contracts = new ContractChanges();
  readonly #funds = new FundChanges();
  readonly #seconds: SecondsChanges;

  constructor(sign: SignReceipt | null) {
    this.#seconds = new SecondsChanges(sign);
  }

  note(event: ExchangeEvent, lineId: number): void {
    this.#contracts.note(event, lineId);
    this.#funds.note(event);
    this.#seconds.note(event);
  }

  steps(): Step[] {
    return [...this.#contracts.steps(), ...this.#funds.steps(), ...this.#seconds.steps()];
  }
}

export class GroupWriter {
  /** Bots' orders that have a row: only those need deleting when they end. */
  readonly #botRows: Set<number>;
  readonly #signReceipt: SignReceipt | null;
  readonly #chain = new LineChain();
  /** Counters as they were last written; none before the first group. */
  #counters: Counters | null = null;
  /** Statements that write some of the counters, by the set of them. */
  readonly #moves = new Map<number, string>();
  /** Number of the command with which was last pruned, and that up to which the journal is gone; 0: this process has pruned nothing yet. */
  #prunedAt = 0;
  #goneTo = 0;

  constructor(openBotOrders: Iterable<number>, signReceipt: SignReceipt | null = null) {
    this.#botRows = new Set(openBotOrders);
    this.#signReceipt = signReceipt;
  }

  /** Durable when it resolves. `counters` are the machine's after the last command of the group. Throws what the store throws; nothing of the group is then kept. */
  async write(store: Store, group: Applied[], counters: Omit<Counters, 'seq' | 'ts'>): Promise<void> {
    const last = group[group.length - 1]!.outcome;
    const changes = gather(group, this.#signReceipt);
    const { kept, gone } = this.#split(changes.orders.values());
    const steps: Step[] = [
      ['INSERT INTO exchange_journal (seq, ts, command) VALUES (?, ?, ?)', group.map(({ command, outcome: { seq, ts } }) => [seq, ts, toText(command)])],
      [UPSERT_ORDER, kept],
      ['DELETE FROM exchange_order WHERE id = ?', gone],
      [INSERT_DEAL, changes.deals],
      [INSERT_LINE, await this.#chained(store, changes.lines)],
      ...(changes.beside?.steps() ?? []),
      [UPSERT_BALANCE, Array.from(changes.balances.values(), (p) => [p.uid, p.wallet, p.coinId, p.available, p.frozen])],
      ['UPDATE exchange_market SET trade_id = ?, last_price_ticks = ? WHERE coin_info_id = ?',
        Array.from(changes.markets, ([coinInfoId, { tradeId, lastPriceTicks }]) => [tradeId, lastPriceTicks, coinInfoId])],
      ['UPDATE exchange_market SET status = ? WHERE coin_info_id = ?', Array.from(changes.statuses, ([coinInfoId, status]) => [status, coinInfoId])],
      ['INSERT INTO exchange_answer (uid, client_no, body, answer, order_id, seq, ts) VALUES (?, ?, ?, ?, ?, ?, ?)', group.flatMap(answerValues)],
      this.#moved({ ...counters, seq: last.seq, ts: last.ts }),
      ...(last.seq - this.#prunedAt >= PRUNE_EVERY ? await this.#pruned(store, last) : []),
    ];
    await store.batch(steps);
  }

  /** Writes the counters that are not as they were last written; "seq" is always one. */
  #moved(counters: Counters): Step {
    let set = 0;
    const values: number[] = [];
    for (let at = 0; at < COUNTERS.length; at += 1) {
      const name = COUNTERS[at]!;
      if (this.#counters?.[name] === counters[name]) continue;
      set |= 1 << at;
      values.push(counters[name]);
    }
    this.#counters = counters;
    let sql = this.#moves.get(set);
    if (sql === undefined) this.#moves.set(set, sql = moveOf(set));
    return [sql, [values]];
  }

  async #pruned(rows: Rows, last: Outcome): Promise<Step[]> {
    const goneTo = last.seq - JOURNAL_KEPT;
    const steps: Step[] = [
      ['DELETE FROM exchange_journal WHERE seq > ? AND seq <= ?', [[this.#goneTo, goneTo]]],
      ['DELETE FROM exchange_answer WHERE order_id IS NULL AND ts < ?', [[last.ts - ANSWERS_KEPT_MS]]],
      await prunedIndex(rows, last.ts),
    ];
    this.#prunedAt = last.seq;
    this.#goneTo = Math.max(0, goneTo);
    return steps;
  }

  async #chained(rows: Rows, lines: Changes['lines']): Promise<Value[][]> {
    const values: Value[][] = [];
    for (const { id, posting } of lines) {
      const linked = this.#chain.link(rows, id, posting);
      const { prev, hash } = linked instanceof Promise ? await linked : linked;
      values.push(lineValues(id, posting, prev, hash));
    }
    return values;
  }

  /** People's orders are kept whatever becomes of them; a bot's only while it is open. */
  #split(orders: Iterable<OrderState>): { kept: Value[][]; gone: Value[][] } {
    const kept: Value[][] = [];
    const gone: Value[][] = [];
    for (const order of orders) {
      if (order.uid >= FIRST_PERSON_UID) {
        kept.push(orderValues(order));
      } else if (order.status < SPOT_STATUS.finished) {
        this.#botRows.add(order.id);
        kept.push(orderValues(order));
      } else if (this.#botRows.delete(order.id)) {
        gone.push([order.id]);
      }
    }
    return { kept, gone };
  }
}

function gather(group: Applied[], sign: SignReceipt | null): Changes {
  const changes: Changes = {
    orders: new Map(), balances: new Map(), markets: new Map(), statuses: new Map(), deals: [], lines: [],
    beside: null,
  };
  for (const { outcome: { seq, events } } of group) {
    // Of what the house and its bots do among themselves no records are kept; of what touches a person, both sides (L9).
    const kept = events.some((event) => event.kind === 'posting' && event.posting.uid >= FIRST_PERSON_UID);
    for (let at = 0; at < events.length; at += 1) {
      const event = events[at]!;
      const id = seq * EVENTS_PER_COMMAND + at;
      if (kept && event.kind === 'posting') changes.lines.push({ id, posting: event.posting });
      note(changes, event, id, sign);
    }
  }
  return changes;
}

function note(changes: Changes, event: ExchangeEvent, lineId: number, sign: SignReceipt | null): void {
  if (event.kind === 'order') {
    changes.orders.set(event.order.id, event.order);
  } else if (event.kind === 'trade') {
    changes.markets.set(event.coinInfoId, { tradeId: event.id, lastPriceTicks: event.priceTicks });
  } else if (event.kind === 'deal') {
    if (event.deal.uid >= FIRST_PERSON_UID) changes.deals.push(dealValues(event.deal));
  } else if (event.kind === 'posting') {
    const { posting } = event;
    changes.balances.set(posting.uid * BALANCES_PER_UID + posting.coinId * 2 + (posting.wallet === 'spot' ? 0 : 1), posting);
  } else if (event.kind === 'marketStatus') {
    changes.statuses.set(event.coinInfoId, event.status);
  } else if (event.kind !== 'level' && event.kind !== 'bookReset') {
    changes.beside ??= new BesideSpot(sign);
    changes.beside.note(event, lineId);
  }
}

/** The statement that writes a set of the counters: bit n is the nth. */
function moveOf(set: number): string {
  const names = COUNTERS.filter((_, at) => (set >> at) & 1).map((name) => `'${name}'`);
  return `UPDATE exchange_counter SET value = CASE name ${names.map((name) => `WHEN ${name} THEN ?`).join(' ')} END WHERE name IN (${names.join(', ')})`;
}

/** Whether a retry of the command under its name must find this answer. */
export function isNamed(command: Command): command is Nameable {
  return 'clientNo' in command && command.uid >= FIRST_PERSON_UID && Boolean(command.clientNo);
}

function answerValues({ command, outcome: { seq, ts, answer } }: Applied): Value[][] {
  if (!isNamed(command)) return [];
  return [[command.uid, keptName(command), bodyOf(command), toText(answer), keptFor(command, answer), seq, ts]];
}

/** Id of what a command made, 0 where that has none: its answer is remembered for ever. Null: it moved nothing, or cancelled, and may be forgotten. */
function keptFor({ kind }: Command, answer: Outcome['answer']): number | null {
  if ('code' in answer || kind === 'cancelSpot' || kind === 'cancelAllSpot' || kind === 'cancelContract') return null;
  return answer.orders[0]?.id ?? answer.contracts?.[0]?.id ?? answer.fund?.id ?? 0;
}
