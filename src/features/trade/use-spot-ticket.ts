// State of the spot order form: draft, validation, confirmation and submission.
import type { ReadonlySignal } from '@preact/signals-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { type Units, printSteps } from '../../../core/units/units.ts';
import { initialPrice, lastTicksNow, useInitialPrice } from '../../components/ticket/initial-price.ts';
import { useAvailableUnits } from '../../components/account/use-available-units.ts';
import { useStable } from '../../hooks/use-stable.ts';
import { usePersistentDraft, withoutSent } from '../../components/ticket/draft-persistence.ts';
import { type MarketFill, slippageBound, exceedsSlippage, useMarketFill } from '../../components/ticket/market-fill.ts';
import { forceFields } from '../../components/ticket/time-in-force.tsx';
import { executesAtOnce, warningsFor } from '../../components/ticket/order-warnings.ts';
import { type OrderSubmission, useOrderSubmission } from '../../hooks/use-order-submission.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { applyOrder } from '../../stores/account/spot-orders.ts';
import { editOf } from '../../components/ticket/ticket-text.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { stored } from '../../stores/device/storage.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { showSpotResult } from './spot-result.ts';
import {
  type SpotTicketDraft,
  type OrderContext,
  type Validation,
  estimate,
  validate,
  withSizes,
  spotDraft,
  marketOrderSize,
} from './spot-ticket.ts';

export interface SpotTicket {
  /** With the sizes that follow from a share or from the other unit. */
  draft: SpotTicketDraft;
  edit: (change: Partial<SpotTicketDraft>) => void;
  /** The user edits the price: it is no longer filled in from the market. */
  markPriceEdited: () => void;
  validation: Validation;
  /** Current data that the draft is validated against. */
  context: () => OrderContext;
  /** Expected execution of a market order; null for a limit order. */
  fill: ReadonlySignal<MarketFill | null>;
  sending: OrderSubmission;
  /** The feed is connected. Nothing is sent without it, because the result could not be seen. */
  connected: boolean;
  /** Sends the order, or opens the confirmation first. */
  submit: () => void;
}

/** Available balance of both coins; null for visitors. */
function useAvailable(instrument: Instrument): ReadonlyMap<number, Units> | null {
  const { id, quoteCoinId } = instrument.info;
  const base = useAvailableUnits(id);
  const quote = useAvailableUnits(quoteCoinId);
  const loggedIn = useSignalValue(isLoggedIn);
  return useMemo(
    () =>
      loggedIn
        ? new Map([
            [id, base],
            [quoteCoinId, quote],
          ])
        : null,
    [loggedIn, id, quoteCoinId, base, quote],
  );
}

/**
 * `priceTicks`: initial limit price; null: the first known last price. `total`: the ticket begins as a market buy for
 * this many quote coins.
 */
export function useSpotTicket(
  instrument: Instrument,
  side: Side,
  priceTicks: number | null = null,
  total: number | null = null,
): SpotTicket {
  const { id } = instrument.info;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setDraft] = usePersistentDraft<SpotTicketDraft>(`spot ${id} ${priceTicks ?? total ?? ''}`, () => ({
    side: total === null ? side : 'buy',
    orderType: total === null ? 'limit' : 'market',
    price: priceTicks === null ? initialPrice(instrument) : printSteps(priceTicks, instrument.price),
    amount: '',
    total: total === null ? '' : String(total),
    unit: 'base',
    percent: null,
  }));
  const available = useAvailable(instrument);
  const connected = useSignalValue(connection.state) === LINK.open;
  const edit = useCallback(
    (change: Partial<SpotTicketDraft>): void => setDraft((before) => ({ ...before, ...editOf(change) })),
    [setDraft],
  );
  const context = (): OrderContext => ({ available, referenceTicks: lastTicksNow(id), nowMs: serverNow() });
  const markPriceEdited = useInitialPrice(instrument, setDraft);
  const draft = useStable(withSizes(instrument, typed, context()));
  const validation = validate(instrument, draft, context());

  const fill = useMarketFill(
    instrument,
    draft.side,
    useMemo(() => marketOrderSize(instrument, draft), [instrument, draft]),
  );
  const sending = useOrderSubmission({
    name: `spot ${id}`,
    kind: 'spot',
    form: () => ({
      coinInfoId: id,
      ...spotDraft(draft),
      ...slippageBound(draft.orderType),
      ...forceFields(draft.orderType),
    }),
    onAccepted: (order) => {
      applyOrder(order);
      setDraft((now) => withoutSent(now, typed, { amount: '', total: '', percent: null }));
      showSpotResult(
        instrument,
        order,
        t,
        () => void navigate({ to: '/pages/order/orderInfo', search: { type: 'spot', id: order.id } }),
      );
    },
  });
  const submit = (): void => {
    const { referenceTicks } = context();
    const now = validate(instrument, draft, context());
    if (now.kind !== 'ready') return;
    const [valueUnits, filled] = [estimate(instrument, draft, referenceTicks)?.valueUnits ?? null, fill.peek()];
    const slips = filled !== null && exceedsSlippage(draft.side, filled, referenceTicks);
    const { priceTicks: limitTicks } = now.intent;
    sending.submit(
      warningsFor({ limitTicks, marketTicks: referenceTicks, valueUnits, slips }, serverNow()),
      limitTicks === 0 || executesAtOnce(draft.side, limitTicks, tickerOf(id)),
    );
  };
  return { draft, edit, markPriceEdited, validation, context, fill, sending, connected, submit };
}

/** Stores the side for the next visit. */
export function storeSide(side: Side): void {
  stored('sideType').value = side;
}
