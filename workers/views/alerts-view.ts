// Prices that are waited for: no section of a frame, an event when the last price reaches one.
import { TICKER_FIELD, type PriceLevel, type ThreadEvent } from '../../contract/thread.ts';
import type { LiveView } from './live-view.ts';
import type { TickerBoard } from './ticker-board.ts';

/** A level that was reached is told once; the screen takes it out. */
export class AlertsView implements LiveView {
  private readonly id: number;
  private readonly board: TickerBoard;
  private readonly emit: (event: ThreadEvent) => void;
  private waiting: readonly PriceLevel[];
  private seen = -1;

  constructor(id: number, levels: readonly PriceLevel[], board: TickerBoard, emit: (event: ThreadEvent) => void) {
    this.id = id;
    this.waiting = levels;
    this.board = board;
    this.emit = emit;
  }

  write(): void {
    if (this.board.version === this.seen) return;
    this.seen = this.board.version;
    const reached = this.waiting.filter((level) => this.isReached(level));
    if (reached.length === 0) return;
    this.waiting = this.waiting.filter((level) => !reached.includes(level));
    for (const level of reached) this.emit({ kind: 'reached', view: this.id, level });
  }

  /** From the side it waits on: one that was passed while nobody looked is reached as well. */
  private isReached({ coinInfoId, priceTicks, above }: PriceLevel): boolean {
    const last = this.board.valueOf(coinInfoId, TICKER_FIELD.last);
    return above ? last >= priceTicks : last <= priceTicks;
  }
}
