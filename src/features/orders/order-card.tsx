// One order as a card that links to its details, with an optional action.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFocusBeside } from '../../hooks/use-focus-beside.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { Fact } from '../../ui/fact.tsx';
import type { OrderSummary } from './order-summary.ts';
import styles from './orders.module.css';

export function OrderCard({ line, action }: { line: OrderSummary; action?: ReactNode }) {
  const { t } = useTranslation();
  const { kind, id, side, tone, pair, status, figures, time } = line;
  const row = useFocusBeside<HTMLLIElement>();
  return (
    <li ref={row} className={styles.card} data-testid={`order-${kind}`}>
      <Link className={styles.open} to="/pages/order/orderInfo" search={{ type: kind, id }} viewTransition>
        <span className={styles.head}>
          <span className={styles.side} data-tone={tone}>
            {side}
          </span>
          <b className="num">{pair}</b>
          <span className={styles.status}>{status}</span>
        </span>
        <dl className={styles.figures}>
          {figures.map((figure) => (
            <Fact key={figure.label} label={figure.label} className="num" data-tone={figure.tone}>
              {figure.text}
            </Fact>
          ))}
        </dl>
      </Link>
      <div className={styles.footer}>
        <time className="num" dateTime={new Date(time).toISOString()}>
          {dateTimeText(time)}
        </time>
        {action ?? (
          <Link to="/pages/order/orderInfo" search={{ type: kind, id }} viewTransition tabIndex={-1} aria-hidden="true">
            {t('order.details')}
          </Link>
        )}
      </div>
    </li>
  );
}
