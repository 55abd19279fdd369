// Introduction with registration and login, shown to visitors in place of the assets.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './home.module.css';

export function GuestCard() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <section className={styles.card}>
      <h2 className={styles.guestTitle}>{t('home.guestTitle')}</h2>
      <p className={styles.guestText}>
        {t('home.guestText')} {t('home.guestDemo')}
      </p>
      <div className={styles.two}>
        <Button kind="primary" onClick={() => void navigate({ to: '/pages/common/reg' })}>
          {t('auth.register')}
        </Button>
        <Button onClick={() => void navigate({ to: '/pages/common/login' })}>{t('auth.login')}</Button>
      </div>
    </section>
  );
}
