// The conditions of a withdrawal: which are met, the turnover so far, and links to fulfil them.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import type { WithdrawGate } from '../../../core/orders/fund-order.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { moneyText } from '../../stores/market/number-format.ts';
import { serverNow } from '../../stores/market/connection.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/fields/progress-bar.tsx';
import styles from './wallet.module.css';

function isLocked({ withdrawLockUntil = 0 }: WithdrawGate): boolean {
  return withdrawLockUntil > serverNow();
}

export function checksPassed(gate: WithdrawGate): boolean {
  return gate.kyc === 1 && gate.google === 1 && Number(gate.rate) >= 1 && !isLocked(gate);
}

export function WithdrawalChecks({ gate }: { gate: WithdrawGate }) {
  const { t } = useTranslation();
  const traded = Math.min(1, Number(gate.rate));
  return (
    <section
      className={`card ${styles.card}`}
      aria-label={t('wallet.gates')}
      data-testid="gates"
      data-open={checksPassed(gate) ? '' : undefined}
    >
      <h2 className={styles.head}>{t('wallet.gates')}</h2>
      <ul className={styles.checks}>
        <li data-open={gate.kyc === 1 ? '' : undefined}>
          <CheckMark open={gate.kyc === 1} /> <span>{t('wallet.gateKyc')}</span>{' '}
          {gate.kyc !== 1 && (
            <Link className={styles.link} to="/pages/user/kyc">
              {t('wallet.fixKyc')}
            </Link>
          )}
        </li>
        <li data-open={gate.google === 1 ? '' : undefined}>
          <CheckMark open={gate.google === 1} /> <span>{t('wallet.gateGoogle')}</span>{' '}
          {gate.google !== 1 && (
            <Link className={styles.link} to="/pages/user/google">
              {t('wallet.fixGoogle')}
            </Link>
          )}
        </li>
        <li data-open={traded >= 1 ? '' : undefined}>
          <CheckMark open={traded >= 1} />
          <span>
            {t('wallet.gateTurnover', { turnover: moneyText(gate.turnover), deposits: moneyText(gate.depositTotal) })}{' '}
            <ProgressBar label={t('wallet.gateTurnoverShort')} share={traded} />
          </span>
          {traded < 1 && (
            <Link className={styles.link} to="/pages/tabbar/trade">
              {t('wallet.fixTurnover')}
            </Link>
          )}
        </li>
      </ul>
      {isLocked(gate) && (
        <p className={`warned ${styles.warn}`} role="note">
          {t('wallet.locked', { time: dateTimeText(gate.withdrawLockUntil ?? 0) })}
        </p>
      )}
    </section>
  );
}

function CheckMark({ open }: { open: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={styles.mark} role="img" aria-label={t(open ? 'wallet.gateOpen' : 'wallet.gateShut')}>
      <Icon name={open ? 'check' : 'lock'} size={18} />
    </span>
  );
}
