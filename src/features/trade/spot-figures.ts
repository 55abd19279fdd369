// Figures of the spot order being typed: the available balance, and the rows that describe the order.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { typedPriceText } from '../../components/ticket/typed-price.ts';
import { fillRows } from '../../components/ticket/fill-rows.ts';
import { lastTicksNow } from '../../components/ticket/initial-price.ts';
import type { OrderRow } from '../../components/order-review/order-rows.tsx';
import { useUnusualForce } from '../../components/ticket/time-in-force.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { coinText } from '../../stores/market/figures.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { type SpotTicketDraft, estimate, sizeField } from './spot-ticket.ts';
import type { SpotTicket } from './use-spot-ticket.ts';

export interface SpotFigures {
  available: ReadonlySignal<string>;
  value: ReadonlySignal<string>;
  fee: ReadonlySignal<string>;
  /** What a sale brings, after its fee. */
  received: ReadonlySignal<string>;
}

export function useSpotFigures(instrument: Instrument, { draft }: SpotTicket): SpotFigures {
  return useMemo(() => figuresOf(instrument, draft), [instrument, draft]);
}

function figuresOf(instrument: Instrument, draft: SpotTicketDraft): SpotFigures {
  const { info } = instrument;
  const selling = draft.side === 'sell';
  const [base, quote] = [baseSymbol(info), quoteSymbol(info)];
  const { lastTicks } = tickerOf(info.id);
  // A limit order's figures do not depend on the last price and do not subscribe to it.
  const expected = computed(() => estimate(instrument, draft, draft.orderType === 'market' ? lastTicks.value || 0 : 0));
  const amount = (units: bigint, ofBase: boolean): string =>
    `${coinText(units, ofBase ? info.id : info.quoteCoinId)} ${ofBase ? base : quote}`;
  return {
    available: computed(() =>
      isLoggedIn.value ? amount(availableUnits(selling ? info.id : info.quoteCoinId), selling) : UNKNOWN,
    ),
    value: computed(() => (expected.value ? amount(expected.value.valueUnits, false) : UNKNOWN)),
    fee: computed(() =>
      expected.value ? amount(expected.value.feeUnits, expected.value.feeCoin === 'base') : UNKNOWN,
    ),
    received: computed(() =>
      expected.value ? amount(expected.value.valueUnits - expected.value.feeUnits, false) : UNKNOWN,
    ),
  };
}

/** The order in rows, for its confirmation. */
export function useSpotRows(instrument: Instrument, ticket: SpotTicket, figures: SpotFigures): OrderRow[] {
  const { t } = useTranslation();
  const { draft, fill } = ticket;
  const { info } = instrument;
  const [base, quote] = [baseSymbol(info), quoteSymbol(info)];
  const byMarket = draft.orderType === 'market';
  const buying = draft.side === 'buy';
  const fills = useMemo(
    () => fillRows({ instrument, side: draft.side, fill, reference: () => lastTicksNow(info.id) }, t),
    [instrument, info, draft.side, fill, t],
  );
  const force = useUnusualForce(draft.orderType);
  const size = completeNumber(draft[sizeField(draft)]);
  return [
    {
      key: 'side',
      label: t('ticket.side'),
      text: `${t(`trade.${draft.side}`)} · ${t(`trade.${draft.orderType}`)}`,
      tone: buying ? 'up' : 'down',
    },
    {
      key: 'price',
      label: t('trade.price'),
      text: byMarket ? t('trade.marketPrice') : `${typedPriceText(instrument, draft.price)} ${quote}`,
    },
    ...(force === null ? [] : [{ key: 'force', label: t('trade.force'), text: t(`trade.force.${force}`) }]),
    ...(byMarket ? fills : []),
    ...(sizeField(draft) === 'amount'
      ? [{ key: 'amount', label: t('trade.amount'), text: `${separate(size)} ${base}` }]
      : []),
    {
      key: 'cost',
      label: t(buying ? 'trade.total' : 'ticket.receive'),
      text: buying ? figures.value : figures.received,
    },
    { key: 'fee', label: t('trade.fee'), text: figures.fee },
  ];
}
