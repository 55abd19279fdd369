// The ticket of seconds contracts in use: what is offered, what is typed, the question before it is sent, and the
// sending.
import { computed } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import type { Period } from '../../../core/endpoints/binary-option-endpoints.ts';
import type { SecondsDirection, PeriodTerms } from '../../../core/risk/binary-option.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { call } from '../../api/call.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { useClosed } from '../../hooks/use-closed-market.ts';
import { type QueryResult, useQuery } from '../../hooks/use-query.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { newestTick } from '../../stores/market/index-ticks.ts';
import { applySeconds, runningSeconds, secondsChanges } from '../../stores/account/binary-option-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { stored } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type AddForm,
  type Draft,
  type OrderContext,
  type Validation,
  addForm,
  validate,
  termsOf,
} from './seconds-ticket.ts';
import { useLimits, usePause, useTimeOver, useTodayUnits } from './use-order-context.ts';

export interface SecondsTicket {
  offer: QueryResult<AnswerOf<'/qt/contract/periods'>>;
  periods: readonly Period[];
  /** Of the chosen period; undefined while nothing is offered. */
  terms: PeriodTerms | undefined;
  period: Period | undefined;
  draft: Draft;
  edit: (change: Partial<Draft>) => void;
  context: OrderContext;
  validation: Validation;
  busy: boolean;
  /** Direction that is asked about before it is sent; null: nothing is. */
  asking: SecondsDirection | null;
  /** The risk has to be acknowledged before the first purchase. */
  riskAsked: boolean;
  answerRisk: (yes: boolean) => void;
  /** Sends, or asks first where the user wants to be asked. */
  buy: (direction: SecondsDirection) => void;
  confirm: () => void;
  withdraw: () => void;
}

const START_AMOUNT = '100';

export function useSecondsTicket(instrument: Instrument): SecondsTicket {
  const { id } = instrument.info;
  const { t } = useTranslation();
  const known = useSignalValue(isLoggedIn);
  const changes = useSignalValue(secondsChanges);
  // What a sleeping market refused is asked again when it wakes.
  const asleep = useClosed(instrument, 'seconds') !== null;
  const offer = useQuery('/qt/contract/periods', known ? { coinInfoId: id } : null, 2 * changes + (asleep ? 1 : 0));
  const periods = offer.answer?.list ?? [];
  const [typed, setTyped] = useState<Draft>({ period: 0, amount: START_AMOUNT });
  const [asking, setAsking] = useState<SecondsDirection | null>(null);
  const [riskAsked, setRiskAsked] = useState(false);
  const { busy, keyOf, mutate } = useMutation();
  const period =
    periods.find((one) => one.period === typed.period && one.enable === 1) ??
    periods.find(({ enable }) => enable === 1);
  const draft = { ...typed, period: period?.period ?? 0 };
  const context = useOrderContext(
    id,
    known,
    parseMoney(period?.exposureLeft ?? offer.answer?.exposureLeft ?? '') ?? 0n,
  );
  const terms = termsOf(period);
  const validation = validate(terms, draft, context);

  const send = async (direction: SecondsDirection): Promise<void> => {
    const form = addForm(id, direction, draft, newestTick(id).peek()?.price ?? '', period?.profitRate ?? '');
    const clientNo = keyOf(form);
    const order = await mutate((options) => call('/qt/contract/add', { ...form, clientNo } as AddForm, options));
    if (!order) return offer.refetch();
    applySeconds(order);
    showToast(t('seconds.bought'), 'success');
  };
  const buy = (direction: SecondsDirection): void => {
    if (validation.kind !== 'ready' || busy) return;
    if (stored('fxproSecondsRisk').peek() !== '1') setRiskAsked(true);
    else if (stored('fxproConfirm').peek() === '1') setAsking(direction);
    else void send(direction);
  };
  const confirm = (): void => {
    setAsking(null);
    if (asking !== null && validation.kind === 'ready') void send(asking);
  };
  const answerRisk = (yes: boolean): void => {
    setRiskAsked(false);
    if (yes) stored('fxproSecondsRisk').value = '1';
  };
  const edit = (change: Partial<Draft>): void => setTyped((before) => ({ ...before, ...change }));
  return {
    offer,
    periods,
    terms,
    period,
    draft,
    edit,
    context,
    validation,
    busy,
    asking,
    riskAsked,
    answerRisk,
    buy,
    confirm,
    withdraw: () => setAsking(null),
  };
}

function useOrderContext(coinInfoId: number, known: boolean, leftUnits: Units): OrderContext {
  const available = useSignalValue(useMemo(() => computed(() => availableUnits(USDT_ID)), []));
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
    availableUnits: known ? available : null,
    leftUnits,
    pause: usePause(coinInfoId),
    limits,
    todayUnits: useTodayUnits(known && limits.dailyLoss !== ''),
    openUnits,
    timeOver: useTimeOver(limits.sessionMinutes),
  };
}
