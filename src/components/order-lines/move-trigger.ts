// Moves a take-profit or stop-loss to another price with one call.
import type { Translate } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, printSteps } from '../../../core/units/units.ts';
import { call } from '../../api/call.ts';
import { errorText } from '../common/error-text.ts';
import { applyContract } from '../../stores/account/contract-orders.ts';
import { separate } from '../../stores/market/number-format.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { type Trigger, triggerLineId } from './contract-lines.ts';
import type { UndoMove } from './movable-line.ts';
import { moveLine, showMove } from './moving-lines.ts';

/**
 * Sets a trigger at another price, or removes it with 0, and shows the outcome. A trigger for a part
 * of the position keeps that part.
 */
export async function moveTrigger(
  instrument: Instrument,
  { order, kind, priceTicks: before }: Trigger,
  priceTicks: PriceTicks,
  t: Translate,
  undo: UndoMove | null,
): Promise<void> {
  const id = triggerLineId(kind, order.id);
  const price = priceTicks > 0 ? printSteps(priceTicks, instrument.price) : '';
  const part = kind === 'profit' ? order.profitAmount : order.lossAmount;
  const rest = { id: order.id, ...(price !== '' && part && { amount: part }) };
  await moveLine(id, priceTicks || before, async () => {
    try {
      applyContract(
        await (kind === 'profit'
          ? call('/coin/contract/order/set/profit', { ...rest, profitPrice: price })
          : call('/coin/contract/order/set/loss', { ...rest, lossPrice: price })),
      );
      if (priceTicks === 0) showToast(t('lines.triggerGone'), 'success');
      else showMove(t('lines.triggerMoved', { price: separate(price) }), t, undo && (() => undo(id, before)));
    } catch (cause) {
      showToast(errorText(cause, t), 'error');
    }
  });
}
