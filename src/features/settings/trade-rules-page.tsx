// How orders are sent: whether they are asked for once more, and when they are asked for in any case.
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageBar } from '../../cells/page-bar.tsx';
import { stored } from '../../state/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Rows, SwitchRow } from './rows.tsx';
import styles from './settings.module.css';

const confirms = stored('fxproConfirm');

export function TradeRulesPage() {
  const { t } = useTranslation();
  const asked = useSignalValue(confirms) === '1';
  return (
    <>
      <PageBar title={t('title.tradeRules')} />
      <main className={styles.page}>
        <Rows title={t('hub.confirmations')}>
          <SwitchRow label={t('hub.confirm')} note={t('hub.confirmText')} on={asked} onChange={(on) => { confirms.value = on ? '1' : '0'; }} />
        </Rows>
        <section className={styles.looks}>
          <h2 className={styles.head}>{t('hub.always')}</h2>
          <ul className={styles.steps}>
            <li>{t('hub.alwaysFar')}</li>
            <li>{t('hub.alwaysStale')}</li>
            <li>{t('hub.alwaysUnknown')}</li>
          </ul>
        </section>
      </main>
    </>
  );
}
