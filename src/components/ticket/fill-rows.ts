// Rows of a market order: the average price and slippage that the book would give, and the bound that is sent.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import { type PriceTicks, printMoney } from '../../../core/units/units.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { priceText } from '../../stores/market/figures.ts';
import { stored } from '../../stores/device/storage.ts';
import { UNKNOWN, percentText } from '../../stores/market/number-format.ts';
import type { OrderRow } from '../order-review/order-rows.tsx';
import { type MarketFill, slippageOf } from './market-fill.ts';
import type { Slippage } from './slippage.ts';

export interface FillSource {
  instrument: Instrument;
  side: Side;
  fill: ReadonlySignal<MarketFill | null>;
  /** Market price from which slippage is measured; does not subscribe. */
  reference: () => PriceTicks;
}

export function fillRows({ instrument, side, fill, reference }: FillSource, t: Translate): OrderRow[] {
  const { id } = instrument.info;
  return [
    {
      key: 'average',
      label: t('trade.estAverage'),
      text: computed(() => (fill.value ? priceText(printMoney(fill.value.averageE8), id) : UNKNOWN)),
    },
    {
      key: 'slip',
      label: t('trade.estSlip'),
      text: computed(() => (fill.value ? slipText(side, fill.value, reference(), t) : UNKNOWN)),
    },
    { key: 'bound', label: t('trade.slippage'), text: computed(() => boundText(stored('fxproSlippage').value, t)) },
  ];
}

/** The user's maximum slippage, which goes with a market order. */
function boundText(most: Slippage, t: Translate): string {
  return most === '0' ? t('trade.slipAny') : percentText(most);
}

function slipText(side: Side, fill: MarketFill, marketTicks: PriceTicks, t: Translate): string {
  if (!fill.complete) return t('trade.beyondBook');
  return marketTicks > 0 ? percentText(slippageOf(side, fill, marketTicks)) : UNKNOWN;
}
