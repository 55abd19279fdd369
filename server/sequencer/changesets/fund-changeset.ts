// Changes of a group to deposits, withdrawals and quotes.
import type { ExchangeEvent } from '../../exchange/event.ts';
import type { Step, Value } from '../../store/store.ts';
import { UPSERT_FUND, UPSERT_QUOTE, fundValues, quoteValues } from '../mappers/fund-mapper.ts';

export class FundChangeset {
  readonly #funds = new Map<number, Value[]>();
  /** Null: the quote was used. */
  readonly #quotes = new Map<number, Value[] | null>();

  collect(event: ExchangeEvent): void {
    if (event.kind === 'fund') this.#funds.set(event.fund.id, fundValues(event.fund));
    else if (event.kind === 'quote') this.#quotes.set(event.uid, event.quote && quoteValues(event.quote));
  }

  /** The statements, in order. */
  steps(): Step[] {
    return [
      [UPSERT_FUND, [...this.#funds.values()]],
      [UPSERT_QUOTE, [...this.#quotes.values()].filter((quote) => quote !== null)],
      [
        'DELETE FROM exchange_quote WHERE uid = ?',
        [...this.#quotes].filter(([, quote]) => quote === null).map(([uid]) => [uid]),
      ],
    ];
  }
}
