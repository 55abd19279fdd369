// Writes what a group of commands came to, in one transaction: the last state of each order and balance, and what people keep for ever.
import { SPOT_STATUS } from '../../contract/order.ts';
import { type Command, FIRST_PERSON_UID } from '../exchange/command.ts';
import type { ExchangeEvent, OrderState, Outcome, Posting } from '../exchange/event.ts';
import type { Rows, Step, Value } from '../store/store.ts';
import { ContractChanges, pruneIndex } from './contract-changes.ts';
import { FundChanges } from './fund-changes.ts';
import { LineChain } from './line-chain.ts';
import { SecondsChanges, type SignReceipt } from './seconds-changes.ts';
import { INSERT_DEAL, INSERT_LINE, UPSERT_BALANCE, UPSERT_ORDER, dealValues, lineValues, orderValues } from './rows.ts';
import { type Nameable, bodyOf, keptName, toText } from './text.ts';

/** Commands kept in the journal; it is cut back to this whenever the numbers pass a multiple of PRUNE_EVERY. */
export const JOURNAL_KEPT = 20_000;
const PRUNE_EVERY = 2_000;
/** How long a refusal, or a cancel, is remembered under its clientNo. What moved money is remembered for ever. */
const ANSWERS_KEPT_MS = 86_400_000;
/** Events one command can have; a ledger line's id is `seq * EVENTS_PER_COMMAND + its place`, a safe integer up to seq 8 * 10^9. */
const EVENTS_PER_COMMAND = 1_048_576;

/** A command that was applied, with what it came to. */
export interface Applied {
  command: Command;
  outcome: Outcome;
}

/** What a group changes, gathered so that each row is written once. */
interface Changes {
  orders: Map<number, OrderState>;
  balances: Map<string, Posting>;
  markets: Map<number, { tradeId: number; lastPriceTicks: number }>;
  statuses: Map<number, number>;
  deals: Value[][];
  lines: { id: number; posting: Posting }[];
  contracts: ContractChanges;
  funds: FundChanges;
  seconds: SecondsChanges;
}

export class GroupWriter {
  /** Bots' orders that have a row: only those need deleting when they end. */
  readonly #botRows: Set<number>;
  readonly #signReceipt: SignReceipt | null;
  readonly #chain = new LineChain();

  constructor(openBotOrders: Iterable<number>, signReceipt: SignReceipt | null = null) {
    this.#botRows = new Set(openBotOrders);
    this.#signReceipt = signReceipt;
  }

  /** `counters` are the machine's after the last command of the group. Throws what the store throws; the transaction is then undone. */
  async write(rows: Rows, group: Applied[], counters: { orderId: number; dealId: number; contractId: number; fundId: number; secondsId: number }): Promise<void> {
    const last = group[group.length - 1]!.outcome;
    const changes = gather(group, this.#signReceipt);
    const { kept, gone } = this.#split(changes.orders.values());
    const steps: Step[] = [];
    const said: Rows = { ...rows, many: async (sql, values) => { if (values.length > 0) steps.push([sql, values]); } };
    await said.many('INSERT INTO exchange_journal (seq, ts, command) VALUES (?, ?, ?)', group.map(({ command, outcome: { seq, ts } }) => [seq, ts, toText(command)]));
    await said.many(UPSERT_ORDER, kept);
    await said.many('DELETE FROM exchange_order WHERE id = ?', gone);
    await said.many(INSERT_DEAL, changes.deals);
    await said.many(INSERT_LINE, await this.#chained(rows, changes.lines));
    await changes.contracts.write(said);
    await changes.funds.write(said);
    await changes.seconds.write(said);
    await said.many(UPSERT_BALANCE, [...changes.balances.values()].map((p) => [p.uid, p.wallet, p.coinId, p.available, p.frozen]));
    await said.many('UPDATE exchange_market SET trade_id = ?, last_price_ticks = ? WHERE coin_info_id = ?',
      [...changes.markets].map(([coinInfoId, { tradeId, lastPriceTicks }]) => [tradeId, lastPriceTicks, coinInfoId]));
    await said.many('UPDATE exchange_market SET status = ? WHERE coin_info_id = ?', [...changes.statuses].map(([coinInfoId, status]) => [status, coinInfoId]));
    await said.many('INSERT INTO exchange_answer (uid, client_no, body, answer, order_id, seq, ts) VALUES (?, ?, ?, ?, ?, ?, ?)', group.flatMap(answerValues));
    await said.many('UPDATE exchange_counter SET value = ? WHERE name = ?',
      [[last.seq, 'seq'], [last.ts, 'ts'], [counters.orderId, 'orderId'], [counters.dealId, 'dealId'], [counters.contractId, 'contractId'], [counters.fundId, 'fundId'], [counters.secondsId, 'secondsId']]);
    await rows.batch(steps);
    const first = group[0]!.outcome.seq;
    if (Math.floor(last.seq / PRUNE_EVERY) > Math.floor((first - 1) / PRUNE_EVERY)) {
      await prune(rows, last);
      await pruneIndex(rows, last);
    }
  }

  async #chained(rows: Rows, lines: Changes['lines']): Promise<Value[][]> {
    const values: Value[][] = [];
    for (const { id, posting } of lines) {
      const { prev, hash } = await this.#chain.link(rows, id, posting);
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

async function prune(rows: Rows, { seq, ts }: Outcome): Promise<void> {
  await rows.run('DELETE FROM exchange_journal WHERE seq <= ?', [seq - JOURNAL_KEPT]);
  await rows.run('DELETE FROM exchange_answer WHERE order_id IS NULL AND ts < ?', [ts - ANSWERS_KEPT_MS]);
}

function gather(group: Applied[], sign: SignReceipt | null): Changes {
  const changes: Changes = {
    orders: new Map(), balances: new Map(), markets: new Map(), statuses: new Map(), deals: [], lines: [],
    contracts: new ContractChanges(), funds: new FundChanges(), seconds: new SecondsChanges(sign),
  };
  for (const { outcome } of group) {
    // Of what the house and its bots do among themselves no records are kept; of what touches a person, both sides (L9).
    const kept = outcome.events.some((event) => event.kind === 'posting' && event.posting.uid >= FIRST_PERSON_UID);
    outcome.events.forEach((event, at) => {
      const id = outcome.seq * EVENTS_PER_COMMAND + at;
      if (kept && event.kind === 'posting') changes.lines.push({ id, posting: event.posting });
      note(changes, event, id);
    });
  }
  return changes;
}

function note(changes: Changes, event: ExchangeEvent, lineId: number): void {
  if (event.kind === 'order') {
    changes.orders.set(event.order.id, event.order);
  } else if (event.kind === 'trade') {
    changes.markets.set(event.coinInfoId, { tradeId: event.id, lastPriceTicks: event.priceTicks });
  } else if (event.kind === 'deal') {
    if (event.deal.uid >= FIRST_PERSON_UID) changes.deals.push(dealValues(event.deal));
  } else if (event.kind === 'posting') {
    const { posting } = event;
    changes.balances.set(`${posting.uid} ${posting.wallet} ${posting.coinId}`, posting);
  } else if (event.kind === 'marketStatus') {
    changes.statuses.set(event.coinInfoId, event.status);
  } else {
    changes.contracts.note(event, lineId);
    changes.funds.note(event);
    changes.seconds.note(event);
  }
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
