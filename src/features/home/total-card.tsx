// Total assets with a button that hides them, and links to deposit, withdraw and transfer.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { TotalHead } from '../../components/account/total-worth.tsx';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { currency } from '../../stores/device/currency.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

/** Loaded after the first paint into a space of its height; when that fails, the card is shown without it. */
const LazyDay = lazyBlock(
  () => import('./day-line.tsx'),
  ({ DayLine }) => DayLine,
  <p className={styles.day} />,
  { failed: <p className={styles.day} />, texts: ['equity'] },
);

export function TotalCard() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = t('home.total', { currency: useSignalValue(currency).name });
  return (
    <section className={styles.card} aria-label={title}>
      <TotalHead title={title} />
      <LazyDay />
      <div className={styles.three}>
        <Button kind="primary" onClick={() => void navigate({ to: '/pages/wallet/recharge' })}>
          {t('home.deposit')}
        </Button>
        <Button onClick={() => void navigate({ to: '/pages/wallet/withdraw' })}>{t('home.withdraw')}</Button>
        <Button onClick={() => void navigate({ to: '/pages/wallet/transfer' })}>{t('home.transfer')}</Button>
      </div>
    </section>
  );
}
