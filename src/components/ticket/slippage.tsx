// Maximum slippage of market orders: the choices, their texts, and the select in a ticket.
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Select } from '../../ui/fields/select.tsx';
import styles from './trading-layout.module.css';

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
    <label className={styles.marketPrice}>
      <span>{t('trade.marketPrice')}</span>
      <Select
        className={styles.slippage}
        value={chosen}
        aria-label={t('trade.slippage')}
        data-testid="slippage"
        onChange={(event) => {
          slippage.value = event.currentTarget.value as Slippage;
        }}
      >
        {SLIPPAGES.map((choice) => (
          <option key={choice} value={choice}>
            {slippageText(choice, t)}
          </option>
        ))}
      </Select>
    </label>
  );
}
