// The contract ticket in use: what is typed, what it is judged, the question before it is sent, and the sending.
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { type RiskTerms, multiplesOf } from '../../../core/risk/margin-tiers.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../core/units/units.ts';
import { call } from '../../api/call.ts';
import { initialPrice, lastTicksNow, useInitialPrice } from '../../components/ticket/initial-price.ts';
import { usePersistentDraft } from '../../components/ticket/draft-persistence.ts';
import { type Fill, slipGuard, slipsBeyond, useMarketFill } from '../../components/ticket/market-fill.ts';
import { warningsFor } from '../../components/ticket/order-warnings.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { type OrderSubmission, useOrderSubmission } from '../../hooks/use-order-submission.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { applyContract } from '../../stores/account/contract-orders.ts';
import { link, serverNow } from '../../stores/market/connection.ts';
import { markOf } from '../../stores/market/marks.ts';
import { isLoggedIn, sessionToken } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type Draft,
  type OrderContext,
  type Validation,
  contractDraft,
  validate,
  preview,
  wantOf,
} from './contract-ticket.ts';

type AddForm = FormOf<'/coin/contract/order/add'>;

export interface ContractTicket {
  terms: RiskTerms;
  /** Multiples that the market offers, smallest first. */
  multiples: readonly number[];
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

/** A new account begins with this, or with the most below it that the market offers. */
const USUAL_LEVERAGE = 10;
const EMPTY: Draft = {
  direction: 'long',
  orderType: 'limit',
  multiple: 0,
  price: '',
  amount: '',
  triggers: false,
  profit: '',
  loss: '',
};

/** The mark in whole ticks; 0 while it is not known. */
function markTicksNow(instrument: Instrument): number {
  const ticks = parseSteps(markOf(instrument.info.id).mark.peek(), instrument.price);
  return typeof ticks === 'number' ? ticks : 0;
}

/** What the ticket begins with where a chart led to it: a side, and a limit price. */
export interface ContractStart {
  side?: Side | undefined;
  priceTicks?: PriceTicks | undefined;
}

export function useContractTicket(
  instrument: Instrument,
  { side: startSide, priceTicks }: ContractStart,
): ContractTicket {
  const { id, maxMultiple } = instrument.info;
  const { t } = useTranslation();
  const terms = useMemo(() => riskTermsOf(instrument), [instrument]);
  const multiples = useMemo(() => multiplesOf(terms.tiers, maxMultiple), [terms, maxMultiple]);
  const [typed, setTyped] = usePersistentDraft<Draft>(
    `contract ${id}${startSide ? ` ${startSide} ${priceTicks ?? ''}` : ''}`,
    () => ({
      ...EMPTY,
      direction: startSide === 'sell' ? 'short' : 'long',
      price: priceTicks === undefined ? initialPrice(instrument) : printSteps(priceTicks, instrument.price),
    }),
  );
  const known = useSignalValue(isLoggedIn);
  const available = useSignalValue(useMemo(() => computed(() => availableUnits(USDT_ID, 'contract')), []));
  const connected = useSignalValue(link.state) === LINK.open;
  const lastUsed = useLastLeverage(id);
  const usual = multiples.filter((multiple) => multiple <= USUAL_LEVERAGE).at(-1) ?? 1;
  const draft = typed.multiple > 0 ? typed : { ...typed, multiple: multiples.includes(lastUsed) ? lastUsed : usual };
  const edit = useCallback(
    (change: Partial<Draft>): void => setTyped((before) => ({ ...before, ...change })),
    [setTyped],
  );
  const context = (): OrderContext => ({
    availableUnits: known ? available : null,
    lastTicks: lastTicksNow(id),
    markTicks: markTicksNow(instrument),
    nowMs: serverNow(),
  });
  const takePrice = useInitialPrice(instrument, setTyped);
  const validation = validate(instrument, terms, draft, context());

  const side = draft.direction === 'long' ? 'buy' : 'sell';
  const fill = useMarketFill(
    instrument,
    side,
    useMemo(() => wantOf(instrument, draft.orderType, draft.amount), [instrument, draft.orderType, draft.amount]),
  );
  const sending = useOrderSubmission<Omit<AddForm, 'clientNo'>, ContractOrder>({
    form: () =>
      ({ coinInfoId: id, multiple: draft.multiple, ...contractDraft(draft), ...slipGuard(draft.orderType) }) as Omit<
        AddForm,
        'clientNo'
      >,
    add: (form, options) => call('/coin/contract/order/add', form as AddForm, options),
    find: (clientNo, options) => call('/coin/contract/order/query', { clientNo }, options),
    onAccepted: (order) => {
      applyContract(order);
      lastLeverages.set(leverageKey(id), order.multiple);
      setTyped((before) => ({ ...before, amount: '', profit: '', loss: '' }));
      showToast(t(order.status === CONTRACT_STATUS.holding ? 'contracts.opened' : 'contracts.placed'), 'success');
    },
  });
  const submit = (): void => {
    const now = validate(instrument, terms, draft, context());
    if (now.kind !== 'ready') return;
    const { lastTicks, markTicks } = context();
    const [marketTicks, filled] = [markTicks || lastTicks, fill.peek()];
    const valueUnits = preview(instrument, terms, draft, lastTicks)?.valueUnits ?? null;
    const slips = filled !== null && slipsBeyond(side, filled, marketTicks);
    sending.submit(warningsFor({ limitTicks: now.intent.limitTicks, marketTicks, valueUnits, slips }, Date.now()));
  };
  return { terms, multiples, draft, edit, takePrice, validation, context, fill, sending, connected, submit };
}

/** Multiples used last, by session and market: asked for once, then told by each order that is taken. */
const lastLeverages = new Map<string, number>();
const leverageKey = (coinInfoId: number): string => `${sessionToken.peek()} ${coinInfoId}`;

/** 0 while it is not known, or none was used. */
function useLastLeverage(coinInfoId: number): number {
  const name = leverageKey(coinInfoId);
  const restored = lastLeverages.get(name);
  const asks = useSignalValue(isLoggedIn) && restored === undefined;
  const last = useQuery('/coin/contract/order/multiple', asks ? { coinInfoId } : null).answer?.last;
  useEffect(() => {
    if (last !== undefined) lastLeverages.set(name, last);
  }, [name, last]);
  return last ?? restored ?? 0;
}
