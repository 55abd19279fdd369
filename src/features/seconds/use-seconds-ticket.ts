// State of the seconds contract form: offer, draft, validation, confirmation and submission.
import { computed } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import type { Period } from '../../../core/endpoints/binary-option-endpoints.ts';
import type { SecondsDirection, PeriodTerms } from '../../../core/risk/binary-option.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { submitCall } from '../../api/submit-call.ts';
import { mustConfirm } from '../../components/ticket/order-warnings.ts';
import { useAvailableUnits } from '../../components/account/use-available-units.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { type QueryResult, useQuery } from '../../hooks/use-query.ts';
import { useRestoredState } from '../../hooks/use-restored-state.ts';
import { LastPress } from '../../lib/double-tap.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { newestTick } from '../../stores/market/index-ticks.ts';
import { applySeconds, runningSeconds, secondsChanges } from '../../stores/account/binary-option-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { stored } from '../../stores/device/storage.ts';
import { separate } from '../../stores/market/number-format.ts';
import { showOrderResult } from '../../stores/ui/order-result.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type AddForm,
  type SecondsTicketDraft,
  type OrderContext,
  type Validation,
  purchaseForm,
  validate,
  termsOf,
} from './seconds-ticket.ts';
import { periodText } from './seconds-text.ts';
import { useLimits, usePause, useTimeLimitReached, useTodayResult } from './use-order-context.ts';

export interface SecondsTicket {
  pair: string;
  offer: QueryResult<AnswerOf<'/qt/contract/periods'>>;
  periods: readonly Period[];
  /** Terms of the chosen period; undefined while nothing is offered. */
  terms: PeriodTerms | undefined;
  period: Period | undefined;
  draft: SecondsTicketDraft;
  edit: (change: Partial<SecondsTicketDraft>) => void;
  context: OrderContext;
  validation: Validation;
  busy: boolean;
  /** Direction waiting for confirmation; null: none. */
  confirming: SecondsDirection | null;
  /** The risk sheet is open; it precedes the first purchase. */
  riskSheetOpen: boolean;
  answerRisk: (yes: boolean) => void;
  /** Sends the order, or opens the confirmation where the user wants one. */
  buy: (direction: SecondsDirection) => void;
  confirm: () => void;
  cancelConfirmation: () => void;
}

const START_AMOUNT = '100';

export function useSecondsTicket(instrument: Instrument): SecondsTicket {
  const { id } = instrument.info;
  const { t } = useTranslation();
  const offer = useOffer(instrument);
  const periods = offer.answer?.list ?? [];
  const [typed, setTyped] = useRestoredState<SecondsTicketDraft>(
    { name: `seconds ${id}` },
    { period: 0, amount: START_AMOUNT },
  );
  const [confirming, setConfirming] = useState<SecondsDirection | null>(null);
  const [riskSheetOpen, setRiskSheetOpen] = useState(false);
  const { busy, keyOf, mutate } = useMutation(`seconds ${id}`);
  const [lastSent] = useState(() => new LastPress());
  // What is being confirmed stays what it was, though it may be offered no longer.
  const period =
    periods.find((one) => one.period === typed.period && one.enable === 1) ??
    (confirming === null ? periods.find(({ enable }) => enable === 1) : undefined);
  const draft = { ...typed, period: period?.period ?? (confirming === null ? 0 : typed.period) };
  const context = useOrderContext(id, parseMoney(period?.exposureLeft ?? offer.answer?.exposureLeft ?? '') ?? 0n);
  const terms = termsOf(period);
  const validation = validate(terms, draft, context);

  const edit = (change: Partial<SecondsTicketDraft>): void => setTyped((before) => ({ ...before, ...change }));
  const send = async (direction: SecondsDirection): Promise<void> => {
    const form = purchaseForm({
      ...draft,
      coinInfoId: id,
      direction,
      seenPrice: newestTick(id).peek()?.price ?? '',
      profitRate: period?.profitRate ?? '',
    });
    const clientNo = keyOf(form);
    lastSent.note();
    const order = await mutate((options) => submitCall('/qt/contract/add', { ...form, clientNo } as AddForm, options));
    if (!order) return offer.refetch();
    applySeconds(order);
    showOrderResult({
      kind: 'waits',
      title: t('seconds.bought'),
      text: t(`seconds.confirm.${direction}`, { amount: separate(draft.amount), period: periodText(draft.period, t) }),
      detail: '',
      actions: [],
    });
  };
  const buy = (direction: SecondsDirection): void => {
    if (validation.kind !== 'ready' || busy || lastSent.isRecent) return;
    if (stored('fxproSecondsRisk').peek() !== '1') setRiskSheetOpen(true);
    else if (mustConfirm([], true)) {
      edit({ period: draft.period });
      setConfirming(direction);
    } else void send(direction);
  };
  const confirm = (): void => {
    setConfirming(null);
    if (confirming !== null && validation.kind === 'ready') void send(confirming);
  };
  const answerRisk = (yes: boolean): void => {
    setRiskSheetOpen(false);
    if (yes) stored('fxproSecondsRisk').value = '1';
  };
  return {
    pair: instrument.info.pair,
    offer,
    periods,
    terms,
    period,
    draft,
    edit,
    context,
    validation,
    busy,
    confirming,
    riskSheetOpen,
    answerRisk,
    buy,
    confirm,
    cancelConfirmation: () => setConfirming(null),
  };
}

/** What is offered in the market: fetched again after each order, and when the market opens or closes. */
function useOffer(instrument: Instrument): SecondsTicket['offer'] {
  const loggedIn = useSignalValue(isLoggedIn);
  const changes = useSignalValue(secondsChanges);
  const isClosed = useClosedMarket(instrument, 'seconds') !== null;
  const form = loggedIn ? { coinInfoId: instrument.info.id } : null;
  return useQuery('/qt/contract/periods', form, `${changes} ${isClosed}`);
}

function useOrderContext(coinInfoId: number, leftUnits: Units): OrderContext {
  const loggedIn = useSignalValue(isLoggedIn);
  const available = useAvailableUnits(USDT_ID);
  const openUnits = useSignalValue(
    useMemo(
      () =>
        computed(() =>
          runningSeconds.value.reduce(
            (sum, { amount, fee }) => sum + (parseMoney(amount) ?? 0n) + (parseMoney(fee) ?? 0n),
            0n,
          ),
        ),
      [],
    ),
  );
  const limits = useLimits();
  return {
    availableUnits: loggedIn ? available : null,
    leftUnits,
    pause: usePause(coinInfoId),
    limits,
    todayUnits: useTodayResult(loggedIn && limits.dailyLoss !== ''),
    openUnits,
    timeOver: useTimeLimitReached(limits.sessionMinutes),
  };
}
