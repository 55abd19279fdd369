// What a visitor sees in place of the assets: a demo account in one tap, registration and login.
import { useNavigate } from '@tanstack/react-router';
import { StartDemo, useDemoOffered } from '../../components/account/start-demo.tsx';
import { FIRST_TICKET } from '../../components/ticket/first-ticket.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './home.module.css';

export function GuestCard() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const demo = useDemoOffered();
  const register = (
    <Button kind={demo ? 'quiet' : 'primary'} wide={!demo} onClick={() => void navigate({ to: '/pages/common/reg' })}>
      {t('auth.register')}
    </Button>
  );
  return (
    <section className={styles.card}>
      <h2 className={styles.guestTitle}>{t('home.guestTitle')}</h2>
      <p className={styles.guestText}>{t(demo ? 'home.guestDemo' : 'home.guestText')}</p>
      {demo ? <StartDemo label={t('demo.startWith')} onOpened={() => void navigate(FIRST_TICKET)} /> : register}
      <div className={styles.guestButtons}>
        {demo && register}
        <Button onClick={() => void navigate({ to: '/pages/common/login' })}>{t('auth.login')}</Button>
      </div>
    </section>
  );
}
