// Choice of the display currency, with exchange rates.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { dateTimeText } from '../../lib/date-format.ts';
import { CURRENCIES, currency, exchangeRates, refreshRates, setCurrency } from '../../stores/device/currency.ts';
import type { Currency } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { separate } from '../../stores/market/number-format.ts';
import { ChoiceList } from './choice-list.tsx';
import styles from './settings.module.css';

const isRateKnown = ({ value }: Currency): boolean =>
  value === 'USD' || exchangeRates.peek()?.rates[value] !== undefined;

function loadRates(onFailed: (failed: boolean) => void): Promise<void> {
  return refreshRates().then(
    () => onFailed(false),
    (cause: unknown) => {
      console.warn('exchange rates fetch failed', cause);
      onFailed(true);
    },
  );
}

export function CurrencyPage() {
  const { t } = useTranslation();
  const chosen = useSignalValue(currency);
  const known = useSignalValue(exchangeRates);
  const [failed, setFailed] = useState(false);
  useEffect(() => void loadRates(setFailed), []);
  const choose = async (next: Currency): Promise<void> => {
    // Without its rate amounts would be counted by that of the currency before.
    if (!isRateKnown(next)) await loadRates(setFailed);
    if (isRateKnown(next)) setCurrency(next);
  };
  return (
    <>
      <PageHeader title={t('title.currency')} />
      <main className={styles.page}>
        <ChoiceList
          label={t('title.currency')}
          value={chosen.value}
          onChange={(key) => {
            const next = CURRENCIES.find(({ value }) => value === key);
            if (next) void choose(next);
          }}
          choices={CURRENCIES.map(({ name, value, symbol }) => {
            const rate = known?.rates[value];
            return {
              key: value,
              label: `${name}  ${symbol}`,
              fact: rate === undefined ? undefined : t('set.rate', { rate: separate(rate), currency: value }),
            };
          })}
        />
        {failed && (
          <p className="hint" role="status">
            {t('set.rateFailed', { currency: chosen.name })}
          </p>
        )}
        {known && <p className="hint">{t('set.rateAge', { time: dateTimeText(known.ts) })}</p>}
      </main>
    </>
  );
}
