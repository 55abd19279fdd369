// Price alerts: no frame section, an event when the last price reaches a level.
import { TICKER_FIELD, type PriceLevel, type ThreadEvent } from '../../core/worker-protocol/worker-protocol.ts';
import type { LiveView } from './live-view.ts';
import type { TickerBoard } from '../tickers/ticker-board.ts';

/** Each reached level emits one event; the page removes it from the view. */
export function createAlertsView(
  id: number,
  levels: readonly PriceLevel[],
  board: TickerBoard,
  emit: (event: ThreadEvent) => void,
): LiveView {
  let waiting = levels;
  let seen = -1;
  /** Also true for a level that was passed between two ticker updates. */
  const isReached = ({ coinInfoId, priceTicks, above }: PriceLevel): boolean => {
    const last = board.valueOf(coinInfoId, TICKER_FIELD.last);
    return above ? last >= priceTicks : last <= priceTicks;
  };
  return {
    write: () => {
      if (board.version === seen) return;
      seen = board.version;
      const reached = waiting.filter(isReached);
      if (reached.length > 0) waiting = waiting.filter((level) => !reached.includes(level));
      for (const level of reached) emit({ kind: 'alertTriggered', view: id, level });
    },
  };
}
