// Chooses a market and a past moment, and opens its replay.
import { useState } from 'react';
import { REPLAY_MARKET } from '../../lib/replay-market.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { markets } from '../../stores/market/instruments.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { localText } from './market/moment-text.ts';
import styles from './replay.module.css';

const HOUR_MS = 3_600_000;

export function PastChoice() {
  const { t } = useTranslation();
  const list = useSignalValue(markets);
  const [chosen, setChosen] = useState('');
  const [nowMs] = useState(() => Date.now());
  const [local, setLocal] = useState(() => localText(nowMs - HOUR_MS));
  const atMs = new Date(local).getTime();
  const isPast = atMs < nowMs;
  const first = list[0];
  const coinInfoId = chosen || String(first?.info.id ?? '');
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        // A replay is a document of its own.
        if (isPast && coinInfoId !== '') window.location.assign(`${REPLAY_MARKET}?coinInfoId=${coinInfoId}&at=${atMs}`);
      }}
    >
      <p className={styles.about}>{t('past.about')}</p>
      <SelectField
        label={t('replay.market')}
        testId="past-market"
        value={coinInfoId}
        onValue={setChosen}
        choices={list.map(({ info: { id, pair } }) => ({ key: String(id), label: pair }))}
      />
      <TextField
        label={t('past.moment')}
        type="datetime-local"
        step={1}
        value={local}
        max={localText(nowMs)}
        required
        data-testid="past-moment"
        onValue={setLocal}
      />
      <Button kind="primary" type="submit" disabled={!isPast || !first} data-testid="past-go">
        {t(isPast ? 'past.go' : 'past.notYet')}
      </Button>
    </form>
  );
}
