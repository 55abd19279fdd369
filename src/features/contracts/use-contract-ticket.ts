// State of the contract order form: draft, validation, confirmation and submission.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { type Dispatch, type SetStateAction, useCallback, useMemo } from 'react';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { type RiskTerms, multiplesOf } from '../../../core/risk/margin-tiers.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { type PriceTicks, type Units, parseSteps, printSteps } from '../../../core/units/units.ts';
import { initialPrice, lastTicksNow, useInitialPrice } from '../../components/ticket/initial-price.ts';
import { useAvailableUnits } from '../../components/account/use-available-units.ts';
import { useStable } from '../../hooks/use-stable.ts';
import { usePersistentDraft, withoutSent } from '../../components/ticket/draft-persistence.ts';
import {
  type Depth,
  type MarketFill,
  exceedsSlippage,
  levelsOf,
  slippageBound,
  useDepth,
  useFillIn,
} from '../../components/ticket/market-fill.ts';
import { executesAtOnce, warningsFor } from '../../components/ticket/order-warnings.ts';
import { chooseLeverage, useLeverage } from '../../hooks/use-leverage.ts';
import { type OrderSubmission, useOrderSubmission } from '../../hooks/use-order-submission.ts';
import { applyContract } from '../../stores/account/contract-orders.ts';
import { editOf } from '../../components/ticket/ticket-text.ts';
import { connection, serverNow } from '../../stores/market/connection.ts';
import { markOf } from '../../stores/market/marks.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type ContractTicketDraft,
  type OrderContext,
  type Validation,
  SIDE_OF,
  contractDraft,
  withAmount,
  validate,
  preview,
  marketOrderSize,
} from './contract-ticket.ts';
import { useContractResult } from './use-contract-result.ts';

type AddForm = FormOf<'/coin/contract/order/add'>;

export interface ContractTicket {
  terms: RiskTerms;
  /** Leverages that the market offers, ascending. */
  leverages: readonly number[];
  /** With the amount that follows from a share or from another unit. */
  draft: ContractTicketDraft;
  edit: (change: Partial<ContractTicketDraft>) => void;
  /** The user edits the price: it is no longer filled in from the market. */
  markPriceEdited: () => void;
  validation: Validation;
  /** Current data that the draft is validated against. */
  context: () => OrderContext;
  /** Expected execution of a market order; null for a limit order. */
  fill: ReadonlySignal<MarketFill | null>;
  /** The book, live while the draft is a market order. */
  depth: Depth;
  sending: OrderSubmission;
  /** The feed is connected. Nothing is sent without it, because the result could not be seen. */
  connected: boolean;
  /** Sends the order, or opens the confirmation first. */
  submit: () => void;
}

const EMPTY: ContractTicketDraft = {
  direction: 'long',
  orderType: 'limit',
  leverage: 0,
  price: '',
  amount: '',
  unit: 'base',
  size: '',
  percent: null,
  profit: '',
  loss: '',
};

/** The mark price in whole ticks; 0 while unknown. */
export function markTicksNow(instrument: Instrument): number {
  const ticks = parseSteps(markOf(instrument.info.id).mark.peek(), instrument.price);
  return typeof ticks === 'number' ? ticks : 0;
}

/** Sends the draft, and empties the form of what was accepted. */
function useContractSubmission(
  instrument: Instrument,
  draft: ContractTicketDraft,
  typed: ContractTicketDraft,
  setTyped: Dispatch<SetStateAction<ContractTicketDraft>>,
): OrderSubmission {
  const { id } = instrument.info;
  const showResult = useContractResult(instrument);
  return useOrderSubmission({
    name: `contract ${id}`,
    kind: 'contract',
    form: () =>
      ({
        coinInfoId: id,
        multiple: draft.leverage,
        ...contractDraft(draft),
        ...slippageBound(draft.orderType),
      }) as Omit<AddForm, 'clientNo'>,
    onAccepted: (order) => {
      applyContract(order);
      chooseLeverage(id, order.multiple);
      setTyped((now) => withoutSent(now, typed, { amount: '', size: '', percent: null, profit: '', loss: '' }));
      showResult(order);
    },
  });
}

interface Coverage {
  instrument: Instrument;
  terms: RiskTerms;
  draft: ContractTicketDraft;
  depth: Depth;
  available: Units;
}

/** Whether the balance covers a market order at the prices of the book; null for another order or without a book. */
function isCovered({ instrument, terms, draft, depth, available }: Coverage): boolean | null {
  if (draft.orderType === 'limit' || depth.version.value === 0) return null;
  const figures = preview(instrument, terms, draft, {
    lastTicks: lastTicksNow(instrument.info.id),
    levels: levelsOf(depth, SIDE_OF[draft.direction]),
  });
  return figures === null || figures.cost.totalUnits <= available;
}

/** Initial side and limit price when the form is opened from a chart. */
export interface InitialContractOrder {
  side?: Side | undefined;
  priceTicks?: PriceTicks | undefined;
}

/** What is typed: a ticket that a chart opens at a price has a draft of its own. */
function useContractDraft(instrument: Instrument, { side, priceTicks }: InitialContractOrder) {
  return usePersistentDraft<ContractTicketDraft>(
    `contract ${instrument.info.id}${side ? ` ${side} ${priceTicks ?? ''}` : ''}`,
    () => ({
      ...EMPTY,
      direction: side === 'sell' ? 'short' : 'long',
      price: priceTicks === undefined ? initialPrice(instrument) : printSteps(priceTicks, instrument.price),
    }),
  );
}

export function useContractTicket(instrument: Instrument, initial: InitialContractOrder): ContractTicket {
  const { id, maxMultiple } = instrument.info;
  const terms = useMemo(() => riskTermsOf(instrument), [instrument]);
  const leverages = useMemo(() => multiplesOf(terms.tiers, maxMultiple), [terms, maxMultiple]);
  const [typed, setTyped] = useContractDraft(instrument, initial);
  const loggedIn = useSignalValue(isLoggedIn);
  const available = useAvailableUnits(USDT_ID, 'contract');
  const connected = useSignalValue(connection.state) === LINK.open;
  const usual = useLeverage(instrument, leverages);
  const edit = useCallback(
    (change: Partial<ContractTicketDraft>): void => {
      if (change.leverage !== undefined) chooseLeverage(id, change.leverage);
      setTyped((before) => ({ ...before, ...editOf(change) }));
    },
    [setTyped, id],
  );
  const side = SIDE_OF[typed.direction];
  const depth = useDepth(instrument, typed.orderType === 'market');
  const context = (): OrderContext => ({
    availableUnits: loggedIn ? available : null,
    lastTicks: lastTicksNow(id),
    markTicks: markTicksNow(instrument),
    levels: levelsOf(depth, side),
    nowMs: serverNow(),
  });
  const markPriceEdited = useInitialPrice(instrument, setTyped);
  const leverage = typed.leverage || usual;
  const draft = useStable(withAmount(instrument, terms, { ...typed, leverage }, context()));
  // A market order is judged again when the book's prices no longer fit the balance, or fit it again.
  useSignalValue(
    useMemo(
      () => computed(() => isCovered({ instrument, terms, draft, depth, available })),
      [instrument, terms, draft, depth, available],
    ),
  );
  const validation = validate(instrument, terms, draft, context());
  const fill = useFillIn(
    depth,
    instrument,
    side,
    useMemo(
      () => marketOrderSize(instrument, draft.orderType, draft.amount),
      [instrument, draft.orderType, draft.amount],
    ),
  );
  const sending = useContractSubmission(instrument, draft, typed, setTyped);
  const submit = (): void => {
    const now = validate(instrument, terms, draft, context());
    if (now.kind !== 'ready') return;
    const market = context();
    const [marketTicks, filled] = [market.markTicks || market.lastTicks, fill.peek()];
    const valueUnits = preview(instrument, terms, draft, market)?.valueUnits ?? null;
    const slips = filled !== null && exceedsSlippage(side, filled, marketTicks);
    const { limitTicks } = now.intent;
    sending.submit(
      warningsFor({ limitTicks, marketTicks, valueUnits, slips }, serverNow()),
      limitTicks === 0 || executesAtOnce(side, limitTicks, tickerOf(id)),
    );
  };
  return {
    terms,
    leverages,
    draft,
    edit,
    markPriceEdited,
    validation,
    context,
    fill,
    depth,
    sending,
    connected,
    submit,
  };
}
