// Fields of a ticket: a price with steppers, and chips for shares of the available amount.
import { useTranslation } from '../../locales/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import styles from './trading-layout.module.css';

/** Percentages of the chips. */
const SHARES = [25, 50, 75, 100] as const;

export interface PriceFieldProps {
  label: string;
  value: string;
  onValue: (text: string) => void;
  onFocus: () => void;
  decimals: number;
  /** One tick up or down, also by arrow keys. */
  onStep: (steps: 1 | -1) => void;
  error?: string | undefined;
  testId?: string | undefined;
}

export function PriceField({ onStep, ...field }: PriceFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.stepped}>
      <NumberField
        {...field}
        onStep={onStep}
        suffix={
          <span className={styles.steppers}>
            <button type="button" aria-label={t('trade.priceDown')} onClick={() => onStep(-1)}>
              <Icon name="minus" size={16} />
            </button>
            <button type="button" aria-label={t('trade.priceUp')} onClick={() => onStep(1)}>
              <Icon name="plus" size={16} />
            </button>
          </span>
        }
      />
    </div>
  );
}

export function Shares({ disabled, onShare }: { disabled: boolean; onShare: (percent: number) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.shares} role="group" aria-label={t('trade.shares')}>
      {SHARES.map((percent) => (
        <button
          key={percent}
          type="button"
          className={styles.share}
          disabled={disabled}
          onClick={() => onShare(percent)}
        >
          {percent}%
        </button>
      ))}
    </div>
  );
}
