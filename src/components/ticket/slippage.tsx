// Maximum slippage of market orders: the choices, their texts, and the select in a ticket.
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { LabelledSelect } from './ticket-fields.tsx';

export const SLIPPAGES = ['0.001', '0.005', '0.01', '0.03', '0'] as const;
export type Slippage = (typeof SLIPPAGES)[number];

const slippage = stored('fxproSlippage');

export function slippageText(chosen: Slippage, t: Translate): string {
  return chosen === '0' ? t('trade.slipAny') : t('trade.slipAtMost', { percent: Number(chosen) * 100 });
}

/** Replaces the price field of a market order. */
export function MarketPrice() {
  const { t } = useTranslation();
  const chosen = useSignalValue(slippage);
  return (
    <LabelledSelect
      label={t('trade.marketPrice')}
      name={t('trade.slippage')}
      value={chosen}
      choices={SLIPPAGES.map((key) => ({ key, label: slippageText(key, t) }))}
      onChange={(key) => {
        slippage.value = key;
      }}
      testId="slippage"
    />
  );
}
