// Card at the top of a trading page: what became of the order just sent, and what can be done next.
import { useEffect } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { addResultCard, hideOrderResult, orderResult } from '../../stores/ui/order-result.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './order-result-card.module.css';

/** The live region is always mounted: not every screen reader announces one that is inserted with its content. */
export function OrderResultCard() {
  const { t } = useTranslation();
  const result = useSignalValue(orderResult);
  useEffect(addResultCard, []);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {result && (
        <div className={styles.card} data-kind={result.kind} data-testid="order-result">
          <span className={styles.mark}>
            <Icon name={result.kind === 'done' ? 'check' : 'clock'} size={20} />
          </span>
          <p className={styles.text}>
            <b>{result.title}</b> · <bdi>{result.text}</bdi>
            {result.detail !== '' && <small>{result.detail}</small>}
          </p>
          <span className={styles.actions}>
            {result.actions.map(({ key, label, run }) => (
              <button
                key={key}
                type="button"
                data-testid={`result-${key}`}
                onClick={() => {
                  hideOrderResult();
                  run();
                }}
              >
                {label}
              </button>
            ))}
          </span>
          <IconButton label={t('app.close')} onClick={hideOrderResult}>
            <Icon name="close" size={18} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
