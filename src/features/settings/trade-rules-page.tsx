// Trading settings: confirmations and the maximum slippage of market orders.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { SLIPPAGES, slippageText } from '../../components/ticket/slippage.ts';
import { stored } from '../../stores/device/storage.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { CONFIRM_CHOICES } from './confirm-choices.ts';
import styles from './settings.module.css';

const confirms = stored('fxproConfirm');
const slippage = stored('fxproSlippage');

export function TradeRulesPage() {
  const { t } = useTranslation();
  const confirmed = useSignalValue(confirms);
  const chosen = useSignalValue(slippage);
  return (
    <>
      <PageHeader title={t('title.tradeRules')} />
      <main className={styles.page}>
        <section className={styles.options}>
          <SelectField
            label={t('hub.confirm')}
            value={confirmed}
            testId="confirm-orders"
            onValue={(key) => {
              confirms.value = key;
            }}
            choices={CONFIRM_CHOICES.map(([key, label]) => ({ key, label: t(label) }))}
          />
          <p className="hint">{t('hub.confirmText')}</p>
        </section>
        <section className={styles.options}>
          <h2 className={styles.head}>{t('hub.always')}</h2>
          <ul className="steps">
            <li>{t('hub.alwaysFar')}</li>
            <li>{t('hub.alwaysStale')}</li>
            <li>{t('hub.alwaysUnknown')}</li>
            <li>
              {t('hub.alwaysSize')}{' '}
              <Link className={styles.inline} to="/pages/set/limit">
                {t('title.limit')}
              </Link>
            </li>
            <li>{t('hub.alwaysSlip')}</li>
          </ul>
        </section>
        <section className={styles.options}>
          <SelectField
            label={t('trade.slippage')}
            value={chosen}
            testId="slippage-default"
            onValue={(key) => {
              slippage.value = key;
            }}
            choices={SLIPPAGES.map((key) => ({ key, label: slippageText(key, t) }))}
          />
          <p className="hint">{t('hub.slippageText')}</p>
        </section>
      </main>
    </>
  );
}
