// A price of a spot order as a movable chart line.
import type { Translate } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { closedMarket, closedText } from '../market/closed-market.ts';
import { refusalText } from '../common/refusal-text.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { executesAtOnce } from '../ticket/order-warnings.ts';
import { lineIdOf } from './spot-lines.ts';
import { type LinePrice, type SpotMove, moveRefusal, orderTicks } from './move-order.ts';
import { moveSpotOrder } from './pending-moves.ts';
import type { MovableLine } from './movable-line.ts';

export function movableOrderLine(
  instrument: Instrument,
  order: SpotOrder,
  t: Translate,
  which: LinePrice = 'limit',
): MovableLine {
  const before = orderTicks(order, which, instrument);
  return {
    priceTicks: before,
    objection: (priceTicks) => objectionToMove(instrument, { order, which, priceTicks }, t),
    // An order with a stop is refused where its price is there already.
    executesAtOnce: (priceTicks) =>
      order.orderType === 'limit' && executesAtOnce(order.side, priceTicks, tickerOf(instrument.info.id)),
    // A moved order is a new order, so its line has another id.
    move: (priceTicks, undo) =>
      void moveSpotOrder(
        instrument,
        { order, which, priceTicks },
        t,
        undo && ((moved) => undo(lineIdOf(moved, which), before)),
      ),
  };
}

function objectionToMove(instrument: Instrument, move: SpotMove, t: Translate): string | null {
  const { info } = instrument;
  const closed = closedMarket(instrument, serverNow());
  if (closed) return closedText(closed, t);
  if (connection.state.peek() !== LINK.open) return t('trade.offline');
  const coinId = move.order.side === 'sell' ? info.id : info.quoteCoinId;
  const refusal = moveRefusal(instrument, move, {
    lastTicks: tickerOf(info.id).lastTicks.peek() || 0,
    available: availableUnits(coinId),
  });
  return refusal && refusalText(refusal);
}
