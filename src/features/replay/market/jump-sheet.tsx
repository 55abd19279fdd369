// A sheet that takes the replay to another moment.
import { useState } from 'react';
import { HOUR_MS } from '../../../../core/units/durations.ts';
import { daysFrom } from '../../../lib/local-moment.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { MomentForm } from './moment-form.tsx';

import type { PastPlayer } from './past-player.ts';
import styles from './replay-bar.module.css';

const WAYS = [
  ['past.back.day', (ms: number) => daysFrom(ms, -1)],
  ['past.back.hour', (ms: number) => ms - HOUR_MS],
  ['past.ahead.hour', (ms: number) => ms + HOUR_MS],
  ['past.ahead.day', (ms: number) => daysFrom(ms, 1)],
] as const;

export function JumpSheet({ open, onClose, player }: { open: boolean; onClose: () => void; player: PastPlayer }) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('past.jump')} closeLabel={t('app.close')}>
      <JumpForm onClose={onClose} player={player} />
    </Sheet>
  );
}

function JumpForm({ onClose, player }: { onClose: () => void; player: PastPlayer }) {
  const { t } = useTranslation();
  const shownMs = player.atMs.peek();
  const [nowMs] = useState(() => Date.now());
  const go = (ms: number): void => {
    void player.goTo(ms);
    onClose();
  };
  return (
    <MomentForm
      className={styles.jump}
      startMs={shownMs}
      nowMs={nowMs}
      onMoment={go}
      below={
        !Number.isNaN(shownMs) && (
          <div className={styles.ways}>
            {WAYS.map(([key, from]) => (
              <Button key={key} small disabled={from(shownMs) >= nowMs} onClick={() => go(from(shownMs))}>
                {t(key)}
              </Button>
            ))}
          </div>
        )
      }
    />
  );
}
