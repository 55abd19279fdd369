// The ticket in use: what is typed, what it is judged, and what it is sent as.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type Side, type SpotOrder, SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { type Units, printSteps } from '../../../core/units/units.ts';
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import { call } from '../../api/call.ts';
import type { OrderForm } from '../../api/order-submission.ts';
import { initialPrice, lastTicksNow, useInitialPrice } from '../../components/ticket/initial-price.ts';
import { usePersistentDraft } from '../../components/ticket/draft-persistence.ts';
import { type Fill, slipGuard, slipsBeyond, useMarketFill } from '../../components/ticket/market-fill.ts';
import { warningsFor } from '../../components/ticket/order-warnings.ts';
import { type OrderSubmission, useOrderSubmission } from '../../hooks/use-order-submission.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { link, serverNow } from '../../stores/market/connection.ts';
import { applyOrder } from '../../stores/account/spot-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { stored } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type Draft,
  type OrderContext,
  type Validation,
  estimate,
  validate,
  spotDraft,
  wantOf,
} from './spot-ticket.ts';

export interface Ticket {
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  /** A hand is in the price field. */
  takePrice: () => void;
  validation: Validation;
  /** What the draft is judged against at this moment. */
  context: () => OrderContext;
  /** What a market order would trade at; null for a limit order. */
  fill: ReadonlySignal<Fill | null>;
  sending: OrderSubmission;
  /** The socket is open; without it nothing is sent, because nothing would be seen. */
  connected: boolean;
  /** Sends, or asks first. */
  submit: () => void;
}

/** Available money of both coins, changing when either does; null for a visitor. */
function useAvailable(instrument: Instrument): ReadonlyMap<number, Units> | null {
  const { id, quoteCoinId } = instrument.info;
  const base = useSignalValue(useMemo(() => computed(() => availableUnits(id)), [id]));
  const quote = useSignalValue(useMemo(() => computed(() => availableUnits(quoteCoinId)), [quoteCoinId]));
  const known = useSignalValue(isLoggedIn);
  return useMemo(
    () =>
      known
        ? new Map([
            [id, base],
            [quoteCoinId, quote],
          ])
        : null,
    [known, id, quoteCoinId, base, quote],
  );
}

/** `priceTicks`: a limit price to begin with; null: the first last price that is known. */
export function useTicket(instrument: Instrument, side: Side, priceTicks: number | null = null): Ticket {
  const { id } = instrument.info;
  const { t } = useTranslation();
  const [draft, setDraft] = usePersistentDraft<Draft>(`spot ${id} ${priceTicks ?? ''}`, () => ({
    side,
    orderType: 'limit',
    price: priceTicks === null ? initialPrice(instrument) : printSteps(priceTicks, instrument.price),
    amount: '',
    total: '',
  }));
  const available = useAvailable(instrument);
  const connected = useSignalValue(link.state) === LINK.open;
  const edit = useCallback(
    (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change })),
    [setDraft],
  );
  const context = (): OrderContext => ({ available, referenceTicks: lastTicksNow(id), nowMs: serverNow() });
  const takePrice = useInitialPrice(instrument, setDraft);
  const validation = validate(instrument, draft, context());

  const fill = useMarketFill(
    instrument,
    draft.side,
    useMemo(() => wantOf(instrument, draft), [instrument, draft]),
  );
  const sending = useOrderSubmission<OrderForm, SpotOrder>({
    form: () => ({ coinInfoId: id, ...spotDraft(draft), ...slipGuard(draft.orderType) }),
    add: (form, options) => call('/coin/order/add', form as FormOf<'/coin/order/add'>, options),
    find: (clientNo, options) => call('/coin/order/query', { clientNo }, options),
    onAccepted: (order) => {
      applyOrder(order);
      setDraft((before) => ({ ...before, amount: '', total: '' }));
      notifyResult(order, t);
    },
  });
  const submit = (): void => {
    const { referenceTicks } = context();
    const now = validate(instrument, draft, context());
    if (now.kind !== 'ready') return;
    const [valueUnits, filled] = [estimate(instrument, draft, referenceTicks)?.valueUnits ?? null, fill.peek()];
    const slips = filled !== null && slipsBeyond(draft.side, filled, referenceTicks);
    sending.submit(
      warningsFor({ limitTicks: now.intent.priceTicks, marketTicks: referenceTicks, valueUnits, slips }, Date.now()),
    );
  };
  return { draft, edit, takePrice, validation, context, fill, sending, connected, submit };
}

/** Remembers the side for the next visit. */
export function keepSide(side: Side): void {
  stored('sideType').value = side;
}

function notifyResult(order: SpotOrder, t: Translate): void {
  const dealt = { amount: order.dealAmount, coin: order.symbol };
  if (
    order.status === SPOT_STATUS.finished ||
    (order.status === SPOT_STATUS.cancelled && Number(order.dealAmount) > 0)
  ) {
    showToast(t(order.side === 'buy' ? 'trade.boughtOf' : 'trade.soldOf', dealt), 'success');
  } else if (order.status === SPOT_STATUS.cancelled) showToast(t('trade.unfilled'), 'error');
  else if (order.status === SPOT_STATUS.refused) showToast(order.reason ?? t('orders.status5'), 'error');
  else showToast(t('trade.placed'), 'success');
}
