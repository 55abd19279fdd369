// Chooses a market and a past moment, and opens its replay.
import { useState } from 'react';
import { REPLAY_MARKET } from '../../lib/replay-address.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { serverNow } from '../../stores/market/connection.ts';
import { markets } from '../../stores/market/instruments.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { MomentForm } from './market/moment-form.tsx';
import styles from './replay.module.css';

export function PastChoice() {
  const { t } = useTranslation();
  const list = useSignalValue(markets);
  const [chosen, setChosen] = useState('');
  const [nowMs] = useState(serverNow);
  const coinInfoId = chosen || String(list[0]?.info.id ?? '');
  return (
    <MomentForm
      className="card"
      startMs={NaN}
      nowMs={nowMs}
      isReady={coinInfoId !== ''}
      // A replay is a document of its own.
      onMoment={(atMs) => window.location.assign(`${REPLAY_MARKET}?coinInfoId=${coinInfoId}&at=${atMs}`)}
      above={
        <>
          <p className={styles.about}>{t('past.about')}</p>
          <SelectField
            label={t('replay.market')}
            testId="past-market"
            value={coinInfoId}
            onValue={setChosen}
            choices={list.map(({ info: { id, pair } }) => ({ key: String(id), label: pair }))}
          />
        </>
      }
    />
  );
}
