// The two accounts side by side: worth and what of it is frozen.
import { computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { HIDDEN, TotalWorth } from '../../cells/total-worth.tsx';
import { type Account, holdings } from '../../state/balances.ts';
import { quoteText } from '../../state/currency.ts';
import { amountsHidden } from '../../state/privacy.ts';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './assets.module.css';

export function AccountCards() {
  return <div className={styles.accounts}><AccountCard account="spot" /><AccountCard account="contract" /></div>;
}

function AccountCard({ account }: { account: Account }) {
  const { t } = useTranslation();
  const frozen = useMemo(() => computed(() => {
    if (amountsHidden.value) return t('assets.frozen', { amount: HIDDEN });
    const worth = holdings[account].value.reduce((sum, { available, frozen: held, worth: all }) => (
      sum + (available + held === 0n ? 0n : (all * held) / (available + held))
    ), 0n);
    return t('assets.frozen', { amount: quoteText(worth) });
  }), [account, t]);
  return (
    <section className={styles.account}>
      <h2 className={styles.cardTitle}>{t(`assets.${account}`)}</h2>
      <TotalWorth of={account} className={styles.accountWorth} />
      <LiveText text={frozen} ltr={false} className={styles.frozen} />
    </section>
  );
}
