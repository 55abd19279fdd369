// Rules and fees of seconds contracts, and the risk acknowledgement.
import type { Period } from '../../../core/endpoints/binary-option-endpoints.ts';
import { windowTicks } from '../../../core/risk/binary-option-window.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { UNKNOWN, percentText } from '../../stores/market/number-format.ts';
import { periodText } from './seconds-text.ts';
import styles from './seconds.module.css';

export interface RulesSheetProps {
  open: boolean;
  onClose: () => void;
  periods: readonly Period[];
}

const RULES = ['strike', 'exit', 'win', 'draw', 'void', 'proof'] as const;

export function RulesSheet({ open, onClose, periods }: RulesSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('seconds.rules')} closeLabel={t('app.close')}>
      <ol className={styles.rules}>
        {RULES.map((rule) => (
          <li key={rule}>{t(`seconds.rule.${rule}`, { ticks: windowTicks(60), few: windowTicks(30) })}</li>
        ))}
      </ol>
      {periods.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('seconds.period')}</th>
              <th scope="col">{t('seconds.rate')}</th>
              <th scope="col">{t('seconds.fee')}</th>
              <th scope="col">{t('seconds.needed')}</th>
              <th scope="col">{t('seconds.edge')}</th>
            </tr>
          </thead>
          <tbody>
            {periods.map((one) => (
              <tr key={one.period}>
                <th scope="row">{periodText(one.period, t)}</th>
                <td className="num">{percentText(one.profitRate, 0)}</td>
                <td className="num">{percentText(one.feeRate, 1)}</td>
                <td className="num">{one.breakEven === undefined ? UNKNOWN : percentText(one.breakEven, 1)}</td>
                <td className="num">{one.houseEdge === undefined ? UNKNOWN : percentText(one.houseEdge, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  );
}

/** Risk acknowledgement before the first purchase. */
export function RiskAcknowledgement({ open, onAnswer }: { open: boolean; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={() => onAnswer(false)} title={t('seconds.riskTitle')} closeLabel={t('app.close')}>
      <div className={styles.risk}>
        <p>{t('seconds.riskText')}</p>
        <p>{t('seconds.riskEdge')}</p>
        <p>{t('seconds.riskLimits')}</p>
        <div className={styles.buttons}>
          <Button onClick={() => onAnswer(false)}>{t('app.cancel')}</Button>
          <Button kind="primary" onClick={() => onAnswer(true)} data-testid="risk-yes">
            {t('seconds.riskYes')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
