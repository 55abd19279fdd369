// The code sent by mail: asks for it, counts down to the next, and says so when a demo exchange shows it instead. Its
// words are in the area `account`.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { CallError } from '../../api/call.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { SixDigitsField } from '../../ui/fields/six-digits-field.tsx';
import { errorText } from '../common/error-text.ts';
import styles from '../market/market-cells.module.css';

/**
 * What sending a code answers: seconds until the next may be sent, and the code itself where a demo exchange has no
 * mail.
 */
export interface Sent {
  interval: number;
  demoCode?: string | undefined;
}

export interface MailCodeFieldProps {
  /** Where the code goes, as it is told to the user. */
  email: string;
  /** Asks for a code; null when it cannot be asked for yet (the caller then says why). */
  send: () => Promise<Sent | null>;
  value: string;
  onValue: (code: string) => void;
  error?: string | undefined;
}

export function MailCodeField({ email, send, value, onValue, error }: MailCodeFieldProps) {
  const { t } = useTranslation();
  const [waitSeconds, setWaitSeconds] = useState(0);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (waitSeconds <= 0) return undefined;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      const sent = await send();
      if (sent === null) return;
      setWaitSeconds(sent.interval);
      setNote(
        sent.demoCode === undefined ? t('auth.codeSent', { email }) : t('auth.demoCode', { code: sent.demoCode }),
      );
      if (sent.demoCode !== undefined) onValue(sent.demoCode);
    } catch (failure) {
      const retryAfter =
        failure instanceof CallError && failure.code === CODE.tooManyRequests ? secondsOf(failure.data) : 0;
      setWaitSeconds(retryAfter);
      showToast(errorText(failure, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <SixDigitsField
        label={t('auth.code')}
        value={value}
        onValue={onValue}
        error={error}
        testId="code"
        trailing={
          <Button
            kind="ghost"
            small
            busy={busy}
            disabled={waitSeconds > 0}
            onClick={() => void ask()}
            data-testid="send-code"
          >
            {waitSeconds > 0 ? t('auth.sendAgain', { seconds: waitSeconds }) : t('auth.sendCode')}
          </Button>
        }
      />
      {note && (
        <p className={styles.note} role="status" data-testid="code-note">
          {note}
        </p>
      )}
    </div>
  );
}

/** `retryAfter` of a refusal's data in whole seconds; 0 where it says none. */
function secondsOf(data: unknown): number {
  const seconds = typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) : 0;
  return seconds > 0 ? Math.ceil(seconds) : 0;
}
