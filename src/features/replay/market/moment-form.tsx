// Form that asks for a past moment.
import { type ReactNode, useState } from 'react';
import { HOUR_MS } from '../../../../core/units/durations.ts';
import type { EpochMs } from '../../../../core/units/time.ts';
import { localText, momentOf } from '../../../lib/local-moment.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';

export interface MomentFormProps {
  className: string | undefined;
  /** Moment that it begins with; NaN: an hour ago. */
  startMs: EpochMs;
  /** Present time, which the moment must be before. */
  nowMs: EpochMs;
  /** Whether what else it asks for is there. */
  isReady?: boolean;
  onMoment: (atMs: EpochMs) => void;
  /** Before the moment, and below the button. */
  above?: ReactNode;
  below?: ReactNode;
}

export function MomentForm({ className, startMs, nowMs, isReady = true, onMoment, above, below }: MomentFormProps) {
  const { t } = useTranslation();
  const [firstMs] = useState(Number.isNaN(startMs) ? nowMs - HOUR_MS : startMs);
  const [local, setLocal] = useState(() => localText(firstMs));
  const atMs = momentOf(local, firstMs);
  const isPast = atMs < nowMs;
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPast && isReady) onMoment(atMs);
      }}
    >
      {above}
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
      <Button kind="primary" wide type="submit" disabled={!isPast || !isReady} data-testid="past-go">
        {t(isPast ? 'past.go' : 'past.notYet')}
      </Button>
      {below}
    </form>
  );
}
