// Figures of the contract order being typed, and the rows that describe the order.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { typedPriceText } from '../../components/ticket/typed-price.ts';
import { fillRows } from '../../components/ticket/fill-rows.ts';
import { lastTicksNow } from '../../components/ticket/initial-price.ts';
import type { OrderRow } from '../../components/order-review/order-rows.tsx';
import { completeNumber } from '../../components/ticket/ticket-text.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { availableUnits } from '../../stores/account/balances.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { priceText } from '../../stores/market/figures.ts';
import { UNKNOWN, moneyText, separate } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { preview } from './contract-ticket.ts';
import { type ContractTicket, markTicksNow } from './use-contract-ticket.ts';

type FigureName = 'available' | 'margin' | 'cost' | 'fee' | 'liq' | 'breakEven';
export type ContractFigures = Record<FigureName, ReadonlySignal<string>>;

export function useContractFigures(instrument: Instrument, { terms, draft, depth }: ContractTicket): ContractFigures {
  const { t } = useTranslation();
  return useMemo(
    () => figuresOf(instrument, { terms, draft, depth }, t('contracts.noLiq')),
    [instrument, terms, draft, depth, t],
  );
}

function figuresOf(
  instrument: Instrument,
  { terms, draft, depth }: Pick<ContractTicket, 'terms' | 'draft' | 'depth'>,
  noLiquidationText: string,
): ContractFigures {
  const { lastTicks } = tickerOf(instrument.info.id);
  const side = draft.direction === 'long' ? 'buy' : 'sell';
  // A limit order's figures depend neither on the last price nor on the book and do not subscribe to them.
  const expected = computed(() => {
    if (draft.orderType === 'limit') return preview(instrument, terms, draft, { lastTicks: 0 });
    const levels = depth.version.value > 0 ? depth[side] : null;
    return preview(instrument, terms, draft, { lastTicks: lastTicks.value || 0, levels });
  });
  const money = (units: Units | undefined): string => (units === undefined ? UNKNOWN : `${moneyText(units)} USDT`);
  const price = (e8: bigint): string => scaledPriceText(e8, instrument);
  return {
    available: computed(() => (isLoggedIn.value ? `${moneyText(availableUnits(USDT_ID, 'contract'))} USDT` : UNKNOWN)),
    margin: computed(() => money(expected.value?.cost.marginUnits)),
    cost: computed(() => money(expected.value?.cost.totalUnits)),
    fee: computed(() => money(expected.value?.cost.openFeeUnits)),
    liq: computed(() =>
      expected.value ? (expected.value.liqE8 === null ? noLiquidationText : price(expected.value.liqE8)) : UNKNOWN,
    ),
    breakEven: computed(() => (expected.value ? price(expected.value.breakEvenE8) : UNKNOWN)),
  };
}

/** A price in 1e-8, rounded to the decimals of its market. */
export function scaledPriceText(e8: bigint, { info }: Instrument): string {
  return priceText(printMoney(e8), info.id);
}

/** The order in rows, for its confirmation. */
export function useContractRows(instrument: Instrument, ticket: ContractTicket, figures: ContractFigures): OrderRow[] {
  const { t } = useTranslation();
  const { draft, fill } = ticket;
  const { info } = instrument;
  const byMarket = draft.orderType === 'market';
  const side = draft.direction === 'long' ? 'buy' : 'sell';
  const fills = useMemo(
    () => fillRows({ instrument, side, fill, reference: () => markTicksNow(instrument) || lastTicksNow(info.id) }, t),
    [instrument, info, side, fill, t],
  );
  const trigger = (text: string): string => (text === '' ? UNKNOWN : typedPriceText(instrument, text));
  return [
    {
      key: 'side',
      label: t('ticket.side'),
      text: `${t(`contracts.${draft.direction}`)} ${draft.leverage}x · ${t('contracts.isolated')} · ${t(`trade.${draft.orderType}`)}`,
      tone: side === 'buy' ? 'up' : 'down',
    },
    {
      key: 'price',
      label: t('trade.price'),
      text: byMarket ? t('trade.marketPrice') : `${typedPriceText(instrument, draft.price)} ${quoteSymbol(info)}`,
    },
    ...(byMarket ? fills : []),
    {
      key: 'amount',
      label: t('trade.amount'),
      text: `${separate(completeNumber(draft.amount))} ${baseSymbol(info)}`,
    },
    ...(['margin', 'fee', 'cost', 'liq', 'breakEven'] as const).map((key) => ({
      key,
      label: t(`contracts.${key}`),
      text: figures[key],
    })),
    {
      key: 'triggers',
      label: t('contracts.wish.triggers'),
      text: `${trigger(draft.profit)} / ${trigger(draft.loss)}`,
    },
  ];
}
