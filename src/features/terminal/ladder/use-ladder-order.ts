// Sends the order of one press on the price ladder: checked, confirmed by the user's setting, and sent once.
import { useRef, useState } from 'react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { type ContractOrder, contractIntent } from '../../../../core/orders/contract-order.ts';
import {
  SPOT_STATUS,
  type Side,
  type SpotOrder,
  checkBalance,
  checkSide,
  isReject,
} from '../../../../core/orders/spot-order.ts';
import { type StopDraft, stopFreeze, stopIntent } from '../../../../core/orders/stop-order.ts';
import { CODE } from '../../../../core/errors/errors.ts';
import { LINK } from '../../../../core/worker-protocol/worker-protocol.ts';
import { type PriceTicks, notionalUnits, parseSteps, printMoney, printSteps } from '../../../../core/units/units.ts';
import { refusalText } from '../../../components/common/refusal-text.ts';
import { closedMarket, closedText } from '../../../components/market/closed-market.ts';
import { baseSymbol, quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { tradeKindOf } from '../../../components/market/trade-kind.ts';
import type { OrderRow } from '../../../components/order-review/order-rows.tsx';
import { executesAtOnce, warningsFor } from '../../../components/ticket/order-warnings.ts';
import { lastTicksNow } from '../../../components/ticket/initial-price.ts';
import { type OrderSubmission, useOrderSubmission } from '../../../hooks/use-order-submission.ts';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { availableUnits } from '../../../stores/account/balances.ts';
import { applyContract } from '../../../stores/account/contract-orders.ts';
import { applyOrder } from '../../../stores/account/spot-orders.ts';
import { connection, serverNow } from '../../../stores/market/connection.ts';
import { moneyText, separate } from '../../../stores/market/number-format.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { showToast } from '../../../stores/ui/toast.ts';

/** An order at one price. `leverage` is 0 for spot; `stop`: it waits for the price, and is a market order then. */
interface LadderDraft {
  side: Side;
  priceTicks: PriceTicks;
  stop: boolean;
  amount: string;
  leverage: number;
}

export interface LadderSubmission {
  sending: OrderSubmission;
  title: string;
  /** Rows of the order being confirmed. */
  rows: readonly OrderRow[];
  side: Side;
  label: string;
  /** Checks and sends; returns why nothing was sent, or null. */
  place: (side: Side, priceTicks: PriceTicks, stop: boolean) => string | null;
}

export function useLadderOrder(instrument: Instrument, amount: string, leverage: number): LadderSubmission {
  const { t } = useTranslation();
  const kind = tradeKindOf(instrument);
  const [draft, setDraft] = useState<LadderDraft>({
    side: 'buy',
    priceTicks: 0,
    stop: false,
    amount: '',
    leverage: 0,
  });
  /** The draft of the latest press: what is sent is what was pressed, whatever is typed meanwhile. */
  const latest = useRef(draft);
  const sending = useOrderSubmission<'spot' | 'contract'>({
    name: `ladder ${instrument.info.id}`,
    kind,
    form: () => formOf(instrument, latest.current),
    onAccepted: (order) => {
      if (isContractOrder(order)) applyContract(order);
      else applyOrder(order);
      if (!isContractOrder(order) && order.status === SPOT_STATUS.refused)
        showToast(order.reason ?? t('orders.status5'), 'error');
      else showToast(t('ladder.placed', { order: draftText(instrument, latest.current, t) }), 'success');
    },
  });
  const place = (side: Side, priceTicks: PriceTicks, stop: boolean): string | null => {
    if (sending.phase !== 'idle') return t('ladder.busy');
    const next = { side, priceTicks, stop, amount, leverage };
    const objection = objectionTo(instrument, next, t);
    if (objection !== null) return objection;
    latest.current = next;
    setDraft(next);
    sending.submit(
      warningsFor(
        {
          limitTicks: priceTicks,
          marketTicks: lastTicksNow(instrument.info.id),
          valueUnits: valueOf(instrument, next),
          slips: false,
        },
        serverNow(),
      ),
      !stop && executesAtOnce(side, priceTicks, tickerOf(instrument.info.id)),
    );
    return null;
  };
  const name = actName(instrument, draft.side, t);
  return {
    sending,
    title: `${name} ${instrument.info.pair}`,
    rows: rowsOf(instrument, draft, t),
    side: draft.side,
    label: `${name} ${separate(draft.amount)} ${baseSymbol(instrument.info)}`,
    place,
  };
}

const isContractOrder = (order: SpotOrder | ContractOrder): order is ContractOrder => 'direction' in order;
const isContract = (instrument: Instrument): boolean => tradeKindOf(instrument) === 'contract';

/** "Buy", or "Long". */
function actName(instrument: Instrument, side: Side, t: Translate): string {
  return t(isContract(instrument) ? (side === 'buy' ? 'contracts.long' : 'contracts.short') : `trade.${side}`);
}

function draftText(instrument: Instrument, { side, stop, amount, priceTicks }: LadderDraft, t: Translate): string {
  return t('lines.order', {
    side: stop ? `${t('trade.stop')} · ${actName(instrument, side, t)}` : actName(instrument, side, t),
    amount: separate(amount),
    price: separate(printSteps(priceTicks, instrument.price)),
  });
}

function formOf(instrument: Instrument, draft: LadderDraft): object {
  if (!isContract(instrument)) return spotForm(instrument, draft);
  const { side, priceTicks, amount, leverage } = draft;
  return {
    coinInfoId: instrument.info.id,
    orderType: 'limit',
    amount,
    direction: side === 'buy' ? 'long' : 'short',
    multiple: leverage,
    limitPrice: printSteps(priceTicks, instrument.price),
  };
}

/** A stop that buys waits with a total: what its amount costs at its price (M17). */
function spotForm(instrument: Instrument, draft: LadderDraft): StopDraft & { coinInfoId: number } {
  const { side, priceTicks, stop, amount } = draft;
  const price = printSteps(priceTicks, instrument.price);
  const rest = { coinInfoId: instrument.info.id, side };
  if (!stop) return { ...rest, orderType: 'limit', price, amount };
  return {
    ...rest,
    orderType: 'stop_market',
    stopPrice: price,
    ...(side === 'buy' ? { total: printMoney(valueOf(instrument, draft)) } : { amount }),
  };
}

function valueOf(instrument: Instrument, { priceTicks, amount }: LadderDraft): bigint {
  const lots = parseSteps(amount, instrument.amount);
  return notionalUnits(priceTicks, instrument.price, typeof lots === 'number' ? lots : 0, instrument.amount);
}

/** Why an order is not sent; null: it may be. The exchange checks the margin of contracts. */
function objectionTo(instrument: Instrument, draft: LadderDraft, t: Translate): string | null {
  const { info, price: grid } = instrument;
  const kind = tradeKindOf(instrument);
  const closed = closedMarket(instrument, serverNow(), kind);
  if (closed) return closedText(closed, t);
  if (connection.state.peek() !== LINK.open) return t('trade.offline');
  if (draft.amount === '') return t('trade.missingAmount');
  const price = printSteps(draft.priceTicks, grid);
  if (kind === 'contract') {
    const direction = draft.side === 'buy' ? 'long' : 'short';
    const intent = contractIntent(instrument, {
      direction,
      orderType: 'limit',
      amount: draft.amount,
      limitPrice: price,
    });
    return isReject(intent) ? refusalText(intent) : null;
  }
  const lastTicks = lastTicksNow(info.id);
  const intent = stopIntent(instrument, spotForm(instrument, draft), lastTicks);
  if (isReject(intent)) return refusalText(intent);
  // Without a last price the side of the stop is unknown.
  if (draft.stop && lastTicks === 0) return t('trade.offline');
  const side = draft.stop ? checkSide(CODE.lossSide, draft.side === 'buy', draft.priceTicks, lastTicks, grid) : null;
  if (side) return refusalText(side);
  const freeze = stopFreeze(instrument, intent);
  const short = checkBalance(freeze.units, availableUnits(freeze.coinId));
  return short && refusalText(short);
}

function rowsOf(instrument: Instrument, draft: LadderDraft, t: Translate): OrderRow[] {
  const { info } = instrument;
  const [base, quote] = [baseSymbol(info), quoteSymbol(info)];
  return [
    {
      key: 'side',
      label: t('ticket.side'),
      text: `${actName(instrument, draft.side, t)} · ${t(draft.stop ? 'trade.stop' : 'trade.limit')}`,
      tone: draft.side === 'buy' ? 'up' : 'down',
    },
    {
      key: 'price',
      label: t(draft.stop ? 'trade.stopPrice' : 'trade.price'),
      text: `${separate(printSteps(draft.priceTicks, instrument.price))} ${quote}`,
    },
    { key: 'amount', label: t('trade.amount'), text: `${separate(draft.amount)} ${base}` },
    ...(draft.leverage > 0 ? [{ key: 'leverage', label: t('contracts.multiple'), text: `${draft.leverage}x` }] : []),
    { key: 'value', label: t('trade.total'), text: `${moneyText(valueOf(instrument, draft))} ${quote}` },
  ];
}
