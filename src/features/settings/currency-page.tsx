// Choice of the display currency, with exchange rates.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { dateTimeText } from '../../lib/date-format.ts';
import { CURRENCIES, currency, exchangeRates, refreshRates, setCurrency } from '../../stores/device/currency.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { separate } from '../../stores/market/number-format.ts';
import { ChoiceList } from './choice-list.tsx';
import styles from './settings.module.css';

export function CurrencyPage() {
  const { t } = useTranslation();
  const chosen = useSignalValue(currency);
  const known = useSignalValue(exchangeRates);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    refreshRates().then(
      () => setFailed(false),
      (cause: unknown) => {
        console.warn('exchange rates fetch failed', cause);
        setFailed(true);
      },
    );
  }, []);
  return (
    <>
      <PageHeader title={t('title.currency')} />
      <main className={styles.page}>
        <ChoiceList
          label={t('title.currency')}
          value={chosen.value}
          onChange={(key) => {
            const next = CURRENCIES.find(({ value }) => value === key);
            if (next) setCurrency(next);
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
