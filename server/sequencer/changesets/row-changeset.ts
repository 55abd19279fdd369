// Changes of commands to rows: the last state of each order and balance, and the records that are stored for ever.
import type { Outcome } from '../../exchange/outcome.ts';
import { FIRST_USER_UID, isBot } from '../../exchange/command.ts';
import type { ExchangeEvent, OrderState, Posting } from '../../exchange/event.ts';
import type { Step, Value } from '../../store/store.ts';
import { INSERT_FILL, UPSERT_BALANCE, fillValues } from '../mappers/order-mapper.ts';
import { ContractChangeset } from './contract-changeset.ts';
import { FundChangeset } from './fund-changeset.ts';
import type { Receipt } from '../mappers/binary-option-mapper.ts';
import { BinaryOptionChangeset } from './binary-option-changeset.ts';

/**
 * Most events of a command. A ledger entry's id is `seq * EVENTS_PER_COMMAND + its index`, a safe integer up to seq 8 *
 * 10^9.
 */
export const EVENTS_PER_COMMAND = 1_048_576;
/** Factor of the uid in the key of a balance; coin ids are below half of it. */
const BALANCES_PER_UID = 2 ** 21;

/** Each row is written once, however many commands changed it. */
export class RowChangeset {
  /** Orders of users and the clearing account; those of bots end with the process. */
  readonly orders = new Map<number, OrderState>();
  readonly ledgerEntries: { id: number; posting: Posting }[] = [];
  /** By uid, coin and account in one number. */
  readonly #balances = new Map<number, Posting>();
  readonly #markets = new Map<number, { tradeId: number; lastPriceTicks: number }>();
  readonly #statuses = new Map<number, number>();
  readonly #fills: Value[][] = [];
  readonly #contracts = new ContractChangeset();
  readonly #funds = new FundChangeset();
  readonly #binaryOptions = new BinaryOptionChangeset();

  /** `receipts` of the binary options that were bought, by order. */
  collect({ seq, events }: Outcome, receipts: ReadonlyMap<number, Receipt>): void {
    // Both sides of what touches a user are recorded (L9); what the exchange and its bots do among themselves is not.
    const touchesUser = events.some((event) => event.kind === 'posting' && event.posting.uid >= FIRST_USER_UID);
    for (let at = 0; at < events.length; at += 1) {
      const event = events[at]!;
      const id = seq * EVENTS_PER_COMMAND + at;
      if (touchesUser && event.kind === 'posting') this.ledgerEntries.push({ id, posting: event.posting });
      this.#add(event, id, receipts);
    }
  }

  /** The statements without orders and ledger entries, in order. */
  steps(): Step[] {
    return [
      [INSERT_FILL, this.#fills],
      ...this.#contracts.steps(),
      ...this.#funds.steps(),
      ...this.#binaryOptions.steps(),
      [UPSERT_BALANCE, Array.from(this.#balances.values(), balanceValues)],
      [
        'UPDATE exchange_market SET trade_id = ?, last_price_ticks = ? WHERE coin_info_id = ?',
        Array.from(this.#markets, ([coinInfoId, { tradeId, lastPriceTicks }]) => [tradeId, lastPriceTicks, coinInfoId]),
      ],
      [
        'UPDATE exchange_market SET status = ? WHERE coin_info_id = ?',
        Array.from(this.#statuses, ([coinInfoId, status]) => [status, coinInfoId]),
      ],
    ];
  }

  #add(event: ExchangeEvent, entryId: number, receipts: ReadonlyMap<number, Receipt>): void {
    if (event.kind === 'order') {
      if (isBot(event.order.uid)) return;
      this.orders.set(event.order.id, event.order);
    } else if (event.kind === 'trade') {
      this.#markets.set(event.coinInfoId, { tradeId: event.id, lastPriceTicks: event.priceTicks });
    } else if (event.kind === 'fill') {
      if (event.fill.uid < FIRST_USER_UID) return;
      this.#fills.push(fillValues(event.fill));
    } else if (event.kind === 'posting') {
      const { posting } = event;
      this.#balances.set(
        posting.uid * BALANCES_PER_UID + posting.coinId * 2 + (posting.wallet === 'spot' ? 0 : 1),
        posting,
      );
    } else if (event.kind === 'marketStatus') {
      this.#statuses.set(event.coinInfoId, event.status);
    } else if (event.kind !== 'level' && event.kind !== 'bookReset') this.#addNonSpot(event, entryId, receipts);
  }

  #addNonSpot(event: ExchangeEvent, entryId: number, receipts: ReadonlyMap<number, Receipt>): void {
    this.#contracts.collect(event, entryId);
    this.#funds.collect(event);
    this.#binaryOptions.collect(event, receipts);
  }
}

/** The user of an event that is not about spot; 0 for an event without an owner. */
export function ownerOf(event: ExchangeEvent): number {
  if (event.kind === 'contract') return event.contract.uid;
  if (event.kind === 'contractNote') return event.note.uid;
  if (event.kind === 'fund') return event.fund.uid;
  if (event.kind === 'seconds') return event.order.uid;
  return event.kind === 'quote' ? event.uid : 0;
}

/** A bot's orders end with the process: its frozen money is stored as available. */
function balanceValues({ uid, wallet, coinId, available, frozen }: Posting): Value[] {
  return isBot(uid) ? [uid, wallet, coinId, available + frozen, 0n] : [uid, wallet, coinId, available, frozen];
}
