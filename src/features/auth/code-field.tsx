// The code sent by mail: asks for it, counts down to the next, and says so when a demo exchange shows it instead.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../../api/call.ts';
import { errorText } from '../../cells/error-text.ts';
import { CODE } from '../../../contract/reject.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isEmail } from './credentials.ts';
import styles from './auth.module.css';

export interface CodeFieldProps {
  /** Where the code goes. */
  email: string;
  value: string;
  onValue: (code: string) => void;
  error?: string | undefined;
  onWrongEmail: () => void;
}

export function CodeField({ email, value, onValue, error, onWrongEmail }: CodeFieldProps) {
  const { t } = useTranslation();
  const [waitSeconds, setWaitSeconds] = useState(0);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (waitSeconds <= 0) return undefined;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);
  const send = async (): Promise<void> => {
    if (!isEmail(email)) return onWrongEmail();
    setBusy(true);
    try {
      const { interval, demoCode } = await call('/common/code/send', { email, scene: 'register' });
      setWaitSeconds(interval);
      setNote(demoCode === undefined ? t('auth.codeSent', { email }) : t('auth.demoCode', { code: demoCode }));
      if (demoCode !== undefined) onValue(demoCode);
    } catch (failure) {
      const retryAfter = failure instanceof CallError && failure.code === CODE.tooManyRequests ? secondsOf(failure.data) : 0;
      setWaitSeconds(retryAfter);
      showToast(errorText(failure, t), 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <TextField
        label={t('auth.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        dir="ltr"
        value={value}
        onValue={(code) => onValue(code.replace(/\D/g, ''))}
        error={error}
        data-testid="code"
        trailing={(
          <Button kind="ghost" small busy={busy} disabled={waitSeconds > 0} onClick={() => void send()} data-testid="send-code">
            {waitSeconds > 0 ? t('auth.sendAgain', { seconds: waitSeconds }) : t('auth.sendCode')}
          </Button>
        )}
      />
      {note && <p className={styles.note} role="status" data-testid="code-note">{note}</p>}
    </div>
  );
}

/** `retryAfter` of a refusal's data in whole seconds; 0 where it says none. */
function secondsOf(data: unknown): number {
  const seconds = typeof data === 'object' && data !== null && 'retryAfter' in data ? Number(data.retryAfter) : 0;
  return seconds > 0 ? Math.ceil(seconds) : 0;
}
