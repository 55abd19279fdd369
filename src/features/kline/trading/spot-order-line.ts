// A spot order in the hand: the rules that another price has to stand on, and how it gets there.
import type { Translate } from '../../../locales/use-translation.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { type PriceTicks, parseSteps } from '../../../../core/units/units.ts';
import { closedMarket, closedText } from '../../../components/market/closed-market.ts';
import { refusalText } from '../../../components/common/refusal-text.ts';
import { availableUnits } from '../../../stores/account/balances.ts';
import { link, serverNow } from '../../../stores/market/connection.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { orderLineId } from './chart-order-lines.ts';
import { moveRefusal, wouldTrade } from './move-order.ts';
import { move } from './pending-moves.ts';
import type { OwnLine } from './own-line.ts';

export function orderLineOf(instrument: Instrument, order: SpotOrder, t: Translate): OwnLine {
  const {
    price: grid,
    info: { id },
  } = instrument;
  const ticks = parseSteps(order.price, grid);
  // 0 for a price off the grid, which no order has.
  const before = typeof ticks === 'number' ? ticks : 0;
  return {
    priceTicks: before,
    objection: (priceTicks) => objection(instrument, order, priceTicks, t),
    trades: (priceTicks) => wouldTrade(order.side, priceTicks, tickerOf(id)),
    // Moved is cancelled and placed again: its line has another id.
    move: (priceTicks, undo) =>
      void move(instrument, order, priceTicks, t, undo && ((moved) => undo(orderLineId(moved.id), before))),
  };
}

function objection(instrument: Instrument, order: SpotOrder, priceTicks: PriceTicks, t: Translate): string | null {
  const { info } = instrument;
  const closed = closedMarket(instrument, serverNow());
  if (closed) return closedText(closed, t);
  if (link.state.peek() !== LINK.open) return t('trade.offline');
  const coinId = order.side === 'sell' ? info.id : info.quoteCoinId;
  const refusal = moveRefusal(instrument, order, priceTicks, {
    referenceTicks: tickerOf(info.id).lastTicks.peek() || 0,
    available: availableUnits(coinId),
  });
  return refusal && refusalText(refusal);
}
