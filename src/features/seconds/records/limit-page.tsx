// The user's own trading limits: stricter ones apply at once, looser ones after a day.
import { useState } from 'react';
import { PageHeader } from '../../../components/common/page-header.tsx';
import { dateTimeText } from '../../../lib/date-format.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { serverNow } from '../../../stores/market/connection.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { LIMIT_NAMES, type LimitName, limitsAt, requestLimits } from '../../../stores/account/user-limits.ts';
import { type Limits, NO_LIMITS, stored } from '../../../stores/device/storage.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import styles from './record.module.css';
import { useLimits } from '../use-order-context.ts';

/** Decimals of the fields: amounts in cents, whole minutes. */
const DECIMALS: Record<LimitName, number> = { stake: 2, dailyLoss: 2, sessionMinutes: 0 };

/** Normalises typed limits: 0 and incomplete numbers become '' (no limit). */
function normaliseLimits(limits: Limits): Limits {
  const out = { ...NO_LIMITS };
  for (const name of LIMIT_NAMES) out[name] = Number(limits[name]) > 0 ? limits[name].replace(/\.$/, '') : '';
  return out;
}

export function LimitPage() {
  const { t } = useTranslation();
  const { later } = useSignalValue(stored('fxproLimits'));
  const current = useLimits();
  const [form, setForm] = useState<Limits>(() => {
    const storedLimits = stored('fxproLimits').peek();
    return storedLimits.later ? storedLimits.later.limits : limitsAt(storedLimits, serverNow());
  });
  const unit = (name: LimitName): string => (name === 'sessionMinutes' ? t('limit.minutes') : 'USDT');
  const isPending = later !== null && LIMIT_NAMES.some((name) => later.limits[name] !== current[name]);
  return (
    <>
      <PageHeader title={t('title.limit')} />
      <main className={styles.page}>
        <p className="hint">{t('limit.about')}</p>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const next = normaliseLimits(form);
            setForm(next);
            requestLimits(next, serverNow());
            showToast(t('limit.saved'), 'success');
          }}
        >
          {LIMIT_NAMES.map((name) => (
            <div key={name} className={styles.limit}>
              <NumberField
                label={t(`limit.${name}`)}
                value={form[name]}
                decimals={DECIMALS[name]}
                placeholder={t('limit.none')}
                suffix={unit(name)}
                testId={`limit-${name}`}
                onValue={(text) => setForm((before) => ({ ...before, [name]: text }))}
              />
              <p className="hint">{t(`limit.text.${name}`)}</p>
              <p className="hint">
                {t('limit.holds', {
                  value: current[name] === '' ? t('limit.none') : `${separate(current[name])} ${unit(name)}`,
                })}
              </p>
            </div>
          ))}
          {isPending && (
            <p className="warned" role="status">
              {t('limit.later', { time: dateTimeText(later.from) })}
            </p>
          )}
          <Button kind="primary" wide type="submit" data-testid="limit-save">
            {t('limit.save')}
          </Button>
        </form>
        <p className="hint">{t('limit.device')}</p>
      </main>
    </>
  );
}
