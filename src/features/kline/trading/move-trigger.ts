// Take-profits and stop-losses on their way to another price: the exchange sets them in one call, and its word is what
// is.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '../../../locales/use-translation.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { type PriceTicks, printSteps } from '../../../../core/units/units.ts';
import { call } from '../../../api/call.ts';
import { errorText } from '../../../components/common/error-text.ts';
import { applyContract } from '../../../stores/account/contract-orders.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { type Trigger, triggerLineId } from './contract-lines.ts';
import type { Undo } from './own-line.ts';

/** How long a move can be undone. */
const UNDO_MS = 5_000;

const moving = signal<ReadonlyMap<string, PriceTicks>>(new Map());
/** By the id of the line. */
export const movingTriggers: ReadonlySignal<ReadonlyMap<string, PriceTicks>> = moving;

/** Sets it at another price, for the part that it was for (0: takes it away), and says what became of it. */
export async function moveTrigger(
  instrument: Instrument,
  { order, kind, priceTicks: before }: Trigger,
  priceTicks: PriceTicks,
  t: Translate,
  undo: Undo | null,
): Promise<void> {
  const id = triggerLineId(kind, order.id);
  if (moving.peek().has(id)) return;
  moving.value = new Map(moving.peek()).set(id, priceTicks || before);
  const price = priceTicks > 0 ? printSteps(priceTicks, instrument.price) : '';
  const part = kind === 'profit' ? order.profitAmount : order.lossAmount;
  const rest = { id: order.id, ...(price !== '' && part && { amount: part }) };
  try {
    applyContract(
      await (kind === 'profit'
        ? call('/coin/contract/order/set/profit', { ...rest, profitPrice: price })
        : call('/coin/contract/order/set/loss', { ...rest, lossPrice: price })),
    );
    if (priceTicks === 0) showToast(t('lines.triggerGone'), 'success');
    else
      showToast(
        t('lines.triggerMoved', { price: separate(price) }),
        'success',
        UNDO_MS,
        undo ? { label: t('lines.undo'), run: () => undo(id, before) } : undefined,
      );
  } catch (cause) {
    showToast(errorText(cause, t), 'error');
  } finally {
    const left = new Map(moving.peek());
    left.delete(id);
    moving.value = left;
  }
}
