// Price alerts: no section, an event when a last price reaches a level.
import {
  TICKER_FIELD,
  type PriceLevel,
  type ThreadEvent,
  type ViewId,
} from '../../core/worker-protocol/worker-protocol.ts';
import type { TickerBoard } from '../tickers/ticker-board.ts';
import type { LiveView } from './live-view.ts';

export class AlertsView implements LiveView {
  readonly #id: ViewId;
  readonly #board: TickerBoard;
  readonly #emit: (event: ThreadEvent) => void;
  #levels: readonly PriceLevel[];
  #checkedVersion = -1;

  /** Each level that is reached emits one event; the page then removes it from the view. */
  constructor(id: ViewId, levels: readonly PriceLevel[], board: TickerBoard, emit: (event: ThreadEvent) => void) {
    this.#id = id;
    this.#levels = levels;
    this.#board = board;
    this.#emit = emit;
  }

  write(): void {
    if (this.#board.version === this.#checkedVersion) return;
    this.#checkedVersion = this.#board.version;
    const reached = this.#levels.filter((level) => this.#isReached(level));
    if (reached.length > 0) this.#levels = this.#levels.filter((level) => !reached.includes(level));
    for (const level of reached) this.#emit({ kind: 'alertTriggered', view: this.#id, level });
  }

  /** Also true for a level that was passed between two ticker updates. */
  #isReached({ coinInfoId, priceTicks, above }: PriceLevel): boolean {
    const last = this.#board.valueOf(coinInfoId, TICKER_FIELD.last);
    return above ? last >= priceTicks : last <= priceTicks;
  }
}
