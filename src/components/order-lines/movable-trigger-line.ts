// A take-profit or stop-loss as a movable chart line, with the exchange's rules.
import type { Translate } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import { type RiskTerms, downShare, upShare } from '../../../core/risk/margin-tiers.ts';
import { addFill, emptyPosition, liqTicks, tickE8 } from '../../../core/risk/margin.ts';
import { checkStopLoss, checkTakeProfit, stopsLoss, takesProfit } from '../../../core/risk/margin-triggers.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { type PriceTicks, parseMoney, parseSteps } from '../../../core/units/units.ts';
import { refusalText } from '../common/refusal-text.ts';
import { openContracts } from '../../stores/account/contract-orders.ts';
import { connection } from '../../stores/market/connection.ts';
import { markOf } from '../../stores/market/marks.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { isHeld } from '../../../core/orders/contract-order.ts';
import { type Trigger, limitTicks, triggerLineId, triggersOf } from './contract-lines.ts';
import { moveTrigger } from './move-trigger.ts';
import type { MovableLine } from './movable-line.ts';

/** The trigger of a line id in its current state. */
export function triggerOfLine(instrument: Instrument, id: string): Trigger | undefined {
  return triggersOf(instrument, openContracts.peek()).find(({ order, kind }) => triggerLineId(kind, order.id) === id);
}

export function movableTriggerLine(instrument: Instrument, trigger: Trigger, t: Translate): MovableLine {
  const {
    order: { direction, triggerBy },
    kind,
  } = trigger;
  return {
    priceTicks: trigger.priceTicks,
    objection: (priceTicks) => objectionToMove(instrument, trigger, priceTicks, t),
    executesAtOnce: (priceTicks) =>
      triggerBy === 'last' &&
      (kind === 'profit' ? takesProfit : stopsLoss)(direction, lastTicks(instrument), priceTicks),
    move: (priceTicks, undo) => void moveTrigger(instrument, trigger, priceTicks, t, undo),
  };
}

function objectionToMove(
  instrument: Instrument,
  { order, kind }: Trigger,
  priceTicks: PriceTicks,
  t: Translate,
): string | null {
  if (connection.state.peek() !== LINK.open) return t('trade.offline');
  const terms = riskTermsOf(instrument);
  const reference = referenceTicks(instrument, order.limitPrice, isHeld(order));
  const refusal =
    kind === 'profit'
      ? checkTakeProfit(terms, order.direction, priceTicks, reference)
      : checkStopLoss(terms, order.direction, priceTicks, reference, liqBound(instrument, terms, order));
  return refusal && refusalText(refusal);
}

/** Reference price of the rules: the limit price while nothing is held, then the mark price. */
function referenceTicks(instrument: Instrument, limitPrice: string, held: boolean): PriceTicks {
  const ticks = parseSteps(held ? markOf(instrument.info.id).mark.peek() : limitPrice, instrument.price);
  return typeof ticks === 'number' && ticks > 0 ? ticks : lastTicks(instrument);
}

/**
 * The first tick that liquidates the position, or that which an order that waits would open, as the exchange counts it
 * (R7); null where none is known.
 */
function liqBound(instrument: Instrument, terms: RiskTerms, order: Trigger['order']): PriceTicks | null {
  const { direction, liqPrice = '', multiple, amount, pendingAmount = amount } = order;
  if (!isHeld(order)) {
    const lots = parseSteps(pendingAmount, instrument.amount);
    if (typeof lots !== 'number' || lots === 0) return null;
    const priceTicks = limitTicks(instrument, order);
    return liqTicks(
      terms,
      addFill(terms, emptyPosition(direction, multiple), priceTicks, lots, terms.takerE8).position,
    );
  }
  const units = parseMoney(liqPrice);
  return units === null ? null : Number((direction === 'long' ? downShare : upShare)(units, tickE8(instrument.price)));
}

function lastTicks({ info }: Instrument): PriceTicks {
  return tickerOf(info.id).lastTicks.peek() || 0;
}
