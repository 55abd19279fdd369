// Form for a new alert: condition, repetition and channels. Its texts are in the namespace `alert`.
import { useState } from 'react';
import { ALERT_CHANNEL, ALL_CHANNELS, MAX_ALERTS } from '../../../core/endpoints/alert.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../core/units/units.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { type AlertOptions, canAddAlert, setPriceAlert, setRiskAlert } from '../../stores/account/alerts.ts';
import { separate } from '../../stores/market/number-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Segmented, Toggles } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { errorText } from '../common/error-text.ts';
import styles from './alert-form.module.css';

const RULES = ['price', 'percent', 'risk'] as const;
type Rule = (typeof RULES)[number];
export const CHANNELS = ['toast', 'system', 'push'] as const;
/** Margin ratio in percent at which a position is liquidated. */
const MAX_PERCENT = 100;

/**
 * The alert's condition; null while the input is not valid. A percentage is converted to a price from the current last
 * price.
 */
function alertTarget(
  market: Instrument,
  rule: Rule,
  text: string,
  falls: boolean,
): { ticks: PriceTicks } | { percent: number } | null {
  if (text === '') return null;
  const number = Number(text);
  if (rule === 'risk')
    return Number.isInteger(number) && number >= 1 && number <= MAX_PERCENT ? { percent: number } : null;
  const ticks =
    rule === 'price'
      ? parseSteps(text, market.price)
      : number === 0
        ? 0
        : Math.round(tickerOf(market.info.id).lastTicks.peek() * (1 + (falls ? -number : number) / 100));
  return typeof ticks === 'number' && ticks > 0 ? { ticks } : null;
}

export function AlertForm({ market, onSet }: { market: Instrument; onSet: () => void }) {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const [rule, setRule] = useState<Rule>('price');
  const [text, setText] = useState('');
  const [falls, setFalls] = useState(false);
  const [ofAllPositions, setOfAllPositions] = useState(true);
  const [options, setOptions] = useState<AlertOptions>({ repeat: false, channels: ALL_CHANNELS });
  const [busy, setBusy] = useState(false);
  const target = alertTarget(market, rule, text, falls);
  const { id, pricePrecision, pair } = market.info;
  const set = async (): Promise<void> => {
    if (!target) return;
    if (!canAddAlert()) return showToast(t('alert.full', { count: MAX_ALERTS }), 'error');
    setBusy(true);
    try {
      await ('percent' in target
        ? setRiskAlert(ofAllPositions ? 0 : id, target.percent, options)
        : setPriceAlert(id, target.ticks, tickerOf(id).lastTicks.peek() || 0, options));
      setText('');
      onSet();
    } catch (error) {
      showToast(errorText(error, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  const refusal =
    target === null
      ? t(rule === 'price' ? 'alert.setNone' : 'alert.setNoPercent')
      : options.channels === 0
        ? t('alert.noChannel')
        : null;
  const label =
    target &&
    ('percent' in target
      ? t('alert.setRisk', { percent: target.percent })
      : t('alert.setAt', { price: separate(printSteps(target.ticks, market.price, pricePrecision)) }));
  return (
    <div className={styles.form}>
      <Segmented
        label={t('alert.rule')}
        value={rule}
        onChange={setRule}
        choices={RULES.filter((key) => loggedIn || key !== 'risk').map((key) => ({ key, label: t(`alert.${key}`) }))}
      />
      {rule !== 'price' && <p className="hint">{t(rule === 'percent' ? 'alert.percentText' : 'alert.riskText')}</p>}
      {rule === 'percent' && (
        <Segmented
          label={t('alert.percent')}
          value={falls ? 'fall' : 'rise'}
          onChange={(key) => setFalls(key === 'fall')}
          choices={[
            { key: 'rise', label: t('alert.rise') },
            { key: 'fall', label: t('alert.fall') },
          ]}
        />
      )}
      {rule === 'risk' && (
        <Segmented
          label={t('alert.scope')}
          value={ofAllPositions ? 'all' : 'one'}
          onChange={(key) => setOfAllPositions(key === 'all')}
          choices={[
            { key: 'all', label: t('alert.allPositions') },
            { key: 'one', label: pair },
          ]}
        />
      )}
      <NumberField
        label={t(`alert.${rule}`)}
        value={text}
        onValue={setText}
        decimals={rule === 'price' ? pricePrecision : rule === 'percent' ? 2 : 0}
        suffix={rule === 'price' ? undefined : '%'}
        testId="alert-value"
      />
      {loggedIn && <OptionFields options={options} onOptions={setOptions} />}
      <Button
        kind="primary"
        wide
        busy={busy}
        disabled={refusal !== null}
        onClick={() => void set()}
        data-testid="alert-set"
      >
        {refusal ?? label}
      </Button>
    </div>
  );
}

interface OptionFieldsProps {
  options: AlertOptions;
  onOptions: (options: AlertOptions) => void;
}

function OptionFields({ options, onOptions }: OptionFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Segmented
        label={t('alert.often')}
        value={options.repeat ? 'again' : 'once'}
        onChange={(key) => onOptions({ ...options, repeat: key === 'again' })}
        choices={[
          { key: 'once', label: t('alert.once') },
          { key: 'again', label: t('alert.again') },
        ]}
      />
      <Toggles
        label={t('alert.channels')}
        on={CHANNELS.filter((key) => options.channels & ALERT_CHANNEL[key])}
        onChange={(on) => onOptions({ ...options, channels: on.reduce((bits, key) => bits | ALERT_CHANNEL[key], 0) })}
        choices={CHANNELS.map((key) => ({ key, label: t(`alert.by.${key}`) }))}
      />
    </>
  );
}
