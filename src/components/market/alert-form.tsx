// Form for a new alert: condition, repetition and channels. Its texts are in the namespace `alert`.
import { useState } from 'react';
import { ALERT_CHANNEL, ALL_CHANNELS, MAX_ALERTS } from '../../../core/endpoints/alert.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../core/units/units.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
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

type AlertTarget = { ticks: PriceTicks } | { percent: number };

/** What is typed and chosen. */
interface AlertDraft {
  rule: Rule;
  /** A price, or a percentage. */
  text: string;
  /** Of the rule "percent": the price falls by so much. */
  falls: boolean;
  /** Of the rule "risk": any position, or the one of this market. */
  ofAllPositions: boolean;
}

const EMPTY_DRAFT: AlertDraft = { rule: 'price', text: '', falls: false, ofAllPositions: true };

/** The alert's condition; null while the input is not valid. */
function alertTarget(market: Instrument, { rule, text, falls }: AlertDraft): AlertTarget | null {
  if (text === '') return null;
  const number = Number(text);
  if (rule === 'risk')
    return Number.isInteger(number) && number >= 1 && number <= MAX_PERCENT ? { percent: number } : null;
  const ticks = rule === 'price' ? parseSteps(text, market.price) : ticksFromLast(market, falls ? -number : number);
  return typeof ticks === 'number' && ticks > 0 ? { ticks } : null;
}

/** The price that is so many percent from the last one; 0 for none. */
function ticksFromLast({ info }: Instrument, percent: number): PriceTicks {
  return percent === 0 ? 0 : Math.round(tickerOf(info.id).lastTicks.peek() * (1 + percent / 100));
}

export function AlertForm({ market, onSet }: { market: Instrument; onSet: () => void }) {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [options, setOptions] = useState<AlertOptions>({ repeat: false, channels: ALL_CHANNELS });
  const [busy, setBusy] = useState(false);
  const { rule, text } = draft;
  const target = alertTarget(market, draft);
  const { id, pricePrecision } = market.info;
  const change = (part: Partial<AlertDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const set = async (): Promise<void> => {
    if (!target) return;
    if (!canAddAlert()) return showToast(t('alert.full', { count: MAX_ALERTS }), 'error');
    setBusy(true);
    try {
      await ('percent' in target
        ? setRiskAlert(draft.ofAllPositions ? 0 : id, target.percent, options)
        : setPriceAlert(id, target.ticks, tickerOf(id).lastTicks.peek() || 0, options));
      change({ text: '' });
      onSet();
    } catch (error) {
      showToast(errorText(error, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  const noChannel = options.channels === 0;
  return (
    <div className={styles.form}>
      <RuleFields market={market} draft={draft} onChange={change} />
      <NumberField
        label={t(`alert.${rule}`)}
        value={text}
        onValue={(next) => change({ text: next })}
        decimals={rule === 'price' ? pricePrecision : rule === 'percent' ? 2 : 0}
        suffix={rule === 'price' ? undefined : '%'}
        testId="alert-value"
      />
      {loggedIn && <OptionFields options={options} onOptions={setOptions} />}
      <Button
        kind="primary"
        wide
        busy={busy}
        disabled={target === null || noChannel}
        onClick={() => void set()}
        data-testid="alert-set"
      >
        {target && noChannel ? t('alert.noChannel') : buttonText(market, rule, target, t)}
      </Button>
    </div>
  );
}

/** What a press does, or what is missing. */
function buttonText(market: Instrument, rule: Rule, target: AlertTarget | null, t: Translate): string {
  if (target === null) return t(rule === 'price' ? 'alert.setNone' : 'alert.setNoPercent');
  if ('percent' in target) return t('alert.setRisk', { percent: target.percent });
  return t('alert.setAt', { price: separate(printSteps(target.ticks, market.price, market.info.pricePrecision)) });
}

interface RuleFieldsProps {
  market: Instrument;
  draft: AlertDraft;
  onChange: (part: Partial<AlertDraft>) => void;
}

/** The rule, and what it needs beside its value. */
function RuleFields({ market, draft, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const { rule, falls, ofAllPositions } = draft;
  return (
    <>
      <Segmented
        label={t('alert.rule')}
        value={rule}
        // A price is no percentage.
        onChange={(next) => onChange({ rule: next, text: '' })}
        choices={RULES.filter((key) => loggedIn || key !== 'risk').map((key) => ({ key, label: t(`alert.${key}`) }))}
      />
      {rule !== 'price' && <p className="hint">{t(rule === 'percent' ? 'alert.percentText' : 'alert.riskText')}</p>}
      {rule === 'percent' && (
        <Segmented
          label={t('alert.percent')}
          value={falls ? 'fall' : 'rise'}
          onChange={(key) => onChange({ falls: key === 'fall' })}
          choices={[
            { key: 'rise', label: t('alert.rise') },
            { key: 'fall', label: t('alert.fall') },
          ]}
        />
      )}
      {rule === 'risk' && market.info.contractEnable === 1 && (
        <Segmented
          label={t('alert.scope')}
          value={ofAllPositions ? 'all' : 'one'}
          onChange={(key) => onChange({ ofAllPositions: key === 'all' })}
          choices={[
            { key: 'all', label: t('alert.allPositions') },
            { key: 'one', label: market.info.pair },
          ]}
        />
      )}
    </>
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
