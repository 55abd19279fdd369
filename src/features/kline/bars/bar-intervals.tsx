// Bars by volume, trades, delta and range: sizes that suit the market, and one of the user's own.
import { type FormEvent, useState } from 'react';
import { type Instrument, marketTypeOf } from '../../../../core/instruments/instrument.ts';
import { type BarKind, type ChartInterval, isBarInterval } from '../../../../core/units/time.ts';
import { useQuery } from '../../../hooks/use-query.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { IntervalButton } from '../interval-button.tsx';
import klineStyles from '../kline.module.css';
import styles from '../settings/settings.module.css';
import { BAR_KINDS, barIntervalOf, barPresets } from './bar-presets.ts';

export interface BarIntervalsProps {
  instrument: Instrument;
  value: ChartInterval;
  onChoose: (interval: ChartInterval) => void;
}

/** Trades that the sizes are made of. */
const RECENT = 200;

export function BarIntervals({ instrument, value, onChoose }: BarIntervalsProps) {
  const { t } = useTranslation();
  const { info } = instrument;
  const form = { coinInfoId: info.id, limit: RECENT };
  const { answer } = useQuery(marketTypeOf(info) === 'forex' ? '/forex/trades' : '/coin/trades', form);
  const presets = barPresets(answer?.list ?? [], instrument);
  const nameOf = (kind: BarKind): string => t(`bars.${kind}`, { coin: info.symbol });
  return (
    <>
      {BAR_KINDS.filter((kind) => presets[kind].length > 0).map((kind) => (
        <div key={kind} className={klineStyles.allIntervals} role="group" aria-label={nameOf(kind)}>
          <span className={styles.params} style={{ alignSelf: 'center' }}>
            {nameOf(kind)}
          </span>
          {presets[kind].map((interval) => (
            <IntervalButton key={interval} interval={interval} value={value} onChoose={onChoose} />
          ))}
        </div>
      ))}
      <OwnSize value={value} nameOf={nameOf} onChoose={onChoose} />
      <p className={styles.hint}>{t('bars.note')}</p>
    </>
  );
}

function OwnSize({
  value,
  nameOf,
  onChoose,
}: Pick<BarIntervalsProps, 'value' | 'onChoose'> & { nameOf: (kind: BarKind) => string }) {
  const { t } = useTranslation();
  const [shownKind = 'volume', shownSize = ''] = isBarInterval(value) ? value.split('-') : [];
  const [kind, setKind] = useState(shownKind as BarKind);
  const [size, setSize] = useState(shownSize);
  const [isRefused, setRefused] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const interval = barIntervalOf(kind, size);
    setRefused(interval === null);
    if (interval !== null) onChoose(interval);
  };
  return (
    <form className={styles.edit} onSubmit={submit} noValidate>
      <SelectField
        label={t('bars.kind')}
        value={kind}
        onValue={setKind}
        choices={BAR_KINDS.map((each) => ({ key: each, label: nameOf(each) }))}
      />
      <NumberField
        label={t('bars.own')}
        value={size}
        onValue={setSize}
        decimals={kind === 'trades' || kind === 'range' ? 0 : 8}
        error={isRefused ? t('bars.refused') : undefined}
        testId="bar-size"
      />
      <Button type="submit" wide>
        {t('bars.show')}
      </Button>
    </form>
  );
}
