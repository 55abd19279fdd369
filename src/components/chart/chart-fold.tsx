// A chart above an order form, which folds away.
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './chart-fold.module.css';

export interface ChartFoldProps {
  open: boolean;
  onToggle: () => void;
  /** Any CSS length, reserved before anything is drawn. */
  height: string;
  /** Beside the button that folds it, while it is open. */
  controls?: ReactNode;
  children: ReactNode;
}

export function ChartFold({ open, onToggle, height, controls, children }: ChartFoldProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={styles.fold} aria-label={t('trade.chart')} data-testid="ticket-chart">
      <div id={id} className={styles.frame} style={{ height: open ? height : 0 }}>
        {open && children}
      </div>
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          data-testid="chart-fold"
        >
          <Icon name="chart" size={16} />
          {t('trade.chart')}
          <span className={styles.arrow} aria-hidden="true">
            <Icon name="down" size={14} />
          </span>
        </button>
        {open && controls}
      </div>
    </section>
  );
}
