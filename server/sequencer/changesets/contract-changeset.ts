// Changes of a group to contracts, indexes, mark prices, the clock and delistings.
import { MAX_CLOSING_TICKS } from '../../../core/proofs/delisting-settlement.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import type { ExchangeEvent } from '../../exchange/event.ts';
import type { Rows, Step, Value } from '../../store/store.ts';
import { INSERT_CLOSING, UPSERT_DELISTING, closingValues, delistingValues } from '../mappers/closing-mapper.ts';
import { UPSERT_CLOCK, clockValues } from '../mappers/clock-mapper.ts';
import {
  INSERT_FUNDING,
  INSERT_INDEX,
  INSERT_NOTE,
  UPSERT_CONTRACT,
  UPSERT_MARK,
  contractValues,
  markValues,
  noteValues,
} from '../mappers/contract-mapper.ts';

/** Index ticks are stored this long; proofs that need them longer contain them. */
const INDEX_RETENTION_MS = 2 * DAY_MS;

export class ContractChangeset {
  readonly #contracts = new Map<number, Value[]>();
  readonly #notes: Value[][] = [];
  readonly #ticks: Value[][] = [];
  readonly #payments: Value[][] = [];
  #clock: Value[] | null = null;
  readonly #marks = new Map<number, Value[]>();
  readonly #delistings = new Map<number, Value[]>();
  readonly #closings: Value[][] = [];

  /** `entryId` grows with time and is unique to the event. */
  collect(event: ExchangeEvent, entryId: number): void {
    if (event.kind === 'contract') this.#contracts.set(event.contract.id, contractValues(event.contract));
    else if (event.kind === 'contractNote') this.#notes.push(noteValues(entryId, event.note));
    else if (event.kind === 'index')
      this.#ticks.push([event.coinInfoId, event.seq, event.ts, event.priceTicks, event.hash, event.secret ?? null]);
    else if (event.kind === 'funding') this.#payments.push([event.coinInfoId, event.ts, event.rateE8]);
    else if (event.kind === 'clock') this.#clock = clockValues(event);
    else if (event.kind === 'mark') this.#marks.set(event.coinInfoId, markValues(event));
    else if (event.kind === 'delisting')
      this.#delistings.set(event.delisting.coinInfoId, delistingValues(event.delisting));
    else if (event.kind === 'closing') this.#closings.push(closingValues(event.closing));
  }

  /** The statements, in order. */
  steps(): Step[] {
    return [
      [UPSERT_CONTRACT, [...this.#contracts.values()]],
      [INSERT_NOTE, this.#notes],
      [INSERT_INDEX, this.#ticks],
      [INSERT_FUNDING, this.#payments],
      [UPSERT_CLOCK, this.#clock ? [this.#clock] : []],
      [UPSERT_MARK, [...this.#marks.values()]],
      [UPSERT_DELISTING, [...this.#delistings.values()]],
      [INSERT_CLOSING, this.#closings],
    ];
  }
}

/** A proof contains ticks from this long before its order was accepted. */
const BEFORE_ORDER_MS = 60_000;

/**
 * Deletes old index ticks, but never a market's last ones, which the next tick continues and contracts may be settled
 * at (R16), nor those that a pending proof needs.
 */
export async function prunedIndex(rows: Pick<Rows, 'first'>, ts: number): Promise<Step> {
  const unproven = await rows.first<{ open_time: bigint | null }>(
    'SELECT MIN(open_time) AS open_time FROM exchange_seconds WHERE proof_state = 0',
  );
  const retainedFrom = Math.min(ts - INDEX_RETENTION_MS, Number(unproven?.open_time ?? ts) - BEFORE_ORDER_MS);
  return [
    `DELETE FROM exchange_index WHERE ts < ? AND seq < (SELECT MAX(seq) FROM exchange_index l WHERE l.coin_info_id = exchange_index.coin_info_id) - ${MAX_CLOSING_TICKS}`,
    [[retainedFrom]],
  ];
}
